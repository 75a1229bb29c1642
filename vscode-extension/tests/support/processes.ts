import { readdirSync, readFileSync } from "node:fs";

/** The language servers that a process, or one that it has started, has started; the servers' own workers are none of them. */
export function serversBelow(ancestor: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => known(Number(name)));
  const below = new Set([ancestor]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const { pid, parent } of all) {
      if (below.has(parent)) {
        below.add(pid);
      }
    }
  }
  return all.filter(({ pid, words }) => below.has(pid) && words.at(-1) === "server" && words.some((word) => word.endsWith("graphlint"))).map(({ pid }) => pid);
}

function known(pid: number): { pid: number; parent: number; words: string[] }[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter((word) => word !== "");
    return [{ pid, parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]), words }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
