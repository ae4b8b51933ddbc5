"""Trains a deep network on games of self-play, which then judges positions for small networks to learn from.

    python3 tools/train/teacher.py AGON GAME OUT GAMES... [--seconds 300] [--watch FOLDER] [--judge RECORDS...]

A teacher reads a position as a sentence with a word for each piece, which says what it is and where (a transformer), so it
needs no knowledge of the board either. It is far too slow to play. What it says of positions that searches met (`agon tune GAME
visited`) was worth more to learn from in chess than what the evaluation in words says of them (docs/networks.md). OUT.pt keeps the
teacher (`--start OUT.pt` goes on with it, `--seconds 0` only judges). For each file of `--judge` OUT-NAME.records holds
the same positions with the teacher's scores; `train.py --careless` learns from them.

Needs PyTorch and numpy; without a GPU it is far too slow.
"""

import copy
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from train import Lessons, parser_for

# Positions with larger scores are not learned from, and no larger ones are given.
LIMIT = 3000
# Steps until the rate is what was asked for, and the share of the time in which it falls to nothing at last.
WARM_UP, FALL = 300, 0.35
# So many of the positions held out tell how well it learns.
HELD_OUT = 400_000
# By which errors count as train.py tells them.
POWER = 2.5
# Seconds between two looks into the folder that is watched.
LOOK = 45


