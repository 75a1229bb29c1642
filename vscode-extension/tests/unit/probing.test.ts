import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { askVersion } from "../../src/server/probing";

describe("askVersion", () => {
  const folder = mkdtempSync(join(tmpdir(), "graphlint-"));
  after(() => { rmSync(folder, { recursive: true }); });

  function program(name: string, script: string): { origin: "PATH"; command: string; args: string[]; python: undefined } {
    const command = join(folder, name);
    writeFileSync(command, `#!/bin/sh\n${script}\n`);
    chmodSync(command, 0o755);
    return { origin: "PATH", command, args: [], python: undefined };
  }

  it("hears the version", async () => {
    assert.deepEqual(await askVersion(program("good", 'test "$1" = --version && echo graphlint 0.3.1'), folder), { version: "0.3.1" });
  });

  it("says why there is none", async () => {
    const missing = { ...program("gone", ""), command: join(folder, "nothing") };
    const why = async (script: string): Promise<unknown> => Object.values(await askVersion(program("bad", script), folder))[0];
    assert.deepEqual(await askVersion(missing, folder), { why: "file not found" });
    assert.equal(await why("echo '/x/python: No module named graphlint' >&2; exit 1"), "graphlint is not installed there");
    assert.equal(await why("echo first >&2; echo ImportError: libcst >&2; exit 1"), "ImportError: libcst");
    assert.equal(await why("echo graphlint, version 2"), "another program with this name");
  });

  it("starts nothing in the folder of a project, and tells Python to import nothing from where it is started", async () => {
    const said = await askVersion(program("where", '[ "$PYTHONSAFEPATH" = 1 ] && echo graphlint "0.1.0+$(basename "$PWD" | tr -d -)"'), folder);
    assert.match("version" in said ? said.version : "", /^0\.1\.0\+graphlint/);
  });
});
