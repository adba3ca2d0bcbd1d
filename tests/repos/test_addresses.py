from dataclasses import replace

import pytest

from apps.access.errors import InvalidRequestError
from apps.repos.addresses import check_url, is_public, parse_slug, resolve_host, slug_of_url
from apps.repos.git.errors import SourceRefusedError


@pytest.fixture
def allow(settings):
    """Name hosts, as an operator does."""

    def set_hosts(*hosts):
        git = replace(settings.PRESSMARK.git, allowed_hosts=hosts)
        settings.PRESSMARK = replace(settings.PRESSMARK, git=git)

    return set_hosts


@pytest.mark.parametrize(
    ("url", "slug"),
    [
        ("https://github.com/argoproj/argo-cd.git", "github.com/argoproj/argo-cd"),
        ("https://gitlab.com/a/b/c/name/", "gitlab.com/a.b.c/name"),
        ("https://git.example.org:8443/team/x.y", "git.example.org/team/x.y"),
    ],
)
def test_a_url_gives_the_slug(url, slug):
    assert str(slug_of_url(check_url(url))) == slug


@pytest.mark.parametrize(
    "url",
    [
        *(
            "",
            "x",
            "/etc/passwd",
            "file:///etc/passwd",
            "ext::sh -c id",
            "-uid",
            "--upload-pack=id",
        ),
        *("ssh://git@github.com/a/b", "git@github.com:a/b.git", "git://github.com/a/b"),
        *("http://github.com/a/b", "https://user:pw@github.com/a/b", "https://tok@github.com/a/b"),
        *("https://github.com/a/b?x=1", "https://github.com/a/b#x", "https:///a/b", "https://[::1"),
        *("https://github.com:0/a/b", "https://github.com:x/a/b", "https://gïthub.com/a/b"),
        *("https://github.com/a b/c", "https://github.com/a\n/c", "https://-x/a/b"),
        *("https://github.com/" + "a" * 2000, "https://[::1]/a/b"),
    ],
)
def test_what_is_no_https_address_is_refused(url):
    with pytest.raises(InvalidRequestError) as caught:
        slug_of_url(check_url(url))
    assert [error.field for error in caught.value.field_errors] == ["url"]


@pytest.mark.parametrize(
    "text", ["a/b", "a/b/c/d", "a//c", "a/../c", ".a/b/c", "a/b/c d", "a/b/-c"]
)
def test_a_bad_slug_is_refused(text):
    with pytest.raises(InvalidRequestError):
        parse_slug(text)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.9.9", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "224.0.0.1", "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::"),
        *("64:ff9b::7f00:1", "2002:7f00:1::", "255.255.255.255", "240.0.0.1"),
        *("fec0::1", "64:ff9b:1::7f00:1", "::7f00:1", "::8c52:7903"),
    ],
)
def test_inner_addresses_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["140.82.121.3", "2606:4700::1111", "64:ff9b::8c52:7903"])
def test_outer_addresses_are_public(address):
    assert is_public(address)


@pytest.mark.loopback
@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "localhost"])
def test_a_host_that_leads_inside_is_refused_however_it_is_spelt(host):
    with pytest.raises(SourceRefusedError):
        resolve_host(check_url(f"https://{host}/a/b"))


def test_a_listed_host_may_lie_inside_and_speak_plain_http(allow):
    allow("127.0.0.1")
    assert resolve_host(check_url("http://127.0.0.1:3000/a/b")) == ("127.0.0.1",)
    with pytest.raises(InvalidRequestError, match="does not allow"):
        check_url("https://github.com/a/b")
