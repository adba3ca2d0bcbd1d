"""Ids that sort in the order in which they are made."""

import time
import uuid

from apps.access.row_ids import rising_id


def test_rising_ids_are_uuids_of_version_seven_that_hold_the_time():
    before = time.time_ns() // 1_000_000
    made = rising_id()
    after = time.time_ns() // 1_000_000
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert before <= made.int >> 80 <= after


def test_later_ids_sort_behind_earlier_ones_and_none_comes_twice():
    made = []
    for _ in range(200):
        made.append(rising_id())
        time.sleep(0.000_002)
    assert len(set(made)) == len(made)
    assert [one.int >> 64 for one in made] == sorted(one.int >> 64 for one in made)
