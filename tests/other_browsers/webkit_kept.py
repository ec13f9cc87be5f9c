"""A browser for the driver of WebKit that keeps what pages store, unlike Debian's MiniBrowser.

    webkit_kept.py FOLDER

It is run by the system's Python, which has the binding of WebKitGTK. Downloads are saved into
the folder.
"""

# mypy: ignore-errors

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402


def main(folder: Path) -> None:
    """Let the driver open windows until it ends this process."""
    data = WebKit2.WebsiteDataManager(
        base_data_directory=str(folder / "data"), base_cache_directory=str(folder / "cache")
    )
    context = WebKit2.WebContext.new_with_website_data_manager(data)
    context.set_preferred_languages(["en"])
    context.set_automation_allowed(True)
    context.connect("automation-started", started, context)
    context.connect("download-started", saved, folder)
    Gtk.main()


def started(_, session, context) -> None:
    """Tell the driver about this browser."""
    information = WebKit2.ApplicationInfo()
    information.set_name("kept")
    information.set_version(2, 50, 0)
    session.set_application_info(information)
    session.connect("create-web-view", opened, context)


def opened(_, context):
    """Open a window."""
    window = Gtk.Window()
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window.add(view)
    window.show_all()
    return view


def saved(_, download, folder: Path) -> None:
    """Save a download under the name that the page gives it."""

    def named(download, name) -> bool:
        download.set_destination((folder / name).absolute().as_uri())
        return True

    download.connect("decide-destination", named)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
