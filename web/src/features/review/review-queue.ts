// The review queue as a pure state machine: hooks in order, held decisions, undo steps. review-store.ts does I/O and timing.
import type { HookPage, ReviewedHook } from '../../api/openapi.ts';
import type { LabelField } from '../bulk/label-fields.ts';

export type Decision = 'accepted' | 'rejected';

export type Entry = {
  hook: ReviewedHook;
  /** Labels changed by the reviewer. */
  labels: Readonly<Partial<Record<LabelField, string>>>;
  decision?: Decision;
  /** Held in this page, being sent, saved. */
  phase?: 'held' | 'sent' | 'done';
  /** Time of the decision. */
  heldAt?: number;
  /** Why the decision could not be saved. */
  problem?: string;
};

type Step = { id: string; relabelled?: { label: LabelField; before: string | undefined } };

export type Queue = {
  entries: readonly Entry[];
  /** Index of the current hook; -1 if all are decided. */
  at: number;
  /** Includes hooks that are not loaded yet. */
  total: number;
  /** Cursor of the next page; undefined before the first, null after the last. */
  next: string | null | undefined;
  /** Steps that can be undone, oldest first. */
  steps: readonly Step[];
};

export const holdMs = 5_000;
/** Further decisions push out the oldest held one. */
export const maxHeld = 3;
const loadAhead = 10;

export const emptyQueue: Queue = { entries: [], at: -1, total: 0, next: undefined, steps: [] };

export function addPage(queue: Queue, { hooks, total, next }: HookPage): Queue {
  const known = new Set(queue.entries.map(({ hook }) => hook.id));
  const fresh = hooks.filter(({ id }) => !known.has(id)).map((hook): Entry => ({ hook, labels: {} }));
  const entries = [...queue.entries, ...fresh];
  const isFirst = queue.next === undefined;
  const atLeast = isFirst ? total : Math.max(queue.total, entries.length);
  const loaded = { ...queue, entries, next, total: next === null ? entries.length : atLeast };
  return loaded.at === -1 ? { ...loaded, at: nextUndecided(loaded, queue.entries.length - 1) } : loaded;
}

/** Loads ahead, so that the next hook is available at once. */
export function wantsMore({ entries, next }: Queue): boolean {
  return next !== null && entries.filter((entry) => !entry.decision).length < loadAhead;
}

export function currentOf({ entries, at }: Queue): Entry | undefined {
  return entries[at];
}

/** The reviewer's choice, else the hook's own label. */
export function labelOf({ hook, labels }: Entry, label: LabelField): string | null {
  return labels[label] ?? hook[label];
}

/** Values for the digit keys: the hook's own label, the alternatives, then the reviewer's choice. */
export function optionsOf(entry: Entry, label: LabelField): string[] {
  const alternatives = entry.hook.review?.[label].alternatives ?? [];
  const values = [entry.hook[label], ...alternatives.map(({ value }) => value), entry.labels[label]];
  return [...new Set(values.filter((value) => value !== null && value !== undefined))];
}

export function relabel(queue: Queue, label: LabelField, value: string): Queue {
  const entry = currentOf(queue);
  if (!entry || labelOf(entry, label) === value) return queue;
  const before = entry.labels[label];
  const labels = { ...entry.labels, [label]: value === entry.hook[label] ? undefined : value };
  const step = { id: entry.hook.id, relabelled: { label, before } };
  return { ...change(queue, step.id, { labels }), steps: [...queue.steps, step] };
}

export function decide(queue: Queue, decision: Decision, now: number): Queue {
  const entry = currentOf(queue);
  if (!entry) return queue;
  const { id } = entry.hook;
  const decided = change(queue, id, { decision, phase: 'held', heldAt: now, problem: undefined });
  return { ...decided, at: nextUndecided(decided, queue.at), steps: [...queue.steps, { id }] };
}

/** Moves to the next or previous undecided hook; no change if there is none. */
export function move(queue: Queue, by: 1 | -1): Queue {
  for (let at = queue.at + by; at >= 0 && at < queue.entries.length; at += by)
    if (!queue.entries[at]?.decision) return { ...queue, at };
  return queue;
}

/** Shows the hook as it is now. */
export function replaceHook(queue: Queue, hook: ReviewedHook): Queue {
  return change(queue, hook.id, { hook });
}

export function goTo(queue: Queue, id: string): Queue {
  const at = indexOf(queue, id);
  const entry = queue.entries[at];
  return entry && !entry.decision ? { ...queue, at } : queue;
}

export type Undone = {
  queue: Queue;
  /** Id of a hook whose rejection was already saved, so the service has to reopen it. */
  reopen?: string;
};

