"""The bytes of attachments: stored once for each content, removed when nothing has them."""

from collections.abc import Mapping

from django.db import connection

from apps.collections.models import AttachmentData

LOCK_UNUSED = """
SELECT d.sha256 FROM md_attachment_data d
WHERE NOT EXISTS (SELECT FROM md_attachments a WHERE a.sha256 = d.sha256)
FOR UPDATE SKIP LOCKED
"""
DELETE_UNUSED = """
DELETE FROM md_attachment_data d
WHERE d.sha256 = ANY(%s) AND NOT EXISTS (SELECT FROM md_attachments a WHERE a.sha256 = d.sha256)
"""


def keep_data(contents: Mapping[str, bytes]) -> None:
    """Store the contents by hash, inside the caller's transaction; what is there stays.

    Each row is locked until the transaction ends, so that nobody removes it as unused before the
    attachment that needs it is visible. In the order of the hashes: two uploads never wait for
    each other in a circle.
    """
    for sha256 in sorted(contents):
        held = AttachmentData.objects.select_for_update(no_key=True).filter(pk=sha256)
        if held.values_list("pk", flat=True).first() is None:
            data = contents[sha256]
            AttachmentData.objects.bulk_create(
                [AttachmentData(sha256=sha256, size=len(data), content=data)],
                update_conflicts=True,
                unique_fields=["sha256"],
                update_fields=["size"],
            )


def drop_unused_data() -> None:
    """Remove every content that no attachment has; one that an upload holds is left to the next.

    Locked first and judged once more after: an upload may have taken the row up in between.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOCK_UNUSED)
        unused = [sha256 for (sha256,) in cursor.fetchall()]
        if unused:
            cursor.execute(DELETE_UNUSED, [unused])
