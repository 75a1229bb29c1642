import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser } from "playwright-core";

import { Environments } from "../support/environments";
import { KEEPING, KEPT, Project } from "../support/projects";
import { PACKAGE, searchPath } from "../support/tested";
import { until } from "../support/until";
import { VSCode } from "../support/vscode";
import { launchBrowser, pictured, Window } from "../support/window";

describe("the packaged extension, in a workspace that is not trusted", () => {
  const outside = new Environments();
  const proof = path.join(outside.folder, "was-run");
  const project = new Project({ "training.py": KEEPING });
  let code: VSCode | undefined;
  let browser: Browser | undefined;
  let window: Window;

  before(async () => {
    const own = outside.script("own", `touch ${proof}; echo graphlint 0.0.1`);
    const settings = { "graphlint.path": [own], "graphlint.interpreter": [own], "graphlint.config": "everything.toml" };
    project.write(".vscode/settings.json", JSON.stringify(settings));
    // Were it heard, nothing would be found.
    project.write("everything.toml", 'ignore = ["GL"]\n');
    const trust = { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };
    code = await VSCode.start({ extensions: [PACKAGE], settings: trust, env: { PATH: searchPath(true) } });
    browser = await launchBrowser();
    window = await Window.open(browser, code.address(project.folder));
  });

  after(async () => {
    await browser?.close();
    await code?.stop();
    project.remove();
    outside.remove();
  });

  /** A test that leaves a picture behind if it fails. */
  function step(name: string, run: () => Promise<void>): void {
    it(name, () => pictured(() => window, name, run));
  }

  step("checks, and runs nothing that the workspace's settings name", async () => {
    await window.openFile("training.py", KEPT.line, KEPT.column);
    await window.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
    await window.warnings.first().waitFor();
    await window.state(/ is running: .* \(PATH\)/);
    assert.equal(existsSync(proof), false);
  });

  step("hears the workspace's settings once it is trusted", async () => {
    await window.run("Workspaces: Manage Workspace Trust");
    await window.page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).click();
    await until("what the workspace names to be run", () => existsSync(proof));
    await window.openFile("training.py", KEPT.line, KEPT.column);
    await window.state(/^graphlint 0\.0\.1 is too old/);
  });
});
