import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { startedRule } from "../../src/ruleLists";

describe("startedRule", () => {
  it("is found in the lists of graphlint's table", () => {
    assert.equal(startedRule('[tool.graphlint]\nselect = ["'), "");
    assert.equal(startedRule('[project]\nname = "x"\n\n[tool.graphlint]  # settings\nselect = [\n  "GL1", # "raises"\n  \'GL2'), "GL2");
    assert.equal(startedRule('[tool.graphlint]\nselect = ["GL1"]\nextend-ignore = ["GL3", "eval-'), "eval-");
    assert.equal(startedRule('tool.graphlint.ignore = ["GL'), "GL");
    assert.equal(startedRule('[tool.graphlint]\nper-file-ignores = { "a/**" = ["GL1"], "tests/**" = ["G'), "G");
    assert.equal(startedRule('[tool.graphlint.per-file-ignores]\n"tests/**" = ["G'), "G");
  });

  it("is not found elsewhere", () => {
    for (const text of [
      "",
      '[tool.ruff]\nselect = ["E',
      '[tool.graphlint]\nexclude = ["a',
      '[tool.graphlint]\nselect = ["GL1"',
      '[tool.graphlint]\nselect = ["GL1"]\n# "GL',
      '[tool.graphlint]\nselect = ["GL1"]\n[tool.ruff]\nselect = ["',
      '[tool.graphlint]\nper-file-ignores = { "te',
      '[tool.graphlint]\nbaseline = "',
      '[tool.graphlint]\nselect = [\n# "',
    ]) {
      assert.equal(startedRule(text), undefined, text);
    }
  });
});
