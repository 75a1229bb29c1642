import * as path from "node:path";

import { liesIn } from "../trust";

/** How a program came to be considered, in the words of the log and of notices. */
export type Origin = "graphlint.path" | "the selected interpreter" | "graphlint.interpreter" | "PATH";

/** A way to start graphlint that may work or not. */
export interface Candidate {
  readonly origin: Origin;
  readonly command: string;
  readonly args: readonly string[];
  /** The interpreter that it runs in, as far as it is known: what is installed or upgraded goes there. */
  readonly python: string | undefined;
}

/** A candidate that is not used, and why. */
export interface Rejection {
  readonly candidate: Candidate;
  readonly why: string;
}

/** All that decides where graphlint is looked for. Paths are absolute. */
export interface Surroundings {
  readonly paths: readonly string[];
  readonly selected: string | undefined;
  readonly interpreters: readonly string[];
  /** The value of PATH. */
  readonly searched: string;
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly windows: boolean;
  readonly exists: (file: string) => boolean;
  readonly real: (file: string) => string;
}

/** The ways to start graphlint, in the order in which they are tried, and those that are not tried in an untrusted workspace. */
export function candidates(around: Surroundings): { allowed: Candidate[]; refused: Rejection[] } {
  const all = [
    ...around.paths.map((file) => executable("graphlint.path", file, around)),
    // Which interpreter is selected may be the workspace's choice: an environment in its folder is taken without asking.
    ...(around.selected === undefined ? [] : [inInterpreter("the selected interpreter", around.selected)]),
    ...around.interpreters.map((python) => inInterpreter("graphlint.interpreter", python)),
    ...onPath("graphlint", around).map((file) => executable("PATH", file, around)),
  ];
  const allowed: Candidate[] = [];
  const refused: Rejection[] = [];
  for (const candidate of all) {
    const why = around.trusted ? undefined : refusal(candidate, around);
    if (why === undefined) {
      allowed.push(candidate);
    } else {
      refused.push({ candidate, why });
    }
  }
  return { allowed, refused };
}

/**
 * The interpreter that graphlint would be installed for: the selected one, the one of the settings, or the one on PATH.
 *
 * @returns its path; undefined if there is none, or none that may be run in an untrusted workspace.
 */
export function installationTarget(around: Surroundings): string | undefined {
  const known = around.selected === undefined ? around.interpreters : [around.selected, ...around.interpreters];
  const all = [
    ...known.map((python) => inInterpreter(python === around.selected ? "the selected interpreter" : "graphlint.interpreter", python)),
    ...["python3", "python"].flatMap((name) => onPath(name, around)).map((python) => inInterpreter("PATH", python)),
  ];
  return all.find((one) => around.exists(one.command) && (around.trusted || refusal(one, around) === undefined))?.python;
}

/** A candidate in the words in which a person would type it. */
export function commandLine(candidate: Candidate): string {
  return [candidate.command, ...candidate.args].map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(" ");
}

function refusal(candidate: Candidate, around: Surroundings): string | undefined {
  if (candidate.origin === "the selected interpreter") {
    return "the workspace is not trusted, and may have chosen the interpreter";
  }
  return liesIn(candidate.command, around.folders, around.real) ? "it lies in the workspace, which is not trusted" : undefined;
}

function executable(origin: Origin, file: string, around: Surroundings): Candidate {
  const python = path.join(path.dirname(file), around.windows ? "python.exe" : "python");
  return { origin, command: file, args: [], python: around.exists(python) ? python : undefined };
}

function inInterpreter(origin: Origin, python: string): Candidate {
  return { origin, command: python, args: ["-m", "graphlint"], python };
}

/** Where a program stands on PATH. What is not absolute there would be looked for in whatever folder is the current one. */
function onPath(name: string, around: Surroundings): string[] {
  const files = around.searched
    .split(around.windows ? ";" : ":")
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, around.windows ? `${name}.exe` : name));
  return [...new Set(files)].filter((file) => around.exists(file));
}
