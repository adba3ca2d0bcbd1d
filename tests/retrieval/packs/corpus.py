"""A small shelf with everything that is easily cut through."""

TABLE = "| flag | meaning |\n|---|---|\n" + "".join(
    f"| `--lamp-{n}` | lights lamp {n} of the harbour |\n" for n in range(12)
)
FENCE = "```sh\n# light the lamps\n" + "".join(f"lamp --light {n}\n" for n in range(20)) + "```\n"
PAGES = {
    "lights/lamps.md": f"---\ntitle: Lamps\n---\n# Lamps\n\nHow to light a lamp.\n\n{FENCE}\n"
    f"## Flags of the lamp\n\n{TABLE}\n## Wicks\n\nTrim the wick. See [oil](oil.md#grades).\n",
    "lights/oil.md": "Oil\n===\n\nThe lamp burns oil.\n\n## Grades\n\nThree grades of oil.\n\n"
    + "".join(f"- grade {n} burns {n} hours in a lamp\n" for n in range(40)),
    "lights/glass.md": "# Glass\n\nPolish it weekly.\n",
    "lights/open.md": "# Open\n\nThe lamp script:\n\n```sh\nlamp --never-closed\n",
    "lights/notes.rst": "Notes\n=====\n\nThe lamp log::\n\n   lamp 1 lit\n\n   lamp 2 lit\n\n"
    "====  ====\nlamp  lit\n====  ====\n1     yes\n2     no\n====  ====\n",
    "ledger.md": "# Ledger\n\n" + "The keeper counts every lamp and every wick. " * 60 + "\n",
    "copy.md": "# Copy\n\n" + "The keeper counts every lamp and every wick. " * 60 + "\n",
    "灯.md": "# 灯\n\n点亮灯塔的灯。\n",
}
WORDS = (
    "lamp",
    "light",
    "oil",
    "grade",
    "wick",
    "flags",
    "keeper",
    "glass",
    "log",
    "灯塔",
    "`--x`",
)
