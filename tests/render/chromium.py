"""Chromium without a window, driven over pipes by its DevTools protocol; Python's own library alone.

    with Browser() as browser:
        page = browser.open("file:///tmp/why.html", width=390, dark=True)
        page.run("document.title")
        page.problems       # what the console and the browser complained about
"""
import base64
import fcntl
import json
import os
import select
import shutil
import signal
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 60  # seconds for any answer


def program():
    """The path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def works():
    """True when there is a Chromium and it starts, which it does not in every container."""
    if program() is None:
        return False
    try:
        with Browser() as browser:
            browser.ask("Browser.getVersion")
        return True
    except (OSError, TimeoutError):
        return False


class Browser:
    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        arguments = [program(), "--headless=new", "--remote-debugging-pipe", "--disable-gpu",
                     "--no-first-run", "--hide-scrollbars", f"--user-data-dir={self.folder.name}"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        theirs_in, self.out = os.pipe()
        self.into, theirs_out = os.pipe()
        # The browser reads its file 3 and writes its file 4.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (theirs_in, theirs_out)]
        silence = os.open(os.devnull, os.O_RDWR)
        self.process = os.posix_spawn(
            arguments[0], arguments, os.environ, setpgroup=0,
            file_actions=[(os.POSIX_SPAWN_DUP2, silence, 1), (os.POSIX_SPAWN_DUP2, silence, 2),
                          (os.POSIX_SPAWN_DUP2, ends[0], 3), (os.POSIX_SPAWN_DUP2, ends[1], 4)])
        for end in (theirs_in, theirs_out, silence, *ends):
            os.close(end)
        self.buffer = b""
        self.number = 0
        self.pages = {}
        return self

    def __exit__(self, *_):
        try:
            self.ask("Browser.close")
        except (OSError, TimeoutError):
            os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.out)
        os.close(self.into)
        self.folder.cleanup()

    def read(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.into], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.into, 1 << 20)
            if not piece:
                raise OSError("the browser is gone")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, session=None, **params):
        self.number += 1
        call = {"id": self.number, "method": method, "params": params}
        if session:
            call["sessionId"] = session
        data = json.dumps(call).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.read(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise OSError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if answer.get("sessionId") in self.pages:
                self.pages[answer["sessionId"]].hear(answer["method"], answer["params"])

    def open(self, url, width=1280, height=900, dark=False, touch=False):
        return Page(self, url, width, height, dark, touch)


class Page:
    def __init__(self, browser, url, width, height, dark, touch):
        self.browser = browser
        self.problems = []
        self.requests = []
        self.loaded = False
        target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        browser.pages[self.session] = self
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=touch)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=touch)
        self.ask("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.requests.clear()
        self.ask("Page.navigate", url=url)
        deadline = time.monotonic() + PATIENCE
        while not self.loaded and time.monotonic() < deadline:
            self.run("0")  # hears what happened in the meantime
            time.sleep(0.02)

    def ask(self, method, **params):
        return self.browser.ask(method, self.session, **params)

    def hear(self, event, params):
        if event == "Page.loadEventFired":
            self.loaded = True
        elif event == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif event == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif event == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.problems.append(str(params["args"]))
        elif event == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(params["entry"]["text"])

    def run(self, script):
        """The value of an expression of JavaScript."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True,
                          awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def settle(self):
        """Waits for what the browser still has to paint."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def point(self, x, y, kind="mouseMoved", **more):
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.point(x, y, kind, button="left", clickCount=1)

    def tap(self, x, y):
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key, code=None):
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=code or key,
                     **(text if kind == "keyDown" else {}))

    def screenshot(self, path):
        self.settle()
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))
