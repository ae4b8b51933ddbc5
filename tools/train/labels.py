"""Measures how accurate the scores of searches of various sizes are, which limits what networks can learn from them.

    python3 tools/train/labels.py AGON GAME POSITIONS [--nodes 500 5000 40000] [--judge COMMAND] [--judge-nodes 100000]

POSITIONS is the output of `agon tune GAME positions`. A random sample is scored by searches of each size, each with an
empty transposition table, and by the judge: any UCI engine that plays the game, by default the program itself. The output is
the correlation of the win probabilities, for all positions and for those that the judge considers balanced.

Requires only Python.
"""

import argparse
import math
import random
import shlex
import subprocess
from statistics import correlation

# Scale of the logistic function and maximum absolute score of balanced positions, in centipawns.
SCALE, LEVEL = 180, 200
# Score of a forced win.
WON = 3000


class Engine:
    def __init__(self, command, *orders):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        for order in ("uci", *orders):
            self.send(order)

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def score(self, position, nodes):
        """Score for the player to move, in centipawns; `None` if the engine reports none."""
        for line in ("ucinewgame", f"position fen {position}", f"go nodes {nodes}"):
            self.send(line)
        score = None
        while not (line := self.process.stdout.readline()).startswith("bestmove"):
            if not line:
                raise SystemExit(f"the engine exited at {position}")
            words = line.split()
            if "score" in words and "lowerbound" not in words and "upperbound" not in words:
                kind, value = words[words.index("score") + 1 :][:2]
                score = int(value) if kind == "cp" else math.copysign(WON, int(value))
        return score

    def chances(self, positions, nodes):
        scores = [self.score(position, nodes) for position in positions]
        return [None if score is None else 1 / (1 + math.exp(-score / SCALE)) for score in scores]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agon")
    parser.add_argument("game")
    parser.add_argument("positions")
    parser.add_argument("--nodes", type=int, nargs="+", default=[500, 5_000, 40_000])
    parser.add_argument("--eval", help="evaluation of the program (option Eval of `agon engine`)")
    parser.add_argument("--judge", help="command of a reference engine; default: the program itself")
    parser.add_argument("--judge-nodes", type=int, default=100_000)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with open(given.positions) as file:
        texts = [line.split(" ", 2)[2].strip() for line in file if line[0] in "01"]
    texts = random.Random(given.seed).sample(texts, min(given.count, len(texts)))
    own = [given.agon, "engine", given.game]
    judge = Engine(shlex.split(given.judge) if given.judge else own)
    judged = judge.chances(texts, given.judge_nodes)
    program = Engine(own, *([f"setoption name Eval value {given.eval}"] if given.eval else []))
    edge = 1 / (1 + math.exp(-LEVEL / SCALE))
    for nodes in given.nodes:
        pairs = [pair for pair in zip(program.chances(texts, nodes), judged) if None not in pair]
        level = [pair for pair in pairs if 1 - edge < pair[1] < edge]
        if len(level) < 2:
            print(f"{nodes} nodes: {len(pairs)} scores, too few to compare", flush=True)
            continue
        print(f"{nodes} nodes: {correlation(*zip(*pairs)):.3f} of {len(pairs)}, "
              f"{correlation(*zip(*level)):.3f} of {len(level)} level ones", flush=True)


if __name__ == "__main__":
    main()
