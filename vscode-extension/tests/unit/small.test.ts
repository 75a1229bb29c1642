import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { installCommand } from "../../src/installation";
import { isPage, suppressedRules } from "../../src/rules";
import { Crashes } from "../../src/server/crashes";

describe("installation", () => {
  it("uses the environment's pip, and uv where it has none", () => {
    assert.equal(installCommand("/env/bin/python", true, false).join(" "), "/env/bin/python -m pip install --disable-pip-version-check torch-graphlint");
    assert.match(installCommand("/env/bin/python", true, true).join(" "), / --upgrade torch-graphlint$/);
    assert.equal(installCommand("/env/bin/python", false, false).join(" "), "uv pip install --python /env/bin/python torch-graphlint");
  });
});

describe("suppressedRules", () => {
  it("finds the rules that a comment silences", () => {
    assert.deepEqual(suppressedRules("loss.backward()  # noqa: GL101, E501, gl201"), ["GL101", "gl201"]);
    assert.deepEqual(suppressedRules("# graphlint: ignore[double-backward, GL201]"), ["double-backward", "GL201"]);
    assert.deepEqual(suppressedRules("# graphlint: ignore-file[eval-builds-graph]"), ["eval-builds-graph"]);
    assert.deepEqual(suppressedRules("print('GL101')  # noqa"), []);
  });
});

describe("isPage", () => {
  it("knows a rule's page from anything else that a server may answer", () => {
    assert.equal(isPage({ code: "GL101", name: "double-backward", markdown: "# Double backward" }), true);
    for (const answer of [undefined, null, true, "GL101", { code: "GL101" }]) {
      assert.equal(isPage(answer), false);
    }
  });
});

describe("Crashes", () => {
  it("gives up on a server that dies again and again, and forgives what is long ago", () => {
    const crashes = new Crashes(2, 1000);
    assert.deepEqual([0, 10, 20].map((time) => crashes.mayRestart(time)), [true, true, false]);
    assert.equal(crashes.mayRestart(5000), true);
  });
});
