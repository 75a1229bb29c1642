import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { expandPath } from "../../src/variables";

describe("expandPath", () => {
  const variables = { home: "/home/me", folder: "/project", env: { ENVS: "/envs" } };

  it("makes absolute paths of what people write", () => {
    const cases = {
      "/usr/bin/graphlint": "/usr/bin/graphlint",
      ".venv/bin/graphlint": "/project/.venv/bin/graphlint",
      "../tools/graphlint": "/tools/graphlint",
      "~/bin/graphlint": "/home/me/bin/graphlint",
      "~other/graphlint": "/project/~other/graphlint",
      "${workspaceFolder}/.venv/bin/python": "/project/.venv/bin/python",
      "${userHome}/bin/python": "/home/me/bin/python",
      "${env:ENVS}/torch/bin/python": "/envs/torch/bin/python",
    };
    for (const [written, path] of Object.entries(cases)) {
      assert.equal(expandPath(written, variables), path);
    }
  });

  it("makes no path of what it does not know: a path with a hole in it would be another one", () => {
    assert.equal(expandPath("", variables), undefined);
    assert.equal(expandPath("${env:MISSING}/bin/python", variables), undefined);
    assert.equal(expandPath("${file}/python", variables), undefined);
    assert.equal(expandPath("${workspaceFolder}/python", { ...variables, folder: undefined }), undefined);
    assert.equal(expandPath("bin/python", { ...variables, folder: undefined }), undefined);
  });
});
