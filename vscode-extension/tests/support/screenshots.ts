import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import type { Page } from "playwright-core";
import UPNG from "upng-js";

const COLOURS = 64;
const THEMES: Readonly<Record<string, string>> = { light: "Default Light Modern", dark: "Default Dark Modern" };

/** The theme of the pictures, light if GRAPHLINT_THEME names none: the walkthrough shows those of the theme in use. */
const theme = process.env["GRAPHLINT_THEME"] ?? "light";

/** What the user has set for pictures. */
export const PICTURE_SETTINGS = { "workbench.colorTheme": THEMES[theme] };

/** A part of a window, in pixels. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Takes pictures if GRAPHLINT_SCREENSHOTS names a folder for them: one for the README in the light theme, and one for the walkthrough.
 *
 * @param detail the part of the window that the walkthrough shows, in half the width of the README; undefined if it does not show it.
 */
export async function screenshot(page: Page, name: string, clip: Part, detail?: Part): Promise<void> {
  const folder = process.env["GRAPHLINT_SCREENSHOTS"];
  if (folder === undefined || folder === "") {
    return;
  }
  if (theme === "light") {
    await take(page, path.join(folder, `${name}.png`), clip);
  }
  if (detail !== undefined) {
    await take(page, path.join(folder, `tour-${name}${theme === "light" ? "" : `-${theme}`}.png`), detail);
  }
}

async function take(page: Page, file: string, clip: Part): Promise<void> {
  await page.screenshot({ path: file, clip, caret: "hide", animations: "disabled" });
  writeFileSync(file, withFewColours(readFileSync(file)));
}

/** A picture in a palette: text on a plain ground loses nothing that can be seen, and most of its size. */
function withFewColours(picture: Buffer): Buffer {
  const image = UPNG.decode(picture.buffer.slice(picture.byteOffset, picture.byteOffset + picture.byteLength) as ArrayBuffer);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, COLOURS));
}
