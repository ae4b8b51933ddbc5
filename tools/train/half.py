"""Converts a network that evaluates alone to one that is averaged with the handcrafted evaluation.

    python3 tools/train/half.py NETWORK OUT

The average is stronger per node but too slow for play. Use it to generate games (`agon tune GAME generate --player OUT`) and
to label positions (`agon tune GAME visited --judge OUT`).
"""

import sys

from tempo import read, write


def main():
    source, out = sys.argv[1:]
    head, content = read(source)
    if not head.endswith(b" corrects no\n"):
        raise SystemExit(f"{source}: not a network that evaluates alone")
    write(out, head.replace(b" corrects no\n", b" corrects half\n"), content)


if __name__ == "__main__":
    main()
