"""How many processes and threads the web server of `up` gets."""

import itertools

import pytest

from config.up.address import Address
from config.up.programs import web_program


@pytest.mark.parametrize(("processes", "threads"), [(1, 8), (2, 4), (8, 2)])
def test_the_threads_are_shared_out_among_the_processes(settings, processes, threads):
    settings.PRESSMARK_WEB_PROCESSES = processes
    arguments = web_program(Address("127.0.0.1", 8000)).arguments
    options = dict(itertools.pairwise(arguments))
    assert (options["--workers"], options["--blocking-threads"]) == (str(processes), str(threads))
