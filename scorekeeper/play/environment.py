"""PettingZoo environment: every game that the engine plays, for reinforcement learning.

    from scorekeeper.play.environment import env
    game = env(key, players=4)  # the key of a game
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        game.step(None if termination else game.unwrapped.suggested("sensible"))

One episode is one deal. Agents are seats: `S`, `W`, `N`, `E`, then `5`. Action numbers are fixed
for a game, its rules and its players (see `Actions`), and so is the layout of observations (see
`Layout`). The reward at the end is the points of the agent's side. `batch_environment` has the same
numbers for thousands of tables at once. Needs the optional extra `research`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.api import player_count, rulebook, rules_from
from scorekeeper.arguments import MOST_SEED, shown, whole_number
from scorekeeper.cards import Card, Joker
from scorekeeper.errors import MalformedEntry
from scorekeeper.play.api import card_play_of
from scorekeeper.play.observation import REPEATS, Actions, Heard, Layout, observation
from scorekeeper.play.optional_numpy import np
from scorekeeper.play.players import View, players_named
from scorekeeper.play.position import Action, Position, check_held, without
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulation import dealt
from scorekeeper.seating import SEATS, Seat, seat_text

EXTRA = "pip install 'whist-scorekeeper[research]'"

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(
        f"This needs PettingZoo, an optional extra named “research”: {EXTRA}"
    ) from error

DEALS = 2**31
LOWEST, HIGHEST = -(2**15), 2**15 - 1
FROM_RESET = {
    "agents", "agent_selection", "infos", "num_agents", "position", "rewards", "terminations",
    "truncations",
}  # fmt: skip
RESET_FIRST = "call reset() first: no cards have been dealt yet."


class CardGame(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A deal of a game as an agent-environment cycle; see the module's docstring."""

    def __init__(self, game: str, rules: Any = None, players: int | None = None) -> None:
        super().__init__()
        book = rulebook(game)
        self.game, self.rules = card_play_of(book), rules_from(book, rules)
        self.players = player_count(book, players)
        self.game.check_players(self.players)
        self.actions = Actions.of(self.game, self.rules, self.players)
        self.layout = Layout.of(self.actions, self.rules, self.players)
        self.possible_agents = [seat_text(seat) for seat in SEATS[: self.players]]
        name = f"scorekeeper_{game}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self._seed = int(np.random.default_rng().integers(DEALS))
        self._episode = -1
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(LOWEST, HIGHEST, (self.layout.size,), np.int16),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self._acted = spaces.Discrete(len(self.actions))

    def __getattr__(self, name: str) -> Any:
        """Refuse what only `reset` sets: nothing else of an environment is missing."""
        if name in FROM_RESET:
            raise ValueError(RESET_FIRST)
        raise AttributeError(f"an environment has no {name!r}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an observation: `observation` and `action_mask`."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of all actions by number."""
        return self._acted

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal; the same seed gives the same deals, one after another.

        The option `number` is the number of the deal in its game; PettingZoo asks that others be
        ignored. Raises ValueError for a seed or a number that is no whole number.
        """
        chosen: object = options or {}
        if not isinstance(chosen, Mapping):
            raise ValueError(f"“options” is a mapping with “number”, not {shown(options)}.")
        if seed is not None:
            self._seed, self._episode = whole_number(seed, "seed", 0, MOST_SEED), -1
        self._episode += 1
        turn = self._seed + self._episode
        number = chosen.get("number")
        number = turn + 1 if number is None else whole_number(number, "number", 1)
        self.position = self._dealt(turn, number)
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
        if agent not in self.possible_agents:
            agents = ", ".join(self.possible_agents)
            raise ValueError(f"{shown(agent)} is no agent of this game: {agents}.")
        seat = SEATS[self.possible_agents.index(agent)]
        if self.position.turn == seat:
            mask[self._legal()] = 1
        return {"observation": self._observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action of the agent whose turn it is.

        Raises IllegalEntry or MalformedEntry for an action outside the mask, and ValueError before
        `reset` and after all agents have left.
        """
        agent = self.agent_selection
        if not self.agents:
            raise ValueError("the hand is over, and all agents have left: call reset().")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = whole_number(action, "action", 0, len(self.actions) - 1)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._take(number)
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
        if turn is None:
            raise ValueError("the hand is over: nothing is to be decided before the next reset().")
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

    def _dealt(self, turn: int, number: int = 1) -> Position:
        seating = self.game.book.seating(self.players, SEATS[turn % self.players], self.rules)
        length = self.game.book.length(self.rules, self.players) or REPEATS
        self._giving: tuple[Card | Joker, ...] = ()
        self._heard: list[Heard] = []
        self._draws = Draws.of(self._seed, max(self._episode, 0))
        seating = replace(seating, number=(number - 1) % length + 1)
        return dealt(self.game, self.rules, seating, self._draws)

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
            self._heard.append(Heard(position.turn or SEATS[0], number - len(cards)))

    def _observation(self, seat: Seat) -> np.ndarray[Any, Any]:
        seen = observation(self.position, seat, self.layout, self._heard, self._giving)
        return np.clip(seen, LOWEST, HIGHEST).astype(np.int16)


class InOrder(OrderEnforcingWrapper):  # type: ignore[misc]  # as `CardGame`
    """PettingZoo's check that steps come in order, with `reset` named wherever it is missing."""

    def last(self, observe: bool = True) -> Any:
        if not self._has_reset:
            raise ValueError(RESET_FIRST)
        return super().last(observe)


def env(game: str, rules: Any = None, players: int | None = None) -> Any:
    """Return the environment of a game, with PettingZoo's check that steps come in order."""
    return InOrder(CardGame(game, rules, players))
