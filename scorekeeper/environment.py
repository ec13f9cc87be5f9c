"""PettingZoo environment: every game that the engine plays, for reinforcement learning.

    from scorekeeper.environment import env
    game = env(key, players=4)  # the key of a game
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        game.step(None if termination else game.unwrapped.suggested("sensible"))

One episode is one deal. Agents are seats: `S`, `W`, `N`, `E`, then `5`. Action numbers are fixed
for a game, its rules and its players (see `Actions`). The reward at the end is the points of the
agent's side. Needs the optional extra `research`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from scorekeeper.api import card_play_of, player_count, rulebook, rules_from
from scorekeeper.cards import Card, Joker
from scorekeeper.errors import MalformedEntry
from scorekeeper.play.advice import name_of
from scorekeeper.play.players import View, players_named
from scorekeeper.play.position import Action, Phase, Position, WholeGame, check_held, without
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulation import dealt
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.script import Bookmark
from scorekeeper.rules.steps import Step
from scorekeeper.seating import SEATS, Seat, Seating, seat_text
from scorekeeper.wording import say

EXTRA = "pip install 'whist-scorekeeper[research]'"

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(
        f"This needs PettingZoo, an optional extra named “research”: {EXTRA}"
    ) from error

PHASES = (Phase.SAY, Phase.GIVE, Phase.PUT_AWAY, Phase.CARD)
DEALS = 2**31
FIRST_AND_LATER = 2  # the kinds of deals in a game of no fixed length

Words = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Actions:
    """The fixed numbers of all actions: the cards of the pack, then all words.

    Words are calls, numbers and announcements. A card is played, put away or passed on, as the game
    requires; cards of an exchange are passed on one by one.
    """

    game: WholeGame[Any]
    words: Words

    @classmethod
    def of(cls, game: WholeGame[Any], rules: Any, players: int) -> Actions:
        """Return the actions of a game under some rules: cards, calls, numbers, announcements."""
        length = game.book.length(rules, players) or FIRST_AND_LATER
        seating = game.book.seating(players, SEATS[0], rules)
        numbers = [replace(seating, number=number) for number in range(1, length + 1)]
        most = max(game.cards_each(each, rules) for each in numbers)
        words = dict.fromkeys(("contract", str(number)) for number in range(most + 1))
        for each in numbers:
            start = Bookmark.at_start(partial(game.book.script, each, rules))
            asked: set[tuple[str, Words]] = set()
            words |= dict.fromkeys(_words(game, each, start, asked))
        return cls(game, tuple(words))

    def __len__(self) -> int:
        return len(self.game.pack) + len(self.words)

    @cached_property
    def _places(self) -> Mapping[Any, int]:
        cards = {card: place for place, card in enumerate(map(str, self.game.pack))}
        return cards | {word: len(cards) + place for place, word in enumerate(self.words)}

    def of_card(self, card: object) -> int:
        return self._places[str(card)]

    def of_word(self, step: Step, word: object) -> int:
        """Return the action number of an answer to a question."""
        return self._places[step.kind, name_of(step, word)]


class CardGame(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A deal of a game as an agent-environment cycle; see the module's docstring."""

    def __init__(self, game: str, rules: Any = None, players: int | None = None) -> None:
        super().__init__()
        book = rulebook(game)
        self.game, self.rules = card_play_of(book), rules_from(book, rules)
        self.players = player_count(book, players)
        self.actions = Actions.of(self.game, self.rules, self.players)
        self.possible_agents = [seat_text(seat) for seat in SEATS[: self.players]]
        name = f"scorekeeper_{game}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self._episodes: np.random.Generator = np.random.default_rng()
        self.position = self._dealt(0, 0)
        size = len(self._features(SEATS[0]))
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self._acted = spaces.Discrete(len(self.actions))

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002  (the same for all agents)
        """Return the space of an observation: `observation` and `action_mask`."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002
        """Return the space of all actions by number."""
        return self._acted

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal; the same seed gives the same deals.

        The option `number` is the number of the deal in its game.
        """
        if seed is not None:
            self._episodes = np.random.default_rng(seed)
        key = int(self._episodes.integers(DEALS))
        self.position = self._dealt(key, int((options or {}).get("number", key)))
        self._draws = Draws.of(key, 0)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """Return an agent's observation; its mask is empty unless it is the agent's turn."""
        mask = np.zeros(len(self.actions), np.int8)
        seat = SEATS[self.possible_agents.index(agent)]
        if self.position.turn == seat:
            mask[self._legal()] = 1
        return {"observation": self._features(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent whose turn it is.

        Raises IllegalEntry or MalformedEntry for an action outside the mask.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._take(int(action or 0))
        score = self.position.score
        if score is not None:
            for seat, player in zip(SEATS, self.possible_agents, strict=False):
                self.rewards[player] = float(score.points[self.position.seating.side_of(seat)])
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._next()
        self._accumulate_rewards()

    def suggested(self, player: str) -> int:
        """Return the action that a computer player would take now."""
        position, turn = self.position, self.position.turn
        assert turn is not None  # noqa: S101  (an agent is asked)
        decider = players_named(self.game.book, [player] * self.players)[turn]
        decision = decider.decide(View.of(position, turn), self._draws)
        if position.exchange is not None:
            assert isinstance(decision, tuple)  # noqa: S101  (cards to pass on)
            return next(self.actions.of_card(c) for c in decision if c not in self._giving)
        return self._number(decision)

    def render(self) -> str:
        """Return the public state of the deal as text."""
        scene, trick = self.position.scene, self.position.trick
        contracts = ", ".join(f"{seat} {number}" for seat, number in scene.contracts)
        cards = " ".join(map(str, trick.cards)) if trick else ""
        return f"{scene.declared or ''} contracts: {contracts}; trick: {cards}"

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _dealt(self, key: int, number: int) -> Position:
        seating = self.game.book.seating(self.players, SEATS[key % self.players], self.rules)
        length = self.game.book.length(self.rules, self.players) or DEALS
        self._giving: tuple[Card | Joker, ...] = ()
        self._heard: list[tuple[Seat, int]] = []  # (seat, index of the word)
        seating = replace(seating, number=(number - 1) % length + 1)
        return dealt(self.game, self.rules, seating, Draws.of(key, 0))

    def _next(self) -> None:
        turn = self.position.turn
        assert turn is not None  # noqa: S101  (the deal is not over)
        self.agent_selection = self.possible_agents[turn]

    def _legal(self) -> list[int]:
        """Return the numbers of the legal actions."""
        position = self.position
        if position.exchange is not None and position.turn is not None:
            hand = position.hands[position.turn]
            return [self.actions.of_card(card) for card in hand if card not in self._giving]
        return [self._number(decision) for decision in position.legal]

    def _number(self, decision: Action) -> int:
        step = self.position.asking
        if step is None or isinstance(decision, Card):
            return self.actions.of_card(decision)
        return self.actions.of_word(step, decision)

    def _take(self, number: int) -> None:
        """Apply the action with this number."""
        position, cards = self.position, self.game.pack
        step, exchange, turn = position.asking, position.exchange, position.turn
        if not 0 <= number < len(self.actions):
            raise MalformedEntry(
                "wrong-kind", step.question if step else say("A card is asked for.")
            )
        if exchange is not None and turn is not None and number < len(cards):
            hands = position.hands
            for card in self._giving:
                hands = without(hands, turn, card)
            check_held(hands, turn, cards[number])
            self._giving = (*self._giving, cards[number])
            if len(self._giving) == exchange.cards:
                self.position, self._giving = position.apply(self._giving), ()
        elif number < len(cards) or step is None:
            self.position = position.apply(cards[number] if number < len(cards) else None)
        else:
            kind, word = self.actions.words[number - len(cards)]
            if kind != step.kind:
                raise MalformedEntry("wrong-kind", step.question)
            self.position = position.apply(step.parse({step.field: word}))
            self._heard.append((position.turn or SEATS[0], number - len(cards)))

    def _features(self, seat: Seat) -> np.ndarray[Any, Any]:
        """Return what a seat can see, as numbers from 0 to 1; other seats count clockwise from it.

        There is one number per card for each of: the hand, cards turned up, cards put away, cards
        about to be passed on, and by seat the cards in the running trick and in earlier ones. Then
        one number per seat and word (see `Actions`), then numbers for the dealer, the trumps and
        the phase, and per seat the share of tricks taken.
        """
        position, pack, players = self.position, self.game.pack, self.players
        places = {str(card): place for place, card in enumerate(pack)}
        turn = position.turn == seat
        lots = [
            position.hands[seat],
            position.shown,
            position.away if position.away and self.game.taker(position) == seat else (),
            self._giving if turn else (),
        ]
        by_seat: list[list[Any]] = [[] for _ in range(2 * players)]
        running = position.trick
        for trick in (*position.tricks, *([running] if running else [])):
            first = 0 if trick is running else players
            for place, card in enumerate(trick.cards):
                other = trick.leader + trick.step * place - seat
                by_seat[first + other % players].append(card)
        cards = np.zeros((len(lots) + len(by_seat), len(pack)), np.float32)
        for row, lot in zip(cards, (*lots, *by_seat), strict=True):
            row[[places[str(card)] for card in lot]] = 1
        heard = np.zeros((players, len(self.actions.words)), np.float32)
        for who, word in self._heard:
            heard[(who - seat) % players, word] = 1
        rest = np.zeros(players + 4 + len(PHASES) + players, np.float32)
        rest[(position.seating.dealer - seat) % players] = 1
        if running is not None and running.trump is not None:
            rest[players + running.trump] = 1
        if position.phase in PHASES:
            rest[players + 4 + PHASES.index(position.phase)] = 1
        for other, taken in enumerate(position.taken):
            rest[players + 4 + len(PHASES) + (other - seat) % players] = (
                taken / position.scene.total
            )
        return np.concatenate([cards.reshape(-1), heard.reshape(-1), rest])


def env(game: str, rules: Any = None, players: int | None = None) -> Any:
    """Return the environment of a game, with PettingZoo's check that steps come in order."""
    return OrderEnforcingWrapper(CardGame(game, rules, players))


def _words(
    game: WholeGame[Any], seating: Seating, mark: Bookmark, asked: set[tuple[str, Words]]
) -> Iterator[tuple[str, str]]:
    """Yield the calls and announcements that may follow from a question on: (kind, word).

    Numbers are left out. After each call of an auction everybody passes. `asked` has the
    questions already visited, so that each is visited once for the words that it has.
    """
    step = mark.step
    if step is None or game.asked(step, seating) is None:
        return
    said = [fact[step.field] for fact in step.answers if step.field in fact]
    words = tuple((step.kind, word) for word in said if isinstance(word, str))
    if (step.key, words) in asked:
        return
    asked.add((step.key, words))
    yield from words
    for answer in step.legal:
        after = mark.answer(answer)
        while isinstance(step, AuctionStep) and isinstance(after.step, AuctionStep):
            after = after.answer(after.step.auction.legal[0])
        yield from _words(game, seating, after, asked)
