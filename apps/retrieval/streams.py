"""The exact stream, and how a stream is asked for. Ranked inside the scope, ties by id."""

from typing import Any

from django.db import connections, router

from apps.retrieval.candidates import CANDIDATES, Candidate
from apps.retrieval.models import Passage
from apps.retrieval.names import normalise_name
from apps.retrieval.scope import Scope

EXACT = """
SELECT p.id, CASE WHEN p.names[1] = %(name)s THEN 1.0 ELSE 0.5 END AS score, p.document_id
FROM passages p WHERE p.names @> ARRAY[%(name)s] AND {scope}
ORDER BY score DESC, p.id LIMIT %(limit)s
"""


def exact_stream(query: str, scope: Scope) -> list[Candidate]:
    """Passages whose page title, key or heading is the query itself."""
    return run_stream(EXACT.format(scope=scope.on("p")), scope, name=normalise_name(query))


def run_stream(sql: str, scope: Scope, **parameters: Any) -> list[Candidate]:
    """Candidates of the last statement in ``sql``, on the connection that searches use."""
    with connections[router.db_for_read(Passage)].cursor() as cursor:
        cursor.execute(sql, {**scope.parameters, **parameters, "limit": CANDIDATES})
        while cursor.nextset():
            pass
        return [Candidate(pk, float(score), *rest) for pk, score, *rest in cursor.fetchall()]
