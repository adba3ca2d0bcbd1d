import pytest

from apps.access.errors import InvalidRequestError
from apps.repos.credentials import authorization, decrypt, encrypt
from apps.repos.git.errors import SourceRefusedError


def test_a_credential_comes_back_and_does_not_show():
    stored = encrypt("ghp_secret")
    assert "ghp_secret" not in stored
    assert decrypt(stored) == "ghp_secret"
    assert (encrypt(""), decrypt("")) == ("", "")


def test_another_secret_key_cannot_read_it(settings):
    stored = encrypt("ghp_secret")
    settings.SECRET_KEY = "another"
    with pytest.raises(SourceRefusedError, match="enter it again"):
        decrypt(stored)


def test_a_token_alone_gets_a_user_name():
    assert authorization("tok") == "Basic eC1hY2Nlc3MtdG9rZW46dG9r"
    assert authorization("ann:pw") == "Basic YW5uOnB3"


@pytest.mark.parametrize("secret", ["a\nb", "x" * 1001, "\0"])
def test_what_no_header_can_hold_is_refused(secret):
    with pytest.raises(InvalidRequestError):
        encrypt(secret)
