"""Measure the single-threaded random-rollout speed of OpenSpiel's C++ games.

Prints one line per game: <id> <moves per second> <average length>, where a
move is one OpenSpiel action (in Chinese checkers a step, a single hop or the
pass that ends a chain of hops; in morris a capture is an action of its own).

Written for open_spiel 2.0.2, whose Python module does not expose
RandomRolloutEvaluator.evaluate. A search of one simulation does the same: it
evaluates the root, which plays all the evaluator's rollouts in C++. It reports
no move count, so the average length is taken from separate games, also played
in C++, between two uniformly random bots.
"""

import argparse
import time

import pyspiel

GAMES = {
    "chess": "chess",
    "chinese-checkers": "chinese_checkers(players=2,max_moves=1000)",
    "morris": "nine_mens_morris",
}
ROLLOUTS_PER_CALL = 100
SEED = 1


def average_length(game, seconds):
    """Mean number of actions in a random game, sampled for some seconds."""
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player)
            for player in range(game.num_players())]
    games = actions = 0
    end = time.perf_counter() + seconds
    while games == 0 or time.perf_counter() < end:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, SEED)
        games += 1
        actions += state.move_number()
    return actions / games


def rollouts_per_second(game, seconds):
    """Random games from the initial state that C++ plays in a second."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS_PER_CALL, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, uct_c=1.0, max_simulations=1,
                          max_memory_mb=1, solve=False, seed=SEED,
                          verbose=False)
    state = game.new_initial_state()
    bot.mcts_search(state)  # Warm up.
    calls = elapsed = 0
    start = time.perf_counter()
    while calls == 0 or elapsed < seconds:
        root = bot.mcts_search(state)
        assert root.explore_count == 1, "expected exactly one evaluation"
        calls += 1
        elapsed = time.perf_counter() - start
    return calls * ROLLOUTS_PER_CALL / elapsed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0,
                        help="approximate measuring time per game, half of it "
                             "for the average length (default: %(default)s)")
    half = parser.parse_args().seconds / 2
    for our_id, name in GAMES.items():
        game = pyspiel.load_game(name)
        length = average_length(game, half)
        speed = rollouts_per_second(game, half) * length
        print(f"{our_id} {speed:.0f} {length:.1f}", flush=True)


if __name__ == "__main__":
    main()
