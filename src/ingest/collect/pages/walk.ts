// Walk over the pages of a JSON API, as it is stored with each page, so that an interrupted one continues at the next.
import { createHash } from 'node:crypto';
import type { RequestSettings } from '../../../db/tables/collect.ts';
import { hourMs } from '../../../lib/time.ts';
import type { LocationState } from '../collector.ts';
import type { Parameter } from './counted-parameter.ts';

/** What the next request asks for: another URL, or parameters. */
export type NextPage = { url: string } | { parameters: readonly Parameter[] };

export type Walk = {
  /** Hash of the settings that it began with. */
  of: string;
  /** ISO 8601: for dates in its requests. */
  begunAt: string;
  /** ISO 8601: of the last page. */
  at: string;
  pages: number;
  records: number;
  /** null once all pages are read. */
  next: NextPage | null;
  /** Why it ended before the last page. */
  problem: { message: string; remedy: string | null } | null;
  /** Hashes of cursors and pages, by the number of their page. */
  seen: Record<string, number>;
};

/** Cursors of an API expire. */
const maxAgeMs = hourMs;

/**
 * The walk to continue, or a new one. A finished walk is returned as long as its records wait for their import, which clears the
 * state.
 */
export function resumeWalk(state: LocationState, settings: RequestSettings, first: NextPage, now = new Date()): Walk {
  const of = shortHash(JSON.stringify(settings));
  const walk = state.walk as Walk | undefined;
  const isFresh = walk?.of === of && now.getTime() - Date.parse(walk.at) < maxAgeMs;
  if (walk && isFresh && (walk.next !== null || walk.records > 0)) return walk;
  const begunAt = now.toISOString();
  return { of, begunAt, at: begunAt, pages: 0, records: 0, next: first, problem: null, seen: {} };
}

/** How far the walk in a state is. `part`: it ended, but pages were left out. */
export function progressOf(state: LocationState): 'open' | 'part' | 'whole' {
  const walk = state.walk as Walk | undefined;
  if (!walk || walk.next !== null) return 'open';
  return walk.problem === null ? 'whole' : 'part';
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
