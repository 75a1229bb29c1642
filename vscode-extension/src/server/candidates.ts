import * as path from "node:path";

import { isInside } from "../trust";

/** Source of a candidate, as shown in the log and in notices. */
export type Origin = "graphlint.path" | "the selected interpreter" | "graphlint.interpreter" | "PATH";

/** A possible command for graphlint. */
export interface Candidate {
  readonly origin: Origin;
  readonly command: string;
  readonly args: readonly string[];
  /** Its interpreter, if known: the target of an installation or upgrade. */
  readonly python: string | undefined;
}

/** A candidate that is not used, and the reason. */
export interface Rejection {
  readonly candidate: Candidate;
  readonly why: string;
}

/** Context of the search for graphlint. Paths are absolute. */
export interface SearchContext {
  readonly paths: readonly string[];
  readonly selected: string | undefined;
  readonly interpreters: readonly string[];
  /** The value of PATH. */
  readonly searchPath: string;
  readonly folders: readonly string[];
  readonly trusted: boolean;
  readonly windows: boolean;
  readonly exists: (file: string) => boolean;
  readonly real: (file: string) => string;
}

/** Returns the candidates in the order in which they are tried, and those refused in an untrusted workspace. */
export function candidates(context: SearchContext): { allowed: Candidate[]; refused: Rejection[] } {
  const all = [
    ...context.paths.map((file) => executable("graphlint.path", file, context)),
    // The workspace can determine the selected interpreter: the Python extension picks an environment in its folder automatically.
    ...(context.selected === undefined ? [] : [inInterpreter("the selected interpreter", context.selected)]),
    ...context.interpreters.map((python) => inInterpreter("graphlint.interpreter", python)),
    ...onPath("graphlint", context).map((file) => executable("PATH", file, context)),
  ];
  const allowed: Candidate[] = [];
  const refused: Rejection[] = [];
  for (const candidate of all) {
    const why = context.trusted ? undefined : refusal(candidate, context);
    if (why === undefined) {
      allowed.push(candidate);
    } else {
      refused.push({ candidate, why });
    }
  }
  return { allowed, refused };
}

/**
 * Returns the interpreter to install graphlint for: the selected one, the one in the settings, or the one on PATH.
 *
 * @returns its path; undefined if there is none, or none that may run in an untrusted workspace.
 */
export function installationTarget(context: SearchContext): string | undefined {
  const interpreters = context.selected === undefined ? context.interpreters : [context.selected, ...context.interpreters];
  const all = [
    ...interpreters.map((python) => inInterpreter(python === context.selected ? "the selected interpreter" : "graphlint.interpreter", python)),
    ...["python3", "python"].flatMap((name) => onPath(name, context)).map((python) => inInterpreter("PATH", python)),
  ];
  return all.find((candidate) => context.exists(candidate.command) && (context.trusted || refusal(candidate, context) === undefined))?.python;
}

/** Returns the command line of a candidate, quoted for display. */
export function commandLine(candidate: Candidate): string {
  return [candidate.command, ...candidate.args].map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(" ");
}

function refusal(candidate: Candidate, context: SearchContext): string | undefined {
  if (candidate.origin === "the selected interpreter") {
    return "the workspace is not trusted and may determine the interpreter";
  }
  return isInside(candidate.command, context.folders, context.real) ? "it is inside of the workspace, which is not trusted" : undefined;
}

function executable(origin: Origin, file: string, context: SearchContext): Candidate {
  const python = path.join(path.dirname(file), context.windows ? "python.exe" : "python");
  return { origin, command: file, args: [], python: context.exists(python) ? python : undefined };
}

function inInterpreter(origin: Origin, python: string): Candidate {
  return { origin, command: python, args: ["-m", "graphlint"], python };
}

/** Returns the files of a program on PATH. Relative entries are skipped: they depend on the current folder. */
function onPath(name: string, context: SearchContext): string[] {
  const files = context.searchPath
    .split(context.windows ? ";" : ":")
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, context.windows ? `${name}.exe` : name));
  return [...new Set(files)].filter((file) => context.exists(file));
}
