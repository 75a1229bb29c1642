// Makes the icon from its drawing: the marketplaces take no SVG.
import { readFileSync } from "node:fs";

import { chromium } from "playwright-core";

const SIZE = 256;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  await page.setContent(`<style>* { margin: 0 }</style>${readFileSync("images/icon.svg", "utf8")}`);
  await page.screenshot({ path: "images/icon.png", omitBackground: true });
} finally {
  await browser.close();
}
