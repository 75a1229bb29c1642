// Tests of the site in a browser. The question comes as JSON from scripts/website/browser.py.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const question = JSON.parse(readFileSync(0, "utf8"));
const failures = [];
const hosts = new Set();

const holds = (statement, isTrue) => {
  if (!isTrue) failures.push(statement);
};

async function open(browser, path, { width = 1280, script = true, scheme = "light" } = {}) {
  const page = await browser.newPage();
  page.on("request", (request) => request.url().startsWith("http") && hosts.add(new URL(request.url()).host));
  page.on("pageerror", (error) => failures.push(`${path}: ${error.message}`));
  await page.setJavaScriptEnabled(script);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width, height: 900 });
  await page.goto(question.site + path, { waitUntil: "networkidle0" });
  return page;
}

const picture = (page, name) => page.screenshot({ path: join(question.screenshots, `${name}.png`) });

// The search box and its results are in a shadow root.
const searched = (page, ask) =>
  page.evaluateHandle(() => [...document.querySelectorAll("*")].find((item) => item.shadowRoot?.querySelector("input"))?.shadowRoot).then((root) => page.evaluate(ask, root));

async function search(page, text) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await searched(page, (root) => {
    const box = root.querySelector("input");
    box.setRangeText("", 0, box.value.length);
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
    box.focus();
  });
  await page.waitForFunction(() => {
    const root = [...document.querySelectorAll("*")].find((item) => item.shadowRoot?.querySelector("input")).shadowRoot;
    return root.querySelector("input").value === "" && !root.querySelector("ol a");
  });
  await page.keyboard.down("Control");
  await page.keyboard.press("v");
  await page.keyboard.up("Control");
}

// Waits until the results belong to what is in the box: each has its words in its address.
const firstResult = (page) =>
  page
    .waitForFunction(
      () => {
        const root = [...document.querySelectorAll("*")].find((item) => item.shadowRoot?.querySelector("input")).shadowRoot;
        const link = root.querySelector("ol a");
        const words = (text) => text.toLowerCase().match(/\w+/g)?.join(" ") ?? "";
        if (!link || root.querySelector("input").value === "" || words(new URL(link.href).searchParams.get("h") ?? "") !== words(root.querySelector("input").value)) return false;
        return link.pathname.slice(1);
      },
      { timeout: 10_000 },
    )
    .then((found) => found.jsonValue())
    .catch(() => "nothing");

async function testSearch(browser) {
  const page = await open(browser, "");
  await page.keyboard.press("/");
  await page.waitForFunction(() => [...document.querySelectorAll("*")].some((item) => item.shadowRoot?.querySelector("input")));
  for (const { key, page: expected, text } of question.errors) {
    await search(page, text);
    const found = await firstResult(page);
    holds(`search for the message of ${key}: first is ${found}, not ${expected}`, found === expected);
    if (key === "freed-1") await picture(page, "search");
  }
  await page.close();
}

const shownRules = (page) => page.$$eval("#rules tbody tr", (rows) => rows.filter((row) => row.checkVisibility()).map((row) => ({ ...row.dataset })));

async function testFilter(browser) {
  const page = await open(browser, "rules/");
  holds("all rules are shown at first", (await shownRules(page)).length === question.rules);
  await page.select("#rule-filter [name=severity]", "error");
  await page.select("#rule-filter [name=fix]", "safe");
  const shown = await shownRules(page);
  holds("the filter hides some rules and not all", shown.length > 0 && shown.length < question.rules);
  holds("each rule that is shown matches both filters", shown.every(({ severity, fix }) => severity === "error" && fix.split("|").includes("safe")));
  const count = await page.$eval("#rule-filter output", (output) => output.value);
  holds(`the filter counts ${shown.length} rules: ${count}`, count === `${shown.length} of ${question.rules} rules`);
  await picture(page, "rules-filtered");
  for (const name of ["severity", "fix"]) await page.select(`#rule-filter [name=${name}]`, "");
  holds("without filters all rules are shown", (await shownRules(page)).length === question.rules);
  await page.close();
}

async function testWithoutScript(browser) {
  const page = await open(browser, "rules/", { script: false });
  holds("without JavaScript all rules are shown", (await page.$$("#rules tbody tr")).length === question.rules);
  holds("without JavaScript there are no filters", (await page.$eval("#rule-filter", (form) => getComputedStyle(form).display)) === "none");
  await page.goto(`${question.site}errors/freed/`);
  holds("without JavaScript an error page has its programs", (await page.$$(".highlight code")).length >= 6);
  await picture(page, "error-without-script");
  await page.close();
}

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
const isDark = ([red, green, blue]) => red + green + blue < 200;

async function testDark(browser) {
  const dark = await open(browser, "errors/freed/", { scheme: "dark" });
  holds("the site is dark if the system is", isDark(await background(dark)));
  await picture(dark, "error-dark");
  await dark.close();
  const page = await open(browser, "errors/freed/");
  holds("the site is light if the system is", !isDark(await background(page)));
  const isSlate = () => page.evaluate(() => document.body.dataset.mdColorScheme === "slate");
  for (let clicks = 0; clicks < 3 && !(await isSlate()); clicks++) await page.click("label[for^=__palette]:not([hidden])");
  holds("the switch makes the site dark", await isSlate());
  await page.close();
}

async function testNarrow(browser) {
  for (const path of ["", "rules/", "errors/", "errors/freed/", "errors/checkpoint-metadata/", "rules/double-backward/", "configuration/"]) {
    const page = await open(browser, path, { width: 360 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    holds(`/${path} fits a narrow screen: it is ${width} wide`, width <= 360);
    await picture(page, `narrow-${path.replaceAll("/", "-")}`);
    await page.close();
  }
}

async function testPictures(browser) {
  const page = await open(browser, "errors/freed/");
  const pictures = await page.$$eval("article img", (images) => images.map((image) => image.naturalWidth > 0));
  holds("an error page shows a picture of each cause", pictures.length === 3 && pictures.every(Boolean));
  await picture(page, "error");
  await page.close();
}

async function testExamples(browser) {
  if (!question.hasPlayground) return;
  const page = await open(browser, "errors/freed/");
  await page.click("a.try-it");
  const isShown = () => document.body.innerText.includes("absolute.backward()");
  await page.waitForFunction(isShown, { timeout: 20_000 }).catch(() => failures.push("the playground shows the example of an error page"));
  await page.close();
}

mkdirSync(question.screenshots, { recursive: true });
const browser = await puppeteer.launch({ executablePath: question.browser, args: ["--no-sandbox"] });
await browser.defaultBrowserContext().overridePermissions(question.site, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
try {
  for (const test of [testFilter, testWithoutScript, testDark, testNarrow, testPictures, testExamples, testSearch]) await test(browser);
} finally {
  await browser.close();
}
hosts.delete(new URL(question.site).host);
holds(`no page asks another host: ${[...hosts].join(", ")}`, hosts.size === 0);
for (const failure of failures) console.error(`does not hold: ${failure}`);
console.log(`browser: ${failures.length} problems`);
process.exitCode = failures.length ? 1 : 0;
