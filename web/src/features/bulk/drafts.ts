// Edits that curators make of several hooks, each as one request.
import { dismissNearDuplicate, editHooks, type HookChange, type HooksFilter, mergeHook } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import type { Draft } from './edit-store.ts';
import type { HookValues, Saved } from './edits.ts';
import { type CuratedField, fieldTitles, labelFields, valueName } from './label-fields.ts';

/** `filter` replaces the ids to include hooks that are not loaded. */
export type Target = { ids: readonly string[]; filter?: HooksFilter };
type State = ReviewedHook['state'];

const ofTarget = ({ ids, filter }: Target) => (filter ? { filter } : { ids });

const byCurator = { method: 'curator', confidence: 1 } as const;
const decisions: Readonly<Record<State, string>> = {
  published: 'Accepted',
  rejected: 'Rejected',
  retired: 'Retired',
  pending: 'Reopened',
};

/** The origins of labels that a curator sets. */
function curated(fields: readonly string[]): HookValues {
  const set = labelFields.filter((field) => fields.includes(field));
  return { labels: { ...byCurator, ...Object.fromEntries(set.map((field) => [field, byCurator])) } };
}

/** Hooks whose state is no longer `from` are skipped. */
export function decide(target: Target, state: State, from?: State): Draft {
  const done = state === 'published' && from === 'retired' ? 'Published' : decisions[state];
  return { ids: target.ids, values: { state }, done, send: () => editHooks({ ...ofTarget(target), state, from }) };
}

export function setLabel(target: Target, field: CuratedField, value: string): Draft {
  return {
    ids: target.ids,
    values: { [field]: value, ...curated([field]) },
    done: `${fieldTitles[field]} set to ${valueName(field, value)} for`,
    send: () => editHooks({ ...ofTarget(target), set: { [field]: value } }),
  };
}

/** Draft of an edit whose request has already succeeded. */
export function edited({ id, text, raw_text }: ReviewedHook, changes: HookChange, saved: Saved): Draft {
  const isLabelled = Object.keys(changes).some((name) => name !== 'text');
  const former = changes.text === undefined ? {} : { raw_text: raw_text ?? text };
  const values = { ...changes, ...former, ...(isLabelled ? curated(Object.keys(changes)) : {}) };
  return { ids: [id], values, done: 'Edited', send: async () => saved };
}

const numberOf = (id: string) => Number(id.replace('hook_', ''));
const saved: Saved = { edit_id: null, changed: 1, skipped: [] };

/** Merges the newer hook into the older; `onMerged` gets the older hook's new state. */
export function merge(id: string, other: string, onMerged: (kept: ReviewedHook) => void): Draft {
  const [keep, drop] = numberOf(id) < numberOf(other) ? [id, other] : [other, id];
  const send = async () => {
    onMerged(await mergeHook(drop, keep));
    return saved;
  };
  return { ids: [drop], values: { state: 'retired', merged_into: keep }, done: 'Merged', isFinal: true, send };
}

export function keepBoth(id: string, other: string): Draft {
  const send = async () => {
    await dismissNearDuplicate(id, other);
    return saved;
  };
  return { ids: [id], values: {}, done: 'Marked as different:', isFinal: true, send };
}
