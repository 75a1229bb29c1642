import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type Candidate, candidates, commandLine, installationTarget, type SearchContext } from "../../src/server/candidates";
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

function searchContext(overrides: Partial<SearchContext> = {}): SearchContext {
  return {
    paths: [],
    selected: undefined,
    interpreters: [],
    searchPath: "/usr/local/bin:/usr/bin",
    folders: ["/project"],
    trusted: true,
    windows: false,
    exists: (file) => FILES.includes(file),
    real: (file) => file,
    ...overrides,
  };
}

const lines = (found: readonly Candidate[]): string[] => found.map((candidate) => `${candidate.origin}: ${commandLine(candidate)}`);

describe("candidates", () => {
  it("come in the order: path, selected interpreter, interpreter, PATH", () => {
    const context = searchContext({ paths: ["/tools/graphlint"], selected: "/envs/selected/bin/python", interpreters: ["/envs/other/bin/python"] });
    assert.deepEqual(lines(candidates(context).allowed), [
      "graphlint.path: /tools/graphlint",
      "the selected interpreter: /envs/selected/bin/python -m graphlint",
      "graphlint.interpreter: /envs/other/bin/python -m graphlint",
      "PATH: /usr/bin/graphlint",
    ]);
  });

  it("need no Python extension, and no setting", () => {
    assert.deepEqual(lines(candidates(searchContext()).allowed), ["PATH: /usr/bin/graphlint"]);
    assert.deepEqual(candidates(searchContext({ searchPath: "/bin" })).allowed, []);
  });

  it("are never taken from a part of PATH that means the current folder, whatever that is", () => {
    const context = searchContext({ searchPath: ".:bin::/usr/bin", exists: () => true });
    assert.deepEqual(lines(candidates(context).allowed), ["PATH: /usr/bin/graphlint"]);
  });

  it("know the interpreter beside an executable, for an upgrade to go where the old version is", () => {
    const [old] = candidates(searchContext({ paths: ["/envs/old/bin/graphlint"] })).allowed;
    assert.equal(old?.python, "/envs/old/bin/python");
    const [lonely] = candidates(searchContext({ paths: ["/tools/graphlint"] })).allowed;
    assert.equal(lonely?.python, undefined);
  });

  it("of an untrusted workspace are not what the workspace may have chosen, nor what lies in it", () => {
    const context = searchContext({
      trusted: false,
      paths: ["/project/.venv/bin/graphlint", "/tools/graphlint"],
      selected: "/envs/selected/bin/python",
      interpreters: ["/project/.venv/bin/python"],
      searchPath: "/project/.venv/bin:/usr/bin",
    });
    const { allowed, refused } = candidates(context);
    assert.deepEqual(lines(allowed), ["graphlint.path: /tools/graphlint", "PATH: /usr/bin/graphlint"]);
    assert.deepEqual(lines(refused.map(({ candidate }) => candidate)), [
      "graphlint.path: /project/.venv/bin/graphlint",
      "the selected interpreter: /envs/selected/bin/python -m graphlint",
      "graphlint.interpreter: /project/.venv/bin/python -m graphlint",
      "PATH: /project/.venv/bin/graphlint",
    ]);
  });

  it("are quoted where they hold spaces", () => {
    const [candidate] = candidates(searchContext({ paths: ["/my tools/graphlint"] })).allowed;
    assert.equal(candidate && commandLine(candidate), '"/my tools/graphlint"');
  });
});

describe("findServer", () => {
  const context = searchContext({ paths: ["/tools/graphlint", "/envs/old/bin/graphlint"], selected: "/envs/selected/bin/python" });
  const { allowed } = candidates(context);

  async function search(answers: Record<string, string>): Promise<{ found: unknown; asked: string[] }> {
    const asked: string[] = [];
    const ask = (candidate: Candidate): Promise<Answer> => {
      asked.push(candidate.command);
      const version = answers[candidate.command];
      return Promise.resolve(version === undefined ? { why: "file not found" } : { version });
    };
    const { kind, ...overrides } = await findServer(allowed, ask);
    return { found: "server" in overrides ? `${kind} ${overrides.server.command} ${overrides.server.version}` : kind, asked };
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
    assert.equal(installationTarget(searchContext({ selected, interpreters })), selected);
    assert.equal(installationTarget(searchContext({ interpreters })), "/envs/other/bin/python");
    assert.equal(installationTarget(searchContext({ interpreters: ["/envs/gone/bin/python"] })), "/usr/bin/python3");
    assert.equal(installationTarget(searchContext({ searchPath: "" })), undefined);
  });

  it("is never in an untrusted workspace, nor what that may have chosen", () => {
    const context = { trusted: false, selected: "/envs/selected/bin/python", interpreters: ["/project/.venv/bin/python"] };
    assert.equal(installationTarget(searchContext(context)), "/usr/bin/python3");
    assert.equal(installationTarget(searchContext({ ...context, searchPath: "/project/.venv/bin" })), undefined);
  });
});
