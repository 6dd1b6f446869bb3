"""Runs of the command."""

import json
import math
import os
import pathlib
import signal
import struct
import subprocess
import tempfile
import threading

from ._binary import command


class Error(Exception):
    """What the command says is wrong. code is its exit code."""

    def __init__(self, message, code=None, result=None):
        super().__init__(message)
        self.code = code
        self.result = result  #: the best so far, where there is one


class CostError(Error):
    """The costs could not be told: by a program, or by a function, whose exception is then the __cause__."""


class Result:
    """What a run found.

    cost is that of the engine, a whole number (a float for reals); objective is in the units of the model. answer is the solution in the
    names of the model, as docs/models.md shows it; its parts are attributes too: order, values, chosen, routes, vector and violations, None
    where there is no such part. solution is the engine's own. history is pairs of seconds and objectives, status why the run ended, verified
    that the model, read again, gives the same cost. data is all that the command tells (docs/json.md).
    """

    def __init__(self, data, history, message=""):
        self.data, self.history, self.message = data, history, message
        self.cost = data["cost"] if data["f"] is None else data["f"]
        self.solution = data["solution"] if data["x"] is None else data["x"]
        self.answer = data.get("answer") or {}
        self.objective = self.answer.get("objective", self.cost)
        self.best_known = data["best_known"]
        for part in ("order", "values", "chosen", "routes", "schedule", "vector"):
            setattr(self, part, self.answer.get(part))
        self.violations = self.answer.get("violations") or data.get("violations") or []
        self.status, self.verified, self.proven = data["status"], data["verified"], data["proven"]
        self.evaluations, self.seconds, self.notes = data["evaluations"], data["elapsed_seconds"], data["notes"] or []

    def __repr__(self):
        return f"<multiwalk.Result objective={self.objective!r} status={self.status!r} after {self.seconds:.2f} s>"


def solve(model, time=None, **settings):
    """Solve a model: a document as a dict (docs/models.md), a file of any format, or the name of an instance.

    time is a limit in seconds; without any limit the run has 10 s. All flags of `multiwalk solve` are settings here, with _ for -: target,
    evaluations, seed, method, walks, workers, device, start, record, checkpoint, plot, cost_command and so on. set is a dict of settings
    of the method. verbose=True shows the progress. Ctrl-C ends the run, and what it found is returned.
    """
    with tempfile.TemporaryDirectory(prefix="multiwalk-") as folder:
        run = Run(pathlib.Path(folder), model, time, settings)
        return run.result(run.wait())


class Run:
    """A run that has been started. All its files lie in a folder."""

    def __init__(self, folder, model, time, settings):
        self.folder, self.interrupts = folder, 0
        if isinstance(model, dict):
            file = folder / (_stem(model.get("name")) + ".json")
            file.write_text(json.dumps(model, default=_plain))
        else:
            file = os.fspath(model)
        self.record = settings.setdefault("record", folder / "record.jsonl")
        verbose = settings.pop("verbose", False)
        words = [command(), "solve", "--json"] + ([] if verbose else ["--quiet"]) + list(_flags(time, settings)) + ["--", str(file)]
        self.errors = folder / "errors"
        with open(self.errors, "wb") as errors:
            apart = {"start_new_session": True} if os.name == "posix" else {}  # Ctrl-C is passed on by us
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=None if verbose else errors, **apart)

    def wait(self):
        """What the command writes, when it is over."""
        with self.interruptible():
            return self.process.communicate()[0]

    def interruptible(self):
        """While a block runs, the first Ctrl-C stops the run, and the second gives it up."""
        return _Interruptible(self)

    def result(self, text):
        """The result of the run, or an exception."""
        code = self.process.wait()
        message = self.errors.read_text(errors="replace").strip().removeprefix("multiwalk: ")
        result = None
        if text.strip():
            data = json.loads(text)
            result = Result(data, self.history(data), message)
        if "the cost command" in message:
            raise CostError(message, code, result)
        if result is None or code > 1 or not result.verified:
            raise Error(message or f"multiwalk ended with exit code {code}", code, result)
        return result

    def history(self, data):
        try:
            text = pathlib.Path(self.record).read_text()
        except OSError:
            return []
        points = [json.loads(line) for line in text.splitlines() if line.startswith('{"line":"incumbent"')]
        if data["f"] is not None:
            value = _real
        elif data["units"] is not None:
            value = lambda cost: data["offset"] + cost / data["units"]
        else:
            value = int
        return [(p.get("elapsed_seconds"), value(p["cost"])) for p in points]


class _Interruptible:
    def __init__(self, run):
        self.run = run

    def __enter__(self):
        self.before = None
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self.interrupt)

    def __exit__(self, kind, *_):
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
        if self.run.process.poll() is None and (kind is not None or self.run.interrupts > 1):
            self.run.process.kill()

    def interrupt(self, *_):
        self.run.interrupts += 1
        if self.run.interrupts > 1:
            self.run.process.kill()
            raise KeyboardInterrupt
        if os.name == "posix":
            self.run.process.send_signal(signal.SIGINT)
        else:
            self.run.process.terminate()


def _flags(time, settings):
    if time is not None:
        yield f"--time={time * 1000:.3f}ms"
    for key, value in settings.items():
        flag = "--" + key.replace("_", "-")
        if value is True:
            yield flag
        elif isinstance(value, dict):
            yield from (f"{flag}={k}={v}" for k, v in value.items())
        elif isinstance(value, (list, tuple)):
            yield from (f"{flag}={v}" for v in value)
        elif value is not None and value is not False:
            yield f"{flag}={value}"


def _stem(name):
    """A name of a model as that of a file."""
    text = "".join(c for c in str(name or "model") if c.isalnum() or c in "-_ .")[:60].strip(". ")
    return text or "model"


def _plain(value):
    """Arrays of NumPy and the like as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is nothing that a model can hold")


def _real(cost):
    """The real number that a cost of the engine stands for: their bits are in one order."""
    if cost >= (1 << 63) - 1:
        return math.inf
    return struct.unpack("<d", struct.pack("<q", cost if cost >= 0 else cost ^ ((1 << 63) - 1)))[0]
