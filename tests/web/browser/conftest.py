"""A browser of the system and a server of ours; skipped where there is none, but in CI a skip is a failure."""

import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.web.browser.playing import absent

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
SERVER = """
from functools import partial
from grundy.web.server import serve
from grundy.web.settings import Settings
serve(Settings(workers=1, quick=1, studies=1, warm=False), "127.0.0.1", 0, tell=partial(print, flush=True))
"""
PATIENCE = 30_000  # milliseconds: machines may be busy


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="package")
def chromium():
    """A browser for all tests of the package; its event loop must not outlive them."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        absent("playwright is not installed (pip install '.[browser]')")
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        absent(f"no browser on the path ({', '.join(BROWSERS)}); on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(chromium):
    """The address of a server on a free port of this machine."""
    if not (find_spec("fastapi") and find_spec("uvicorn") and find_spec("jinja2")):
        absent("the extra `web` is not installed (pip install '.[web]')")
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as process:
        address = process.stdout.readline().strip().rstrip("/")
        assert address.startswith("http://127.0.0.1:")
        with urlopen(address, timeout=120) as answer:  # the first page is made when it is asked for first
            assert answer.status == 200
        yield address
        process.send_signal(signal.SIGINT)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


class Watch:
    """What a browser says against a page: errors on its console, and requests to anybody else."""

    def __init__(self, context, home):
        self.said = []
        self.strangers = []
        self.home = home
        context.on("console", self.console)
        context.on("weberror", lambda error: self.said.append(str(error.error)))
        context.on("request", self.request)

    def console(self, message):
        # an answer 4xx is no fault of a page that asked for what a person typed
        if message.type in ("error", "warning") and "the server responded with a status of 4" not in message.text:
            self.said.append(message.text)

    def request(self, request):
        if not request.url.startswith((self.home, "data:", "blob:", "file:")):
            self.strangers.append(request.url)


@pytest.fixture
def opened(chromium, server):
    """A function that opens a page at a path of the server, in a context of its own with the given settings."""
    contexts = []

    def open_at(path, **settings):
        context = chromium.new_context(base_url=server, **{"reduced_motion": "reduce", "locale": "en-US", **settings})
        context.set_default_timeout(PATIENCE)
        contexts.append((context, Watch(context, server)))
        page = context.new_page()
        page.goto(path)
        return page

    yield open_at
    for context, watch in contexts:
        context.close()
        assert watch.said == []
        assert watch.strangers == []


@pytest.fixture
def exported(chromium, tmp_path):
    """A function that opens the page of a position from a file, in a browser without a network."""
    from grundy.games import expression
    from grundy.web.offline import Match, page

    contexts = []

    def open_page(position, *, lang="en", settings=None, **match):
        path = tmp_path / "game.html"
        path.write_text(page(expression(position), Match(**match), lang=lang).html, encoding="utf-8")
        context = chromium.new_context(offline=True, reduced_motion="reduce", **(settings or {}))
        context.set_default_timeout(PATIENCE)
        contexts.append((context, Watch(context, path.as_uri())))
        opened = context.new_page()
        opened.goto(path.as_uri())
        return opened

    yield open_page
    for context, watch in contexts:
        context.close()
        assert watch.said == []
        assert watch.strangers == []
