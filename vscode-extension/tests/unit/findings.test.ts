import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { summarize } from "../../src/findings";

const warning = { code: "GL202", isError: false };
const error = { code: "GL101", isError: true };
const unparsed = { code: "GL000", isError: true };

describe("the status bar item", () => {
  it("counts the findings of the file, with the icon of the worst", () => {
    assert.deepEqual(summarize([]), { label: "", severity: undefined, description: "No findings in this file." });
    assert.deepEqual(summarize([warning]), { label: ": 1", severity: "warning", description: "1 finding in this file." });
    assert.deepEqual(summarize([warning, error]), { label: ": 2", severity: "error", description: "2 findings in this file." });
  });

  it("says that a file does not parse, whatever remains of its findings", () => {
    const summary = summarize([warning, unparsed]);
    assert.deepEqual([summary.label, summary.severity], [": syntax error", "error"]);
  });
});