/** Undoes the last step, or the decision on the hook `id`. undefined if there is nothing to undo. */
export function undo(queue: Queue, id?: string): Undone | undefined {
  const step = queue.steps.findLast((past) => id === undefined || (past.id === id && !past.relabelled));
  if (!step) return undefined;
  const at = indexOf(queue, step.id);
  const rest = { ...queue, at, steps: queue.steps.filter((past) => past !== step) };
  const entry = queue.entries[at];
  if (!entry) return undefined;
  if (step.relabelled) {
    const { label, before } = step.relabelled;
    return { queue: change(rest, step.id, { labels: { ...entry.labels, [label]: before } }) };
  }
  const reopened = change(rest, step.id, { decision: undefined, phase: undefined, heldAt: undefined });
  return entry.phase === 'held' ? { queue: reopened } : { queue: reopened, reopen: step.id };
}

/** Held decisions to send now: expired or pushed out by later ones; all of them when the user leaves the page. */
export function dueOf({ entries }: Queue, now: number, all = false): Entry[] {
  const held = entries.filter(({ phase }) => phase === 'held').sort((a, b) => (a.heldAt ?? 0) - (b.heldAt ?? 0));
  return held.filter(({ heldAt = 0 }, n) => all || now >= heldAt + holdMs || n < held.length - maxHeld);
}

/** Time the next held decision is due; undefined if none is held. */
export function nextDueAt({ entries }: Queue): number | undefined {
  const times = entries.flatMap(({ phase, heldAt = 0 }) => (phase === 'held' ? [heldAt + holdMs] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** An accepted hook can't be undone from here on: it is published and sent to webhooks. */
export function markSent(queue: Queue, id: string): Queue {
  const isAccepted = queue.entries[indexOf(queue, id)]?.decision === 'accepted';
  const steps = isAccepted ? queue.steps.filter((step) => step.id !== id) : queue.steps;
  return { ...change(queue, id, { phase: 'sent' }), steps };
}

export function markDone(queue: Queue, id: string): Queue {
  return queue.entries[indexOf(queue, id)]?.phase === 'sent' ? change(queue, id, { phase: 'done' }) : queue;
}

/** Makes a hook undecided again after its decision could not be saved; it becomes current if no other is. */
export function returnToQueue(queue: Queue, id: string, problem: string): Queue {
  const steps = queue.steps.filter((step) => step.id !== id || step.relabelled);
  const back = change(queue, id, { decision: undefined, phase: undefined, heldAt: undefined, problem });
  return { ...back, steps, at: queue.at === -1 ? indexOf(queue, id) : queue.at };
}

/** Restores a rejection whose undo failed. */
export function restoreRejected(queue: Queue, id: string): Queue {
  const steps = queue.steps.filter((step) => step.id !== id);
  const rejected = { ...change(queue, id, { decision: 'rejected', phase: 'done' }), steps };
  return rejected.entries[rejected.at]?.hook.id === id
    ? { ...rejected, at: nextUndecided(rejected, rejected.at) }
    : rejected;
}

/** Removes a hook that someone else has decided on. */
export function drop(queue: Queue, id: string): Queue {
  const index = indexOf(queue, id);
  if (index < 0) return queue;
  const entries = queue.entries.toSpliced(index, 1);
  const steps = queue.steps.filter((step) => step.id !== id);
  const rest = { ...queue, entries, steps, total: queue.total - 1, at: queue.at > index ? queue.at - 1 : queue.at };
  return queue.at === index ? { ...rest, at: nextUndecided(rest, index - 1) } : rest;
}

export type Tally = { accepted: number; relabelled: number; rejected: number };

/** `relabelled` is included in `accepted`. */
export function tallyOf({ entries }: Queue): Tally {
  const accepted = entries.filter(({ decision }) => decision === 'accepted');
  return {
    accepted: accepted.length,
    relabelled: accepted.filter((entry) => Object.keys(changesOf(entry)).length > 0).length,
    rejected: entries.filter(({ decision }) => decision === 'rejected').length,
  };
}

/** Labels changed by the reviewer, without undone changes. */
export function changesOf({ labels }: Entry): Partial<Record<LabelField, string>> {
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== undefined));
}

function indexOf({ entries }: Queue, id: string): number {
  return entries.findIndex(({ hook }) => hook.id === id);
}

function change(queue: Queue, id: string, changes: Partial<Entry>): Queue {
  const entries = queue.entries.map((entry) => (entry.hook.id === id ? { ...entry, ...changes } : entry));
  return { ...queue, entries };
}

/** Index of the next undecided hook after `index`, else of the first one, else -1. */
function nextUndecided({ entries }: Queue, index: number): number {
  const after = entries.findIndex((entry, at) => at > index && !entry.decision);
  return after >= 0 ? after : entries.findIndex((entry) => !entry.decision);
}
