"""Trains a network for any game of Agon on games of self-play.

    python3 tools/train/train.py AGON GAME OUT GAMES... [--hidden 128] [--epochs 20] [--lambda 0.3] [--seed 1]

AGON is the program: it reads the files that `agon tune GAME generate` wrote and gives their quiet
positions as sets of cells (`agon tune GAME records`); nothing here knows a rule. OUT.net is the network,
OUT.check what `agon tune GAME check` compares it with, OUT.json what happened, OUT.svg the loss as a curve.

Needs PyTorch and numpy; uses a GPU where there is one.
"""

import argparse
import json
import math
import subprocess
import time

import numpy as np
import torch

# As in crates/tactics/src/network.rs: 1 in the hidden layer, and in the weights of the outputs.
ONE, WEIGHT_ONE, SQUARE_SHIFT = 255, 1024, 4
# Weights of the hidden layer and of the outputs stay below.
LARGEST, LARGEST_OUTPUT = 1.98, (8 * WEIGHT_ONE - 1) / WEIGHT_ONE
BATCH = 16384
HELD_OUT = 0.02
# Bytes of a record before its planes: score, evaluation, result, bucket and side.
HEAD = 6
CHECKED = 1000


def read_records(agon, game, files):
    """The layout of the inputs and all records, in the order of the games. Files that end in .records hold
    what `agon tune GAME records` wrote, for those who train more than once."""
    if files[0].endswith(".records"):
        with open(files[0], "rb") as file:
            layout = json.loads(file.readline())
            content = file.read()
    else:
        process = subprocess.Popen([agon, "tune", game, "records", *files], stdout=subprocess.PIPE)
        layout = json.loads(process.stdout.readline())
        content = process.stdout.read()
        if process.wait() != 0:
            raise SystemExit("the games could not be read")
    records = np.frombuffer(content, dtype=np.uint8).reshape(-1, layout["size"])
    return layout, records


def fit_scale(score, result):
    """The score at which the chance to win is e to 1: the one that makes the results likeliest."""
    sample = slice(None, None, max(1, len(score) // 500_000))
    score, result = score[sample].double(), result[sample].double()
    best = None
    for scale in np.geomspace(30, 3000, 120):
        chance = torch.sigmoid(score / scale).clamp(1e-6, 1 - 1e-6)
        loss = -(result * chance.log() + (1 - result) * (1 - chance).log()).mean().item()
        if best is None or loss < best[0]:
            best = (loss, scale)
    return int(round(best[1]))


class Network(torch.nn.Module):
    """One hidden layer, squared and clipped; outputs by bucket, and by side where there is one view."""

    def __init__(self, layout, hidden):
        super().__init__()
        inputs = layout["planes"] * layout["cells"]
        self.views = 2 if layout["swapped"] else 1
        outputs = layout["buckets"] * (1 if self.views == 2 else 2)
        scale = 1 / math.sqrt(inputs)
        self.rows = torch.nn.Parameter(torch.empty(inputs, hidden).uniform_(-scale, scale))
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.1))
        spread = 1 / math.sqrt(hidden * self.views)
        self.outputs = torch.nn.Parameter(torch.empty(outputs, self.views * hidden).uniform_(-spread, spread))
        self.output_bias = torch.nn.Parameter(torch.zeros(outputs))

    def forward(self, views, output):
        hidden = [torch.clamp(torch.addmm(self.bias, view, self.rows), 0, 1) ** 2 for view in views]
        hidden = torch.cat(hidden, 1)
        return (hidden * self.outputs[output]).sum(1) + self.output_bias[output]

    def clip(self):
        with torch.no_grad():
            self.rows.clamp_(-LARGEST, LARGEST)
            self.outputs.clamp_(-LARGEST_OUTPUT, LARGEST_OUTPUT)


def begin_with(network, path):
    """Takes the weights of an earlier network of the same shape."""
    with open(path, "rb") as file:
        file.readline()
        content = file.read()[:-8]
    at = 0
    with torch.no_grad():
        for tensor, kind, one in ((network.rows, "<i2", ONE), (network.bias, "<i2", ONE),
                                  (network.outputs, "<i2", WEIGHT_ONE), (network.output_bias, "<i4", ONE * WEIGHT_ONE)):
            count = tensor.numel()
            numbers = np.frombuffer(content, kind, count, at).astype(np.float32) / one
            tensor.copy_(torch.from_numpy(numbers).reshape(tensor.shape))
            at += count * int(kind[2])
    assert at == len(content), f"{path} has another shape"


