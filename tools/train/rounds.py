"""Round after round: games by the best player so far, a network from all games, a match against the best so far.

    python3 tools/train/rounds.py AGON GAME FOLDER [--rounds 3] [--play 240] [--learn 60] [--hidden 256]

AGON is the program. Everything stays in FOLDER, and the same command goes on where it was broken off: what is there is
not made again. FOLDER/best.net is the network that won its match, FOLDER/story.txt what came of each round.

What being on move is worth is found by matches too (`--tempo`), and taken from what is learned before (`--fair`).
The first games are by the evaluation in words. What positions that searches meet look to it (`--visited`) is learned in
every round; 0 leaves them out, as networks that only correct the words (`--corrects`) need none. With `--teach` a deep
network judges them instead (teacher.py), which learns further in every round.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

TRAIN = Path(__file__).with_name("train.py")
TEACHER = Path(__file__).with_name("teacher.py")
TEMPO = Path(__file__).with_name("tempo.py")
# Threads of one process that plays games: files are read side by side.
THREADS = 4


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agon")
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--play", type=int, default=240, help="seconds of games in each round")
    parser.add_argument("--visited", type=int, default=25, help="seconds of positions that searches meet")
    parser.add_argument("--learn", type=int, default=60, help="seconds of training in each round")
    parser.add_argument("--teach", type=int, default=0, help="seconds in each round of a teacher that judges these; 0: the words do")
    parser.add_argument("--nodes", type=int, default=400, help="positions searched to judge one")
    parser.add_argument("--every", type=int, default=5, help="of so many positions one is judged")
    parser.add_argument("--quick", type=int, default=40, help="positions searched for the other moves")
    parser.add_argument("--opening", type=int, default=9, help="random plies at most")
    parser.add_argument("--resign", type=int, default=700, help="when games are given up")
    parser.add_argument("--rules", default="", help="options of the game")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--lambda", dest="mix", type=float, default=0.03)
    parser.add_argument("--outlook", type=float, default=0.45)
    parser.add_argument("--scale", type=int, help="keep this scale instead of fitting it")
    parser.add_argument("--corrects", action="store_true")
    parser.add_argument("--fair", action="store_true", help="searches think no better of being on move than the words")
    parser.add_argument("--tempo", type=int, default=15, help="hundredths by which being on move is tried to be worth more or less; 0: not tried")
    parser.add_argument("--match-nodes", type=int, default=3000)
    parser.add_argument("--match-games", type=int, default=400)
    parser.add_argument("--match-opening", type=int, default=6)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.teach and not given.visited:
        parser.error("--teach needs positions to judge: --visited")
    return given


class Rounds:
    def __init__(self, given):
        self.given = given
        self.agon = str(Path(given.agon).resolve())
        given.folder.mkdir(parents=True, exist_ok=True)
        self.best = given.folder / "best.net"
        self.visited = given.folder / "visited.records"

    def tell(self, text):
        print(text, flush=True)
        with open(self.given.folder / "story.txt", "a") as file:
            file.write(text + "\n")

    def tune(self, *words):
        return [self.agon, "tune", self.given.game, *map(str, words)]

    def run(self, command, to=None):
        """Runs a command; what it writes goes into a file that is there only when it is complete."""
        if to is None:
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout
        part = to.with_name(to.name + ".part")
        with open(part, "wb") as file:
            subprocess.run(command, check=True, stdout=file)
        part.rename(to)

    def side_by_side(self, commands):
        processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
        if any(process.wait() for process in processes):
            raise SystemExit("games could not be played")

    def play(self, number):
        """Games of a round; the files of records."""
        given = self.given
        processes = max(1, given.cores // THREADS)
        names = [given.folder / f"round-{number}-{part}.games" for part in range(1, processes + 1)]
        player = self.best if self.best.exists() else "sum"
        common = ["--opening", given.opening, "--resign", given.resign, "--rules", given.rules]
        if given.visited and not self.visited.exists():
            part = self.visited.with_name("visited.part")
            self.run(self.tune("visited", part, "--positions", 10**9, "--nodes", given.nodes, "--every", 8, "--seconds", given.visited,
                               "--seed", given.seed, "--threads", given.cores, *common))
            part.rename(self.visited)
        quick = ["--every", given.every, "--quick", given.quick] if given.every > 1 else []
        to_do = [name for name in names if not name.with_suffix(".records").exists()]
        self.side_by_side(
            self.tune("generate", name, "--games", 10**9, "--nodes", given.nodes, *quick, "--seconds", given.play,
                      "--threads", min(THREADS, given.cores), "--player", player,
                      "--seed", ((given.seed * 1000 + number) * 100 + part) * 10**9, *common)
            for part, name in enumerate(names, 1) if name in to_do)
        for name in to_do:
            self.run(self.tune("records", name), name.with_suffix(".records"))
        return [name.with_suffix(".records") for name in names]

    def train(self, script, out, records, seconds):
        """The words that begin a script of training."""
        given = self.given
        scale = ["--scale", str(given.scale)] if given.scale else []
        return [sys.executable, str(script), self.agon, given.game, str(out), *map(str, records), "--seconds", str(seconds),
                "--lambda", str(given.mix), "--outlook", str(given.outlook), "--seed", str(given.seed), *scale]

    def teach(self, number, records):
        """The positions that searches meet, as the teacher of this round judges them."""
        out = self.given.folder / f"teacher-{number}"
        judged = self.given.folder / f"{out.name}-{self.visited.name}"
        if not out.with_suffix(".done").exists():
            before = self.given.folder / f"teacher-{number - 1}.pt"
            start = ["--start", str(before)] if before.exists() else []
            subprocess.run([*self.train(TEACHER, out, records, self.given.teach), *start, "--judge", str(self.visited)], check=True)
            out.with_suffix(".done").touch()
        return judged

    def learn(self, number, records):
        given = self.given
        out = given.folder / f"round-{number}"
        network = out.with_suffix(".net")
        if not network.exists():
            command = [*self.train(TRAIN, out, records, given.learn), "--hidden", str(given.hidden)]
            if given.visited:
                command += ["--careless", str(self.teach(number, records) if given.teach else self.visited)]
            command += ["--corrects"] * given.corrects + ["--fair"] * given.fair
            subprocess.run(command, check=True)
        return network, self.run(self.tune("check", network, out.with_suffix(".check"))).strip()

    def match(self, network, other, seed=0):
        """The share of the points and the line that tells it."""
        given = self.given
        said = self.run([self.agon, "match", given.game, "--first", f"network={network}", "--second", other, "--nodes", str(given.match_nodes),
                         "--games", str(given.match_games), "--opening", str(given.match_opening), "--rules", given.rules,
                         "--concurrency", str(given.cores), "--seed", str(given.seed + seed)]).splitlines()[0]
        return float(re.search(r"\(([0-9.]+)%\)", said).group(1)), said

    def weigh(self, network, share, other):
        """What being on move is worth: more, or less, as long as the match against `other` is better for it."""
        best, told = (share, network), []
        for step in [-self.given.tempo, self.given.tempo] if self.given.tempo else []:
            worth = step
            while True:
                shifted = network.with_name(f"{network.stem}{worth:+}.net")
                self.run([sys.executable, str(TEMPO), str(network), str(shifted), str(worth)])
                share, said = self.match(shifted, other)
                told.append(f"  {worth:+} for being on move: {said}")
                if share <= best[0]:
                    break
                best, worth = (share, shifted), worth + step
            if best[1] != network:
                break
        return *best, told

    def round(self, number, records):
        begin = time.time()
        records += self.play(number)
        network, checked = self.learn(number, records)
        other = f"network={self.best}" if self.best.exists() else "eval=agon"
        share, said = self.match(network, other)
        lines = [f"round {number}, {time.time() - begin:.0f} s: {checked}", f"  against {other}: {said}"]
        share, weighed, told = self.weigh(network, share, other)
        lines += told
        if weighed != network:
            # The best of several matches is a little luck: games that nothing was chosen by decide.
            network = weighed
            share, said = self.match(network, other, seed=1)
            lines.append(f"  {network.name} once more: {said}")
        if self.best.exists():
            lines.append(f"  {network.name} against the words: {self.match(network, 'eval=agon')[1]}")
        if share > 50:
            shutil.copy(network, self.best)
            lines.append(f"  {network.name} is the best so far")
        self.tell("\n".join(lines))


def main():
    rounds, records = Rounds(parse()), []
    for number in range(1, rounds.given.rounds + 1):
        rounds.round(number, records)


if __name__ == "__main__":
    main()
