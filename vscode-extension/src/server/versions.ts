/** The oldest graphlint whose server has what this extension relies on. */
export const OLDEST = "0.1.0";

// Of PEP 440 what tells one version from an older one: the release, and what comes before or after it.
const VERSION = /^(\d+(?:\.\d+)*)(?:[._-]?(a|b|rc)\d*)?(?:[._-]?post\d*)?(?:[._-]?dev\d*)?(?:\+[\w.]+)?$/i;
const ANSWER = /^graphlint[ \t]+(\S+)\s*$/;

/**
 * Reads what `graphlint --version` has printed.
 *
 * @returns the version; undefined if this is not graphlint's answer, as another program of that name would give.
 */
export function versionIn(output: string): string | undefined {
  const version = ANSWER.exec(output.trim())?.[1];
  return version !== undefined && VERSION.test(version) ? version : undefined;
}

/** Whether a version is older than another; a candidate or development version is older than its release. */
export function isOlder(version: string, than: string): boolean {
  const [one, two] = [keyOf(version), keyOf(than)];
  for (let index = 0; index < Math.max(one.release.length, two.release.length); index++) {
    const difference = (one.release[index] ?? 0) - (two.release[index] ?? 0);
    if (difference !== 0) {
      return difference < 0;
    }
  }
  return one.early && !two.early;
}

function keyOf(version: string): { release: number[]; early: boolean } {
  const found = VERSION.exec(version);
  if (found === null) {
    throw new RangeError(`${version} is no version`);
  }
  const early = found[2] !== undefined || (/dev\d*/i.test(version) && !/post/i.test(version));
  return { release: (found[1] ?? "").split(".").map(Number), early };
}
