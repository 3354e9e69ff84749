"""A server that answers as a site does, and in ways in which a site should not: for tests of the page alone."""
import http.server
import json
import threading

import contract
from browser import page


class Stub:
    """Serves the page that was built. `answers` has by "METHOD path" what is answered below api/: (status, headers,
    body), the last one again and again, body None: a stream in which nothing happens; `asked` has what came, in order."""

    def __init__(self, answers):
        self.answers = answers
        self.asked, self.ended = [], threading.Event()
        with open(page()[len("file://"):], encoding="utf-8") as file:
            html = file.read().replace("<head>", '<head><meta name="triancey-server" content="site 1">', 1).encode()
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_words):
                pass

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length).decode()
                if self.path.split("?")[0] == "/":
                    return self.send(200, {"Content-Type": "text/html; charset=utf-8"}, html)
                name = "%s %s" % (self.command, self.path.split("?")[0].removeprefix("/api/"))
                stub.asked.append((name, body))
                wanted = stub.answers.get(name, [(404, {}, {"error": "there is nothing here", "code": "unknown"})])
                status, headers, content = wanted.pop(0) if len(wanted) > 1 else wanted[0]
                if content is None:
                    self.send_response(status)
                    self.send_header("Content-Type", "text/event-stream")
                    self.end_headers()
                    self.close_connection = stub.ended.wait()
                    return None
                if not isinstance(content, bytes):
                    content, headers = json.dumps(content).encode(), {"Content-Type": "application/json", **headers}
                    contract.answer(self.command, self.path, status, headers, content)
                return self.send(status, headers, content)

            def send(self, status, headers, content):
                self.send_response(status)
                for item in headers.items():
                    self.send_header(*item)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = answer

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = "http://127.0.0.1:%d/" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()
