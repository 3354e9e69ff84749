"""Requests of HTTP to a server of a test, over http.client or a bare socket."""
import http.client
import json
import re
import select
import signal
import socket

import contract
from referee import PATIENCE, left_by, status_of


def has_hung_up(link):
    """Whether something comes over a connection on which no answer is due: its end."""
    return bool(select.select([link], [], [], 0)[0])


class Asker:
    """A client of a `port` on this machine, with the `process` that listens there, which writes to `errors` and has a
    `mark` in its environment."""

    def said(self):
        self.errors.seek(0)
        return self.errors.read()

    def end(self, number=signal.SIGINT):
        """Ends the program; returns its exit status and the processes that are left."""
        self.process.send_signal(number)
        status = status_of(self.process)
        self.process.stdout.close()
        return status, left_by(self.mark)

    def connect(self, host="127.0.0.1"):
        return http.client.HTTPConnection(host, self.port, timeout=PATIENCE)

    def exchange(self, method, path, body, headers, connection=None):
        """Status, headers and body of the answer. Underscores in the names of headers become hyphens."""
        link = connection or self.connect()
        link.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = link.getresponse()
        content = answer.read()
        if not connection:
            link.close()
        contract.answer(method, path, answer.status, answer.headers, content)
        return answer.status, answer.headers, content

    def ask(self, method, where, body=None, key=None, connection=None, **headers):
        """Like exchange(), but for an address below the root, and with the answer parsed where it is JSON. A body that is a dict or a list
        is sent as JSON, bytes and texts as they are; `key` is that of a device."""
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", headers.pop("Content_Type", "application/json"))
        if key and "Authorization" not in headers:
            headers["Authorization"] = "Bearer " + key
        path = where if where.startswith("/") else "/" + where
        status, told, content = self.exchange(method, path, body, headers, connection)
        is_json = told.get("Content-Type", "").startswith("application/json") and not told.get("Content-Encoding")
        return status, told, json.loads(content) if content and is_json else content

    def status(self, *request, **headers):
        return self.ask(*request, **headers)[0]

    def raw(self, data, patience=PATIENCE):
        """What comes back for these bytes, until the other side closes."""
        got = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as link:
            try:
                link.sendall(data)
                while True:
                    more = link.recv(65536)
                    if not more:
                        break
                    got += more
            except OSError:
                pass
        return got

    def kibibytes(self):
        with open("/proc/%d/status" % self.process.pid) as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])
