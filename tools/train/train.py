"""Trains a network for any game of Agon on self-play games.

    python3 tools/train/train.py AGON GAME OUT GAMES... [--hidden 128] [--epochs 20] [--lambda 0.3] [--seed 1]

AGON is the program, which converts the files of `agon tune GAME generate` to quiet positions as network inputs (`agon tune
GAME records`); this script knows no rules. OUT.net is the network, OUT.check the input of `agon tune GAME check`, OUT.json a
summary, OUT.svg the loss curves.

Requires PyTorch and numpy; uses a GPU if available.
"""

import argparse
import json
import math
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch

# Quantisation of the hidden layer and of the output weights, as in crates/tactics/src/network.rs.
ONE, WEIGHT_ONE, SQUARE_SHIFT = 255, 1024, 4
# Limits of hidden and output weights.
MAX_WEIGHT, MAX_OUTPUT_WEIGHT = 1.98, (8 * WEIGHT_ONE - 1) / WEIGHT_ONE
BATCH = 16384
# Warm-up steps of the learning rate.
WARM_UP = 200
HELD_OUT = 0.02
# Size of a record before its planes: score, evaluation, result, bucket and side, outlook.
HEAD = 8
CHECKED = 1000
# Maximum absolute evaluation, in hundredths of a piece, of positions used by --fair.
NEAR = 300
# Prevents underflow of half-precision gradients.
GRADIENT_SCALE = 32


def read_file(agon, game, file):
    """Returns the layout and the records of a file of games. Files ending in .records contain the saved output of
    `agon tune GAME records`."""
    if file.endswith(".records"):
        with open(file, "rb") as source:
            return json.loads(source.readline()), source.read()
    process = subprocess.Popen([agon, "tune", game, "records", file], stdout=subprocess.PIPE)
    layout = json.loads(process.stdout.readline())
    content = process.stdout.read()
    if process.wait() != 0:
        raise SystemExit(f"cannot read {file}")
    return layout, content


def read_records(agon, game, files):
    """Returns the layout and all records, in the order of the games; files are read in parallel."""
    with ThreadPoolExecutor(8) as pool:
        parts = list(pool.map(lambda file: read_file(agon, game, file), files))
    layout = parts[0][0]
    records = [np.frombuffer(content, dtype=np.uint8).reshape(-1, layout["size"]) for _, content in parts]
    return layout, np.concatenate(records)


def fit_scale(score, result):
    """Fits the scale of the logistic function, in hundredths of a piece, to the results."""
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
    """One hidden layer with clipped and squared activations; one output per bucket, and per side if there is one view."""

    def __init__(self, layout, hidden, rooms):
        super().__init__()
        inputs = layout["planes"] * layout["cells"]
        self.views = 2 if layout["swapped"] else 1
        outputs = layout["buckets"] * (1 if self.views == 2 else 2)
        scale = 1 / math.sqrt(inputs)
        self.rows = torch.nn.Parameter(torch.empty(inputs, hidden).uniform_(-scale, scale))
        # Weights of an input bucket are shared weights plus differences, so that every bucket learns from all positions.
        self.by_room = torch.nn.Parameter(torch.zeros(rooms, inputs, hidden)) if rooms > 1 else None
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.1))
        spread = 1 / math.sqrt(hidden * self.views)
        self.outputs = torch.nn.Parameter(torch.empty(outputs, self.views * hidden).uniform_(-spread, spread))
        self.output_bias = torch.nn.Parameter(torch.zeros(outputs))

    def all_rows(self):
        """Input weights of all input buckets, concatenated."""
        return self.rows if self.by_room is None else (self.rows + self.by_room).flatten(0, 1)

    def forward(self, views, output):
        # The last input columns are padding with zero weights.
        rows = self.all_rows()
        rows = torch.nn.functional.pad(rows, (0, 0, 0, views[0].shape[1] - len(rows))).to(views[0].dtype)
        hidden = [torch.clamp((view @ rows).float() + self.bias, 0, 1) ** 2 for view in views]
        hidden = torch.cat(hidden, 1)
        # Computes all outputs and selects one: indexing the weights by bucket makes training ten times slower.
        return torch.addmm(self.output_bias, hidden, self.outputs.T).gather(1, output[:, None])[:, 0]

    def clip(self):
        with torch.no_grad():
            largest = MAX_WEIGHT if self.by_room is None else MAX_WEIGHT / 2
            self.rows.clamp_(-largest, largest)
            if self.by_room is not None:
                self.by_room.clamp_(-largest, largest)
            self.outputs.clamp_(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT)


