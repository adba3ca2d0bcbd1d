from pathlib import Path

import pytest

from config.environment import Environment, OptionError
from config.options import Options, read_options
from config.policies import image_sources

HERE = Path("/srv/pressmark")


def read(**values):
    return read_options(Environment({f"PRESSMARK_{k}": v for k, v in values.items()}), HERE)


def test_without_any_variable_everything_has_its_default():
    assert read() == Options(data_dir=HERE / "var")


def test_a_relative_data_folder_counts_from_the_project():
    assert read(DATA_DIR="elsewhere").data_dir == HERE / "elsewhere"
    assert read(DATA_DIR="/data").data_dir == Path("/data")


@pytest.mark.parametrize("word", ["1", "true", "YES", " on "])
def test_a_flag_understands_the_usual_words(word):
    assert read(PUBLIC_READ=word).public_read is True


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("PUBLIC_READ", "maybe", "PRESSMARK_PUBLIC_READ must be true or false, not 'maybe'."),
        ("JOBS__MAX_ATTEMPTS", "x", "PRESSMARK_JOBS__MAX_ATTEMPTS must be a whole number"),
        ("JOBS__LEASE_SECONDS", "1", "PRESSMARK_JOBS__LEASE_SECONDS must be at least 2, not 1."),
        ("EMBEDDING__PROVIDER", "magic", "must be builtin, openai or none, not 'magic'."),
        ("EMBEDDING__PROVIDER", "openai", "needs PRESSMARK_EMBEDDING__BASE_URL"),
        ("CHUNKING__OVERLAP_WORDS", "512", "must be less than __MAX_WORDS"),
    ],
)
def test_a_bad_value_is_refused_by_its_name(name, value, message):
    with pytest.raises(OptionError) as caught:
        read(**{name: value})
    assert message in str(caught.value)


def test_the_key_of_a_provider_is_never_printed():
    options = read(
        EMBEDDING__PROVIDER="openai",
        EMBEDDING__BASE_URL="https://models.example/v1/",
        EMBEDDING__MODEL="small",
        EMBEDDING__API_KEY="sk-secret",
    )
    assert options.embedding.base_url == "https://models.example/v1"
    assert "sk-secret" not in repr(options)


def test_limits_are_read_by_the_names_of_their_fields():
    assert read(LIMITS__BATCH_DOCUMENTS="7").limits.batch_documents == 7
    login = read(LOGIN__NAME_FAILURES="3", TRUSTED_PROXIES="0").login
    assert (login.name_failures, login.trusted_proxies) == (3, 0)


def test_hosts_of_images_go_into_the_policy_and_nothing_else_does():
    hosts = read(IMAGE_HOSTS="Img.example.org, *.cdn.example, *").image_hosts
    assert hosts == ("img.example.org", "*.cdn.example", "*")
    assert image_sources(hosts) == ["https://img.example.org", "https://*.cdn.example", "https:"]
    for value in ("https://a.example", "a.example; script-src *", "a.*", "'self'", "a b"):
        with pytest.raises(OptionError, match="PRESSMARK_IMAGE_HOSTS"):
            read(IMAGE_HOSTS=value)


@pytest.mark.django_db
def test_by_default_no_page_loads_an_image_of_another_host(client):
    assert "img-src 'self' data:;" in client.get("/login")["Content-Security-Policy"] + ";"


def test_summaries_are_a_known_way():
    assert read(DOCUMENTS__SUMMARIES="off").documents.summaries == "off"
    with pytest.raises(OptionError, match="DOCUMENTS__SUMMARIES"):
        read(DOCUMENTS__SUMMARIES="by magic")
