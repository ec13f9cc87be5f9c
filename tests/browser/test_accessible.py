"""Accessibility of every page in every state, theme and language, by axe and by rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from flask import Flask
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import KEYED, PHONE, NewContext, Server, served
from tests.browser.phones import NO_LOOK_AHEAD, ready
from tests.browser.test_fits import LABELS, glued
from tests.browser.walk import NO_PAGES, UNFOLD, WALK, Stop, Walkers, fill, shares
from tests.deep import DEEP

# theme and suits as the server sends them, once by day and once by night
THEMES = (("phone", "two"), ("phone", "four"), ("contrast", "four"))
LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
Look = tuple[Literal["light", "dark"], tuple[tuple[str, str], ...]]  # the light, and the themes
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The themes change colours and the thickness of lines, nothing else: one of them is asked
# everything, the others what depends on colours. The contrast of a text follows from its colour,
# its size and what lies behind it: of the texts that have all of this in common one is asked, on
# one page of the walk, because axe needs a third of a second for those of a page. It needs as long
# to measure targets, of which only those are asked that are small or overlap.
RUN_AXE = """async ([themes, tags, known]) => {
  const problems = [], seen = new Set(known);
  const texts = new Set(document.querySelectorAll("body :is(input, select, textarea)"));
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode())
    if (words.currentNode.data.trim()) texts.add(words.currentNode.parentElement);
  const hashed = (...parts) => [...parts.join()].reduce(
    (hash, letter) => Math.imul(hash, 31) + letter.codePointAt() | 0, 7);
  const looks = () => {
    const boxes = new Map();
    const behind = (box) => {
      if (!box || boxes.has(box)) return boxes.get(box);
      const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(box);
      const over = position === "static" ? "" : box.className;
      const outer = behind(box.parentElement);
      boxes.set(box, hashed(outer, backgroundColor, backgroundImage, opacity, filter, over));
      return boxes.get(box);
    };
    return [...texts].map((holder) => {
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(holder);
      return [holder, hashed(color, fontSize, fontWeight, textShadow, behind(holder))];
    });
  };
  axe.configure({ rules: [
    { id: "color-contrast", selector: "[data-asked]" },
    { id: "target-size", selector: "[data-tight]" },
  ] });
  const targets = [...document.querySelectorAll(
    "a, button, input, select, textarea, summary, [tabindex], [role]")]
    .map((target) => [target, target.getBoundingClientRect()]);
  for (const [target, box] of targets)
    target.toggleAttribute("data-tight", box.width < 24 || box.height < 24
      || targets.some(([other, { left, right, top, bottom }]) =>
        !other.contains(target) && !target.contains(other)
        && left < box.right && right > box.left && top < box.bottom && bottom > box.top));
  for (const [theme, suits] of themes) {
    Object.assign(document.documentElement.dataset, { theme, suits });
    const asked = looks().filter(([, look]) => !known || !seen.has(look) && seen.add(look))
      .map(([holder]) => holder);
    for (const holder of asked) holder.dataset.asked = "";
    const { violations } = await axe.run({
      runOnly: tags ?? ["link-in-text-block", "color-contrast"],
      preload: { assets: ["media"] },
      resultTypes: ["violations"],
    });
    for (const holder of asked) delete holder.dataset.asked;
    for (const { id, nodes } of violations)
      for (const { target, html } of nodes)
        problems.push(`${theme} ${suits}: ${id} at ${target}: ${html.slice(0, 120)}`);
    tags = null;
  }
  return [problems, [...seen]];
}"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the games of the walk."""
    path = tmp_path_factory.mktemp("walk") / "scores.db"
    fill(path)
    with served(path, *KEYED) as server:
        yield server


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("fresh") / "scores.db", *KEYED) as server:
        yield server


@pytest.fixture
def on_foot(new_context: NewContext, filled: Server, fresh: Server) -> Walkers:
    return Walkers(with_axe(new_context), filled, fresh)