class Layer(nn.Module):
    """Words look at each other, then each thinks by itself."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.look, self.seen = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.think = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        count, words, width = x.shape
        parts = self.look(self.before(x)).view(count, words, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(query, key, value)
        x = x + self.seen(seen.transpose(1, 2).reshape(count, words, width))
        return x + self.think(self.between(x))


class Teacher(nn.Module):
    def __init__(self, layout, width, heads, layers):
        super().__init__()
        self.sides = 1 if layout["swapped"] else 2
        # The last word says nothing; it fills sentences that are shorter than others.
        self.word = nn.Embedding(layout["planes"] * layout["cells"] + 1, width)
        self.side = nn.Embedding(self.sides, width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(layers))
        self.last = nn.LayerNorm(width)
        self.head = nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Linear(width, 1))
        nn.init.normal_(self.word.weight, std=0.3)

    def forward(self, words, output):
        """What a position is worth, given the words as the player to move sees it."""
        x = self.word(words) + self.side(output % self.sides)[:, None]
        for layer in self.layers:
            x = layer(x)
        x = self.last(x)
        return self.head(torch.cat((x.mean(1), x.amax(1)), 1))[:, 0].float()


class School:
    """A teacher, and what it learns from."""

    def __init__(self, given, device):
        self.given, self.device = given, device
        self.lessons = lessons = Lessons(given, device)
        self.held = [tensor[lessons.count :][:HELD_OUT] for tensor in (lessons.lists, lessons.told, lessons.target)]
        self.learned = [tensor[: lessons.count] for tensor in (lessons.lists, lessons.told, lessons.target)]
        self.known = set(map(os.path.realpath, given.games))
        self.teacher = Teacher(lessons.layout, given.width, given.heads, given.layers).to(device)
        if given.start:
            self.teacher.load_state_dict(torch.load(given.start, map_location=device))
        # A batch is always as long as the others, and so are its sentences if they can be: what is compiled is compiled once.
        self.longest = lessons.lists.shape[1]
        self.compiled = torch.compile(self.teacher, dynamic=False) if device == "cuda" else self.teacher
        self.as_it_is = torch.zeros(1, dtype=torch.int64, device=device)

    def says(self, lists, told, symmetry):
        seen, output = self.lessons.inputs.seen(lists, told, symmetry)
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=self.device == "cuda"):
            return self.compiled(seen[0], output)

    def says_of_all(self, lists, told):
        """What it says of any number of positions."""
        batch, parts = self.given.batch, []
        with torch.no_grad():
            for begin in range(0, len(lists), batch):
                rows = torch.arange(begin, begin + batch, device=self.device).clamp(max=len(lists) - 1)
                parts.append(self.says(lists[rows], told[rows], self.as_it_is)[: len(lists) - begin])
        return torch.cat(parts)

    def as_long_as_others(self, lists):
        """Lists with room for as many inputs as any that came before had."""
        self.longest = max(self.longest, lists.shape[1])
        return functional.pad(lists, (0, self.longest - lists.shape[1]), value=self.lessons.inputs.none)

    def look_for_more(self):
        """Takes in what has been written into the folder since the last look."""
        files = [str(file) for file in Path(self.given.watch).glob("*.records")] if self.given.watch else []
        new = sorted(file for file in files if os.path.realpath(file) not in self.known)
        if not new:
            return
        self.known.update(map(os.path.realpath, new))
        given = copy.copy(self.given)
        given.games, given.scale = new, self.lessons.scale
        more = Lessons(given, self.device)
        parts = (self.as_long_as_others(more.lists), more.told, more.target)
        self.learned[0] = self.as_long_as_others(self.learned[0])
        self.learned = [torch.cat(pair) for pair in zip(self.learned, parts)]
        print(f"{self.given.out}: {len(new)} files more, {len(self.learned[0])} positions", flush=True)

    def learn(self):
        given, device = self.given, self.device
        parameters = list(self.teacher.parameters())
        optimiser = torch.optim.AdamW(parameters, lr=given.rate, weight_decay=0.02, betas=(0.9, 0.98), fused=device == "cuda")
        variants = len(self.lessons.inputs.symmetries)
        begin, step, done, told, at, looked = time.time(), 0, 0.0, 0.0, 0, time.time()
        order = torch.empty(0)
        while done < 1:
            if time.time() > looked + LOOK:
                self.look_for_more()
                looked = time.time()
            if at + given.batch > len(order) or len(order) < len(self.learned[0]):
                order, at = torch.randperm(len(self.learned[0]), device=device), 0
            lists, said_before, target = (tensor[order[at : at + given.batch]] for tensor in self.learned)
            at += given.batch
            done = min(1, (time.time() - begin) / given.seconds)
            rate = given.rate * min(1, (step + 1) / WARM_UP) * max(0.003, min(1, (1 - done) / FALL))
            for group in optimiser.param_groups:
                group["lr"] = rate
            said = self.says(lists, said_before, self.as_it_is + step % variants)
            loss = functional.binary_cross_entropy_with_logits(said, target)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            step += 1
            if step % 50 == 0:
                # Waits for the GPU, so that the time is that of what has been learned.
                loss.item()
            if done >= told + 0.05 or done >= 1:
                told = done
                print(f"{given.out}: {step * given.batch / 1e6:.1f} million seen, held out {self.held_out():.6f}, "
                      f"{time.time() - begin:.0f} s", flush=True)

    def held_out(self):
        """The loss on games that were held out, as train.py tells it."""
        lists, told, target = self.held
        return (torch.sigmoid(self.says_of_all(lists, told)) - target).abs().pow(POWER).mean().item()

    def judge(self, file):
        """Writes the positions of a file with what the teacher says of them."""
        lessons = self.lessons
        size = lessons.layout["size"]
        with open(file, "rb") as source, open(f"{self.given.out}-{os.path.basename(file)}", "wb") as out:
            out.write(source.readline())
            while content := source.read(size << 20):
                records = np.frombuffer(content, dtype=np.uint8).reshape(-1, size).copy()
                lists = self.as_long_as_others(lessons.inputs.lists(torch.from_numpy(records)))
                told = torch.from_numpy(records[:, 5].astype(np.int64)).to(self.device)
                said = self.says_of_all(lists, told)
                score = (said * lessons.scale).clamp(-LIMIT, LIMIT).round().short().cpu().numpy()
                records[:, :2] = score.astype("<i2").view(np.uint8).reshape(-1, 2)
                out.write(records.tobytes())


def main():
    parser = parser_for(__doc__)
    parser.add_argument("--judge", nargs="+", default=[], metavar="RECORDS", help="positions to judge")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--watch", metavar="FOLDER", help="learn from the files of records, too, that come into this folder meanwhile")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--heads", type=int, default=8)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--rate", type=float, default=8e-4)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--lambda", dest="mix", type=float, default=0.1, help="how much results count")
    parser.add_argument("--outlook", type=float, default=0.45, help="how much it counts how the game went on")
    parser.add_argument("--start", metavar="PT", help="begin with an earlier teacher")
    given = parser.parse_args()
    given.limit, given.fair, given.rooms, given.broad, given.careless = LIMIT, False, False, [], []
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    began = time.time()
    school = School(given, "cuda" if torch.cuda.is_available() else "cpu")
    print(f"{given.out}: {len(school.learned[0])} positions to learn from, {len(school.held[0])} held out, scale {school.lessons.scale}, "
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
