"""A git server that speaks smart HTTP, as a git host does, on this machine."""

import os
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Self


class GitServer:
    """Serves bare repositories below a folder; context manager."""

    def __init__(self, root: Path, authorization: str = "") -> None:
        self.root = root
        self.authorization = authorization
        self.seen: list[str] = []
        self.redirect_to = ""

    def __enter__(self) -> Self:
        backend = subprocess.run(["git", "--exec-path"], capture_output=True, check=True)
        self.program = str(Path(backend.stdout.decode().strip()) / "git-http-backend")
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    @property
    def url(self) -> str:
        """The address of the server, without a slash."""
        return f"http://127.0.0.1:{self.server.server_port}"

    def add(self, name: str, source: Path) -> None:
        """Serve a clone of a working tree under that name."""
        target = self.root / f"{name}.git"
        shutil.rmtree(target, ignore_errors=True)
        subprocess.run(["git", "clone", "--bare", "--quiet", str(source), str(target)], check=True)

    def handler(self) -> type[BaseHTTPRequestHandler]:
        """The class that answers requests through git's own CGI program."""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer(b"")

            def do_POST(self) -> None:
                self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

            def answer(self, body: bytes) -> None:
                given = self.headers.get("Authorization", "")
                outer.seen.append(f"{self.headers.get('Host')} {given}")
                if outer.redirect_to:
                    self.send_response(302)
                    self.send_header("Location", outer.redirect_to + self.path)
                    self.end_headers()
                    return
                if outer.authorization and given != outer.authorization:
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Basic realm="git"')
                    self.end_headers()
                    return
                self.run(body)

            def run(self, body: bytes) -> None:
                path, _, query = self.path.partition("?")
                env = {
                    "PATH": os.environ["PATH"],
                    "GIT_PROJECT_ROOT": str(outer.root),
                    "GIT_HTTP_EXPORT_ALL": "1",
                    "GIT_CONFIG_COUNT": "1",
                    "GIT_CONFIG_KEY_0": "safe.directory",
                    "GIT_CONFIG_VALUE_0": "*",
                    "PATH_INFO": path,
                    "QUERY_STRING": query,
                    "REQUEST_METHOD": self.command,
                    "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                    "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                    "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                    "REMOTE_ADDR": "127.0.0.1",
                }
                done = subprocess.run(
                    [outer.program], env=env, input=body, capture_output=True, check=False
                )
                head, _, rest = done.stdout.partition(b"\r\n\r\n")
                lines = [line.split(": ", 1) for line in head.decode().splitlines()]
                fields = dict(pair for pair in lines if len(pair) == 2)
                self.send_response(int(fields.pop("Status", "200 OK").split()[0]))
                for name, value in fields.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(rest)))
                self.end_headers()
                self.wfile.write(rest)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        return Handler
