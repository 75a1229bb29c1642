import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { isInside, trustedValue } from "../../src/trust";

describe("trustedValue", () => {
  const everywhere = { defaultValue: "default", globalValue: "user", workspaceValue: "workspace", workspaceFolderValue: "folder" };

  it("lets the closest setting win in a trusted workspace", () => {
    assert.equal(trustedValue(everywhere, true), "folder");
    assert.equal(trustedValue({ defaultValue: "default", workspaceValue: "workspace", globalValue: "user" }, true), "workspace");
    assert.equal(trustedValue({ defaultValue: "default" }, true), "default");
  });

  it("hears only the user in an untrusted one", () => {
    assert.equal(trustedValue(everywhere, false), "user");
    assert.equal(trustedValue({ defaultValue: "default", workspaceValue: "workspace", workspaceFolderValue: "folder" }, false), "default");
    assert.equal(trustedValue({ workspaceValue: "workspace" }, false), undefined);
  });
});

describe("isInside", () => {
  const links: Record<string, string> = {
    "/project/.venv/bin/python": "/usr/bin/python3",
    "/home/me/bin/graphlint": "/project/tools/graphlint",
    "/home/me/project": "/project",
    "/home/me/project/.venv/bin": "/project/.venv/bin",
  };
  const real = (path: string): string => links[path] ?? path;
  const lies = (program: string): boolean => isInside(program, ["/project"], real);

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
    assert.equal(isInside("/project/graphlint", ["/home/me/project"], real), true);
  });
});