EVERY_LOOK: tuple[Look, ...] = tuple((light, THEMES) for light in LIGHTS)
ONE_LOOK = tuple((light, (theme,)) for light in LIGHTS for theme in THEMES)


def with_axe(new_context: NewContext, *scripts: str) -> NewContext:
    def opened(**options: Any) -> BrowserContext:
        context = new_context(**options)
        for script in (AXE_SCRIPT, *scripts):
            context.add_init_script(script)
        return context

    return opened


def violations(page: Page, looks: tuple[Look, ...], known: set[int] | None) -> list[str]:
    """axe's findings on a page, a line for each place; the first look gets all checks.

    known    looks of texts whose contrast is sufficient; those of this page are added. Without it,
             the contrast of every text is asked
    """
    problems: list[str] = []
    page.set_viewport_size({"width": PHONE["width"], "height": 3000})  # nothing under the bar
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    for index, (light, themes) in enumerate(looks):
        page.emulate_media(color_scheme=light, reduced_motion="reduce")  # nothing is half seen
        asked = [themes, None if index else TAGS, None if known is None else [*known]]
        found, seen = page.evaluate(RUN_AXE, asked)
        problems += [f"{light} {problem}" for problem in found]
        if known is not None:
            known.update(seen)
    return problems


def test_the_walk_leaves_no_page_out(app: Flask) -> None:
    """A new family of pages fails here until the walk includes it."""
    addresses = app.url_map.bind("localhost")
    walked = {addresses.match(stop.path.partition("?")[0])[0] for stop in WALK if known(app, stop)}
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert walked == pages - NO_PAGES


def known(app: Flask, stop: Any) -> bool:
    return app.url_map.bind("localhost").test(stop.path.partition("?")[0])


@pytest.mark.parametrize(("language", "stops"), shares(WALK))
@pytest.mark.untraced
@pytest.mark.slow
def test_axe_finds_nothing_and_no_text_is_cut(
    new_context: NewContext, filled: Server, fresh: Server, language: str, stops: Sequence[Stop]
) -> None:
    """Every stop in one language and one look, both of which change from stop to stop.

    `make deep` checks every stop in every language and look, and the contrast of every text of it
    in English.
    """
    wrong: list[str] = []
    known: set[int] | None = None if DEEP and language == "en" else set()
    phones = Walkers(with_axe(new_context, NO_LOOK_AHEAD), filled, fresh, language)
    for number, (stop, page) in enumerate(phones.past(stops)):
        assert page.locator("html").get_attribute("lang") == language
        looks = EVERY_LOOK if DEEP else (ONE_LOOK[number % len(ONE_LOOK)],)
        faults = [*cut_texts(page), *glued(page), *violations(page, looks, known)]
        wrong += [f"{stop}: {fault}" for fault in faults]
    assert wrong == [], "\n".join(wrong)


def cut_texts(page: Page) -> list[str]:
    """Texts that do not fit large letters, or a small phone."""
    cut: list[str] = []
    for width, size in ((390, 200), (360, 100), (320, 100)):
        page.set_viewport_size({"width": width, "height": PHONE["height"]})
        page.evaluate("size => { document.documentElement.style.fontSize = `${size}%` }", size)
        texts = [*page.evaluate(CUT), *(page.evaluate(LABELS) if size == 100 else ())]
        cut += [f"at {width}, {size} %: {text}" for text in texts]
    return cut


