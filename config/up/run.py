"""The whole life of `manage.py up`."""

import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NoReturn

from django.conf import settings
from django.db import connections

from config.turns.semaphore import Semaphore, shared_turns
from config.up.address import Address, check_free
from config.up.child import Program
from config.up.database import Heal, open_database
from config.up.folder import hold_folder
from config.up.preparation import apply_migrations, create_first_admin
from config.up.programs import commands_program, demo_program, web_program, worker_program
from config.up.ready import ReadyProbe
from config.up.supervisor import Supervisor

HEAL_SECONDS = 5.0
Say = Callable[[str], None]


def run_everything(*, data_dir: Path, address: Address, with_demo: bool, say: Say) -> bool:
    """Run database, web and worker until a stop signal; false when that was forced.

    Raises `UpError` when Pressmark cannot start. `KeyboardInterrupt` leaves it only before the
    web server was started.
    """
    # Also where a shell has started us in the background, with Ctrl-C ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    with hold_folder(data_dir):
        check_free(address)
        with open_database(data_dir, say) as heal, shared_turns() as turns:
            programs = prepare(data_dir, address, turns, with_demo=with_demo, say=say)
            supervisor = Supervisor(programs, say, turns)
            return supervise(supervisor, address, pending_demo(data_dir), heal, say)


def interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    """Let both signals during the preparation do what Ctrl-C does."""
    raise KeyboardInterrupt


def pending_demo(data_dir: Path) -> Path:
    """A file that stands while the demo content is still to be loaded, over an interruption."""
    return data_dir / "demo.pending"


def prepare(
    data_dir: Path, address: Address, turns: Semaphore | None, *, with_demo: bool, say: Say
) -> list[Program]:
    """Bring the database up to date; the programs to run, in the order of their stop."""
    apply_migrations(say)
    # Files are served from where the apps keep them; whitenoise still wants its folder to exist.
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    pending = pending_demo(data_dir)
    if create_first_admin(say) and with_demo:
        pending.touch()
    connections.close_all()
    programs = [commands_program(), web_program(address, turns), worker_program()]
    if with_demo and pending.exists():
        say("Loading the demo content")
        programs.insert(0, demo_program())
    return programs


def supervise(
    supervisor: Supervisor, address: Address, pending: Path, heal: Heal, say: Say
) -> bool:
    """Run the programs, say the address once it answers, keep the database alive."""
    probe = ReadyProbe(address, say)
    probe.is_held = any(child.program.is_one_shot for child in supervisor.children)
    next_heal = time.monotonic() + HEAL_SECONDS

    def tick() -> None:
        nonlocal next_heal
        probe.tick()
        if time.monotonic() > next_heal:
            heal()
            next_heal = time.monotonic() + HEAL_SECONDS

    def demo_ended(_name: str, status: int, last_line: str) -> None:
        pending.unlink(missing_ok=True)
        probe.is_held = False
        if status:
            say(f"The demo content was not loaded ({last_line}); try manage.py load_demo")

    return supervisor.run(tick, demo_ended)
