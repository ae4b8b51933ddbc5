"""How much is known by searches of so many positions? What networks learn from is worth no more than that.

    python3 tools/train/labels.py AGON GAME POSITIONS [--nodes 500 5000 40000] [--judge COMMAND] [--judge-nodes 100000]

POSITIONS is what `agon tune GAME positions` wrote. Some of them, by lot, are judged by searches of each size, from nothing,
and by the judge: any engine that speaks UCI and knows the game, the program itself by default. Told is how far both agree on
the chances (correlation, 1 for always), also in those positions alone that the judge takes for level.

Needs nothing but Python.
"""

import argparse
import math
import random
import shlex
import subprocess
from statistics import correlation

# The score at which the chance to win is e to 1, in hundredths, and the largest that is called level.
SCALE, LEVEL = 180, 200
# What a forced win counts as.
WON = 3000


class Engine:
    def __init__(self, command, *orders):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        for order in ("uci", *orders):
            self.tell(order)

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def score(self, position, nodes):
        """What it thinks of a position, in hundredths, as the player to move sees it; `None` for nothing."""
        for line in ("ucinewgame", f"position fen {position}", f"go nodes {nodes}"):
            self.tell(line)
        score = None
        while not (line := self.process.stdout.readline()).startswith("bestmove"):
            if not line:
                raise SystemExit(f"the engine gave up at {position}")
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
    parser.add_argument("--eval", help="how the program evaluates positions (`agon engine`, option Eval)")
    parser.add_argument("--judge", help="an engine instead of the program itself")
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