def load_weights(network, path):
    """Loads the weights of an earlier network of the same shape."""
    with open(path, "rb") as file:
        file.readline()
        content = file.read()[:-8]
    at = 0
    with torch.no_grad():
        rows = torch.empty_like(network.all_rows())
        for tensor, kind, one in ((rows, "<i2", ONE), (network.bias, "<i2", ONE),
                                  (network.outputs, "<i2", WEIGHT_ONE), (network.output_bias, "<i4", ONE * WEIGHT_ONE)):
            count = tensor.numel()
            numbers = np.frombuffer(content, kind, count, at).astype(np.float32) / one
            tensor.copy_(torch.from_numpy(numbers).reshape(tensor.shape))
            at += count * int(kind[2])
        if network.by_room is None:
            network.rows.copy_(rows)
        else:
            rooms = rows.reshape(network.by_room.shape)
            network.rows.copy_(rooms.mean(0))
            network.by_room.copy_(rooms - network.rows)
    assert at == len(content), f"{path} has a different shape"


class Inputs:
    """Converts records to network inputs under a symmetry. The intermediate form is lists of active inputs, each as plane ×
    cells per plane + cell, padded with an unused number, so that symmetries are table lookups."""

    PADDING = 8

    def __init__(self, layout, device, rooms):
        self.device = device
        self.rooms = rooms
        self.planes, self.cells = layout["planes"], layout["cells"]
        self.none = self.planes * self.cells
        identity = list(range(self.cells))
        self.symmetries = torch.stack([self.table(cells) for cells in [identity] + layout["symmetries"]])
        self.swapped = None
        if layout["swapped"]:
            self.swapped = self.table(layout["swapped"], self.planes // 2)
        self.anchor = layout["anchor"]
        if self.anchor:
            self.turns = torch.stack([self.table(cells) for cells in self.anchor["turns"]])
            self.by_cell = torch.tensor(self.anchor["by_cell"], device=device)
            self.room_of = torch.tensor(self.anchor["rooms"], device=device)

    def table(self, cells, planes_on=0):
        """Maps each input to its image when cells are permuted and planes rotated by `planes_on`."""
        to = [(plane + planes_on) % self.planes * self.cells + cells[cell]
              for plane in range(self.planes) for cell in range(self.cells)]
        return torch.tensor(to + [self.none], device=self.device)

    def lists(self, records):
        """Lists of active inputs, one row per record."""
        size = (self.cells + 7) // 8
        bits = (2 ** torch.arange(8, dtype=torch.uint8)).to(self.device)
        parts, longest = [], 0
        for chunk in records.split(1 << 19):
            planes = chunk.to(self.device)[:, HEAD:].reshape(-1, self.planes, size, 1)
            cells = ((planes & bits) != 0).reshape(-1, self.planes, size * 8)[:, :, : self.cells]
            cells = cells.reshape(len(cells), self.none)
            count = cells.sum(1)
            row, number = cells.nonzero(as_tuple=True)
            place = torch.arange(len(row), device=self.device) - (count.cumsum(0) - count)[row]
            part = torch.full((len(cells), int(count.max())), self.none, dtype=torch.int16, device=self.device)
            part[row, place] = number.to(torch.int16)
            longest = max(longest, part.shape[1])
            parts.append(part)
        pad = torch.nn.functional.pad
        return torch.cat([pad(part, (0, longest - part.shape[1]), value=self.none) for part in parts])

    def oriented(self, lists):
        """Orients the boards by their anchors; see crates/tactics/src/inputs.rs."""
        if not self.anchor:
            return lists
        first = self.anchor["plane"] * self.cells
        here = (lists >= first) & (lists < first + self.cells)
        cell = torch.where(here, lists - first, 0).sum(1)
        oriented = self.turns.flatten()[self.by_cell[cell][:, None] * (self.none + 1) + lists]
        if self.rooms == 1:
            return oriented
        return torch.where(oriented == self.none, self.width(), oriented + self.room_of[cell][:, None] * self.none)

    def width(self):
        return self.rooms * self.none

    def view(self, lists):
        # Half precision is faster and finer than the quantised weights.
        kind = torch.float16 if self.device == "cuda" else torch.float32
        dense = torch.zeros(len(lists), self.width() + self.PADDING, device=self.device, dtype=kind)
        return dense.scatter_(1, lists, 1.0)

    def seen(self, lists, bucket_side, symmetry):
        """Returns the active inputs for the player to move and, with two perspectives, for the opponent, under the symmetry with
        this index (a tensor); and the output index of each record."""
        first = self.symmetries.index_select(0, symmetry)[0][lists.long()]
        if self.swapped is None:
            return [self.oriented(first)], bucket_side
        second = self.swapped[first]
        is_second = (bucket_side % 2 == 1)[:, None]
        own, other = torch.where(is_second, second, first), torch.where(is_second, first, second)
        return [self.oriented(own), self.oriented(other)], bucket_side // 2

    def views(self, lists, bucket_side, symmetry):
        """Like `seen`, as dense tensors."""
        seen, output = self.seen(lists, bucket_side, symmetry)
        return [self.view(lists) for lists in seen], output


def quantised(network):
    """Quantised weights."""
    def whole(tensor, one):
        return np.rint(tensor.detach().double().cpu().numpy() * one).astype(np.int64)
    return (whole(network.all_rows(), ONE), whole(network.bias, ONE), whole(network.outputs, WEIGHT_ONE),
            whole(network.output_bias, ONE * WEIGHT_ONE))


def run_quantised(weights, views, output):
    """Inference with quantised weights, in units of 1 / (ONE * WEIGHT_ONE)."""
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
    if network.by_room is not None:
        anchor += f"rooms {len(network.by_room)} "
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
    """Writes the loss curves as SVG."""
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


class Dataset:
    """Training positions and their targets."""

    def __init__(self, given, device):
        layout, records = read_records(given.agon, given.game, given.games)
        none = records[:0]
        broad, careless = (read_records(given.agon, given.game, files)[1] if files else none
                           for files in (given.broad, given.careless))
        # Broad positions first, held-out positions last.
        records = np.concatenate((broad, careless, records)) if len(broad) + len(careless) else records
        score = records[:, :2].copy().view("<i2")[:, 0]
        keep = np.abs(score.astype(np.int32)) <= given.limit
        self.broad, careless = (int(keep[:end].sum()) for end in (len(broad), len(broad) + len(careless)))
        self.careless = careless - self.broad
        self.layout = layout
        self.records = records = records[keep]
        self.score = score = torch.from_numpy(score[keep].astype(np.float32)).to(device)
        self.evaluation = torch.from_numpy(records[:, 2:4].copy().view("<i2")[:, 0].astype(np.float32)).to(device)
        result = torch.from_numpy(records[:, 4].astype(np.float32) / 2).to(device)
        outlook = torch.from_numpy(records[:, 6:8].copy().view("<u2")[:, 0].astype(np.float32) / 65535).to(device)
        self.bucket_side = torch.from_numpy(records[:, 5].astype(np.int64)).to(device)
        self.scale = given.scale or fit_scale(score[careless:], result[careless:])
        # Results of careless games are meaningless.
        counts = torch.ones(len(records), device=device)
        counts[self.broad:careless] = 0
        self.target = (torch.sigmoid(score / self.scale) * (1 - counts * (given.mix + given.outlook))
                       + counts * (given.mix * result + given.outlook * outlook))
        if given.fair:
            self.make_fair()
        self.hold_out()
        self.rooms = max(layout["anchor"]["rooms"]) + 1 if given.rooms and layout["anchor"] else 1
        if given.rooms and self.rooms == 1:
            raise SystemExit(f"{given.game} has no rooms")
        self.inputs = Inputs(layout, device, self.rooms)
        self.lists = self.inputs.lists(torch.from_numpy(records))

    def make_fair(self):
        """Removes the average advantage of the player to move over the handcrafted evaluation from the targets. Searches find
        good moves for the player to move, above all after a bad move; a network trained on that overestimates every leaf of a
        search."""
        groups = (0, self.broad, self.broad + self.careless, len(self.target))
        for first, last in zip(groups, groups[1:]):
            if first == last:
                continue
            target, evaluation = self.target[first:last], self.evaluation[first:last]
            wanted = torch.logit(target, eps=1e-4) * self.scale
            near = evaluation.abs() < NEAR
            better = (wanted - evaluation)[near].clamp(-NEAR, NEAR).mean()
            target.copy_(torch.sigmoid((wanted - better) / self.scale))
            print(f"{last - first} positions: average advantage of the player to move {better:.1f}", flush=True)

    def hold_out(self):
        """Holds out the last games as a whole, because positions of one game are correlated."""
        self.held = max(1, int((len(self.records) - self.broad - self.careless) * HELD_OUT))
        self.count = len(self.records) - self.held

    def drop_differing(self, seen, apart):
        """Drops positions whose score differs from `seen` by more than `apart`: tactics that only a search can see are noise
        for a network."""
        keep = (self.score - seen).abs() <= apart
        broad = int(keep[: self.broad].sum())
        self.careless = int(keep[self.broad : self.broad + self.careless].sum())
        self.broad = broad
        self.records = self.records[keep.cpu().numpy()]
        for name in ("score", "evaluation", "bucket_side", "target", "lists"):
            setattr(self, name, getattr(self, name)[keep])
        self.hold_out()


class Training:
    """Trains a network. On a GPU each step is a CUDA graph, because launching the kernels one by one takes longer than
    running them."""

    def __init__(self, given, data, device):
        self.given, self.data, self.device = given, data, device
        self.network = Network(data.layout, given.hidden, data.rooms).to(device)
        if given.start:
            load_weights(self.network, given.start)
        if given.apart:
            data.drop_differing(self.seen() if given.start else data.evaluation, given.apart)
        on_gpu = device == "cuda"
        self.rate = torch.tensor(0.0, device=device)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=self.rate, weight_decay=given.decay,
                                           capturable=on_gpu, fused=on_gpu)
        self.rows = torch.arange(given.batch, device=device) % data.count
        self.symmetry = torch.zeros(1, dtype=torch.int64, device=device)
        self.total = torch.zeros((), device=device)
        self.graph = None
        if on_gpu:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self.learn()
            torch.cuda.current_stream().wait_stream(stream)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self.learn()
            self.total.zero_()

    def losses(self, rows, symmetry):
        data = self.data
        views, output = data.inputs.views(data.lists[rows], data.bucket_side[rows], symmetry)
        value = self.network(views, output)
        if self.given.corrects:
            value = value + data.evaluation[rows] / data.scale
        return (torch.sigmoid(value) - data.target[rows]).abs().pow(self.given.power)

    def seen(self):
        """Evaluates all positions, in hundredths of a piece."""
        data, parts = self.data, []
        identity = torch.zeros(1, dtype=torch.int64, device=self.device)
        with torch.no_grad():
            for rows in torch.arange(len(data.records), device=self.device).split(self.given.batch):
                views, output = data.inputs.views(data.lists[rows], data.bucket_side[rows], identity)
                parts.append(self.network(views, output) * data.scale)
        seen = torch.cat(parts)
        return seen + data.evaluation if self.given.corrects else seen

    def learn(self):
        """One step on the records in `rows`."""
        self.optimiser.zero_grad(set_to_none=True)
        losses = self.losses(self.rows, self.symmetry)
        (losses.sum() * GRADIENT_SCALE).backward()
        self.optimiser.step()
        self.network.clip()
        self.total += losses.detach().mean()

    def step(self, rows, symmetry, rate):
        self.rate.fill_(rate)
        self.symmetry.fill_(symmetry)
        self.rows.copy_(rows)
        if self.graph:
            self.graph.replay()
        else:
            self.learn()

    def held_out(self):
        first, count = self.data.count, self.data.held
        identity = torch.zeros(1, dtype=torch.int64, device=self.device)
        with torch.no_grad():
            pieces = torch.arange(first, first + count, device=self.device).split(self.given.batch)
            return (sum(self.losses(rows, identity).sum() for rows in pieces) / count).item()

    def run(self, began):
        """Trains until the time or the epochs are used up; returns the losses by epoch, and the numbers of epochs and steps."""
        given, data = self.given, self.data
        curves = {"training": [], "held out": []}
        variants = len(data.inputs.symmetries)
        begin, step, epoch, done, reported = time.time(), 0, 0, 0.0, 0.0
        while done < 1:
            # The share of broad positions decreases from 1 to 0.
            order = torch.arange(data.broad, data.count, device=self.device)
            if data.broad:
                some = torch.randperm(data.broad, device=self.device)[: int(data.broad * (1 - done))]
                order = torch.cat((order, some))
            order = order[torch.randperm(len(order), device=self.device)]
            batches = max(1, len(order) // given.batch)
            self.total.zero_()
            for nth in range(batches):
                # `done` is the share of training done. The rate warms up, then follows a cosine to 0.
                if given.seconds:
                    if nth % 32 == 0:
                        self.total.item()
                        done = min(1, (time.time() - begin) / given.seconds)
                else:
                    done = (epoch + nth / batches) / given.epochs
                rise = min(1, (step + 1) / WARM_UP)
                rate = given.rate * rise * max(0.001, (1 + math.cos(math.pi * done)) / 2)
                rows = order[nth * given.batch : (nth + 1) * given.batch]
                if len(rows) < given.batch:
                    rows = rows.repeat(given.batch // len(rows) + 1)[: given.batch]
                self.step(rows, step % variants, rate)
                step += 1
                if done >= 1:
                    break
            epoch += 1
            if not given.seconds:
                done = epoch / given.epochs
            curves["training"].append(self.total.item() / (nth + 1))
            curves["held out"].append(self.held_out())
            if done >= reported + 0.1 or done >= 1:
                reported = done
                print(f"{given.out}: epoch {epoch}, loss {curves['training'][-1]:.6f}, "
                      f"held out {curves['held out'][-1]:.6f}, {step * given.batch / 1e6:.0f} million seen, "
                      f"{time.time() - began:.0f} s", flush=True)
        return curves, epoch, step


def write_check(path, training, weights):
    """Writes some held-out positions with the outputs of the network before and after quantisation."""
    data, device = training.data, training.device
    rows = torch.linspace(data.count, data.count + data.held - 1, min(CHECKED, data.held), dtype=torch.float64).long().to(device)
    identity = torch.zeros(1, dtype=torch.int64, device=device)
    with torch.no_grad():
        views, output = data.inputs.views(data.lists[rows], data.bucket_side[rows], identity)
        floats = training.network(views, output).cpu().numpy().astype("<f4")
    views = [view[:, : data.inputs.width()].cpu().numpy().astype(np.int64) for view in views]
    wholes = run_quantised(weights, views, output.cpu().numpy()).astype("<i4")
    with open(path, "wb") as file:
        for record, float_output, whole in zip(data.records[rows.cpu().numpy()], floats, wholes):
            file.write(record.tobytes() + float_output.tobytes() + whole.tobytes())


def parser_for(about):
    """Parser with the arguments that train.py and teacher.py share."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agon")
    parser.add_argument("game")
    parser.add_argument("out")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--scale", type=int, help="keep this scale instead of fitting it")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main():
    parser = parser_for(__doc__)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--lambda", dest="mix", type=float, default=0.3, help="weight of game results in the target")
    parser.add_argument("--outlook", type=float, default=0.0, help="weight of later scores of the game in the target")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--corrects", action="store_true", help="train a correction of the handcrafted evaluation")
    parser.add_argument("--limit", type=int, default=3000, help="drop positions with larger absolute scores")
    parser.add_argument("--fair", action="store_true",
                        help="remove the average advantage of the player to move from the targets")
    parser.add_argument("--apart", type=int, metavar="N",
                        help="drop positions whose score differs by more than N from the network of --start, or the handcrafted evaluation")
    parser.add_argument("--broad", nargs="+", default=[], metavar="GAMES",
                        help="games of fast and careless play, whose share decreases during training")
    parser.add_argument("--careless", nargs="+", default=[], metavar="GAMES",
                        help="games or records of which only the scores are used")
    parser.add_argument("--seconds", type=float, help="training time, instead of --epochs")
    parser.add_argument("--start", metavar="NETWORK", help="continue from the weights of an earlier network")
    parser.add_argument("--rooms", action="store_true", help="separate input weights per input bucket of the anchor")
    parser.add_argument("--power", type=float, default=2.5, help="exponent of the loss")
    parser.add_argument("--decay", type=float, default=1e-4, help="weight decay")
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    began = time.time()
    data = Dataset(given, device)
    training = Training(given, data, device)
    held = slice(data.count, None)
    handcrafted = torch.sigmoid(data.evaluation[held] / data.scale)
    handcrafted = (handcrafted - data.target[held]).abs().pow(given.power).mean().item()
    print(f"{given.out}: {data.count} training positions, {data.broad} of them broad, {data.careless} careless, "
          f"{data.held} held out, scale {data.scale}, read in {time.time() - began:.0f} s, on {device}; "
          f"loss of the handcrafted evaluation {handcrafted:.6f}", flush=True)
    curves, epochs, steps = training.run(began)
    weights = export(given.out + ".net", data.layout, training.network, data.scale, given.hidden, given.corrects)
    write_check(given.out + ".check", training, weights)
    draw(given.out + ".svg", f"{given.game}: loss by epoch, {data.count} positions", curves)
    summary = {"game": given.game, "positions": data.count, "broad": data.broad, "careless": data.careless, "held_out": data.held, "scale": data.scale, "hidden": given.hidden, "rooms": data.rooms,
             "epochs": epochs, "steps": steps, "lambda": given.mix, "outlook": given.outlook, "rate": given.rate, "power": given.power, "decay": given.decay, "batch": given.batch, "limit": given.limit, "apart": given.apart, "fair": given.fair,
             "seed": given.seed, "corrects": given.corrects, "start": given.start, "loss_of_words": handcrafted, "files": given.games, "broad_files": given.broad, "careless_files": given.careless, "device": device,
             "loss": curves["training"][-1], "held_out_loss": curves["held out"][-1],
             "seconds": round(time.time() - began)}
    with open(given.out + ".json", "w") as file:
        json.dump(summary, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
