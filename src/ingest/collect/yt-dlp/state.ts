// State of a location of yt-dlp from run to run: the listed videos whose details are still to be fetched.
import { isObject } from '../../formats/parse-json.ts';
import type { LocationState } from '../collector.ts';
import type { Entry } from './listing.ts';

export type YtDlpState = {
  pending: readonly Entry[];
  /** Times that videos failed, by id. */
  tries: Readonly<Record<string, number>>;
  /** Times in a row that the site blocked requests. */
  blocks: number;
  /** ISO 8601. */
  listedAt: string | null;
};

/** As the last step left it; empty if it has another shape. */
export function parseState({ pending, tries, blocks, listedAt }: LocationState): YtDlpState {
  return {
    pending: Array.isArray(pending) ? pending.filter(isEntry) : [],
    tries: isObject(tries) ? (tries as Record<string, number>) : {},
    blocks: typeof blocks === 'number' ? blocks : 0,
    listedAt: typeof listedAt === 'string' ? listedAt : null,
  };
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && typeof value.id === 'string' && typeof value.url === 'string';
}

export function without(state: YtDlpState, entries: readonly Entry[]): YtDlpState {
  const gone = new Set(entries.map(({ id }) => id));
  const tries = Object.fromEntries(Object.entries(state.tries).filter(([id]) => !gone.has(id)));
  return { ...state, pending: state.pending.filter(({ id }) => !gone.has(id)), tries };
}

export function relisted(state: YtDlpState, pending: readonly Entry[]): YtDlpState {
  const tries = Object.fromEntries(pending.flatMap(({ id }) => (state.tries[id] ? [[id, state.tries[id]]] : [])));
  return { ...state, pending, tries, listedAt: new Date().toISOString() };
}
