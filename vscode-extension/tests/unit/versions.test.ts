import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { isOlder, OLDEST, versionIn } from "../../src/server/versions";

describe("versionIn", () => {
  it("reads what graphlint says of itself", () => {
    assert.equal(versionIn("graphlint 0.1.0\n"), "0.1.0");
    assert.equal(versionIn("graphlint 1.2.0rc1.dev3+g12ab\r\n"), "1.2.0rc1.dev3+g12ab");
  });

  it("takes nothing else for it: on PyPI another project has the name graphlint", () => {
    for (const said of ["", "0.1.0", "graphlint, version 0.1.0", "graphlint 0.1.0\nUsage: graphlint [OPTIONS]", "Graph linter 2.0", "graphlint x"]) {
      assert.equal(versionIn(said), undefined, said);
    }
  });
});

describe("isOlder", () => {
  // Each is older than the next.
  const inOrder = ["0.0.9", "0.1.0.dev4", "0.1.0", "0.1.1rc1", "0.1.1", "0.2", "0.10.0", "1.0a1", "1.0", "1.0.1"];

  it("puts versions in order", () => {
    for (const [index, version] of inOrder.entries()) {
      for (const [other, than] of inOrder.entries()) {
        assert.equal(isOlder(version, than), index < other, `${version} and ${than}`);
      }
    }
  });

  it("knows that zeros at the end, a post release and a local part make no version older", () => {
    assert.equal(isOlder("1.0", "1.0.0"), false);
    assert.equal(isOlder("1.0.0", "1.0"), false);
    assert.equal(isOlder("0.1.0.post1", "0.1.0"), false);
    assert.equal(isOlder("0.1.0+local", "0.1.0"), false);
    assert.equal(isOlder("0.1.0.post1.dev2", "0.1.0"), false);
  });

  it("can compare with the version that is needed", () => {
    assert.equal(isOlder("0.0.1", OLDEST), true);
    assert.equal(isOlder(OLDEST, OLDEST), false);
  });
});
