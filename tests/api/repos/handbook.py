"""The repository that these tests read."""

ROOT = "/api/repos"
GUIDE = """# Guide

Intro words. And more.

## Setup

First do this.

### Deep

Deeper words.

## Setup

Second of the name.
"""
FILES = {
    "README.md": "# Handbook\n\nAll about widgets.\n",
    "docs/guides/setup.md": GUIDE,
    "docs/api/index.md": "# API\n",
    "src/main.py": "".join(f"line {number}\n" for number in range(1, 1501)),
    ".env": "TOKEN=hunter2\n",
}
