"""Trains a deep network on self-play games and labels positions with it, as training data for small networks.

    python3 tools/train/teacher.py AGON GAME OUT GAMES... [--seconds 300] [--watch FOLDER] [--judge RECORDS...]

The teacher is a transformer with one token per piece and cell; like the small networks it knows no rules. It is far too slow
for play. In chess, its labels of positions that occur inside searches (`agon tune GAME visited`) made better training data
than the handcrafted evaluation (docs/networks.md). OUT.pt contains the teacher: `--start OUT.pt` continues its training and
`--seconds 0` skips training. For each file of `--judge`, OUT-NAME.records contains the same positions with the scores of the
teacher; pass them to `train.py --careless`.

Requires PyTorch and numpy; a GPU is needed in practice.
"""

import copy
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from train import Dataset, parser_for

# Maximum absolute score, for training and in labels.
LIMIT = 3000
# Warm-up steps, and the share of the time in which the learning rate decays.
WARM_UP, DECAY_SHARE = 300, 0.35
# Maximum number of held-out positions to evaluate.
HELD_OUT = 400_000
# Exponent of the reported loss, as in train.py.
LOSS_POWER = 2.5
# Seconds between scans of the watched folder.
SCAN_INTERVAL = 45


class Layer(nn.Module):
    """Pre-norm transformer layer: self-attention and feed-forward."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.look, self.seen = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.think = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        count, tokens, width = x.shape
        parts = self.look(self.before(x)).view(count, tokens, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(query, key, value)
        x = x + self.seen(seen.transpose(1, 2).reshape(count, tokens, width))
        return x + self.think(self.between(x))


class Teacher(nn.Module):
    def __init__(self, layout, width, heads, layers):
        super().__init__()
        self.sides = 1 if layout["swapped"] else 2
        # The last token is padding.
        self.word = nn.Embedding(layout["planes"] * layout["cells"] + 1, width)
        self.side = nn.Embedding(self.sides, width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(layers))
        self.last = nn.LayerNorm(width)
        self.head = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))
        nn.init.normal_(self.word.weight, std=0.3)

    def forward(self, tokens, output):
        """Logit of the win probability; the tokens are from the perspective of the player to move."""
        x = self.word(tokens) + self.side(output % self.sides)[:, None]
        for layer in self.layers:
            x = layer(x)
        x = self.last(x)
        return self.head(torch.cat((x.mean(1), x.amax(1)), 1))[:, 0].float()


class TeacherTraining:
    """A teacher and its training data."""

    def __init__(self, given, device):
        self.given, self.device = given, device
        self.data = data = Dataset(given, device)
        self.held = [tensor[data.count :][:HELD_OUT] for tensor in (data.lists, data.bucket_side, data.target)]
        self.learned = [tensor[: data.count] for tensor in (data.lists, data.bucket_side, data.target)]
        self.known = set(map(os.path.realpath, given.games))
        self.teacher = Teacher(data.layout, given.width, given.heads, given.layers).to(device)
        if given.start:
            self.teacher.load_state_dict(torch.load(given.start, map_location=device))
        # Constant shapes of batches, so that torch.compile runs once.
        self.longest = data.lists.shape[1]
        self.compiled = torch.compile(self.teacher, dynamic=False) if device == "cuda" else self.teacher
        self.identity = torch.zeros(1, dtype=torch.int64, device=device)

    def predict(self, lists, bucket_side, symmetry):
        seen, output = self.data.inputs.seen(lists, bucket_side, symmetry)
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
            return self.compiled(seen[0], output)

    def predict_all(self, lists, bucket_side):
        """Evaluates any number of positions in batches."""
        batch, parts = self.given.batch, []
        with torch.no_grad():
            for begin in range(0, len(lists), batch):
                rows = torch.arange(begin, begin + batch, device=self.device).clamp(max=len(lists) - 1)
                parts.append(self.predict(lists[rows], bucket_side[rows], self.identity)[: len(lists) - begin])
        return torch.cat(parts)

    def pad(self, lists):
        """Pads lists to the longest length so far."""
        self.longest = max(self.longest, lists.shape[1])
        return functional.pad(lists, (0, self.longest - lists.shape[1]), value=self.data.inputs.none)

    def scan_folder(self):
        """Adds records written to the watched folder since the last scan."""
        files = [str(file) for file in Path(self.given.watch).glob("*.records")] if self.given.watch else []
        new = sorted(file for file in files if os.path.realpath(file) not in self.known)
        if not new:
            return
        self.known.update(map(os.path.realpath, new))
        given = copy.copy(self.given)
        given.games, given.scale = new, self.data.scale
        more = Dataset(given, self.device)
        parts = (self.pad(more.lists), more.bucket_side, more.target)
        self.learned[0] = self.pad(self.learned[0])
        self.learned = [torch.cat(pair) for pair in zip(self.learned, parts)]
        print(f"{self.given.out}: {len(new)} files more, {len(self.learned[0])} positions", flush=True)

    def learn(self):
        given, device = self.given, self.device
        parameters = list(self.teacher.parameters())
        optimiser = torch.optim.AdamW(parameters, lr=given.rate, weight_decay=0.02, betas=(0.9, 0.98), fused=device == "cuda")
        variants = len(self.data.inputs.symmetries)
        begin, step, done, reported, at, scanned = time.time(), 0, 0.0, 0.0, 0, time.time()
        order = torch.empty(0)
        while done < 1:
            if time.time() > scanned + SCAN_INTERVAL:
                self.scan_folder()
                scanned = time.time()
            if at + given.batch > len(order) or len(order) < len(self.learned[0]):
                order, at = torch.randperm(len(self.learned[0]), device=device), 0
            lists, bucket_side, target = (tensor[order[at : at + given.batch]] for tensor in self.learned)
            at += given.batch
            done = min(1, (time.time() - begin) / given.seconds)
            rate = given.rate * min(1, (step + 1) / WARM_UP) * max(0.003, min(1, (1 - done) / DECAY_SHARE))
            for group in optimiser.param_groups:
                group["lr"] = rate
            logits = self.predict(lists, bucket_side, self.identity + step % variants)
            loss = functional.binary_cross_entropy_with_logits(logits, target)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            step += 1
            if step % 50 == 0:
                # Waits for the GPU, so that the elapsed time is that of completed steps.
                loss.item()
            if done >= reported + 0.05 or done >= 1:
                reported = done
                print(f"{given.out}: {step * given.batch / 1e6:.1f} million seen, held out {self.held_out():.6f}, "
                      f"{time.time() - begin:.0f} s", flush=True)

    def held_out(self):
        """Loss on held-out games, as reported by train.py."""
        lists, bucket_side, target = self.held
        return (torch.sigmoid(self.predict_all(lists, bucket_side)) - target).abs().pow(LOSS_POWER).mean().item()

    def judge(self, file):
        """Writes the positions of a file with the scores of the teacher."""
        data = self.data
        size = data.layout["size"]
        with open(file, "rb") as source, open(f"{self.given.out}-{os.path.basename(file)}", "wb") as out:
            out.write(source.readline())
            while content := source.read(size << 20):
                records = np.frombuffer(content, dtype=np.uint8).reshape(-1, size).copy()
                lists = self.pad(data.inputs.lists(torch.from_numpy(records)))
                bucket_side = torch.from_numpy(records[:, 5].astype(np.int64)).to(self.device)
                logits = self.predict_all(lists, bucket_side)
                score = (logits * data.scale).clamp(-LIMIT, LIMIT).round().short().cpu().numpy()
                records[:, :2] = score.astype("<i2").view(np.uint8).reshape(-1, 2)
                out.write(records.tobytes())


def main():
    parser = parser_for(__doc__)
    parser.add_argument("--judge", nargs="+", default=[], metavar="RECORDS", help="label the positions of these files")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--watch", metavar="FOLDER", help="also train on records that appear in this folder during training")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--lambda", dest="mix", type=float, default=0.1, help="weight of game results in the target")
    parser.add_argument("--outlook", type=float, default=0.45, help="weight of later scores of the game in the target")
    parser.add_argument("--start", metavar="PT", help="continue from an earlier teacher")
    given = parser.parse_args()
    given.limit, given.fair, given.rooms, given.broad, given.careless = LIMIT, False, False, [], []
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    began = time.time()
    training = TeacherTraining(given, "cuda" if torch.cuda.is_available() else "cpu")
    print(f"{given.out}: {len(training.learned[0])} positions to learn from, {len(training.held[0])} held out, scale {training.data.scale}, "
          f"read in {time.time() - began:.0f} s, on {training.device}", flush=True)
    if given.seconds > 0:
        training.learn()
        torch.save(training.teacher.state_dict(), given.out + ".pt")
    for file in given.judge:
        begin = time.time()
        training.judge(file)
        print(f"{given.out}: {file} judged in {time.time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
