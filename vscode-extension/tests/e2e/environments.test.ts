import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser } from "playwright-core";

import { Environments, linkToTested } from "../support/environments";
import { KEEPING, KEPT, Project } from "../support/projects";
import { PACKAGE, searchPath } from "../support/tested";
import { VSCode } from "../support/vscode";
import { launchBrowser, pictured, Window } from "../support/window";

const PYTHON_EXTENSION = "tests/fixtures/python-extension";

describe("the packaged extension, where graphlint is not on PATH", () => {
  const environments = new Environments();
  const project = new Project({ "training.py": KEEPING });
  let bare: { python: string; packages: string };
  let other: { python: string };
  let code: VSCode | undefined;
  let browser: Browser | undefined;
  let window: Window;

  before(async () => {
    bare = environments.make("bare", false);
    other = environments.make("other", true);
    const env = { PATH: searchPath(false), TESTED: linkToTested() };
    code = await VSCode.start({ extensions: [PACKAGE], settings: { "python.selected": bare.python }, env });
    browser = await launchBrowser();
    window = await Window.open(browser, code.address(project.folder, { extension: PYTHON_EXTENSION }));
  });

  after(async () => {
    await browser?.close();
    await code?.stop();
    project.remove();
    environments.remove();
  });

  /** A test that leaves a picture behind if it fails. */
  function step(name: string, run: () => Promise<void>): void {
    it(name, () => pictured(() => window, name, run));
  }

  step("tells that graphlint is missing, and offers to install it in the selected environment", async () => {
    await window.openFile("training.py", KEPT.line, KEPT.column);
    const notice = window.notices.filter({ hasText: "graphlint is not installed in the Python environment of this workspace." });
    await notice.waitFor();
    await notice.getByRole("button", { name: "How to Install" }).waitFor();
    await window.state(/^graphlint was not found/);
    await notice.getByRole("button", { name: "Install", exact: true }).click();
  });

  step("installs it after asking, and checks", async () => {
    const question = window.page.locator(".monaco-dialog-box", { hasText: "Install graphlint?" });
    await question.filter({ hasText: `${bare.python} -m pip install --disable-pip-version-check torch-graphlint` }).waitFor();
    await question.getByRole("button", { name: "Install" }).click();
    await window.warnings.first().waitFor();
    await window.state(/^graphlint \d\S* is running: .*bare.* \(the selected interpreter\)/);
    const asked = readFileSync(path.join(bare.packages, "pip.log"), "utf8");
    assert.equal(asked, "install --disable-pip-version-check torch-graphlint");
  });

  step("starts the server anew in another interpreter when that is selected", async () => {
    await window.set({ "python.selected": other.python });
    await window.state(/ is running: .*other.* \(the selected interpreter\)/);
    await window.warnings.first().waitFor();
  });

  step("tells that a version is too old, and how to upgrade", async () => {
    // An interpreter stands beside it: that is where the newer one would go.
    await window.set({ "graphlint.path": [environments.script("bare/bin/graphlint", "echo graphlint 0.0.1")] });
    const notice = window.notices.filter({ hasText: "graphlint 0.0.1" }).filter({ hasText: "is too old for this extension" });
    await notice.getByRole("button", { name: "How to Upgrade" }).waitFor();
    await notice.getByRole("button", { name: "Upgrade", exact: true }).waitFor();
    await window.state(/^graphlint 0\.0\.1 is too old/);
    await window.warnings.first().waitFor({ state: "detached" });
  });

  step("tells that a server does not start", async () => {
    await window.set({ "graphlint.path": [environments.script("broken", '[ "$1" = --version ] && echo graphlint 9.0 && exit; exit 3')] });
    await window.notices.filter({ hasText: "graphlint is not running" }).waitFor();
    await window.state(/^graphlint is not running/);
  });

  step("gives up a server that never answers, when another one is to be used", async () => {
    await window.set({ "graphlint.path": [environments.script("mute", '[ "$1" = --version ] && echo graphlint 9.0 && exit; exec sleep 1000')] });
    await window.state(/^graphlint 9\.0 is starting/);
    await window.set({ "graphlint.path": [] });
    await window.state(/ is running: .*other/);
  });

  step("stops and starts with its setting", async () => {
    await window.set({ "graphlint.enable": false });
    await window.state(/^graphlint is disabled/);
    await window.set({ "graphlint.enable": true });
    await window.state(/ is running: .*other/);
    await window.warnings.first().waitFor();
  });
});
