import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { PREFIX } from "./host/output";
import { ADVERSARIAL, KEEPING, Project, RETAINING } from "./support/projects";
import { PACKAGE, searchPath, testedPython } from "./support/tested";
import { VSCode } from "./support/vscode";
import { launchBrowser } from "./support/window";

// Tests are run in the host only if an extension is run from its folder. The packaged one is installed beside this.
const ENVIRONMENTS_EXTENSION = "tests/fixtures/environments-extension";

describe("the extension host", () => {
  it("runs the tests inside of it", async () => {
    const project = new Project({ "adversarial.py": ADVERSARIAL, "retaining.py": RETAINING, "saved.py": KEEPING, "training.py": KEEPING });
    const code = await VSCode.start({ extensions: [PACKAGE], env: { PATH: searchPath(true), GRAPHLINT_PYTHON: testedPython() } });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.exposeFunction("codeAutomationLog", (_type: string, words: unknown[]) => {
        const line = words.join(" ");
        if (line.startsWith(PREFIX)) {
          process.stdout.write(`${line.slice(PREFIX.length)}\n`);
        }
      });
      const status = new Promise((resolve) => void page.exposeFunction("codeAutomationExit", resolve).then(() =>
        page.goto(code.address(project.folder, { extension: ENVIRONMENTS_EXTENSION, tests: "out/tests/host/index.js" })),
      ));
      assert.equal(await status, 0);
    } finally {
      await browser.close();
      await code.stop();
      project.remove();
    }
  });
});
