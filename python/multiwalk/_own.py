"""Costs that a Python function tells."""

import json
import multiprocessing
import pathlib
import queue
import signal
import sys
import tempfile
import threading

from ._run import CostError, Run


def minimise(cost, *, permutation=None, bits=None, integers=None, reals=None, scale=None, time=None, workers=1, batch=False, name=None,
             **settings):
    """Minimise a function of your own.

    Solutions are one of: the orders of 0 to n-1 (permutation=n), n zeros and ones (bits=n), whole numbers (integers, a list of pairs of
    bounds) or floats (reals, likewise). cost gets a list and returns a number; with batch=True it gets a list of solutions and returns as
    many numbers. Of permutations, bits and integers costs are kept to six decimals, unless scale says otherwise.

    workers are processes that work side by side (by fork: Linux and macOS). With one, the function is called here, in this process.
    Further settings are those of solve. An exception of the function ends the run: CostError then has it as its __cause__, and result.
    """
    if scale is not None and not scale > 0 or workers < 1:
        raise ValueError("scale is above 0, and workers are one or more")
    space = {"permutation": permutation, "bits": bits, "integers": integers, "reals": reals}
    space = {key: value for key, value in space.items() if value is not None}
    if reals is None:
        space["scale"] = scale or 1e6
    model = {"own": space}
    if name is not None:
        model["name"] = name
    told = Teller(cost if batch else lambda xs: [cost(x) for x in xs], workers)
    try:
        with tempfile.TemporaryDirectory(prefix="multiwalk-") as folder:
            run = Run(pathlib.Path(folder), model, time, {"cost_timeout": "0s", **settings, "cost_command": "-", "cost_workers": workers})
            with run.interruptible():
                text = told.serve(run.process)
            try:
                result = run.result(text)
            except CostError as e:
                raise e from told.error
    finally:
        told.close()
    return result


class Teller:
    """Answers the questions of a run, here or by workers."""

    def __init__(self, costs, workers):
        self.costs, self.error = costs, None
        self.questions, self.writing = queue.Queue(), threading.Lock()
        self.pipes, self.processes = [], []
        if workers > 1:
            context = multiprocessing.get_context("fork")
            for _ in range(workers):
                here, there = context.Pipe()
                process = context.Process(target=_work, args=(costs, there), daemon=True)
                process.start()
                there.close()
                self.pipes.append(here)
                self.processes.append(process)

    def serve(self, process):
        """Answer until the run asks no more. Returns what else it wrote."""
        threads = [threading.Thread(target=self.pass_on, args=(pipe, process), daemon=True) for pipe in self.pipes]
        for t in threads:
            t.start()
        text = b""
        for line in process.stdout:
            if not line.startswith(b'{"ticket":'):
                text = line + process.stdout.read()
                break
            if threads:
                self.questions.put(json.loads(line))
                continue
            question = json.loads(line)
            self.answer(process, question["ticket"], *_told(self.costs, question["solutions"]))
        for _ in threads:
            self.questions.put(None)
        try:
            process.stdin.close()
        except OSError:
            pass  # an answer was left in it that nobody wanted any more
        return text

    def pass_on(self, pipe, process):
        """Have a worker answer questions."""
        while True:
            question = self.questions.get()
            if question is None:
                return
            try:
                pipe.send(question["solutions"])
                costs, error = pipe.recv()
            except (EOFError, OSError):
                costs, error = None, RuntimeError("a worker has died")
            self.answer(process, question["ticket"], costs, error)

    def answer(self, process, ticket, costs, error):
        answer = {"ticket": ticket, "costs": costs}
        if error is not None:
            self.error = self.error or error
            answer = {"ticket": ticket, "error": f"{type(error).__name__}: {error}"}
        with self.writing:
            try:
                process.stdin.write(json.dumps(answer, default=_number).encode() + b"\n")
                process.stdin.flush()
            except (OSError, ValueError):
                pass  # the run is over

    def close(self):
        for process in self.processes:
            process.terminate()
            process.join()


def _told(costs, solutions):
    """The costs of solutions, or the exception in their place."""
    try:
        told = list(costs(solutions))
        json.dumps(told, default=_number)
        return told, None
    except Exception as e:
        return None, e


def _work(costs, pipe):
    """A worker: what comes is priced until nothing does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdin = None
    while True:
        try:
            solutions = pipe.recv()
        except (EOFError, OSError):
            return
        told, error = _told(costs, solutions)
        try:
            pipe.send((told, error))
        except Exception:  # an exception that cannot be sent
            pipe.send((None, RuntimeError(f"{type(error).__name__}: {error}")))


def _number(value):
    """A number of NumPy and the like as a float."""
    return float(value)
