import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { liesIn, permitted } from "../../src/trust";

describe("permitted", () => {
  const everywhere = { defaultValue: "default", globalValue: "user", workspaceValue: "workspace", workspaceFolderValue: "folder" };

  it("lets the closest setting win in a trusted workspace", () => {
    assert.equal(permitted(everywhere, true), "folder");
    assert.equal(permitted({ defaultValue: "default", workspaceValue: "workspace", globalValue: "user" }, true), "workspace");
    assert.equal(permitted({ defaultValue: "default" }, true), "default");
  });

  it("hears only the user in an untrusted one", () => {
    assert.equal(permitted(everywhere, false), "user");
    assert.equal(permitted({ defaultValue: "default", workspaceValue: "workspace", workspaceFolderValue: "folder" }, false), "default");
    assert.equal(permitted({ workspaceValue: "workspace" }, false), undefined);
  });
});

describe("liesIn", () => {
  const links: Record<string, string> = {
    "/project/.venv/bin/python": "/usr/bin/python3",
    "/home/me/bin/graphlint": "/project/tools/graphlint",
    "/home/me/project": "/project",
    "/home/me/project/.venv/bin": "/project/.venv/bin",
  };
  const real = (path: string): string => links[path] ?? path;
  const lies = (program: string): boolean => liesIn(program, ["/project"], real);

  it("knows what stands in the workspace", () => {
    assert.equal(lies("/project/graphlint"), true);
    assert.equal(lies("/project/..graphlint"), true);
    assert.equal(lies("/usr/bin/graphlint"), false);
    assert.equal(lies("/projects/graphlint"), false);
  });

  it("looks behind links, and at the link itself: an environment's interpreter is a link, and runs what lies around it", () => {
    assert.equal(lies("/project/.venv/bin/python"), true);
    assert.equal(lies("/home/me/bin/graphlint"), true);
    assert.equal(lies("/home/me/project/.venv/bin/python"), true);
    assert.equal(liesIn("/project/graphlint", ["/home/me/project"], real), true);
  });
});
