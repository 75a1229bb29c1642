import type { Candidate, Rejection } from "./candidates";
import { isOlder, OLDEST } from "./versions";

/** A candidate that answered with its version. */
export interface Server extends Candidate {
  readonly version: string;
}

/** Version of a candidate, or the reason why it has none. */
export type Answer = { readonly version: string } | { readonly why: string };

/** Result of the search for graphlint. */
export type Search =
  | { readonly kind: "found"; readonly server: Server; readonly rejected: readonly Rejection[] }
  | { readonly kind: "outdated"; readonly server: Server; readonly rejected: readonly Rejection[] }
  | { readonly kind: "missing"; readonly rejected: readonly Rejection[] };

/**
 * Asks the candidates in order. The first one that is graphlint is the result even if it is too old: the project has chosen it, not a newer
 * one that happens to be on PATH.
 */
export async function findServer(allowed: readonly Candidate[], ask: (candidate: Candidate) => Promise<Answer>): Promise<Search> {
  const rejected: Rejection[] = [];
  for (const candidate of allowed) {
    const answer = await ask(candidate);
    if ("version" in answer) {
      const server = { ...candidate, version: answer.version };
      return { kind: isOlder(server.version, OLDEST) ? "outdated" : "found", server, rejected };
    }
    rejected.push({ candidate, why: answer.why });
  }
  return { kind: "missing", rejected };
}
