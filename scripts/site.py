"""The documentation as a site, in build/site.

usage: python scripts/site.py build    build it
       python scripts/site.py serve    build it and serve it on this computer
       python scripts/site.py check    build it and check its links, its search and its pages in a browser

Needs Python 3.11, graphlint from the working tree, and Zensical: pip install --group site. The check needs node, npm and chromium,
and leaves out what is not installed.
"""

from __future__ import annotations

import functools
import http.server
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests")]

from website.browser import check_in_browser  # noqa: E402
from website.build import SITE, BuildError, address, build  # noqa: E402
from website.dead_links import problems  # noqa: E402

PORT = 8000


def main() -> int:
    commands = {"build": lambda: 0, "serve": serve, "check": check}
    if len(sys.argv) != 2 or sys.argv[1] not in commands:
        print(__doc__)
        return 2
    if sys.version_info < (3, 11):
        print("the site is left out: Zensical needs Python 3.11")
        return 0 if sys.argv[1] == "check" else 2
    began = time.monotonic()
    try:
        build()
    except BuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"built in {time.monotonic() - began:.1f} s: {SITE}", flush=True)
    return commands[sys.argv[1]]()


def serve() -> int:
    """Serve the site until it is interrupted."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", PORT), handler) as server:
        print(f"http://127.0.0.1:{PORT}/")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def check() -> int:
    """Report dead links, requests to other hosts, and what does not hold in a browser."""
    found = problems(SITE, urlsplit(address()).path or "/")
    for problem in found:
        print(problem, file=sys.stderr)
    print(f"links: {len(found)} problems", flush=True)
    return max(check_in_browser(SITE), bool(found))


if __name__ == "__main__":
    sys.exit(main())
