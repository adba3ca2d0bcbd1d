import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.documents.discovery.secrets import MASK, is_secret_file, mask_values
from apps.documents.discovery.texts import NoTextError, read_text


def test_values_of_environment_files_are_masked_and_names_stay():
    text = (
        "# the password is hunter2?\r\n"
        "export DB_PASSWORD=hunter2 # why\n"
        "EMPTY=\n"
        '#OLD_KEY="sk-1"\n'
        'PEM="-----BEGIN\nabcdef\n-----END"\n'
        "yaml: s3cret\n"
        "just s3cret\n"
        "\n"
        "LAST='x'"
    )
    assert mask_values(text) == (
        "# the password is hunter2?\r\n"
        f"export DB_PASSWORD={MASK}\n"
        "EMPTY=\n"
        f"#OLD_KEY={MASK}\n"
        f"PEM={MASK}\n{MASK}\n{MASK}\n"
        f"yaml: {MASK}\n"
        f"{MASK}\n"
        "\n"
        f"LAST={MASK}"
    )


@given(st.lists(st.from_regex(r"[A-Z_]{1,8}=[a-z0-9'\"]{1,20}", fullmatch=True)))
def test_no_value_survives_and_no_line_is_lost(lines):
    text = "\n".join(lines)
    masked = mask_values(text)
    assert len(masked.split("\n")) == len(lines or [""])
    assert not any(character.islower() or character.isdigit() for character in masked)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        *((".env", True), ("a/.ENV.Production", True), (".envrc", True), (".env.local", True)),
        *((".env.example", False), (".env.sample", False), (".env.template", False)),
        *(("environment", False), ("a.env", False)),
    ],
)
def test_examples_of_environment_files_hold_no_secrets(path, expected):
    assert is_secret_file(path) == expected


@pytest.mark.parametrize(
    ("data", "text", "note"),
    [
        (b"# T\r\n", "# T\r\n", ""),
        (b"\xef\xbb\xbf# T", "# T", "byte-order mark removed"),
        ("Grüße".encode("utf-16"), "Grüße", "decoded from UTF-16"),
        ("Grüße €".encode("cp1252"), "Grüße €", "decoded from Windows-1252"),
        (b" \n", " \n", "empty"),
    ],
)
def test_text_is_decoded_with_a_note(data, text, note):
    read = read_text("a.md", data)
    assert (read.text, read.note) == (text, note)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "LFS"),
        (b"# T\n\nab\x00cd\xff\xfe", "NUL"),
        (bytes(range(1, 255)) * 3, "binary"),
        (b"\xff\xfe\x00", "binary"),
    ],
)
def test_what_is_no_text_is_told(data, words):
    with pytest.raises(NoTextError) as caught:
        read_text("a.md", data)
    assert words in caught.value.reason


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_told(data):
    try:
        read = read_text("a.md", data)
    except NoTextError:
        return
    assert "\0" not in read.text
    read.text.encode()
