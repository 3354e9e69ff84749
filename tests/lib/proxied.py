"""What tests of the site behind a proxy share: the site as a service of systemd would start it, as an unprivileged user
with a passed socket, behind nginx or Caddy with the installed samples and a certificate of our own."""
import atexit
import http.client
import os
import select
import shutil
import socket
import ssl
import subprocess

from asker import Asker
from gui import PAGE
from referee import CLUB, PATIENCE, REFEREE, folder, path
from tgi import ENGINE, SOURCE, until

NAME = "play.example.org"
ORIGIN = "https://" + NAME
SERVICE = os.path.join(SOURCE, "club", "service")
NOBODY = 65534
ROOT = os.geteuid() == 0
PREFIX = ["setpriv", "--reuid=%d" % NOBODY, "--regid=%d" % NOBODY, "--clear-groups", "--no-new-privs",
          "--bounding-set=-all", "--inh-caps=-all"] if ROOT else []


# A public site forbids debuggers to attach, and even the sanitizer that looks for leaks.
UNSEEN = {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}


def have(program):
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin:/usr/bin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def own(name, mode=0o755):
    """A folder that belongs to the user without rights."""
    made = path(name)
    os.makedirs(made)
    os.chmod(folder, 0o755)
    os.chmod(made, mode)
    if ROOT:
        os.chown(made, NOBODY, NOBODY)
    return made


def program():
    """The programs where a user without rights can run them: that which serves."""
    os.chmod(folder, 0o755)
    for one in (CLUB, REFEREE, ENGINE):
        if not os.path.exists(path(os.path.basename(one))):
            shutil.copy(one, folder)
    return path(os.path.basename(CLUB))


def certificate():
    """Key and certificate for the name in the samples."""
    key, cert = path("key.pem"), path("cert.pem")
    subprocess.run([have("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-days", "2", "-subj", "/CN=" + NAME, "-addext", "subjectAltName=DNS:" + NAME, "-keyout", key, "-out", cert],
                   check=True, stderr=subprocess.DEVNULL)
    os.chmod(key, 0o644)
    return key, cert


class Service:
    """The site as the unit starts it: LISTEN_FDS, NOTIFY_SOCKET, STATE_DIRECTORY, no rights."""

    def __init__(self):
        self.state, self.run, self.program = own("state", 0o700), own("run"), program()
        with open(path("page.html"), "w") as file:
            file.write(PAGE)
        self.socket = os.path.join(self.run, "site.sock")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.socket)
        os.chmod(self.socket, 0o666)
        self.listener.listen(1024)
        self.notes = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notes.bind(os.path.join(self.run, "notify"))
        os.chmod(os.path.join(self.run, "notify"), 0o666)
        self.notes.settimeout(PATIENCE)
        self.log = open(path("service.log"), "a+")
        self.start()

    def start(self):
        """Waits until it has told that it is ready; what it told."""
        handed = os.dup(self.listener.fileno())

        def hand_over():
            os.dup2(handed, 3)
        self.process = subprocess.Popen(
            PREFIX + ["sh", "-c", 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"', self.program, "serve", "--public", "--origin", ORIGIN,
                      "--proxy", "unix", "--data", self.state, "--page", path("page.html")], cwd=self.state, preexec_fn=hand_over,
            pass_fds=(3,), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            env=dict(os.environ, NOTIFY_SOCKET=os.path.join(self.run, "notify"), STATE_DIRECTORY=self.state, **UNSEEN))
        atexit.register(self.process.terminate)  # of a test that fails midway nothing goes on
        os.close(handed)
        return self.told("READY=1")

    def told(self, wanted):
        """What it told systemd, up to a line; "" if it has ended before."""
        said = ""
        while wanted not in said:
            until(lambda: select.select([self.notes], [], [], 0)[0] or self.process.poll() is not None)
            if not select.select([self.notes], [], [], 0)[0]:
                return ""
            said += self.notes.recv(4096).decode() + "\n"
        return said

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def users(self):
        with open("/proc/%d/status" % self.process.pid) as status:
            return {line.split()[0]: line.split()[1:] for line in status if line.startswith(("Uid", "CapEff", "CapBnd", "NoNewPrivs"))}

    def end(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)


class Proxy(Asker):
    """A proxy that is there once its port answers."""

    def __init__(self, words, port, cert, log):
        self.port, self.cert = port, cert
        self.log = open(log, "a+")
        self.process = subprocess.Popen(PREFIX + words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                        env=dict(os.environ, HOME=path("proxy"), XDG_DATA_HOME=path("proxy"), XDG_CONFIG_HOME=path("proxy")))
        atexit.register(self.process.terminate)
        until(lambda: self.process.poll() is not None or self.answers())

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), PATIENCE).close()
        except OSError:
            return False
        return True

    def said(self):
        self.log.seek(0)
        return self.log.read()[-2000:]

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def connect(self):
        """A connection of HTTP/1.1 over TLS that knows the certificate."""
        link = http.client.HTTPSConnection(NAME, self.port, timeout=PATIENCE, context=ssl.create_default_context(cafile=self.cert))
        link._create_connection = lambda address, *rest: socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        return link

    def curl(self, *words, where="/"):
        """The words of a command line of curl for one of our addresses."""
        return [have("curl"), "-sS", "--cacert", self.cert, "--resolve", "%s:%d:127.0.0.1" % (NAME, self.port)] + list(words) + [
            "https://%s:%d%s" % (NAME, self.port, where)]


def nginx(service, key, cert):
    """nginx with its sample, except names of files and ports."""
    home, secure, plain = own("nginx"), free_port(), free_port()
    with open(os.path.join(SERVICE, "nginx.conf")) as file:
        sample = file.read()
    for old, new in (("/etc/letsencrypt/live/play.example.org/fullchain.pem", cert), ("/etc/letsencrypt/live/play.example.org/privkey.pem", key),
                     ("/run/triancey/site.sock", service.socket), ("listen 443", "listen 127.0.0.1:%d" % secure),
                     ("listen 80", "listen 127.0.0.1:%d" % plain), ("    listen [::]:443 ssl http2;\n", ""), ("    listen [::]:80;\n", "")):
        assert old in sample, old
        sample = sample.replace(old, new)
    temporary = "".join("%s_temp_path %s/%s;\n" % (kind, home, kind) for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    with open(path("nginx.conf"), "w") as file:
        file.write("daemon off; pid %s/pid; error_log stderr; worker_processes 2;\nevents { worker_connections 1024; }\n"
                   "http {\naccess_log off;\n%s%s\n}\n" % (home, temporary, sample))
    proxy = Proxy([have("nginx"), "-p", home, "-c", path("nginx.conf")], secure, cert, path("nginx.log"))
    proxy.plain = plain
    return proxy


def caddy(service, key, cert):
    """Caddy with its sample, except names of files and ports."""
    home, secure = own("caddy"), free_port()
    with open(os.path.join(SERVICE, "Caddyfile")) as file:
        sample = file.read()
    for old, new in (("play.example.org {", "play.example.org {\n\ttls %s %s" % (cert, key)), ("/run/triancey/site.sock", service.socket)):
        assert old in sample, old
        sample = sample.replace(old, new)
    with open(path("Caddyfile"), "w") as file:
        file.write("{\n\tadmin off\n\thttps_port %d\n\tauto_https disable_redirects\n\tstorage file_system %s\n}\n%s" % (secure, home, sample))
    return Proxy([have("caddy"), "run", "--adapter", "caddyfile", "--config", path("Caddyfile")], secure, cert, path("caddy.log"))
