"""Diagrams written as text, drawn as SVG: read, laid out and drawn by plain Python, no script."""
