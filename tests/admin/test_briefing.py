import pytest

from apps.access.principals import operator
from apps.retrieval.briefing import current_briefing, write_briefing
from apps.retrieval.models import BriefingVersion
from tests.admin.pages import address, errors
from tests.cast import make_user

pytestmark = pytest.mark.django_db
ROOT = "/admin/retrieval/briefingversion"


def test_a_new_version_begins_with_the_current_text_and_old_ones_are_restored(admin_client):
    old = write_briefing(user=operator(), text="Ask twice.")
    assert "Ask twice." in admin_client.get(f"{ROOT}/add/").content.decode()
    assert admin_client.post(f"{ROOT}/add/", {"text": "Ask thrice."}).status_code == 302
    assert current_briefing() == "Ask thrice."
    assert admin_client.get(f"{ROOT}/{old.pk}/change/").status_code == 200
    admin_client.post(f"{ROOT}/{old.pk}/restore/", {"_form_submitted": "True"})
    assert current_briefing() == "Ask twice."
    assert BriefingVersion.objects.count() == 3


@pytest.mark.parametrize("text", ["x" * 4001, "a\0b"])
def test_what_cannot_be_kept_is_told(admin_client, text):
    assert errors(admin_client.post(f"{ROOT}/add/", {"text": text}))
    assert not BriefingVersion.objects.exists()


def test_nothing_kept_can_be_changed_or_deleted(admin_client):
    version = write_briefing(user=operator(), text="kept")
    admin_client.post(f"{ROOT}/{version.pk}/change/", {"text": "changed"})
    admin_client.post(f"{ROOT}/{version.pk}/delete/", {"post": "yes"})
    assert current_briefing() == "kept"


def test_staff_who_are_no_admins_do_not_see_it(client):
    version = write_briefing(user=operator(), text="sentinel words")
    client.force_login(make_user("staff", is_staff=True))
    for path in (address(BriefingVersion), f"{ROOT}/{version.pk}/change/", f"{ROOT}/add/"):
        response = client.get(path)
        assert "sentinel words" not in response.content.decode()
        assert response.status_code in {302, 403}
    client.post(f"{ROOT}/{version.pk}/restore/", {"_form_submitted": "True"})
    client.post(f"{ROOT}/add/", {"text": "theirs"})
    assert current_briefing() == "sentinel words"
