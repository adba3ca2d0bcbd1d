"""The garbage collector runs seldom during a sync, and as before afterwards."""

import gc

import pytest

from apps.documents.collector import RARELY, rare_collections


def test_the_thresholds_are_those_from_before_when_the_last_user_has_left():
    usual = gc.get_threshold()
    with rare_collections():
        assert gc.get_threshold() == RARELY
        with rare_collections():
            pass
        assert gc.get_threshold() == RARELY
    assert gc.get_threshold() == usual


def test_the_thresholds_come_back_after_an_error():
    usual = gc.get_threshold()
    with pytest.raises(OSError, match="gone"), rare_collections():
        raise OSError("gone")
    assert gc.get_threshold() == usual
