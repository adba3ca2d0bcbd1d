"""Files of a mirror in the browser: images, lines of code, and nothing else."""

import pytest

from apps.documents.discovery.files import MOST_FOLDERS
from tests.reader.pages import main_of, text_of
from tests.reader.repos_on_shelf import DOCS, SLUG, add_tree, synced

pytestmark = pytest.mark.django_db
ROOT = f"/repos/{SLUG}"


def test_an_image_is_served_under_a_policy_that_runs_nothing(client, library):
    answer = client.get(f"{ROOT}/-/files/docs/a.png")
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert answer["Content-Security-Policy"].startswith("sandbox; default-src 'none'")
    assert answer["Content-Disposition"].startswith("inline")
    again = client.get(f"{ROOT}/-/files/docs/a.png", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_other_files_are_shown_by_their_lines_and_secrets_stay_masked(client, writer, tmp_path,
                                                                      library):  # fmt: skip
    files = {
        "evil.svg": "<svg><script>alert(1)</script></svg>",
        ".env": "TOKEN=s3cret-word\n",
        "page.html": "<script>alert(1)</script>\n",
        "x.bin": b"\0\1\2",
    }
    row, _ = add_tree(tmp_path / "odd", files, name="local/team/odd", owner=writer)
    synced(row)
    root = "/repos/local/team/odd/-"
    svg = client.get(f"{root}/files/evil.svg")
    assert svg["Content-Disposition"].startswith("attachment")
    assert svg["Content-Security-Policy"] == "sandbox; default-src 'none'"
    assert client.get(f"{root}/files/page.html").url == f"{root}/code/page.html"
    assert "<script>" not in main_of(client.get(f"{root}/code/page.html"))
    env = client.get(f"{root}/files/.env", follow=True)
    assert "TOKEN=" in text_of(env)
    assert "s3cret-word" not in env.content.decode()
    assert client.get(f"{root}/code/x.bin").status_code == 422


ODD_LINES = {
    "": 200,
    "?start=2&end=1": 200,
    "?start=-1&end=x": 200,
    "?start=999999999": 422,
    f"?start={'9' * 40}": 200,
    "?symbol=%00": 200,
    f"?symbol={'x' * 5000}": 200,
}
ODD_PLACES = (
    *("/repos?filter=%00", "/repos?page=x", f"{ROOT}/-/pages?filter=%00&page=%00"),
    *(f"{ROOT}/-/links?after=%00", f"{ROOT}/-/links?after=zzz", f"{ROOT}/-/runs?page=-1"),
    *(f"{DOCS}/readme?tab=%00", f"{ROOT}/-/drift?page=x"),
)
NO_PLACES = ("section=x", "section=%00::a%231", "path=%00", "section=::%231")


def test_odd_parameters_break_nothing(client, library):
    """One repository for all of them: it takes longer to make than to ask."""
    for query, status in ODD_LINES.items():
        assert client.get(f"{ROOT}/-/code/src/app.py{query}").status_code == status, query
    for place in ODD_PLACES:
        assert client.get(place).status_code == 200, place
    for query in NO_PLACES:
        assert client.get(f"{DOCS}?{query}").status_code == 404, query


def test_very_deep_folders_and_names_of_any_script_are_shown(client, writer, library, tmp_path):
    deep = "/".join("d" * MOST_FOLDERS) + "/x.md"
    files = {f"{n}.md": f"# P{n}\n" for n in range(4)} | {"docs/über.md": "# Ü\n"}
    row, tree = add_tree(tmp_path / "deep", files, name="local/team/deep", owner=writer)
    tree.git("update-index", "--add", "--cacheinfo", f"100644,{blob_of(tree)},{deep}")
    tree.git("commit", "--quiet", "-m", "deep")
    synced(row)
    page = client.get("/repos/local/team/deep/docs/u\u0308ber")
    assert page.context["title"] == "Ü"
    assert page.context["page_count"] == 6
    found = client.get("/repos/local/team/deep/-/pages?filter=d/d/d")
    assert found.context["found_count"] == 1
    assert client.get(found.context["found"][0][1]).status_code == 200


def blob_of(tree):
    tree.write({"deep.txt": "# Deep\n"})
    return tree.git("hash-object", "-w", "deep.txt").strip()


def test_the_filter_of_the_tree_is_a_part_and_without_scripts_a_page(client, library):
    part = client.get(f"{ROOT}/-/pages?filter=SET", headers={"HX-Request": "true"})
    assert text_of(part) == "1 page Setup docs/guide/setup.md"
    whole = client.get(f"{ROOT}/-/pages?filter=set")
    assert "1 page of 5" in text_of(whole)
    tree = client.get(f"{ROOT}/-/pages?filter=", headers={"HX-Request": "true"})
    assert text_of(tree).startswith("Handbook Docs")
