"""A server that never comes to an end: it sends a line again and again, slowly enough to reset every short timeout."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def dripping(line: bytes, start: bytes = b"", every: float = 0.1) -> Iterator[int]:
    """The port of such a server."""
    stop = threading.Event()

    def drip(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.sendall(start)
            while not stop.wait(every):
                connection.sendall(line)

    def serve(listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=drip, args=(connection,), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        yield listener.getsockname()[1]
        stop.set()