@pytest.mark.untraced
def test_axe_finds_nothing_where_there_is_no_network(on_foot: Walkers) -> None:
    """Parts drawn by the phone: another question, a hand's points, unsent taps."""
    problems: list[str] = []
    known: set[int] = set()
    stops = (Stop("/games/2/", ".tile--barred"), Stop("/games/3/", "[data-tricks]"))
    for stop, look in zip(stops, (ONE_LOOK[0], ONE_LOOK[-1]), strict=True):
        ((_, page),) = on_foot.past((stop,))
        ready(page)
        page.context.set_offline(True)
        if page.locator("[data-tricks]").count():
            page.locator("[data-by='1']").first.click()
        page.locator("[name=number][value='1'], [data-when-right]").first.click()
        expect(page.locator("[data-undo-unsent]")).to_be_visible()
        page.evaluate(UNFOLD)
        looks = EVERY_LOOK if DEEP else (look,)
        problems += [f"{stop}: {problem}" for problem in violations(page, looks, known)]
        page.evaluate("localStorage.clear()")
        page.goto("about:blank")  # or the page would send what it remembers
        page.context.set_offline(False)
    assert problems == [], "\n".join(problems)


# Text that is cut by its container, spills out of its frame or leaves the window. A sheet, a wide
# table, a printed page and a line of games scroll inside themselves. An undo may end in an
# ellipsis, and so may a name, and the title on a small phone, which is shown whole when it is
# touched.
CUT = """() => {
  const SCROLLS = ".sheet, .sheet__strip, .wide, .paper, .which";
  const ancestors = ({ parentElement }) =>
    (parentElement ? [parentElement, ...ancestors(parentElement)] : []);
  const cuts = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = words.nextNode(); text; text = words.nextNode()) {
    const holder = text.parentElement;
    if (!text.data.trim() || !holder.checkVisibility({ visibilityProperty: true })) continue;
    if (holder.closest(".unseen, .skip, option, template, .back")) continue;
    if (holder.matches(".top__title") && innerWidth < 350) continue;
    const shortened = [holder, ...ancestors(holder)].find((box) =>
      getComputedStyle(box).textOverflow === "ellipsis");
    if (shortened && holder.closest(".name, .player__called, [title]")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()];
    const size = parseFloat(getComputedStyle(holder).fontSize);
    const leading = Math.max(2, 0.15 * size); // a line's box is higher than its letters
    const outside = (box, sides) => rects.some((rect) =>
      rect.left < box.left - 1 || rect.right > box.right + 1 ||
      (sides && (rect.top < box.top - leading || rect.bottom > box.bottom + leading)));
    let cut = !holder.closest(SCROLLS) && outside({ left: 0, right: innerWidth });
    if (cut) cuts.push(`window: ${text.data.trim()}`);
    for (let box = holder; box && !cut && !box.matches(SCROLLS); box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const frames = box.matches("button, .button, .tile, .player, .side, td, th, .mark");
      if (overflowX !== "visible" || frames)
        cut = outside(box.getBoundingClientRect(), frames || overflowY !== "visible");
      if (cut) cuts.push(`${box.className || box.tagName}: ${text.data.trim()}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) cuts.push("the page scrolls sideways");
  return cuts;
}"""


# Where the focus is, if it can be seen there: framed, and not under a bar.
FOCUSED = """() => {
  const focus = document.activeElement;
  if (focus === document.body) return null;
  const shown = focus.nextElementSibling?.matches(".tile__face") ? focus.nextElementSibling : focus;
  const style = getComputedStyle(shown);
  const box = shown.getBoundingClientRect();
  const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
  const hit = document.elementFromPoint((box.left + box.right) / 2, (top + bottom) / 2);
  const wrong = [];
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) wrong.push("no frame");
  if (!hit || !(focus.contains(hit) || shown.contains(hit) || hit.contains(focus)))
    wrong.push(`under ${hit?.outerHTML.slice(0, 80)}`);
  return { place: focus.outerHTML.slice(0, 120), wrong };
}"""
LONG_PAGES = (
    "/games/1/?record=result",
    "/games/1/sheet",
    "/games/1/hands/2/",
    "/games/new?game=israeli-whist",
)
FURTHER_LONG_PAGES = (
    "/games/1/more",
    "/games/1/board",
    "/games/1/what-if?rules=wikipedia",
    "/players/1/",
    "/sessions/1/",
)


