"""Trains a deep network on games of self-play, which then judges positions for small networks to learn from.

    python3 tools/train/teacher.py AGON GAME OUT GAMES... [--seconds 300] [--judge RECORDS...]

A teacher sees every cell as a word of a sentence (a transformer), so it needs no knowledge of the board either. It is far
too slow to play. What it says of positions that searches met (`agon tune GAME visited`) was worth more to learn from in
chess than what the evaluation in words says of them (docs/networks.md). OUT.pt keeps the
teacher (`--start OUT.pt` goes on with it, `--seconds 0` only judges). For each file of `--judge` OUT-NAME.records holds
the same positions with the teacher's scores; `train.py --careless` learns from them.

Needs PyTorch and numpy; without a GPU it is far too slow.
"""

import math
import os
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from train import Lessons, parser_for

# Positions with larger scores are not learned from, and no larger ones are given.
LIMIT = 3000
# Steps until the rate is what was asked for.
WARM_UP = 500
# So many of the positions held out tell how well it learns.
HELD_OUT = 400_000
# By which errors count as train.py tells them.
POWER = 2.5


class Layer(nn.Module):
    """Cells look at each other, then each thinks by itself."""

    def __init__(self, width, heads, cells):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.look, self.seen = nn.Linear(width, 3 * width), nn.Linear(width, width)
        # How far cells are apart is nowhere told: which look at which is learned.
        self.near = nn.Parameter(torch.zeros(heads, cells, cells))
        self.think = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        count, cells, width = x.shape
        parts = self.look(self.before(x)).view(count, cells, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        near = self.near.to(query.dtype).unsqueeze(0).expand(count, -1, -1, -1)
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=near)
        x = x + self.seen(seen.transpose(1, 2).reshape(count, cells, width))
        return x + self.think(self.between(x))


class Teacher(nn.Module):
    def __init__(self, layout, width, heads, layers):
        super().__init__()
        self.planes, self.cells = layout["planes"], layout["cells"]
        self.sides = 1 if layout["swapped"] else 2
        self.piece = nn.Linear(self.planes, width)
        self.cell = nn.Parameter(torch.randn(self.cells, width) * 0.1)
        self.side = nn.Embedding(self.sides, width)
        self.layers = nn.ModuleList(Layer(width, heads, self.cells) for _ in range(layers))
        self.last = nn.LayerNorm(width)
        self.gather = nn.Linear(width, 32)
        self.head = nn.Sequential(nn.Linear(32 * self.cells, 256), nn.GELU(), nn.Linear(256, 1))

    def forward(self, view, output):
        """What a position is worth, given the view of the player to move."""
        x = view[:, : self.planes * self.cells].view(-1, self.planes, self.cells).transpose(1, 2)
        x = self.piece(x) + self.cell + self.side(output % self.sides)[:, None]
        for layer in self.layers:
            x = layer(x)
        return self.head(self.gather(self.last(x)).flatten(1))[:, 0].float()


class School:
    """A teacher, and what it learns from."""

    def __init__(self, given, device):
        self.given, self.device = given, device
        self.lessons = lessons = Lessons(given, device)
        self.teacher = Teacher(lessons.layout, given.width, given.heads, given.layers).to(device)
        if given.start:
            self.teacher.load_state_dict(torch.load(given.start, map_location=device))
        self.as_it_is = torch.zeros(1, dtype=torch.int64, device=device)

    def says(self, lists, told, symmetry):
        views, output = self.lessons.inputs.views(lists, told, symmetry)
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
            return self.teacher(views[0], output)

    def learn(self):
        given, lessons, device = self.given, self.lessons, self.device
        parameters = list(self.teacher.parameters())
        optimiser = torch.optim.AdamW(parameters, lr=given.rate, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
        variants = len(lessons.inputs.symmetries)
        begin, step, done, told, at = time.time(), 0, 0.0, 0.0, lessons.count
        while done < 1:
            if at + given.batch > lessons.count:
                order, at = torch.randperm(lessons.count, device=device), 0
            rows = order[at : at + given.batch]
            at += given.batch
            done = min(1, (time.time() - begin) / given.seconds)
            # The rate rises at first, then falls to nothing.
            rate = given.rate * min(1, (step + 1) / WARM_UP) * max(0.003, (1 + math.cos(math.pi * done)) / 2)
            for group in optimiser.param_groups:
                group["lr"] = rate
            said = self.says(lessons.lists[rows], lessons.told[rows], self.as_it_is + step % variants)
            loss = functional.binary_cross_entropy_with_logits(said, lessons.target[rows])
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            step += 1
            if step % 50 == 0:
                # Waits for the GPU, so that the time is that of what has been learned.
                loss.item()
            if done >= told + 0.1 or done >= 1:
                told = done
                print(f"{given.out}: {step * given.batch / 1e6:.1f} million seen, held out {self.held_out():.6f}, "
                      f"{time.time() - begin:.0f} s", flush=True)

    def held_out(self):
        """The loss on games that were held out, as train.py tells it."""
        lessons = self.lessons
        rows = torch.arange(lessons.count, lessons.count + lessons.held, device=self.device)[:HELD_OUT]
        with torch.no_grad():
            said = torch.cat([self.says(lessons.lists[part], lessons.told[part], self.as_it_is)
                              for part in rows.split(self.given.batch)])
        return (torch.sigmoid(said) - lessons.target[rows]).abs().pow(POWER).mean().item()

    def judge(self, file):
        """Writes the positions of a file with what the teacher says of them."""
        lessons = self.lessons
        size = lessons.layout["size"]
        with open(file, "rb") as source, open(f"{self.given.out}-{os.path.basename(file)}", "wb") as out:
            out.write(source.readline())
            while content := source.read(size << 19):
                records = np.frombuffer(content, dtype=np.uint8).reshape(-1, size).copy()
                lists = lessons.inputs.lists(torch.from_numpy(records))
                told = torch.from_numpy(records[:, 5].astype(np.int64)).to(self.device)
                with torch.no_grad():
                    said = torch.cat([self.says(lists[rows], told[rows], self.as_it_is)
                                      for rows in torch.arange(len(records), device=self.device).split(self.given.batch)])
                score = (said * lessons.scale).clamp(-LIMIT, LIMIT).round().short().cpu().numpy()
                records[:, :2] = score.astype("<i2").view(np.uint8).reshape(-1, 2)
                out.write(records.tobytes())


def main():
    parser = parser_for(__doc__)
    parser.add_argument("--judge", nargs="+", default=[], metavar="RECORDS", help="positions to judge")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--lambda", dest="mix", type=float, default=0.03, help="how much results count")
    parser.add_argument("--outlook", type=float, default=0.45, help="how much it counts how the game went on")
    parser.add_argument("--start", metavar="PT", help="begin with an earlier teacher")
    given = parser.parse_args()
    given.limit, given.fair, given.rooms, given.broad, given.careless = LIMIT, False, False, [], []
    torch.manual_seed(given.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    began = time.time()
    school = School(given, "cuda" if torch.cuda.is_available() else "cpu")
    lessons = school.lessons
    print(f"{given.out}: {lessons.count} positions to learn from, {lessons.held} held out, scale {lessons.scale}, "
          f"read in {time.time() - began:.0f} s, on {school.device}", flush=True)
    if given.seconds > 0:
        school.learn()
        torch.save(school.teacher.state_dict(), given.out + ".pt")
    for file in given.judge:
        begin = time.time()
        school.judge(file)
        print(f"{given.out}: {file} judged in {time.time() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
