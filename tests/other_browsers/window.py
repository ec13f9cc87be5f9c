"""A browser window that people touch: the same verbs for every engine."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PATIENCE = 60  # seconds: the cores are shared with other tests
PHONE = (390, 664)  # an iPhone's screen without Safari's bars

SPOT = """async (selector, index) => {
  const visible = [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility());
  const target = visible.at(index);
  if (!target) return null;
  // WebKit shows a field whole, above the bars, when it is pressed: the page would move under the
  // finger before it is lifted. So what lies near an edge is brought to the middle first.
  const clear = ({ top, bottom }) => top >= 80 && bottom <= innerHeight - 120;
  if (!clear(target.getBoundingClientRect())) {
    target.scrollIntoView({ block: "center", behavior: "instant" });
  }
  // Firefox brings the caret of a field back into sight a moment after a key, and has then scrolled
  // away from what is to be touched.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const box = target.getBoundingClientRect();
  const spot = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const hit = document.elementFromPoint(spot.x, spot.y);
  const label = hit?.closest("label");
  const meant = target.contains(hit) || hit?.contains(target) || label?.control === target;
  if (!meant) return null;
  window.metGuard = false;
  const noteGuard = ({ target }) => (window.metGuard = target.matches(".shield"));
  document.addEventListener("pointerdown", noteGuard, { capture: true, once: true });
  return [Math.round(spot.x), Math.round(spot.y)];
}"""
PLAIN = r"""(element) => element.innerText
  .replace(/[\u2066-\u2069]/g, "").replaceAll("\u2212", "-").replace(/\s+/g, " ").trim()"""


class Window(ABC):
    """One window of a browser; an engine supplies the protocol.

    name         the engine
    pointer      "touch" if the driver supports it, otherwise "mouse"
    """

    name: str
    pointer: str

    @abstractmethod
    def open(self, address: str) -> None:
        """Load an address, and wait until it has come."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, by way of JSON; a promise is awaited."""

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Perform the actions of one input source, in the format that all drivers share."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again."""

    @abstractmethod
    def enter_frame(self) -> None:
        """Touch and see the page in the only frame, until another page is opened."""

    @abstractmethod
    def choose_file(self, selector: str, file: Path) -> None:
        """Choose a file in a field."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    @abstractmethod
    def kill(self) -> None:
        """Kill all processes of the browser at once, as an empty battery does."""

    def run(self, function: str, *arguments: object) -> Any:
        """The result of a JavaScript function in the page."""
        return self.evaluate(f"({function})({', '.join(map(json.dumps, arguments))})")

    def until(self, function: str, *arguments: object) -> Any:
        """Wait until a function returns a true value; raises AssertionError with its last value."""
        end = time.monotonic() + PATIENCE
        while not (value := self.run(function, *arguments)):
            if time.monotonic() > end:
                page = self.evaluate("location.href + '\\n' + document.body.innerText")
                raise AssertionError(f"{self.name}: {function} {arguments} gave {value!r}\n{page}")
            time.sleep(0.05)
        return value

    def shows(self, selector: str, text: str = "") -> None:
        """Wait until an element can be seen, with a text in it."""
        self.until(
            f"(selector, text) => [...document.querySelectorAll(selector)].some((element) =>"
            f" element.checkVisibility() && ({PLAIN})(element).includes(text))",
            selector,
            text,
        )

    def lacks(self, selector: str) -> None:
        """Wait until there is no such element."""
        self.until("(selector) => !document.querySelector(selector)", selector)

    def texts(self, selector: str) -> list[str]:
        """The texts of all such elements."""
        texts = self.run(
            f"(selector) => [...document.querySelectorAll(selector)].map({PLAIN})", selector
        )
        return list(texts)

    def tap(self, selector: str, index: int = 0, times: int = 1) -> None:
        """Touch the middle of a visible element, once nothing covers it.

        A page that loads just before may put its shield there: then touch again, like a person.
        """
        self._touch(selector, index, times)
        while self.evaluate("window.metGuard"):
            self._touch(selector, index, times)

    def _touch(self, selector: str, index: int, times: int) -> None:
        spot = None
        while spot != (spot := self.until(SPOT, selector, index)):
            pass  # it moves, or has only just come
        x, y = spot
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"}
        ]
        for _ in range(times):
            steps += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.act(
            {
                "type": "pointer",
                "id": "finger",
                "parameters": {"pointerType": self.pointer},
                "actions": steps,
            }
        )

    def write(self, selector: str, text: str) -> None:
        """Write a text into a field, replacing its content."""
        self.tap(selector)
        self.run("(selector) => document.querySelector(selector).select()", selector)
        self.act({"type": "key", "id": "keys", "actions": _strokes(text)})

    def wait_for_page(self, selector: str) -> None:
        """Wait until a page with such an element has loaded completely."""
        self.until(
            "(selector) => document.readyState === 'complete'"
            " && Boolean(document.querySelector(selector))",
            selector,
        )


def _strokes(text: str) -> Sequence[dict[str, str]]:
    return [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
