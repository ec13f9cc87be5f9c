"""Oh Hell: two to seven players, hands that shrink and grow, exact bids, a hooked dealer."""

from __future__ import annotations

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.oh_hell.rules import PRESETS, OhHellRules
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, Line, Prize, contract_briefs
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import ContractStep, Scene, TricksStep, over_or_under
from scorekeeper.engine.rules.wording import Points, Sentence, say, say_count


class OhHell(Rulebook[OhHellRules]):
    """The rulebook; see the package."""

    key = "oh-hell"
    name = say("Oh Hell")
    line = say("Exact bids over hands that shrink and grow.")
    players = range(2, 8)
    rules = OhHellRules
    presets = PRESETS
    companions = "scorekeeper.engine.games.oh_hell.companions"
    endings = Endings(
        (Goal.SCHEDULE, Goal.TARGET, Goal.OPEN),
        Ending(goal=Goal.SCHEDULE, target=100),
        ties=Goal.SCHEDULE,
    )

    def seating(self, players: int, dealer: Seat) -> Seating:
        """Every player alone."""
        return Seating.alone(players, dealer)

    def length(self, rules: OhHellRules, players: int) -> int:
        """As many deals as there are numbers of cards."""
        return len(rules.cards(players))

    def low(self, rules: OhHellRules) -> bool:
        """Where the scoring counts misses alone."""
        return rules.scheme.low

    def fine(self, rules: OhHellRules) -> int:
        """What a revoke costs."""
        return rules.revoke_fine

    def script(self, seating: Seating, rules: OhHellRules) -> Script:
        """Ask for everyone's bid, the dealer's last, and for the tricks."""
        total = rules.cards_of(seating.number, seating.players)
        last_hand = seating.number == self.length(rules, seating.players)
        hooked = rules.hooked and not (rules.free_last and last_hand)
        scene = Scene(total, notice=_notice(rules, seating.number, total))
        for seat in seating.clockwise(seating.eldest):
            last = seat == seating.dealer
            free = total - scene.said if last and hooked else -1
            number = yield ContractStep(
                seat,
                scene,
                barred=free if free >= 0 else None,
                others=scene.said if last else None,
            )
            scene = scene.with_contract(seat, number)
        tricks = yield TricksStep(seating, scene)
        bids = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        lines = tuple(
            _lines(rules.scheme.line(bid, taken, total), rules.last_double and last_hand)
            for bid, taken in zip(bids, tricks, strict=True)
        )
        return DealScore(
            lines,
            scene.with_tricks(tricks),
            over_or_under(scene.said, total),
            briefs=contract_briefs(bids, tricks),
        )

    def describe(self, rules: OhHellRules) -> tuple[Section, ...]:
        """The rules in force, in words."""
        told = [*_told(rules)]
        scoring = [sentence for path, sentence in told if path.startswith("scheme.")]
        return (
            Section(
                say("Cards and deal"),
                (
                    say("Play and deal go clockwise; the deal passes to the left."),
                    *(sentence for path, sentence in told if path in _CARDS),
                ),
            ),
            Section(
                say("Bids"),
                (
                    say("Everyone bids a number of tricks, from the dealer's left."),
                    *(sentence for path, sentence in told if path in _BIDS),
                ),
            ),
            Section(
                say("Scoring"),
                (say("{rule}: {value}", rule=say("Scoring"), value=rules.scheme.title), *scoring),
            ),
        )


_CARDS = {"schedule", "largest", "trumps", "rotation"}
_BIDS = {"hooked", "free_last", "last_double", "revoke_fine"}


def _told(rules: OhHellRules) -> list[tuple[str, Sentence]]:
    """Each rule with its value, by path."""
    found = []
    for question in house_rules.questions(OhHellRules):
        value = house_rules.value_at(rules, question.path)
        said = dict(question.options).get(value, value)
        told = value or not question.path.startswith("scheme.")  # of a scheme, what it has
        if told and said is not None and not question.text:
            found.append((question.path, say("{rule}: {value}", rule=question.label, value=said)))
    return found


def _notice(rules: OhHellRules, number: int, cards: int) -> Sentence:
    dealt = say_count("Everyone gets one card.", "Everyone gets {count} cards.", cards)
    trump = rules.trump_of(number)
    return dealt if trump is None else say("{cards} Trumps: {trump}.", cards=dealt, trump=trump)


def _lines(line: Line, double: bool) -> tuple[Line, ...]:
    if not double:
        return (line,)
    more = say("last hand: doubled, {points} more", points=Points(line.points))
    return line, Line(line.points, more)


def prizes(rules: OhHellRules, seating: Seating) -> tuple[tuple[Prize, ...], ...]:
    """What a player can win in a deal: a made bid of so many tricks, or a made zero."""
    total = rules.cards_of(seating.number, seating.players)
    last_hand = seating.number == OH_HELL.length(rules, seating.players)

    def points(bid: int, taken: int) -> int:
        lines = _lines(rules.scheme.line(bid, taken, total), rules.last_double and last_hand)
        return sum(line.points for line in lines)

    def most(left: int) -> int:
        return max(points(bid, taken) for bid in range(total + 1) for taken in range(left + 1))

    made = tuple(
        Prize(say("a made {number}", number=bid), points(bid, bid), most(total - bid))
        for bid in range(1, total + 1)
    )
    return made, (Prize(say("a made zero"), points(0, 0), most(total)),)


OH_HELL = OhHell()
