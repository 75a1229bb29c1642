import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type Candidate, candidates, commandLine, installationTarget, type Surroundings } from "../../src/server/candidates";
import { type Answer, findServer } from "../../src/server/finding";

const FILES = [
  "/tools/graphlint",
  "/envs/selected/bin/python",
  "/envs/other/bin/python",
  "/envs/old/bin/graphlint",
  "/envs/old/bin/python",
  "/usr/bin/graphlint",
  "/usr/bin/python3",
  "/project/.venv/bin/graphlint",
  "/project/.venv/bin/python",
];

function surroundings(more: Partial<Surroundings> = {}): Surroundings {
  return {
    paths: [],
    selected: undefined,
    interpreters: [],
    searched: "/usr/local/bin:/usr/bin",
    folders: ["/project"],
    trusted: true,
    windows: false,
    exists: (file) => FILES.includes(file),
    real: (file) => file,
    ...more,
  };
}

const lines = (found: readonly Candidate[]): string[] => found.map((candidate) => `${candidate.origin}: ${commandLine(candidate)}`);

describe("candidates", () => {
  it("come in the order: path, selected interpreter, interpreter, PATH", () => {
    const around = surroundings({ paths: ["/tools/graphlint"], selected: "/envs/selected/bin/python", interpreters: ["/envs/other/bin/python"] });
    assert.deepEqual(lines(candidates(around).allowed), [
      "graphlint.path: /tools/graphlint",
      "the selected interpreter: /envs/selected/bin/python -m graphlint",
      "graphlint.interpreter: /envs/other/bin/python -m graphlint",
      "PATH: /usr/bin/graphlint",
    ]);
  });

  it("need no Python extension, and no setting", () => {
    assert.deepEqual(lines(candidates(surroundings()).allowed), ["PATH: /usr/bin/graphlint"]);
    assert.deepEqual(candidates(surroundings({ searched: "/bin" })).allowed, []);
  });

  it("are never taken from a part of PATH that means the current folder, whatever that is", () => {
    const around = surroundings({ searched: ".:bin::/usr/bin", exists: () => true });
    assert.deepEqual(lines(candidates(around).allowed), ["PATH: /usr/bin/graphlint"]);
  });

  it("know the interpreter beside an executable, for an upgrade to go where the old version is", () => {
    const [old] = candidates(surroundings({ paths: ["/envs/old/bin/graphlint"] })).allowed;
    assert.equal(old?.python, "/envs/old/bin/python");
    const [lonely] = candidates(surroundings({ paths: ["/tools/graphlint"] })).allowed;
    assert.equal(lonely?.python, undefined);
  });

  it("of an untrusted workspace are not what the workspace may have chosen, nor what lies in it", () => {
    const around = surroundings({
      trusted: false,
      paths: ["/project/.venv/bin/graphlint", "/tools/graphlint"],
      selected: "/envs/selected/bin/python",
      interpreters: ["/project/.venv/bin/python"],
      searched: "/project/.venv/bin:/usr/bin",
    });
    const { allowed, refused } = candidates(around);
    assert.deepEqual(lines(allowed), ["graphlint.path: /tools/graphlint", "PATH: /usr/bin/graphlint"]);
    assert.deepEqual(lines(refused.map(({ candidate }) => candidate)), [
      "graphlint.path: /project/.venv/bin/graphlint",
      "the selected interpreter: /envs/selected/bin/python -m graphlint",
      "graphlint.interpreter: /project/.venv/bin/python -m graphlint",
      "PATH: /project/.venv/bin/graphlint",
    ]);
  });

  it("are quoted where they hold spaces", () => {
    const [candidate] = candidates(surroundings({ paths: ["/my tools/graphlint"] })).allowed;
    assert.equal(candidate && commandLine(candidate), '"/my tools/graphlint"');
  });
});

describe("findServer", () => {
  const around = surroundings({ paths: ["/tools/graphlint", "/envs/old/bin/graphlint"], selected: "/envs/selected/bin/python" });
  const { allowed } = candidates(around);

  async function search(answers: Record<string, string>): Promise<{ found: unknown; asked: string[] }> {
    const asked: string[] = [];
    const ask = (candidate: Candidate): Promise<Answer> => {
      asked.push(candidate.command);
      const version = answers[candidate.command];
      return Promise.resolve(version === undefined ? { why: "there is no such program" } : { version });
    };
    const { kind, ...more } = await findServer(allowed, ask);
    return { found: "server" in more ? `${kind} ${more.server.command} ${more.server.version}` : kind, asked };
  }

  it("takes the first that answers, and asks no other", async () => {
    const answers = { "/envs/selected/bin/python": "0.1.0", "/usr/bin/graphlint": "9.0" };
    assert.deepEqual(await search(answers), {
      found: "found /envs/selected/bin/python 0.1.0",
      asked: ["/tools/graphlint", "/envs/old/bin/graphlint", "/envs/selected/bin/python"],
    });
  });

  it("tells that the first is too old, and takes no other in its place", async () => {
    const answers = { "/envs/old/bin/graphlint": "0.0.1", "/usr/bin/graphlint": "0.1.0" };
    assert.equal((await search(answers)).found, "outdated /envs/old/bin/graphlint 0.0.1");
  });

  it("tells of all that were tried when there is none", async () => {
    const { found, asked } = await search({});
    assert.equal(found, "missing");
    assert.deepEqual(asked, allowed.map(({ command }) => command));
  });
});

describe("installationTarget", () => {
  it("is the selected interpreter, else that of the settings, else that on PATH", () => {
    const [selected, interpreters] = ["/envs/selected/bin/python", ["/envs/other/bin/python"]];
    assert.equal(installationTarget(surroundings({ selected, interpreters })), selected);
    assert.equal(installationTarget(surroundings({ interpreters })), "/envs/other/bin/python");
    assert.equal(installationTarget(surroundings({ interpreters: ["/envs/gone/bin/python"] })), "/usr/bin/python3");
    assert.equal(installationTarget(surroundings({ searched: "" })), undefined);
  });

  it("is never in an untrusted workspace, nor what that may have chosen", () => {
    const around = { trusted: false, selected: "/envs/selected/bin/python", interpreters: ["/project/.venv/bin/python"] };
    assert.equal(installationTarget(surroundings(around)), "/usr/bin/python3");
    assert.equal(installationTarget(surroundings({ ...around, searched: "/project/.venv/bin" })), undefined);
  });
});