class Inputs:
    """Makes the inputs of a network from records, each time by one of the symmetries."""

    def __init__(self, layout, device):
        planes, cells = layout["planes"], layout["cells"]
        self.planes, self.cells, self.bytes = planes, cells, (cells + 7) // 8
        self.two = layout["swapped"] is not None
        self.bits = (2 ** torch.arange(8, dtype=torch.uint8)).to(device)
        symmetries = [list(range(cells))] + layout["symmetries"]
        # Inputs are gathered: cell c of the result is the cell from which a symmetry leads to c.
        self.symmetries = torch.argsort(torch.tensor(symmetries), 1).to(device)
        if self.two:
            self.swapped = torch.argsort(torch.tensor(layout["swapped"])).to(device)
        self.anchor = layout["anchor"]
        if self.anchor:
            self.turns = torch.argsort(torch.tensor(self.anchor["turns"]), 1).to(device)
            self.by_cell = torch.tensor(self.anchor["by_cell"]).to(device)

    def turned(self, cells):
        """The board of each record turned by its anchor, as crates/tactics/src/inputs.rs says."""
        if not self.anchor:
            return cells
        cell = cells[:, self.anchor["plane"]].max(1).indices
        order = self.turns[self.by_cell[cell]]
        return cells.gather(2, order[:, None, :].expand(-1, self.planes, -1))

    def views(self, records, symmetry, dtype):
        """The views of the player to move and of the other one, and which output belongs to each record."""
        bits = records[:, HEAD:].reshape(-1, self.planes, self.bytes, 1)
        cells = ((bits & self.bits) != 0).reshape(-1, self.planes, self.bytes * 8)[:, :, : self.cells]
        cells = cells[:, :, self.symmetries[symmetry]].to(dtype)
        told = records[:, 5].long()
        if not self.two:
            return [self.turned(cells).reshape(len(cells), -1)], told
        half = self.planes // 2
        first = cells
        second = torch.cat((cells[:, half:], cells[:, :half]), 1)[:, :, self.swapped]
        is_second = (told % 2 == 1)[:, None, None]
        first, second = self.turned(first), self.turned(second)
        own = torch.where(is_second, second, first).reshape(len(cells), -1)
        other = torch.where(is_second, first, second).reshape(len(cells), -1)
        return [own, other], told // 2


def quantised(network):
    """The weights as whole numbers."""
    def whole(tensor, one):
        return np.rint(tensor.detach().double().cpu().numpy() * one).astype(np.int64)
    return (whole(network.rows, ONE), whole(network.bias, ONE), whole(network.outputs, WEIGHT_ONE),
            whole(network.output_bias, ONE * WEIGHT_ONE))


def run_quantised(weights, views, output):
    """What the whole numbers give, in parts of 1 / (ONE * WEIGHT_ONE)."""
    rows, bias, outputs, output_bias = weights
    hidden = [np.clip(view @ rows + bias, 0, ONE) ** 2 >> SQUARE_SHIFT for view in views]
    hidden = np.concatenate(hidden, 1)
    total = (hidden * outputs[output]).sum(1) << SQUARE_SHIFT
    return np.trunc(total / ONE).astype(np.int64) + output_bias[output]


def checksum(content):
    total = 0xcbf29ce484222325
    for byte in content:
        total = ((total ^ byte) * 0x100000001b3) & 0xffffffffffffffff
    return total


def export(path, layout, network, scale, hidden, corrects):
    rows, bias, outputs, output_bias = weights = quantised(network)
    views = 2 if layout["swapped"] else 1
    anchor = f"anchor {layout['anchor']['plane']} " if layout["anchor"] else ""
    head = (f"agon network 2 planes {layout['planes']} cells {layout['cells']} views {views} "
            f"buckets {layout['buckets']} {anchor}hidden {hidden} scale {scale} corrects {'yes' if corrects else 'no'}\n")
    content = head.encode()
    for part in (rows, bias, outputs):
        content += part.astype("<i2").tobytes()
    content += output_bias.astype("<i4").tobytes()
    content += checksum(content).to_bytes(8, "little")
    with open(path, "wb") as file:
        file.write(content)
    return weights


