// The built playground in Chromium, as a reader uses it.
//
// PLAYGROUND=FOLDER CHROMIUM=PROGRAM node --test tests/browser.test.mjs; with SCREENSHOTS=FOLDER, it also takes pictures.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { chromium } from "playwright-core";

import { serve } from "./serve.mjs";

const FREED = "x = torch.ones(2, requires_grad=True)\nloss = x.exp().sum()\nloss.backward()\nloss.backward()\n";
const TRACEBACK = `Traceback (most recent call last):
  File "/home/user/train.py", line 4, in <module>
    loss.backward()
RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).
`;
const START = 120_000;

let server, browser, context, page;
const errors = [];

/** Code of some functions, each of five lines. */
function functions(count) {
  const names = Array.from({ length: count }, (_, index) => `step${index}`);
  return names.map((name) => `def ${name}(model, x):\n    loss = model(x).sum()\n    loss.backward()\n    return loss.item()\n\n`).join("");
}

async function write(code) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.locator(".cm-content").evaluate((content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, code);
}

async function waitForFindings(text, timeout = START) {
  await page.locator("#findings:not(.stale)", { hasText: text }).waitFor({ timeout });
}

async function shot(name) {
  if (process.env.SCREENSHOTS) {
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) });
  }
}

before(async () => {
  server = await serve(process.env.PLAYGROUND);
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  context.on("request", (request) => assert.ok(request.url().startsWith(server.address) || request.url().startsWith("data:"), request.url()));
});

after(async () => {
  await browser?.close();
  server?.close();
});

test("the example is checked as soon as Python has started", async () => {
  const began = performance.now();
  await page.goto(server.address);
  await waitForFindings("GL101");
  console.log(`first visit to first answer: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  assert.equal(await page.locator("#findings .picture svg").count(), 1);
  await shot("first");
});

test("a fix is applied, and the finding is gone", async () => {
  await write(FREED);
  await waitForFindings("line 4");
  await page.getByRole("button", { name: "Apply fix" }).first().click();
  await waitForFindings("No findings.");
  assert.equal(await page.locator(".cm-line", { hasText: "backward" }).count(), 1);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+z");
  await waitForFindings("GL101");
});

test("what a snippet lacks is assumed and said; without snippets, it is unknown", async () => {
  await waitForFindings("assumed imports: import torch");
  await page.locator("#snippet").uncheck();
  await waitForFindings("No findings.");
  await page.locator("#snippet").check();
  await waitForFindings("GL101");
});

test("settings apply, and wrong ones are an error", async () => {
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.locator("#settings").fill('ignore = ["GL101"]');
  await page.getByRole("tab", { name: "Findings" }).click();
  await waitForFindings("No findings.");
  await page.locator("#settings").evaluate((area) => {
    area.value = 'ignore = "';
    area.dispatchEvent(new Event("input"));
  });
  await waitForFindings("settings:");
  await page.locator("#settings").evaluate((area) => {
    area.value = "";
    area.dispatchEvent(new Event("input"));
  });
  await waitForFindings("GL101");
});

test("a traceback is explained, and a click leads to its lines", async () => {
  await page.getByRole("tab", { name: "Explain a traceback" }).click();
  await page.locator("#traceback").fill(TRACEBACK);
  await page.locator("#explain").click();
  await page.locator("#explanation", { hasText: "freed by this" }).waitFor({ timeout: START });
  await page.locator("#explanation").getByRole("button", { name: "line 3" }).click();
  assert.match(await page.locator(".cm-activeLine").innerText(), /^loss\.backward\(\)/);
  await shot("explained");
  await page.getByRole("tab", { name: "Findings" }).click();
});

test("code is shared by an address and opened from it", async () => {
  await write(`${FREED}# é 🙂\n`);
  await waitForFindings("GL101");
  await page.locator("#share").click();
  await page.waitForFunction(() => location.hash.startsWith("#code="));
  const shared = page.url();
  await page.goto("about:blank");
  await page.goto(shared);
  await waitForFindings("GL101");
  assert.match(await page.locator(".cm-content").innerText(), /# é 🙂/);
});

test("the second visit loads nothing, and works without a network", async () => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const before = server.asked.length;
  await context.setOffline(true);
  const began = performance.now();
  await page.goto("about:blank");
  await page.goto(`${server.address}#example=GL103`);
  await waitForFindings("GL103");
  console.log(`second visit to first answer: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await context.setOffline(false);
  assert.deepEqual(server.asked.slice(before).filter((name) => !name.endsWith("service-worker.js")), []);
});

test("code that is nested too deeply is named, and Python starts again", async () => {
  await write(`x = ${"(".repeat(3000)}1${")".repeat(3000)}\n`);
  await page.waitForFunction(() => /nested too deeply|No findings|GL000/.test(document.querySelector("#findings:not(.stale)")?.textContent), null, { timeout: START });
  await write(`import torch\nx = ${"-".repeat(1500)}torch.ones(1)\n`);
  await page.waitForFunction(() => /nested too deeply|No findings|GL000|failed/.test(document.querySelector("#findings:not(.stale)")?.textContent), null, { timeout: START });
  await write(FREED);
  await waitForFindings("GL101");
});

test("a check that takes too long is ended, and Python starts again", async () => {
  await write(`import torch\n\n${functions(3_000)}`);
  await waitForFindings("took more than 10 seconds");
  await write(FREED);
  await waitForFindings("GL101");
});

test("a long file does not freeze the page", async () => {
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const frame = (now) => {
      window.longest = Math.max(window.longest, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await write(`import torch\n\n${functions(200)}${FREED}`);
  await waitForFindings("GL101");
  const longest = await page.evaluate(() => window.longest);
  console.log(`1,000 lines: the longest pause of the page is ${longest.toFixed(0)} ms`);
  assert.ok(longest < 1_500);
});

test("dark and narrow pages show the same", async () => {
  await write(FREED);
  await waitForFindings("GL101");
  await page.emulateMedia({ colorScheme: "dark" });
  await shot("dark");
  await page.setViewportSize({ width: 400, height: 800 });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 400);
  await shot("narrow");
});

test("nothing failed on the way", () => {
  assert.deepEqual(errors.filter((text) => !/ERR_INTERNET_DISCONNECTED|fatal error|RangeError/.test(text)), []);
});
