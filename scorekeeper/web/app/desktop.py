"""The desktop on which the score keeper may run: its browser, its firewall."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser

ONE_FILE = ".pyz"  # how the name of the file ends that is started by a double click
ASKS = "may ask whether Python may use the network: allow it, or no phone gets in."
FIREWALLS = {"win32": f"Windows {ASKS}", "darwin": f"macOS {ASKS}"}
FIREWALL = FIREWALLS.get(sys.platform)


def on_a_desktop() -> bool:
    """Whether somebody who sees this machine's screen has started the program."""
    if "SSH_CONNECTION" in os.environ:
        return False
    if not (sys.argv[0].endswith(ONE_FILE) or sys.stdout.isatty()):
        return False  # a service, a script or a test
    if sys.platform in FIREWALLS:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(link: str) -> None:
    """Open a page in the browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
