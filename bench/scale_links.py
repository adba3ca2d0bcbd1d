"""Links between the documents of a throw-away data folder (`scale.py`)."""

LINKS = """
INSERT INTO md_links (id, document_id, text, href, line, link_type, state, target_document_id,
                      fragment, is_fragment_found)
SELECT gen_random_uuid(), one.id, '', other.source_key, n,
       'markdown', 'resolved', other.id, '', NULL
FROM (SELECT id, collection_id, row_number() OVER place AS place FROM md_documents
      WINDOW place AS (PARTITION BY collection_id ORDER BY source_key)) one
CROSS JOIN generate_series(1, 10) n
JOIN (SELECT id, collection_id, source_key, row_number() OVER place AS place,
             count(*) OVER (PARTITION BY collection_id) AS documents FROM md_documents
      WINDOW place AS (PARTITION BY collection_id ORDER BY source_key)) other
  ON other.collection_id = one.collection_id
 AND other.place = 1 + (one.place * 7 + n * n * 13) % other.documents AND other.id <> one.id
"""


def link_documents() -> None:
    """Ten links from each document to others of its collection, unless there are any."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM md_links)")
        if not cursor.fetchone()[0]:
            cursor.execute(LINKS)
            print(f"{cursor.rowcount} links", flush=True)
