"""Prints one page as WebKit does: run by the system's Python, which has the binding of WebKitGTK.

    /usr/bin/python3 webkit_print.py ADDRESS PDF LANGUAGE PAPER

PAPER is a name of GTK, such as iso_a4 or na_letter.
"""

# mypy: ignore-errors

import sys
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

LIMIT = 60  # seconds
MARGIN = 0.0  # the page leaves its own
failures: list[str] = []


def main(address: str, output: Path, language: str, paper: str) -> None:
    """Load the page, print it to the file, and end."""
    context = WebKit2.WebContext.new_ephemeral()
    context.set_preferred_languages([language])
    window, view = Gtk.OffscreenWindow(), WebKit2.WebView.new_with_context(context)
    view.set_size_request(800, 1000)
    window.add(view)
    window.show_all()
    view.connect("load-changed", printed_when_loaded, output, paper)
    view.connect("load-failed", lambda *_: end("the page did not load"))
    GLib.timeout_add_seconds(LIMIT, end, "it took too long")
    view.load_uri(address)
    Gtk.main()
    if failures:
        sys.exit(failures[0])


def printed_when_loaded(view, event, output: Path, paper: str) -> None:
    """Print once everything is there."""
    if event != WebKit2.LoadEvent.FINISHED:
        return
    settings, setup = Gtk.PrintSettings(), Gtk.PageSetup()
    settings.set_printer("Print to File")
    settings.set("output-file-format", "pdf")
    settings.set("output-uri", output.absolute().as_uri())
    setup.set_paper_size(Gtk.PaperSize.new(paper))
    for margin in ("top", "bottom", "left", "right"):
        getattr(setup, f"set_{margin}_margin")(MARGIN, Gtk.Unit.MM)
    view.operation = WebKit2.PrintOperation.new(view)
    view.operation.set_print_settings(settings)
    view.operation.set_page_setup(setup)
    view.operation.connect("finished", lambda _: Gtk.main_quit())
    view.operation.connect("failed", lambda _, error: end(error.message))
    view.operation.print_()


def end(failure: str) -> None:
    """Stop with a failure."""
    failures.append(failure)
    Gtk.main_quit()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4])
