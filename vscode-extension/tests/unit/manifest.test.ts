import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

import { isOlder, OLDEST } from "../../src/server/versions";

interface Setting {
  readonly description?: string;
  readonly markdownDescription?: string;
}

interface Manifest {
  readonly version: string;
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: string; readonly restrictedConfigurations: string[] } };
  readonly contributes: {
    readonly configuration: { readonly properties: Record<string, Setting> };
    readonly commands: { readonly title: string }[];
    readonly walkthroughs: { readonly steps: { readonly description: string; readonly media: { readonly image: Record<string, string> } }[] }[];
  };
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const readme = readFileSync("README.md", "utf8");

describe("the manifest", () => {
  const settings = Object.entries(manifest.contributes.configuration.properties);

  it("describes every setting, and the README has each of them and no other", () => {
    assert.deepEqual(settings.filter(([, { markdownDescription }]) => (markdownDescription ?? "") === ""), []);
    const table = readme.split("## Settings")[1]?.split("\n## ")[0] ?? "";
    const documented = [...table.matchAll(/`(graphlint\.[\w.]+)`/g)].map(([, name]) => name);
    assert.deepEqual(new Set(documented.filter((name) => name !== "graphlint.toml")), new Set(settings.map(([name]) => name)));
  });

  it("has every command in the README", () => {
    for (const { title } of manifest.contributes.commands) {
      assert.ok(readme.includes(`| graphlint: ${title} |`), title);
    }
  });

  it("restricts in untrusted workspaces all settings that choose what is run or read", () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.equal(supported, "limited");
    assert.deepEqual(restrictedConfigurations, ["graphlint.path", "graphlint.interpreter", "graphlint.config"]);
  });

  it("has no other settings than the source reads", () => {
    const source = readFileSync("src/settings.ts", "utf8");
    const read = new Set([...source.matchAll(/settings\.(?:get|inspect)[^(]*\("(\w+)"/g), ...source.matchAll(/paths\("(\w+)"/g)].map(([, name]) => `graphlint.${name ?? ""}`));
    assert.deepEqual(read, new Set(settings.map(([name]) => name).filter((name) => name !== "graphlint.trace.server")));
  });

  it("has a walkthrough without markup that is not rendered", () => {
    const texts = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps.map(({ description }) => description));
    assert.deepEqual(texts.filter((text) => text.includes("`")), []);
  });

  it("shows pictures that are there", () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const shown = [...steps.flatMap(({ media }) => Object.values(media.image)), ...[...readme.matchAll(/\]\((images\/[^)]+)\)/g)].map(([, file]) => file ?? "")];
    assert.ok(shown.length > steps.length);
    assert.deepEqual(shown.filter((file) => !existsSync(file)), []);
  });

  it("has its version in the changelog, and needs no graphlint newer than the one beside it", () => {
    assert.ok(readFileSync("CHANGELOG.md", "utf8").includes(`\n## ${manifest.version}\n`));
    const beside = /__version__ = "(.+)"/.exec(readFileSync("../graphlint/common/version.py", "utf8"))?.[1];
    assert.ok(beside);
    assert.equal(isOlder(beside, OLDEST), false);
  });
});

describe("the lock file", () => {
  it("names no address: whoever installs chooses the registry", () => {
    assert.equal(readFileSync("package-lock.json", "utf8").includes('"resolved"'), false);
  });
});
