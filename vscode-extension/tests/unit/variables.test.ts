import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { expanded } from "../../src/variables";

describe("expanded", () => {
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
      assert.equal(expanded(written, variables), path);
    }
  });

  it("makes no path of what it does not know: a path with a hole in it would be another one", () => {
    assert.equal(expanded("", variables), undefined);
    assert.equal(expanded("${env:MISSING}/bin/python", variables), undefined);
    assert.equal(expanded("${file}/python", variables), undefined);
    assert.equal(expanded("${workspaceFolder}/python", { ...variables, folder: undefined }), undefined);
    assert.equal(expanded("bin/python", { ...variables, folder: undefined }), undefined);
  });
});
