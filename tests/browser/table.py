"""Actions at the table, as taps on the page; every tap is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.phones import settled
from tests.web.phone import Reader

SOUTH, WEST, NORTH, EAST = range(4)
NAMES = ("Sara", "Walid", "Noa", "Eli")
MOST_TAPS = 4  # on plus or minus, for two tricks
# Whether no shield lies over a control: asked at each frame, where a click tries again after half a
# second.
BARE = """selector => {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  const middle = box && [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return !middle || !document.elementFromPoint(...middle)?.matches(".shield");
}"""


class Table:
    """A phone on the table with the page of a game."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.taps = 0

    def tap(self, target: str | Locator) -> None:
        if isinstance(target, str):
            self.page.wait_for_function(BARE, arg=target)
            target = self.page.locator(target)
        target.click()
        self.taps += 1

    def new_game(
        self,
        *,
        names: Sequence[str] = NAMES,
        dealer: int = SOUTH,
        target: int | None = 300,
        game: str = "",
        preset: str | None = None,
    ) -> None:
        """Begin a game; its form is filled in on the page only if a preset is chosen in it."""
        page = self.page
        address = f"{self.address}/games/new?game={game}"
        if not preset:
            ending = {} if target is None else {"ending.target": str(target)}
            self._send(address, {"dealer": str(dealer)} | ending, names)
            return
        page.goto(address)
        for seat, name in enumerate(names):
            page.fill(f"[name=names-{seat}]", name)
        page.locator(f"label:has([name=dealer][value='{dealer}'])").click()
        if target is not None:
            page.fill("[name='ending.target']", str(target))
        page.locator(f"label:has([name=rules][value='{preset}'])").click()
        page.locator("[name=start]").first.click()
        expect(page.locator(".players")).to_be_visible()
        page.wait_for_load_state()  # what is pressed sooner is pressed on a page without scripts

    def _send(self, address: str, agreed: Mapping[str, str], names: Sequence[str]) -> None:
        """Send the form of a new game from this phone, and show the game."""
        asked = self.page.request.get(address)
        form = next(form for form in Reader(asked.text()).forms if form.action.endswith("/new"))
        seats = {f"names-{seat}": name for seat, name in enumerate(names)}
        fields: dict[str, str | float | bool] = {**form.fields, "start": "1", **agreed, **seats}
        begun = self.page.request.post(f"{self.address}{form.action}", form=fields)
        assert begun.ok, begun.text()
        self.page.goto(begun.url.partition("#")[0])

    def win_auction(self, bid: str, seat: int) -> None:
        tile = f"label:has([name=bid][value='{bid}'])"
        expect(self.page.locator(tile)).to_have_count(1)
        if not self.page.locator(tile).is_visible():
            self.page.locator(".more-bids summary").click()
        self.tap(tile)
        self.tap(f"label:has([name=winner][value='{seat}'])")
        expect(self.page.locator("[data-pair]")).to_have_count(0)

    def contract(self, seat: int, number: int) -> None:
        expect(self.page.locator("[name=seat]")).to_have_value(str(seat))
        self.tap(f"[name=number][value='{number}']")
        expect(self.page.locator(f"[name=seat][value='{seat}']")).to_have_count(0)

    def say_contracts(self, contracts: Sequence[tuple[int, int]]) -> None:
        """Tap the contracts: pairs of seat and number in the order of speaking."""
        for seat, number in contracts:
            self.contract(seat, number)

    def tricks(self, taken: Sequence[int]) -> None:
        """Tap only the misses: plus or minus for one trick, or two taps on the number row."""
        for seat, number in enumerate(taken):
            row, field = f"li:has(#tricks-{seat})", self.page.locator(f"#tricks-{seat}")
            now = int(field.input_value())
            if abs(number - now) > 2:
                self.tap(f"#tricks-{seat}")
                self.tap(f"{row} [data-to='{number}']")
                continue
            for _ in range(MOST_TAPS):  # one that came too soon does not count, which the page says
                if (now := int(field.input_value())) == number:
                    break
                self.tap(f"{row} [data-by='{1 if number > now else -1}']")
        self.tap("[data-when-right]")
        expect(self.page.locator(".result")).to_be_visible()

    def choose(self, code: str) -> None:
        """Announce a trump suit, or high or low."""
        self.tap(f"[name=choice][value='{code}']")
        expect(self.page.locator("[name=choice]")).to_have_count(0)

    def side_tricks(self, number: int) -> None:
        """Tap the tricks of the side that the question names."""
        self.tap(f"[name=number][value='{number}']")
        expect(self.page.locator(".result")).to_be_visible()

    def play(
        self,
        bid: str,
        declarer: int,
        contracts: Sequence[tuple[int, int]],
        taken: Sequence[int],
    ) -> None:
        """A hand, recorded; contracts are pairs of seat and number in the order of speaking."""
        self.tap_hand(bid, declarer, contracts, taken)
        settled(self.page)

    def tap_hand(
        self,
        bid: str,
        declarer: int,
        contracts: Sequence[tuple[int, int]],
        taken: Sequence[int],
    ) -> None:
        """The taps of a whole hand, with or without a network."""
        self.win_auction(bid, declarer)
        self.say_contracts(contracts)
        self.tricks(taken)

    def shows_points(self, points: Sequence[int]) -> None:
        """Wait until the cards of the players show these points of the last hand."""
        shown = self.page.locator(".player__points bdi")
        expect(shown).to_have_text([_figure(f"{number:+}" if number else "0") for number in points])

    def shows_totals(self, totals: Sequence[int]) -> None:
        """Wait until the cards of the players show these totals."""
        shown = self.page.locator(".player__total")
        expect(shown).to_have_text([_figure(str(number)) for number in totals])


def _figure(number: str) -> str:
    return number.replace("-", "\u2212")
