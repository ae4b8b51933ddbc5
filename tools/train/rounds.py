"""Iterates self-play with the best network, training on all games, and a match against the best network.

    python3 tools/train/rounds.py AGON GAME FOLDER [--rounds 3] [--play 240] [--learn 60] [--hidden 256]

AGON is the program. All files are in FOLDER; run the same command again to resume. FOLDER/best.net is the network that won
its last match, FOLDER/story.txt the log of the rounds.

The first games use the handcrafted evaluation. Every round also trains on positions that occur inside searches
(`--visited`), labelled by the handcrafted evaluation or, with `--teach`, by a deep network that trains further in every
round (teacher.py). `--visited 0` omits them; networks that correct the handcrafted evaluation (`--corrects`) do not need them.
The bonus for the player to move is tuned by matches (`--tempo`), after `--fair` has removed it from the targets.
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
# Threads per self-play process; the files of several processes are read in parallel.
THREADS = 4


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agon")
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--play", type=int, default=240, help="seconds of self-play per round")
    parser.add_argument("--visited", type=int, default=25, help="seconds of sampling positions inside searches")
    parser.add_argument("--learn", type=int, default=60, help="seconds of training per round")
    parser.add_argument("--teach", type=int, default=0, help="seconds of teacher training per round (0 = label by the handcrafted evaluation)")
    parser.add_argument("--nodes", type=int, default=400, help="nodes per recorded search")
    parser.add_argument("--every", type=int, default=5, help="average interval between recorded positions")
    parser.add_argument("--quick", type=int, default=40, help="nodes per search of the other moves")
    parser.add_argument("--opening", type=int, default=9, help="maximum number of random opening plies")
    parser.add_argument("--resign", type=int, default=700, help="score at which games are adjudicated")
    parser.add_argument("--rules", default="", help="rule options of the game")
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--lambda", dest="mix", type=float, default=0.03)
    parser.add_argument("--outlook", type=float, default=0.45)
    parser.add_argument("--scale", type=int, help="keep this scale instead of fitting it")
    parser.add_argument("--corrects", action="store_true")
    parser.add_argument("--fair", action="store_true", help="remove the average advantage of the player to move from the targets")
    parser.add_argument("--tempo", type=int, default=15, help="step in centipawns for tuning the bonus of the player to move (0 = off)")
    parser.add_argument("--match-nodes", type=int, default=3000)
    parser.add_argument("--match-games", type=int, default=400)
    parser.add_argument("--match-opening", type=int, default=6)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.teach and not given.visited:
        parser.error("--teach requires --visited")
    return given


class Rounds:
    def __init__(self, given):
        self.given = given
        self.agon = str(Path(given.agon).resolve())
        given.folder.mkdir(parents=True, exist_ok=True)
        self.best = given.folder / "best.net"
        self.visited = given.folder / "visited.records"

    def log(self, text):
        print(text, flush=True)
        with open(self.given.folder / "story.txt", "a") as file:
            file.write(text + "\n")

    def tune(self, *words):
        return [self.agon, "tune", self.given.game, *map(str, words)]

    def run(self, command, to=None):
        """Runs a command and returns its output, or writes it to a file that exists only when complete."""
        if to is None:
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout
        part = to.with_name(to.name + ".part")
        with open(part, "wb") as file:
            subprocess.run(command, check=True, stdout=file)
        part.rename(to)

    def run_parallel(self, commands):
        processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
        if any(process.wait() for process in processes):
            raise SystemExit("self-play failed")

    def play(self, number):
        """Plays the games of a round and returns the files of records."""
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
        self.run_parallel(
            self.tune("generate", name, "--games", 10**9, "--nodes", given.nodes, *quick, "--seconds", given.play,
                      "--threads", min(THREADS, given.cores), "--player", player,
                      "--seed", ((given.seed * 1000 + number) * 100 + part) * 10**9, *common)
            for part, name in enumerate(names, 1) if name in to_do)
        for name in to_do:
            self.run(self.tune("records", name), name.with_suffix(".records"))
        return [name.with_suffix(".records") for name in names]

    def train(self, script, out, records, seconds):
        """Common part of the command lines of training scripts."""
        given = self.given
        scale = ["--scale", str(given.scale)] if given.scale else []
        return [sys.executable, str(script), self.agon, given.game, str(out), *map(str, records), "--seconds", str(seconds),
                "--lambda", str(given.mix), "--outlook", str(given.outlook), "--seed", str(given.seed), *scale]

    def teach(self, number, records):
        """Returns the sampled positions, labelled by the teacher of this round."""
        out = self.given.folder / f"teacher-{number}"
        labelled = self.given.folder / f"{out.name}-{self.visited.name}"
        if not out.with_suffix(".done").exists():
            before = self.given.folder / f"teacher-{number - 1}.pt"
            start = ["--start", str(before)] if before.exists() else []
            subprocess.run([*self.train(TEACHER, out, records, self.given.teach), *start, "--judge", str(self.visited)], check=True)
            out.with_suffix(".done").touch()
        return labelled

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
        """Returns the points in percent and the line that reports them."""
        given = self.given
        report = self.run([self.agon, "match", given.game, "--first", f"network={network}", "--second", other, "--nodes", str(given.match_nodes),
                         "--games", str(given.match_games), "--opening", str(given.match_opening), "--rules", given.rules,
                         "--concurrency", str(given.cores), "--seed", str(given.seed + seed)]).splitlines()[0]
        return float(re.search(r"\(([0-9.]+)%\)", report).group(1)), report

    def tune_tempo(self, network, share, other):
        """Increases or decreases the bonus for the player to move as long as the match against `other` improves."""
        best, reports = (share, network), []
        for step in [-self.given.tempo, self.given.tempo] if self.given.tempo else []:
            bonus = step
            while True:
                shifted = network.with_name(f"{network.stem}{bonus:+}.net")
                self.run([sys.executable, str(TEMPO), str(network), str(shifted), str(bonus)])
                share, report = self.match(shifted, other)
                reports.append(f"  bonus {bonus:+} for the player to move: {report}")
                if share <= best[0]:
                    break
                best, bonus = (share, shifted), bonus + step
            if best[1] != network:
                break
        return *best, reports

    def round(self, number, records):
        begin = time.time()
        records += self.play(number)
        network, checked = self.learn(number, records)
        other = f"network={self.best}" if self.best.exists() else "eval=agon"
        share, report = self.match(network, other)
        lines = [f"round {number}, {time.time() - begin:.0f} s: {checked}", f"  against {other}: {report}"]
        share, tuned, reports = self.tune_tempo(network, share, other)
        lines += reports
        if tuned != network:
            # The best of several matches is biased; an independent match decides.
            network = tuned
            share, report = self.match(network, other, seed=1)
            lines.append(f"  {network.name} in an independent match: {report}")
        if self.best.exists():
            lines.append(f"  {network.name} against the handcrafted evaluation: {self.match(network, 'eval=agon')[1]}")
        if share > 50:
            shutil.copy(network, self.best)
            lines.append(f"  {network.name} is the new best")
        self.log("\n".join(lines))


def main():
    rounds, records = Rounds(parse()), []
    for number in range(1, rounds.given.rounds + 1):
        rounds.round(number, records)


if __name__ == "__main__":
    main()
