import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A total that keeps every graph: GL202 in line 10, with a safe fix. */
export const KEEPING = `\
import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for step in range(10):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).exp().mean()
    total += loss
    loss.backward()
    optimizer.step()
print(total)
`;
export const KEPT = { line: 10, column: 5, code: "GL202", fixed: KEEPING.replace("total += loss", "total += loss.detach()") };

/** The generator's backward walks what the discriminator's has freed: GL101 in line 19, with two places that led there. */
export const ADVERSARIAL = `\
import torch
from torch import nn

generator = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 16))
discriminator = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 1))
generator_optimizer = torch.optim.Adam(generator.parameters())
discriminator_optimizer = torch.optim.Adam(discriminator.parameters())

for real in torch.randn(10, 4, 16):
    fake = generator(torch.randn(4, 8))

    discriminator_optimizer.zero_grad()
    gap = discriminator(fake).mean() - discriminator(real).mean()
    gap.backward()
    discriminator_optimizer.step()

    generator_optimizer.zero_grad()
    loss = -discriminator(fake).mean()
    loss.backward()
    generator_optimizer.step()
`;
const FREED = "RuntimeError: Trying to backward through the graph a second time. <a href='command:graphlint.restart'>Read more</a>";
export const BACKWARD_TWICE = {
  line: 19,
  column: 5,
  code: "GL101",
  built: 10,
  freed: 14,
  error: FREED,
  traceback: `Traceback (most recent call last):\n  File "adversarial.py", line 19, in <module>\n    loss.backward()\n${FREED}\n`,
};

/** A graph that is retained for nothing: GL201 in line 6, with a safe fix. */
export const RETAINING = `\
import torch

weight = torch.ones(3, requires_grad=True)
for step in range(3):
    loss = (weight * step).sum()
    loss.backward(retain_graph=True)
    print(weight.grad)
`;
export const RETAINED = { line: 6, code: "GL201", fixed: RETAINING.replace("retain_graph=True", "") };

/** A notebook whose second cell walks the graph that was freed in the first. */
export const CELLS = [
  "import torch\n\nweight = torch.ones(3, requires_grad=True)\nloss = (weight**2).sum()\nloss.backward()",
  "print(weight.grad)\nloss.backward()",
];

/** A folder with programs in it. */
export class Project {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), "project-")));

  constructor(files: Readonly<Record<string, string>>) {
    for (const [name, text] of Object.entries(files)) {
      this.write(name, text);
    }
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.file(name), "utf8");
  }

  write(name: string, text: string): void {
    mkdirSync(path.dirname(this.file(name)), { recursive: true });
    writeFileSync(this.file(name), text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The text of a notebook. */
export function notebook(cells: readonly string[]): string {
  const code = cells.map((source, index) => ({
    cell_type: "code",
    execution_count: null,
    id: `cell-${index}`,
    metadata: {},
    outputs: [],
    source: source.split(/(?<=\n)/),
  }));
  const kernel = { display_name: "Python 3", language: "python", name: "python3" };
  return JSON.stringify({ cells: code, metadata: { kernelspec: kernel, language_info: { name: "python" } }, nbformat: 4, nbformat_minor: 5 }, null, 1);
}