@pytest.mark.untraced
def test_the_focus_is_seen_wherever_it_goes(on_foot: Walkers) -> None:
    """Through the whole page by the Tab key, on a small window, past the fixed bars."""
    faults: list[str] = []
    for path in (*LONG_PAGES, *(FURTHER_LONG_PAGES if DEEP else ())):
        ((_, page),) = on_foot.past((Stop(path, "main"),))
        page.set_viewport_size({"width": 390, "height": 600})
        places = 0
        while places < 200:
            page.keyboard.press("Tab")
            focused = page.evaluate(FOCUSED)
            if focused is None:
                break
            places += 1
            faults += [f"{path}: {fault}: {focused['place']}" for fault in focused["wrong"]]
        assert 8 < places < 200
    assert faults == [], "\n".join(faults)


MOVING = """() => [...document.querySelectorAll("*")].filter(element => {
  const style = getComputedStyle(element);
  return parseFloat(style.transitionDuration) > 0 || style.animationName !== "none";
}).length"""
WIDER = """() => {
  const moments = [];
  // Hiding and showing the page begins every animation again, those of pseudo-elements too.
  document.body.style.display = "none";
  document.body.getBoundingClientRect();
  document.body.style.display = "";
  const animations = document.getAnimations();
  for (const animation of animations) animation.pause();
  for (let time = 0; time < 1000; time += 20) {
    for (const animation of animations) animation.currentTime = time;
    if (document.documentElement.scrollWidth > innerWidth) moments.push(time);
  }
  return [animations.length, moments];
}"""
COLOURS = """() => {
  const { backgroundColor, color } = getComputedStyle(document.body);
  return [backgroundColor, color];
}"""
WHITE, BLACK = "rgb(255, 255, 255)", "rgb(0, 0, 0)"
FRAMES = """state => [...document.querySelectorAll(`[aria-pressed=${state}]`)]
  .map(button => parseFloat(getComputedStyle(button).borderTopWidth))"""
# The colour that the server names for the browser's bars, and the one of the style sheet.
PAINTED = """() => {
  const paint = (colour) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].join();
  };
  const metas = [...document.querySelectorAll("[name=theme-color]")];
  const named = metas.find(meta => !meta.media || matchMedia(meta.media).matches).content;
  return [paint(named), paint(getComputedStyle(document.body).backgroundColor)];
}"""


def test_no_motion_makes_a_page_wider_than_its_window(on_foot: Walkers) -> None:
    """For a moment a page would scroll sideways, and what is tapped would move."""
    ((_, page),) = on_foot.past((Stop("/games/4/", ".winner"),))
    page.set_viewport_size({"width": 320, "height": PHONE["height"]})
    moving, wider = page.evaluate(WIDER)
    assert moving >= 2
    assert wider == []


def test_what_a_phone_wants_of_motion_and_colours_it_gets(on_foot: Walkers) -> None:
    ((_, page),) = on_foot.past((Stop("/", ".go-on"),))
    assert page.evaluate(MOVING) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) == 0
    looks: tuple[tuple[Literal["light", "dark"], list[str]], ...] = (
        ("light", [WHITE, BLACK]),
        ("dark", [BLACK, WHITE]),
    )
    for light, high in looks:
        page.emulate_media(color_scheme=light, contrast="no-preference")
        assert page.evaluate(COLOURS) != high
        page.emulate_media(color_scheme=light, contrast="more")
        assert page.evaluate(COLOURS) == high

    ((_, page),) = on_foot.past((Stop("/settings/", ".settings"),))
    page.emulate_media(forced_colors="active")  # what is chosen is seen there, too
    assert min(page.evaluate(FRAMES, "true")) > max(page.evaluate(FRAMES, "false"))

    for theme in ("phone", "contrast"):
        stop = Stop("/settings/", ".settings", "stranger", {"theme": theme})
        ((_, page),) = on_foot.past((stop,))
        for light in LIGHTS:
            page.emulate_media(color_scheme=light)
            named, seen = page.evaluate(PAINTED)
            assert (theme, light, named) == (theme, light, seen)
