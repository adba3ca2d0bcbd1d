import os
import signal

import psycopg
import pytest

from config.embedded import EmbeddedDatabaseError, database_settings
from tests.config.conftest import server_pid
from tests.waiting import wait_for


def query(cluster, statement):
    where = {"host": str(cluster.socket_dir), "dbname": "pressmark", "user": "pressmark"}
    with psycopg.connect(**where, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


def test_the_settings_are_known_without_starting_anything(tmp_path):
    folder = tmp_path / "not-made"
    settings = database_settings(folder)
    assert (settings["NAME"], settings["USER"]) == ("pressmark", "pressmark")
    assert settings["HOST"].startswith("/tmp/pressmark-")
    assert not folder.exists()


def test_the_socket_path_stays_short_in_a_deep_folder(tmp_path):
    deep = tmp_path.joinpath(*["a-rather-long-name"] * 20)
    assert len(database_settings(deep)["HOST"] + "/.s.PGSQL.5432") <= 100


def test_a_relative_and_an_absolute_path_mean_the_same_cluster(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert database_settings(tmp_path / "var") == database_settings(type(tmp_path)("var"))


def test_the_role_may_do_its_work_but_is_no_superuser(cluster):
    cluster.ensure_running()
    assert query(cluster, "SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = user") == [
        (False, True)
    ]
    for extension in ("vector", "pg_trgm", "unaccent", "btree_gin"):
        query(cluster, f"CREATE EXTENSION IF NOT EXISTS {extension}")
    assert query(cluster, "SELECT '[3,4]'::vector <-> '[0,0]'") == [(5.0,)]


def test_text_is_utf8_and_folds_case_beyond_ascii_on_every_host(cluster):
    cluster.ensure_running()
    assert query(cluster, "SELECT lower('ÄÖÜ'), to_tsvector('simple', 'Über Ωmega')::text") == [
        ("äöü", "'über':1 'ωmega':2")
    ]


def test_only_the_unix_socket_is_open(cluster):
    cluster.ensure_running()
    assert query(cluster, "SHOW listen_addresses") == [("",)]
    assert cluster.socket_dir.stat().st_mode & 0o777 == 0o700


def test_the_last_user_stops_the_server_and_the_data_stays(cluster):
    cluster.ensure_running()
    query(cluster, "CREATE TABLE kept AS SELECT 42 AS answer")
    cluster.release()
    assert not cluster.is_running()
    cluster.ensure_running()
    assert query(cluster, "SELECT answer FROM kept") == [(42,)]


def test_the_server_stays_while_another_process_uses_it(cluster, start_holder):
    holder = start_holder()
    assert holder.stdout.readline() == "holding\n"
    cluster.ensure_running()
    cluster.release()
    assert cluster.is_running()


def test_killing_the_only_user_stops_the_server(cluster, start_holder):
    holder = start_holder()
    assert holder.stdout.readline() == "holding\n"
    holder.kill()
    assert wait_for(lambda: not cluster.is_running())


def test_processes_that_start_at_once_share_one_server(cluster, start_holder, data_dir):
    holders = [start_holder() for _ in range(3)]
    assert [holder.stdout.readline() for holder in holders] == ["holding\n"] * 3
    pid = server_pid(data_dir)
    cluster.ensure_running()
    assert server_pid(data_dir) == pid


def test_a_crashed_server_is_started_again_with_its_data(cluster, data_dir):
    cluster.ensure_running()
    # This cluster trades durability for speed; one statement asks it back.
    query(cluster, "SET synchronous_commit = on; CREATE TABLE survivor AS SELECT 1 AS one")
    os.kill(server_pid(data_dir), signal.SIGKILL)
    assert wait_for(lambda: not cluster.is_running())
    cluster.ensure_running()
    assert query(cluster, "SELECT one FROM survivor") == [(1,)]


def test_a_pid_file_whose_number_was_given_to_another_process_is_stale(cluster, data_dir):
    cluster.ensure_running()
    cluster.release()
    pid_file = data_dir / "postgres" / "data" / "postmaster.pid"
    pid_file.write_text(f"{os.getpid()}\n{pid_file.parent}\n")
    assert not cluster.is_running()
    cluster.ensure_running()
    assert query(cluster, "SELECT 1") == [(1,)]


def test_a_cluster_of_another_major_version_is_refused_in_one_line(cluster, data_dir):
    cluster.ensure_running()
    cluster.release()
    version = data_dir / "postgres" / "data" / "PG_VERSION"
    version.write_text("16\n")
    try:
        with pytest.raises(EmbeddedDatabaseError, match=r"PostgreSQL 16, .* are of 18") as caught:
            cluster.ensure_running()
        assert "\n" not in str(caught.value)
    finally:
        version.write_text("18\n")


def test_a_planted_socket_folder_is_refused(cluster):
    cluster.ensure_running()
    cluster.release()
    cluster.socket_dir.mkdir(mode=0o755)
    cluster.socket_dir.chmod(0o777)
    try:
        with pytest.raises(EmbeddedDatabaseError, match="not a private folder"):
            cluster.ensure_running()
    finally:
        cluster.socket_dir.rmdir()


def test_a_failed_start_leaves_no_user_behind(cluster, data_dir):
    cluster.ensure_running()
    cluster.release()
    cluster.socket_dir.symlink_to(data_dir)
    try:
        with pytest.raises(EmbeddedDatabaseError):
            cluster.ensure_running()
    finally:
        cluster.socket_dir.unlink()
    assert cluster.hold is None
