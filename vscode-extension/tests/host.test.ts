import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { TOLD } from "./host/told";
import { ADVERSARIAL, KEEPING, Project, RETAINING } from "./support/projects";
import { PACKAGE, searchPath } from "./support/tested";
import { VSCode } from "./support/vscode";
import { launchBrowser } from "./support/window";

// An extension has to be under development for tests to be run in its host; the packaged one is installed beside it.
const UNDER_DEVELOPMENT = "tests/fixtures/none";

describe("the extension host", () => {
  it("runs the tests inside of it", async () => {
    const project = new Project({ "adversarial.py": ADVERSARIAL, "retaining.py": RETAINING, "saved.py": KEEPING, "training.py": KEEPING });
    const code = await VSCode.start({ extensions: [PACKAGE], env: { PATH: searchPath(true) } });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.exposeFunction("codeAutomationLog", (_type: string, words: unknown[]) => {
        const line = words.join(" ");
        if (line.startsWith(TOLD)) {
          process.stdout.write(`${line.slice(TOLD.length)}\n`);
        }
      });
      const status = new Promise((resolve) => void page.exposeFunction("codeAutomationExit", resolve).then(() =>
        page.goto(code.address(project.folder, { extension: UNDER_DEVELOPMENT, tests: "out/tests/host/index.js" })),
      ));
      assert.equal(await status, 0);
    } finally {
      await browser.close();
      await code.stop();
      project.remove();
    }
  });
});
