"""Near vectors by an index, as large spaces have one."""

import psycopg
import pytest
from django.db import connection

from apps.retrieval import dense
from apps.retrieval.embedding.spaces import active_space
from tests.retrieval.conftest import run_jobs
from tests.retrieval.test_model_change import nearness, pages


@pytest.mark.django_db(transaction=True)
def test_a_large_space_gets_an_index_that_finds_what_comparing_finds(make_collection, monkeypatch):
    make_collection("boilers", pages(40))
    run_jobs()
    compared, _ = nearness()
    monkeypatch.setattr(dense, "FEWEST_INDEXED", 10)
    monkeypatch.setattr(dense, "MOST_COMPARED", 10)
    space = active_space()
    assert dense.build_index(space)
    assert not dense.build_index(space)
    with connection.cursor() as cursor:
        # Tables of a test are so small that the planner would rather read them.
        cursor.execute("SET enable_seqscan = off")
        cursor.execute("SET enable_sort = off")
        asked, degraded = nearness()
        cursor.execute("RESET enable_seqscan")
        cursor.execute("RESET enable_sort")
        name = f"passage_vectors_near_{space.pk.hex[:12]}"
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = %s", [name])
        assert cursor.fetchone()[0] > 0
        cursor.execute(f"DROP INDEX {name}")
    assert degraded == []
    assert asked == compared


@pytest.mark.django_db(transaction=True)
def test_an_index_that_somebody_else_is_building_is_left_to_them(make_collection, monkeypatch):
    make_collection("boilers", pages(12))
    run_jobs()
    monkeypatch.setattr(dense, "FEWEST_INDEXED", 10)
    space = active_space()
    lock = "SELECT {}(hashtext(%s))"
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute(lock.format("pg_advisory_lock"), [dense.index_of(space)])
        assert not dense.build_index(space)
    assert dense.build_index(space)
    # Known to whoever still has the row of before.
    space.indexed_at = None
    assert not dense.build_index(space)
    dense.drop_index(space)
