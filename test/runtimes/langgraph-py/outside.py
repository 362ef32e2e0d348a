"""What the scripts share: an outside that can hold its answers, processes of the application, and the exit codes."""

import http.server
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
ADAPTER = os.path.normpath(os.path.join(HERE, "..", "..", "..", "adapters", "langgraph-py"))
PYTHON = os.path.join(ADAPTER, ".venv", "bin", "python")
"""The packages of adapters/langgraph-py, as `npx killpoint setup langgraph-py` installs them."""


def confirm(check):
    """Runs one script. `check(case)` returns (confirmed, because). Exit 1: the fault shows; 0: it does not; 2: the script broke."""
    if os.environ.get("PYTHONPATH") != HERE:
        os.execve(PYTHON, [PYTHON, *sys.argv], {**os.environ, "PYTHONPATH": HERE, "LANGSMITH_TRACING": "false"})
    case = _Case()
    try:
        confirmed, because = check(case)
        print(f'{"CONFIRMED" if confirmed else "NOT SEEN"}: {because}')
        code = 1 if confirmed else 0
    except Exception:
        traceback.print_exc()
        code = 2
    finally:
        case.close()
    sys.exit(code)


class _Case:
    """A store of its own, and processes of the application on it: forked from one that has imported LangGraph already."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="killpoint-runtimes-")
        self.file = os.path.join(self.folder, "langgraph.db")
        self.outside = _Outside()
        self.durability = os.environ.get("DURABILITY", "async")
        self.processes = multiprocessing.get_context("forkserver")
        self.processes.set_forkserver_preload(["application"])
        self.children = []

    def start(self, command, **settings):
        """Starts a process of the application."""
        given = {"durability": self.durability, **settings}
        child = self.processes.Process(target=_main, args=(self.outside.address, self.file, command, given))
        child.start()
        self.children.append(child)
        return child

    def run(self, command, **settings):
        """Runs a process of the application to its end; returns its code, or minus the signal that killed it."""
        return ended(self.start(command, **settings))

    def close(self):
        for child in self.children:
            child.kill()
            child.join()
        self.outside.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _main(address, file, command, settings):
    import application

    os.environ["WORLD"] = address
    if "retry_after_s" in settings:
        os.environ["RETRY_AFTER_S"] = str(settings["retry_after_s"])
    application.main(file, command, settings)


def ended(child):
    child.join()
    return child.exitcode


def kill(child):
    """SIGKILL, and the proof that it was one."""
    child.kill()
    if ended(child) != -signal.SIGKILL:
        raise RuntimeError(f"expected a death by SIGKILL, found {child.exitcode}")


def stop(child):
    """Stops a process and returns when the kernel shows it stopped."""
    os.kill(child.pid, signal.SIGSTOP)
    while True:
        with open(f"/proc/{child.pid}/stat") as stat:
            if stat.read().rsplit(")", 1)[1].split()[0] == "T":
                return


class _Call:
    def __init__(self, pid, step):
        self.pid, self.step, self.given = pid, step, threading.Event()

    def give(self):
        self.given.set()


class _Outside:
    """Answers every call with its number, at once or, where `holds(call)` says so, when `give` is called on it."""

    def __init__(self):
        self.calls, self.changed, self.holds = [], threading.Condition(), lambda call: False
        outside = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                _, pid, step = self.path.split("/")
                call = _Call(int(pid), step)
                with outside.changed:
                    outside.calls.append(call)
                    number = len(outside.calls)
                    if not outside.holds(call):
                        call.give()
                    outside.changed.notify_all()
                call.given.wait()
                body = f"{step}, answer {number}".encode()
                try:
                    self.send_response(200)
                    self.send_header("content-length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    pass  # its caller was killed

            def log_message(self, *args):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def until(self, condition):
        """Returns when the calls so far satisfy `condition`."""
        with self.changed:
            self.changed.wait_for(lambda: condition(self.calls))

    def count(self, step):
        return sum(call.step == step for call in self.calls)

    def close(self):
        for call in self.calls:
            call.give()
        self.server.shutdown()
