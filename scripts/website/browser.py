"""Runs the tests of the site in Chromium, through a server on this computer."""

from __future__ import annotations

import functools
import http.server
import json
import os
import shutil
import subprocess
import threading
from pathlib import Path

from error_causes import all_causes, printed
from generators.rule_facts import own_rules

from website.pages import PLAYGROUND

TESTS = Path(__file__).parent / "browser"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        """Print nothing: the tests say what they find."""


def check_in_browser(site: Path) -> int:
    """Run the tests, and return the exit status: 0 if node, npm or a browser is missing, which is named."""
    browser = os.environ.get("CHROMIUM") or shutil.which("chromium")
    missing = [name for name, found in (("node", shutil.which("node")), ("npm", shutil.which("npm")), ("chromium", browser)) if not found]
    if missing:
        print(f"browser: {', '.join(missing)} not installed, left out")
        return 0
    if subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=TESTS, check=False).returncode:
        print("browser: npm ci failed")
        return 1
    handler = functools.partial(_Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        question = json.dumps(
            {
                "browser": browser,
                "site": f"http://127.0.0.1:{server.server_port}/",
                "screenshots": str(site.parent / "site-screenshots"),
                "rules": len(own_rules()),
                "hasPlayground": (site / PLAYGROUND / "index.html").is_file(),
                "errors": [
                    {"key": cause.key, "page": f"errors/{cause.message.name}/", "text": printed()[cause.key]} for cause in all_causes()
                ],
            }
        )
        status = subprocess.run(["node", "check.mjs"], cwd=TESTS, input=question, text=True, check=False).returncode
        server.shutdown()
    return int(status != 0)
