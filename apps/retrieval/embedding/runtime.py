"""Loads the built-in model into ONNX Runtime, quickly from the second time on."""

import contextlib
import logging
import platform
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings

logger = logging.getLogger(__name__)


def load_session(model: Path, digest: str) -> Any:
    """An inference session of a model file with that SHA-256.

    Optimising the graph takes two thirds of the loading time, so its outcome is kept in the data
    folder, for this version of the runtime and kind of machine.
    """
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as errors

    name = f"{digest[:16]}-{onnxruntime.__version__}-{platform.machine()}.onnx"
    kept = Path(settings.PRESSMARK.data_dir) / "models" / name
    if kept.exists():
        try:
            return open_session(kept, is_optimised=True)
        except (errors.InvalidProtobuf, errors.InvalidArgument, errors.InvalidGraph, errors.Fail):
            logger.warning("%s cannot be loaded and is made anew", kept)
    with optimised_copy(kept) as path:
        return open_session(model, is_optimised=False, save_to=path)


def open_session(path: Path, *, is_optimised: bool, save_to: Path | None = None) -> Any:
    """A session on as many cores as the settings say; `save_to` receives the optimised graph."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = settings.PRESSMARK_MODEL_THREADS
    # A spinning pool would take the cores from the database while it waits.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    levels = onnxruntime.GraphOptimizationLevel
    options.graph_optimization_level = (
        levels.ORT_DISABLE_ALL if is_optimised else levels.ORT_ENABLE_EXTENDED
    )
    if save_to is not None:
        options.optimized_model_filepath = str(save_to)
    return onnxruntime.InferenceSession(str(path), options, ["CPUExecutionProvider"])


@contextlib.contextmanager
def optimised_copy(kept: Path) -> Any:
    """Where to write the optimised model, which is put in place whole; nowhere if that fails."""
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(dir=kept.parent, prefix="making-")
    except OSError:
        yield None
        return
    with folder as name:
        made = Path(name) / kept.name
        yield made
        with contextlib.suppress(OSError):
            made.replace(kept)
