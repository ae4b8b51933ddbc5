#!/usr/bin/env python3
"""Plays our chess engine against itself under python-chess, which referees moves and clocks.

    python3 -m venv VENV && VENV/bin/pip install chess
    VENV/bin/python tools/uci_games.py target/release/agon --games 200 --clock 0.2 --increment 0.01

With --concurrency 4 --load 2 two cores are busy. Another opponent may be given with --against. Counted are time losses, illegal moves and crashes of
the engine under test; any of them makes the exit status 1. The games begin with random moves from
--seed, so that no two are alike.
"""

import argparse
import concurrent.futures
import dataclasses
import multiprocessing
import random
import sys
import time

import chess
import chess.engine


class Fault(Exception):
    """The engine under test did what no engine may do."""


@dataclasses.dataclass
class Tally:
    """What came of some games."""

    points: float = 0.0
    plies: int = 0
    late: int = 0
    opponent_late: int = 0
    slowest: float = 0.0
    faults: list[str] = dataclasses.field(default_factory=list)

    def add(self, other):
        """Counts the games of another one, too."""
        self.points += other.points
        self.plies += other.plies
        self.late += other.late
        self.opponent_late += other.opponent_late
        self.slowest = max(self.slowest, other.slowest)
        self.faults += other.faults


def opening(rng, plies):
    """A position after some random moves in which the game goes on."""
    while True:
        board = chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over():
            return board


def play(board, players, clock, increment, slowest):
    """Plays to the end; the result, and who lost on time if somebody did."""
    left = {chess.WHITE: clock, chess.BLACK: clock}
    game = object()
    while not board.is_game_over(claim_draw=True):
        side = board.turn
        limit = chess.engine.Limit(
            white_clock=left[chess.WHITE],
            black_clock=left[chess.BLACK],
            white_inc=increment,
            black_inc=increment,
        )
        begin = time.perf_counter()
        answer = players[side].play(board, limit, game=game)
        spent = time.perf_counter() - begin
        slowest[side] = max(slowest[side], spent)
        left[side] -= spent
        if left[side] < 0:
            return ("0-1" if side == chess.WHITE else "1-0"), side
        left[side] += increment
        if answer.move is None:
            raise Fault("no move where there is one")
        board.push(answer.move)
    return board.result(claim_draw=True), None


def play_share(options, share):
    """Plays every so manieth game, beginning with this one; what came of them."""
    command = [options.agon, "engine", "chess"]
    other = options.against.split() if options.against else command
    start = chess.engine.SimpleEngine.popen_uci
    rng = random.Random(options.seed)
    tally = Tally()
    ours, theirs = start(command), start(other)
    try:
        for nth in range(options.games):
            # The same openings however many games are played at once.
            board = opening(rng, options.opening)
            if nth % options.concurrency != share:
                continue
            colour = chess.WHITE if nth % 2 == 0 else chess.BLACK
            longest = {chess.WHITE: 0.0, chess.BLACK: 0.0}
            try:
                result, loser = play(
                    board, {colour: ours, not colour: theirs}, options.clock, options.increment, longest
                )
            except (Fault, chess.engine.EngineError) as error:
                tally.faults.append(f"game {nth + 1}, {board.fen()}: {error}")
                ours.close()
                theirs.close()
                ours, theirs = start(command), start(other)
                continue
            tally.slowest = max(tally.slowest, longest[colour])
            tally.plies += board.ply()
            if loser is not None and (loser == colour or not options.against):
                tally.late += 1
                tally.faults.append(f"game {nth + 1}: time loss at ply {board.ply()}")
            tally.opponent_late += int(loser is not None and loser != colour)
            win = "1-0" if colour == chess.WHITE else "0-1"
            tally.points += 1.0 if result == win else 0.5 if result == "1/2-1/2" else 0.0
    finally:
        for engine in (ours, theirs):
            engine.close()
    return tally


def work_for_ever():
    """Other work on the machine."""
    while True:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("agon", help="the binary `agon`")
    parser.add_argument("--against", help="command of the opponent; ourselves when not said")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--clock", type=float, default=0.2, help="seconds for the game")
    parser.add_argument("--increment", type=float, default=0.01, help="seconds for each move")
    parser.add_argument("--opening", type=int, default=6, help="random plies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=1, help="games at the same time")
    parser.add_argument("--load", type=int, default=0, help="endless loops beside them")
    options = parser.parse_args()

    others = [multiprocessing.Process(target=work_for_ever, daemon=True) for _ in range(options.load)]
    for process in others:
        process.start()
    with concurrent.futures.ProcessPoolExecutor(options.concurrency) as pool:
        tallies = list(pool.map(play_share, [options] * options.concurrency, range(options.concurrency)))
    for process in others:
        process.kill()

    total = Tally()
    for tally in tallies:
        total.add(tally)
    print(f"{options.games} games, {total.plies} plies, score of the first {total.points}")
    print(
        f"{total.late} time losses, {len(total.faults) - total.late} illegal moves or crashes, "
        f"slowest move {total.slowest:.3f} s"
    )
    if options.against:
        print(f"{total.opponent_late} time losses of the opponent")
    for fault in total.faults[:10]:
        print("  " + fault)
    sys.exit(1 if total.faults else 0)


if __name__ == "__main__":
    main()
