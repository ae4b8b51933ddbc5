"""Lets a network that evaluates on its own and the words count half each.

    python3 tools/train/half.py NETWORK OUT

Where both know something of their own, that knows more than either of them, and takes too long to play by: games by
it are to learn from (`agon tune GAME generate --player OUT`), and what it sees (`agon tune GAME visited --judge OUT`).
"""

import sys

from tempo import read, write


def main():
    source, out = sys.argv[1:]
    head, content = read(source)
    if not head.endswith(b" corrects no\n"):
        raise SystemExit(f"{source} does not evaluate on its own")
    write(out, head.replace(b" corrects no\n", b" corrects half\n"), content)


if __name__ == "__main__":
    main()
