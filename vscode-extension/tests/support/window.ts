import { type Browser, chromium, type Frame, type Locator, type Page } from "playwright-core";

import { PATIENCE_IN_MS, until } from "./until";

const ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Debian's chromium, or what CHROMIUM names, without a screen. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ARGUMENTS });
}

/** A window of VS Code, as a person sees and uses it. */
export class Window {
  private constructor(readonly page: Page) {}

  static async open(browser: Browser, address: string): Promise<Window> {
    const page = await browser.newPage({ viewport: { width: 1240, height: 780 } });
    page.setDefaultTimeout(PATIENCE_IN_MS);
    await page.goto(address);
    await page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
    return new Window(page);
  }

  /** What is underlined as an error in the editor that is shown. */
  get errors(): Locator {
    return this.page.locator(".editor-instance .squiggly-error");
  }

  get warnings(): Locator {
    return this.page.locator(".editor-instance .squiggly-warning");
  }

  get notices(): Locator {
    return this.page.locator(".notification-toast");
  }

  get status(): Locator {
    return this.page.locator("[id='graphlint.graphlint.graphlint.status']");
  }

  /** Opens a file with the cursor in a line and column of it. */
  async openFile(name: string, line = 1, column = 1): Promise<void> {
    await this.pick("Control+p", `${name}:${line}:${column}`, name);
    await this.page.locator(".tab.active", { hasText: name }).waitFor();
    await this.page.locator(".statusbar-item", { hasText: `Ln ${line}, Col ${column}` }).waitFor();
  }

  /** Opens a notebook. */
  async openNotebook(name: string): Promise<void> {
    await this.pick("Control+p", name, name);
    await this.page.locator(".notebookOverlay .cell-list-container .monaco-list-row").first().waitFor();
  }

  /** Runs a command of the palette. */
  async run(title: string): Promise<void> {
    await this.pick("F1", `>${title}`, title);
  }

  /** Changes what the user has set, by the command of the extension that stands in for the Python extension. */
  async set(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.run("Test: Change Settings");
    const input = this.page.locator(".quick-input-widget input[type=text]");
    await input.fill(JSON.stringify(settings));
    await input.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** Waits for a rendered page in the window that has an element with a text, and returns it. */
  webview(selector: string, text: string): Promise<Frame> {
    return until(`a page with "${text}"`, async () => {
      const frames = this.page.frames();
      const texts = await Promise.all(frames.map((frame) => frame.locator(selector).first().textContent({ timeout: 1 }).catch(() => "")));
      return frames[texts.findIndex((found) => found?.includes(text))];
    });
  }

  /** Types at the end of a line. */
  async typeAfter(name: string, line: number, text: string): Promise<void> {
    await this.openFile(name, line);
    await this.page.keyboard.press("End");
    await this.page.keyboard.type(text);
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("Control+s");
    await this.page.locator(".tab.active:not(.dirty)").waitFor();
  }

  /** Shows the Problems view. */
  async showProblems(): Promise<void> {
    await this.run("Problems: Focus on Problems View");
    await this.page.locator(".markers-panel-container").waitFor();
  }

  /** Waits for a row of the Problems view, by what it tells to those who hear it, or by what stands in it. */
  async problem(pattern: RegExp): Promise<void> {
    let rows: string[] = [];
    await until(() => `a problem like ${String(pattern)} among\n${rows.join("\n")}`, async () => {
      rows = await this.problems();
      return rows.some((row) => pattern.test(row));
    });
  }

  /** The rows of the Problems view: files, findings and related places. */
  async problems(): Promise<string[]> {
    const rows = this.page.locator(".markers-panel-container .monaco-list-row");
    return rows.evaluateAll((all) => all.map((row) => `${row.getAttribute("aria-label") ?? ""} | ${row.textContent}`));
  }

  /** Waits until the status item tells something. */
  async state(pattern: RegExp): Promise<void> {
    await until(`a status like ${String(pattern)}`, async () => pattern.test((await this.status.getAttribute("aria-label").catch(() => "")) ?? ""));
  }

  private async pick(key: string, text: string, row: string): Promise<void> {
    const { page } = this;
    const input = page.locator(".quick-input-widget input[type=text]");
    // A window that takes the focus, or gives it to a notification, closes the list again: the key is pressed until it stays open.
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await page.keyboard.press(key);
      const opened = await input.waitFor({ timeout: 8000 }).then(
        () => true,
        () => false,
      );
      if (opened) break;
      await page.keyboard.press("Escape");
    }
    await input.waitFor();
    await input.fill(text);
    await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: row }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: row }).waitFor({ state: "hidden" });
  }
}

/** Runs a step of a test, and if it fails leaves a picture of the window in out/failures. */
export async function pictured(window: () => Window, name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    await window().page.screenshot({ path: `out/failures/${name.replace(/\W+/g, "-")}.png` });
    throw error;
  }
}
