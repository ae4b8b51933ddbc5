"""Adds a constant to the evaluation of a network, for the player to move.

    python3 tools/train/tempo.py NETWORK OUT HUNDREDTHS

Search scores are on average better for the player to move than static evaluations, by an amount that depends on the training
positions. Matches show which constant suits the search.
"""

import struct
import sys

from train import ONE, WEIGHT_ONE, checksum


def read(path):
    """Reads the header line of a network file and its content without the checksum."""
    with open(path, "rb") as file:
        return file.readline(), bytearray(file.read()[:-8])


def write(path, head, content):
    content = head + content
    with open(path, "wb") as file:
        file.write(content + checksum(content).to_bytes(8, "little"))


def main():
    source, out, hundredths = sys.argv[1], sys.argv[2], float(sys.argv[3])
    head, content = read(source)
    # The header is "agon network 2" followed by names and values.
    words = head.decode().split()[3:]
    shape = dict(zip(words[::2], words[1::2]))
    outputs = int(shape["buckets"]) * (1 if shape["views"] == "2" else 2)
    more = round(hundredths / int(shape["scale"]) * ONE * WEIGHT_ONE)
    for at in range(len(content) - 4 * outputs, len(content), 4):
        (bias,) = struct.unpack_from("<i", content, at)
        struct.pack_into("<i", content, at, bias + more)
    write(out, head, content)


if __name__ == "__main__":
    main()