def draw(path, title, curves):
    """Loss by epoch as a picture, without any library."""
    width, height, left, bottom = 640, 360, 70, 40
    values = [value for curve in curves.values() for value in curve]
    low, high = min(values), max(values)
    span = (high - low) or 1
    def place(epoch, value, count):
        x = left + (width - left - 20) * epoch / max(1, count - 1)
        return f"{x:.1f},{20 + (height - bottom - 20) * (high - value) / span:.1f}"
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
             f'<rect width="{width}" height="{height}" fill="#fff"/><text x="{left}" y="15">{title}</text>']
    for share in range(5):
        value = low + span * share / 4
        y = 20 + (height - bottom - 20) * (high - value) / span
        lines.append(f'<line x1="{left}" x2="{width - 20}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.5f}</text>')
    for (name, curve), colour in zip(curves.items(), ("#1f6f8b", "#b5502e")):
        points = " ".join(place(i, value, len(curve)) for i, value in enumerate(curve))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{width - 20}" y="{40 if colour == "#1f6f8b" else 58}" text-anchor="end" fill="{colour}">{name}</text>')
    lines.append(f'<text x="{width // 2}" y="{height - 10}" text-anchor="middle">epochs</text></svg>')
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agon")
    parser.add_argument("game")
    parser.add_argument("out")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--lambda", dest="mix", type=float, default=0.3, help="how much results count")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--scale", type=int, help="keep this scale instead of fitting it")
    parser.add_argument("--corrects", action="store_true", help="learn what to add to the evaluation in words")
    parser.add_argument("--limit", type=int, default=3000, help="leave out positions with larger scores")
    parser.add_argument("--broad", nargs="+", default=[], metavar="GAMES",
                        help="games of fast and careless play: many positions of all kinds, which count less and less")
    parser.add_argument("--start", metavar="NETWORK", help="begin with the weights of an earlier network")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    began = time.time()
    layout, records = read_records(given.agon, given.game, given.games)
    careless = read_records(given.agon, given.game, given.broad)[1] if given.broad else records[:0]
    data = torch.from_numpy(np.concatenate((careless, records))).to(device)
    score = data[:, :2].contiguous().view(torch.int16)[:, 0].float()
    evaluation = data[:, 2:4].contiguous().view(torch.int16)[:, 0].float()
    keep = score.abs() <= given.limit
    broad = int(keep[: len(careless)].sum())
    data, score, evaluation = data[keep], score[keep], evaluation[keep]
    result = data[:, 4].float() / 2
    scale = given.scale or fit_scale(score[broad:], result[broad:])
    target = given.mix * result + (1 - given.mix) * torch.sigmoid(score / scale)
    # The last games are held out: positions of one game are too much alike.
    held = max(1, int((len(data) - broad) * HELD_OUT))
    count = len(data) - held
    in_words = (torch.sigmoid(evaluation[count:] / scale) - target[count:]).abs().pow(2.5).mean().item()
    print(f"{given.game}: {count} positions to learn from, {broad} of them broad, {held} held out, scale {scale}, "
          f"read in {time.time() - began:.0f} s, on {device}; loss of the evaluation in words {in_words:.6f}", flush=True)

    inputs = Inputs(layout, device)
    network = Network(layout, given.hidden).to(device)
    if given.start:
        begin_with(network, given.start)
    dtype = torch.float32
    optimiser = torch.optim.AdamW(network.parameters(), lr=given.rate, weight_decay=1e-4)
    # Of the broad positions all at first, none at last.
    sizes = [count - broad + int(broad * (1 - epoch / given.epochs)) for epoch in range(given.epochs)]
    steps = sum(max(1, size // given.batch) for size in sizes)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, given.rate, total_steps=steps + 1, pct_start=0.05)

    def loss_of(rows, symmetry):
        views, output = inputs.views(data[rows], symmetry, dtype)
        value = network(views, output)
        if given.corrects:
            value = value + evaluation[rows] / scale
        return (torch.sigmoid(value) - target[rows]).abs().pow(2.5).mean()

    curves = {"learned from": [], "held out": []}
    variants = len(inputs.symmetries)
    step = 0
    for epoch in range(given.epochs):
        order = torch.arange(broad, count, device=device)
        if broad:
            order = torch.cat((order, torch.randperm(broad, device=device)[: sizes[epoch] - len(order)]))
        order = order[torch.randperm(len(order), device=device)]
        total = torch.zeros((), device=device)
        batches = max(1, sizes[epoch] // given.batch)
        for nth in range(batches):
            rows = order[nth * given.batch : (nth + 1) * given.batch]
            loss = loss_of(rows, step % variants if variants > 2 else int(torch.randint(variants, ())))
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            network.clip()
            total += loss.detach()
            step += 1
        with torch.no_grad():
            pieces = torch.arange(count, count + held, device=device).split(given.batch)
            out = sum(loss_of(rows, 0) * len(rows) for rows in pieces) / held
        curves["learned from"].append((total / batches).item())
        curves["held out"].append(out.item())
        if epoch % max(1, given.epochs // 10) == 0 or epoch == given.epochs - 1:
            print(f"{given.game}: epoch {epoch + 1}, loss {curves['learned from'][-1]:.6f}, "
                  f"held out {curves['held out'][-1]:.6f}, {time.time() - began:.0f} s", flush=True)

    weights = export(given.out + ".net", layout, network, scale, given.hidden, given.corrects)
    rows = torch.linspace(count, count + held - 1, min(CHECKED, held)).long().to(device)
    with torch.no_grad():
        views, output = inputs.views(data[rows], 0, dtype)
        floats = network(views, output).cpu().numpy().astype("<f4")
    views = [view.cpu().numpy().astype(np.int64) for view in views]
    wholes = run_quantised(weights, views, output.cpu().numpy()).astype("<i4")
    with open(given.out + ".check", "wb") as file:
        for record, float_output, whole in zip(data[rows].cpu().numpy(), floats, wholes):
            file.write(record.tobytes() + float_output.tobytes() + whole.tobytes())
    draw(given.out + ".svg", f"{given.game}: loss by epoch, {count} positions", curves)
    story = {"game": given.game, "positions": count, "broad": broad, "held_out": held, "scale": scale, "hidden": given.hidden,
             "epochs": given.epochs, "lambda": given.mix, "rate": given.rate, "batch": given.batch,
             "seed": given.seed, "corrects": given.corrects, "start": given.start, "loss_of_words": in_words, "files": given.games, "broad_files": given.broad, "device": device,
             "loss": curves["learned from"][-1], "held_out_loss": curves["held out"][-1],
             "seconds": round(time.time() - began)}
    with open(given.out + ".json", "w") as file:
        json.dump(story, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
