#!/usr/bin/env python3
"""How long `perfect` takes for a move of the placing phase, each time in a new process.

    python3 tools/perfect_times.py AGON DIR [GAMES] [SEED]

AGON is the program, DIR the folder of the tables. Moves are made at random; before each one
`perfect` is asked what it would do.
"""

import os
import random
import subprocess
import sys
import time
from collections import defaultdict

PLACED = 18  # by both players together


def legal(agon, moves):
    command = [agon, "moves", "morris", "--moves", " ".join(moves)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def seconds(agon, moves):
    pipe = subprocess.PIPE
    with subprocess.Popen([agon, "engine", "morris"], stdin=pipe, stdout=pipe, text=True) as engine:
        def say(line):
            print(line, file=engine.stdin, flush=True)

        def wait_for(start):
            while not engine.stdout.readline().startswith(start):
                pass

        say("setoption name Kind value perfect")
        say("isready")
        wait_for("readyok")
        say("position startpos moves " + " ".join(moves) if moves else "position startpos")
        begin = time.monotonic()
        say("go movetime 5000")
        wait_for("bestmove")
        taken = time.monotonic() - begin
        say("quit")
    return taken


def main():
    agon, folder = sys.argv[1:3]
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    random.seed(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    os.environ["AGON_DATABASE"] = folder
    times = defaultdict(list)
    for _ in range(games):
        moves = []
        while len(moves) < PLACED and (choices := legal(agon, moves)):
            times[PLACED - len(moves)].append(seconds(agon, moves))
            moves.append(random.choice(choices))
    for hand, taken in sorted(times.items(), reverse=True):
        median = sorted(taken)[len(taken) // 2]
        print(f"{hand:2} in hand: median {median:.3f} s, most {max(taken):.3f} s")


main()
