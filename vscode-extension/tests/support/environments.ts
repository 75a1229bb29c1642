import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { testedPython } from "./tested";

// Python reads these when it starts: all that stands in the tested environment is then in this one, too.
const LINK = "graphlint.pth";
const PIP = `
import os, pathlib, sys

if "install" in sys.argv:
    here = pathlib.Path(__file__).parents[1]
    (here / "pip.log").write_text(" ".join(sys.argv[1:]))
    (here / "${LINK}").write_text(os.environ["TESTED"])
    print("Successfully installed torch-graphlint")
`;

/** Python environments for a test: with graphlint, without it, with one that is too old. */
export class Environments {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), "environments-")));

  /** An environment, with a pip that needs no network: what it installs is the tested graphlint. */
  make(name: string, withGraphlint: boolean): { python: string; packages: string } {
    const root = path.join(this.folder, name);
    execFileSync(testedPython(), ["-m", "venv", "--without-pip", root]);
    const python = path.join(root, "bin", "python");
    const packages = execFileSync(python, ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], { encoding: "utf8" }).trim();
    mkdirSync(path.join(packages, "pip"));
    writeFileSync(path.join(packages, "pip", "__init__.py"), "");
    writeFileSync(path.join(packages, "pip", "__main__.py"), PIP);
    if (withGraphlint) {
      writeFileSync(path.join(packages, LINK), linkToTested());
    }
    return { python, packages };
  }

  /** A program that says and does what a test needs. */
  script(name: string, text: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What makes an environment import all that the tested one does, packages that are installed for editing included. */
export function linkToTested(): string {
  const packages = execFileSync(testedPython(), ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], { encoding: "utf8" }).trim();
  return `import site; site.addsitedir(${JSON.stringify(packages)})\n`;
}
