import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Browser } from "playwright-core";

import { serversBelow } from "../support/processes";
import { ADVERSARIAL, BACKWARD_TWICE, CELLS, KEEPING, KEPT, notebook, Project, RETAINED, RETAINING } from "../support/projects";
import { PICTURE_SETTINGS, screenshot } from "../support/screenshots";
import { PACKAGE, searchPath } from "../support/tested";
import { until } from "../support/until";
import { VSCode } from "../support/vscode";
import { launchBrowser, pictured, Window } from "../support/window";

const EDITOR = { x: 348, y: 35, width: 892, height: 463 };
const EDITOR_AND_PANEL = { ...EDITOR, height: 745 };
/** The details that the walkthrough shows, which is at most 450 pixels wide. */
const DETAILS = {
  finding: { x: 368, y: 336, width: 490, height: 140 },
  hover: { x: 448, y: 125, width: 645, height: 161 },
  fix: { x: 368, y: 218, width: 500, height: 205 },
  explanation: { x: 806, y: 72, width: 434, height: 424 },
};

// One window, in which a person does one thing after the other.
describe("the packaged extension, where graphlint is on PATH", () => {
  const project = new Project({
    "adversarial.py": ADVERSARIAL,
    "error.log": BACKWARD_TWICE.traceback,
    "cells.ipynb": notebook(CELLS),
    "retaining.py": RETAINING,
    "training.py": KEEPING,
    "unopened.py": RETAINING,
  });
  let code: VSCode | undefined;
  let browser: Browser | undefined;
  let window: Window;

  before(async () => {
    const settings = { ...PICTURE_SETTINGS, "editor.codeActionsOnSave": { "source.fixAll.graphlint": "explicit" } };
    code = await VSCode.start({ extensions: [PACKAGE], settings, env: { PATH: searchPath(true) } });
    browser = await launchBrowser();
    window = await Window.open(browser, code.address(project.folder));
  });

  after(async () => {
    await browser?.close();
    await code?.stop();
    project.remove();
  });

  /** A test that leaves a picture behind if it fails. */
  function step(name: string, run: () => Promise<void>): void {
    it(name, () => pictured(() => window, name, run));
  }

  step("shows the squiggle, and the row in Problems with its related places", async () => {
    const { line, column, code: rule, built, freed } = BACKWARD_TWICE;
    await window.openFile("adversarial.py", line, column);
    await window.errors.first().waitFor();
    await window.showProblems();
    await window.problem(/^1 problems in file adversarial\.py/);
    await window.problem(new RegExp(`^Error: \`backward\\(\\)\` through a graph [^]* at line ${line} and character ${column}\\..*graphlint${rule}\\[`));
    await window.problem(new RegExp(`^graph built here at line ${built} `));
    await window.problem(new RegExp(`^freed by this \`backward\\(\\)\` at line ${freed} `));
    await window.state(/^graphlint \d\S* is running[^]*1 finding in this file/);
    assert.match((await window.status.textContent()) ?? "", /graphlint: 1/);
  });

  step("says at the end of a line that it raises", async () => {
    await window.page.locator(".view-line", { hasText: "loss.backward()" }).filter({ hasText: "raises: graph freed" }).waitFor();
    await window.run("View: Keep Editor");
    // The picture shows the first line whole.
    await window.page.mouse.move(EDITOR.x + EDITOR.width / 2, EDITOR.y + EDITOR.height / 2);
    await window.page.mouse.wheel(0, -EDITOR.height);
    await screenshot(window.page, "finding", EDITOR_AND_PANEL, DETAILS.finding);
  });

  step("tells in a hover the life of a graph", async () => {
    await window.openFile("adversarial.py", BACKWARD_TWICE.built, 6);
    await window.page.keyboard.press("Control+k");
    await window.page.keyboard.press("Control+i");
    const hover = window.page.locator(".monaco-hover:visible", { hasText: "freed by backward() on line 14" });
    await hover.waitFor();
    assert.match((await hover.first().textContent()) ?? "", /Graph of generator\(torch\.randn\(4, 8\)\)/);
    await screenshot(window.page, "hover", EDITOR, DETAILS.hover);
    await window.page.keyboard.press("Escape");
  });

  step("explains a rule on a page of its own, rendered", async () => {
    await window.openFile("adversarial.py", BACKWARD_TWICE.line, BACKWARD_TWICE.column);
    await window.run("graphlint: Explain Rule under Cursor");
    await window.page.locator(".tab", { hasText: "Preview GL101 double-backward" }).waitFor();
    await window.webview("h1", "double-backward (GL101)");
    await screenshot(window.page, "explanation", EDITOR, DETAILS.explanation);
    await window.run("View: Close All Editors");
  });

  step("explains a traceback on a page whose links open the lines that led to it", async () => {
    await window.openFile("error.log");
    await window.page.keyboard.press("Control+a");
    await window.run("graphlint: Explain Traceback");
    await window.page.locator(".tab", { hasText: "Traceback: double-backward (GL101)" }).waitFor();
    const page = await window.webview("h1", "double-backward (GL101)");
    assert.equal(await page.locator("pre.error").textContent(), BACKWARD_TWICE.error);
    const links = await page.locator("a[href^='command:']").allTextContents();
    assert.deepEqual(links, [BACKWARD_TWICE.line, BACKWARD_TWICE.built, BACKWARD_TWICE.freed].map((line) => `adversarial.py:${line}`));
    await page.locator("a", { hasText: `adversarial.py:${BACKWARD_TWICE.built}` }).click();
    await window.page.locator(".tab.active", { hasText: "adversarial.py" }).waitFor();
    await window.page.locator(".statusbar-item", { hasText: `Ln ${BACKWARD_TWICE.built}, Col 1` }).waitFor();
    await window.run("View: Close All Editors");
  });

  step("takes a finding away when an edit mends it, and brings another when an edit makes one", async () => {
    await window.openFile("training.py", KEPT.line, KEPT.column);
    await window.warnings.first().waitFor();
    await window.typeAfter("training.py", KEPT.line, ".item()");
    await window.warnings.first().waitFor({ state: "detached" });
    await window.typeAfter("training.py", KEPT.line + 1, "\nloss.backward()");
    await window.errors.first().waitFor();
    await window.run("File: Revert File");
    await window.errors.first().waitFor({ state: "detached" });
    await window.warnings.first().waitFor();
  });

  step("makes a quick fix, and the file on the disk is right", async () => {
    await window.openFile("training.py", KEPT.line, KEPT.column);
    await window.page.keyboard.press("Control+.");
    const fix = window.page.locator(".action-widget .monaco-list-row.focused", { hasText: `${KEPT.code}: Detach` });
    await fix.waitFor();
    await screenshot(window.page, "fix", EDITOR, DETAILS.fix);
    await window.page.keyboard.press("Enter");
    await window.warnings.first().waitFor({ state: "detached" });
    await window.save();
    assert.equal(project.read("training.py"), KEPT.fixed);
  });

  step("makes the safe fixes on save, where that is set, and the file on the disk is right", async () => {
    await window.typeAfter("retaining.py", 1, "  # changed");
    await window.warnings.first().waitFor();
    await window.save();
    assert.equal(project.read("retaining.py"), RETAINED.fixed.replace("torch\n", "torch  # changed\n"));
  });

  step("marks the cell of a notebook", async () => {
    await window.openNotebook("cells.ipynb");
    const cells = window.page.locator(".notebookOverlay .cell-list-container .monaco-list-row");
    await cells.nth(1).locator(".squiggly-error").first().waitFor();
    assert.equal(await cells.nth(0).locator(".squiggly-error").count(), 0);
    await window.showProblems();
    await window.problem(/^Error: `backward\(\)` through a graph [^]* at line 2 and character 1\./);
  });

  step("finds the server again that was killed", async () => {
    const [killed, ...others] = serversBelow(code?.pid ?? 0);
    assert.ok(killed !== undefined && others.length === 0, "one server for the window");
    process.kill(killed, "SIGKILL");
    const next = await until("another server", () => serversBelow(code?.pid ?? 0).find((pid) => pid !== killed));
    assert.notEqual(next, killed);
    await window.openFile("training.py", 11);
    await window.state(/ is running/);
    await window.typeAfter("training.py", 11, "\nloss.backward()");
    await window.errors.first().waitFor();
    await window.run("File: Revert File");
    await window.errors.first().waitFor({ state: "detached" });
  });

  step("checks the files that nobody has opened, when asked", async () => {
    await window.showProblems();
    await window.page.locator(".markers-panel-container, .panel").locator("input[placeholder*=Filter]").fill("unopened.py");
    await until("the view without what is open", async () => (await window.problems()).length === 0);
    await window.openFile("training.py");
    await window.run("graphlint: Check Workspace");
    await window.problem(/^1 problems in file unopened\.py/);
    // From then on, also what others change is seen.
    project.write("unopened.py", RETAINED.fixed);
    await until("the finding to go", async () => (await window.problems()).length === 0);
  });

  step("says in the status bar that a file does not parse, and that it has no findings", async () => {
    await window.typeAfter("training.py", 1, "\ntotal =");
    await window.state(/This file does not parse/);
    assert.match((await window.status.textContent()) ?? "", /graphlint: syntax error/);
    await window.run("File: Revert File");
    await window.state(/No findings in this file/);
  });

  step("opens the log from the status item", async () => {
    await window.openFile("training.py");
    await window.status.click();
    await until("the log", () =>
      window.page.locator(".panel select").evaluateAll((all) => all.some((one) => (one as HTMLSelectElement).selectedOptions[0]?.textContent === "graphlint")),
    );
  });

  // The last one, as the walkthrough keeps the focus.
  step("ticks the installation in the walkthrough, also if no Python file is open any more", async () => {
    await window.run("View: Close All Editors");
    await window.run("Welcome: Open Walkthrough...");
    await window.page.locator(".quick-input-widget input[type=text]").fill("graphlint");
    await window.page.locator(".quick-input-list .monaco-list-row.focused", { hasText: "graphlint" }).waitFor();
    await window.page.keyboard.press("Enter");
    await window.page.locator(".getting-started-step", { hasText: "Install graphlint" }).locator("[role=checkbox][aria-checked=true]").waitFor();
  });
});
