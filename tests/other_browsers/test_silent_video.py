"""The silent video plays in WebKit, where the phone has no wake lock."""

from __future__ import annotations

from tests.browser.begun_games import play
from tests.browser.conftest import Server
from tests.other_browsers.table import NORTH, Table
from tests.other_browsers.webkit import WebKit

VIDEO = "document.querySelector('video')"


def test_it_plays_from_a_tap_goes_back_and_ends_with_the_game(
    webkit: WebKit, server: Server
) -> None:
    play(server.path, hands=0)
    webkit.open(f"{server.address}/settings/")
    webkit.tap("[name=screen][value=video]")
    webkit.wait_for_page("[name=screen][value=video][aria-pressed=true]")
    table = Table(webkit, server)
    table.open_game()
    webkit.evaluate("delete Navigator.prototype.wakeLock")  # as over plain http
    table.win_auction("7C", NORTH)
    webkit.until(f"() => {VIDEO} && !{VIDEO}.paused && {VIDEO}.currentTime > 0.5")
    assert webkit.evaluate(f"[{VIDEO}.muted, {VIDEO}.loop, {VIDEO}.volume]") == [False, False, 1]

    webkit.run(f"() => {{ {VIDEO}.currentTime = {VIDEO}.duration - 2.5 }}")
    webkit.until(f"() => {VIDEO}.currentTime < 2 && !{VIDEO}.paused")
