// The review queue as a state machine: hooks in order, verdicts that are held back for a while, and what can be undone. No I/O,
// no clock: what is sent, and when, is review-store.ts.
import type { HookPage } from '../../../../src/catalog/curation/actions.ts';
import type { ReviewedHook } from '../../../../src/catalog/curation/review.ts';

export const labelNames = ['archetype', 'emotional_trigger', 'niche', 'format'] as const;
export type LabelName = (typeof labelNames)[number];
export type Verdict = 'accepted' | 'rejected';

export type Entry = {
  hook: ReviewedHook;
  /** What the reviewer chose in place of what the hook came with. */
  labels: Readonly<Partial<Record<LabelName, string>>>;
  verdict?: Verdict;
  /** Held back in this page, on its way, in force. */
  phase?: 'held' | 'sent' | 'done';
  /** When the verdict was given. */
  heldAt?: number;
  /** Why the verdict was not taken. */
  problem?: string;
};

type Step = { id: string; relabelled?: { label: LabelName; before: string | undefined } };

export type Queue = {
  entries: readonly Entry[];
  /** Place of the hook that is looked at; -1 where every one is decided. */
  at: number;
  /** Also of what is not loaded yet. */
  total: number;
  /** Where the next page begins; undefined before the first, null after the last. */
  next: string | null | undefined;
  /** What can be undone, the last one last. */
  steps: readonly Step[];
};

export const holdMs = 5_000;
/** More than so many are not held back at once. */
export const mostHeld = 3;
const loadAhead = 10;

export const emptyQueue: Queue = { entries: [], at: -1, total: 0, next: undefined, steps: [] };

export function addPage(queue: Queue, { hooks, total, next }: HookPage): Queue {
  const known = new Set(queue.entries.map(({ hook }) => hook.id));
  const fresh = hooks.filter(({ id }) => !known.has(id)).map((hook): Entry => ({ hook, labels: {} }));
  const entries = [...queue.entries, ...fresh];
  const isFirst = queue.next === undefined;
  const atLeast = isFirst ? total : Math.max(queue.total, entries.length);
  const loaded = { ...queue, entries, next, total: next === null ? entries.length : atLeast };
  return loaded.at === -1 ? { ...loaded, at: waitingAfter(loaded, queue.entries.length - 1) } : loaded;
}

/** So that the next hook is there before it is wanted. */
export function wantsMore({ entries, next }: Queue): boolean {
  return next !== null && entries.filter((entry) => !entry.verdict).length < loadAhead;
}

export function currentOf({ entries, at }: Queue): Entry | undefined {
  return entries[at];
}

/** The label as it is shown. */
export function labelOf({ hook, labels }: Entry, label: LabelName): string | null {
  return labels[label] ?? hook[label];
}

/** What the digits choose between: what it came with, then what else it may be, then what was chosen from all values. */
export function optionsOf(entry: Entry, label: LabelName): string[] {
  const given = [entry.hook[label], ...(entry.hook.review?.[label].alternatives ?? []), entry.labels[label]];
  return [...new Set(given.filter((value) => value !== null && value !== undefined))];
}

export function relabel(queue: Queue, label: LabelName, value: string): Queue {
  const entry = currentOf(queue);
  if (!entry || labelOf(entry, label) === value) return queue;
  const before = entry.labels[label];
  const labels = { ...entry.labels, [label]: value === entry.hook[label] ? undefined : value };
  const step = { id: entry.hook.id, relabelled: { label, before } };
  return { ...change(queue, step.id, { labels }), steps: [...queue.steps, step] };
}

export function decide(queue: Queue, verdict: Verdict, now: number): Queue {
  const entry = currentOf(queue);
  if (!entry) return queue;
  const { id } = entry.hook;
  const decided = change(queue, id, { verdict, phase: 'held', heldAt: now, problem: undefined });
  return { ...decided, at: waitingAfter(decided, queue.at), steps: [...queue.steps, { id }] };
}

/** To the next that waits, or the one before, without deciding; stays where there is none. */
export function move(queue: Queue, by: 1 | -1): Queue {
  for (let at = queue.at + by; at >= 0 && at < queue.entries.length; at += by)
    if (!queue.entries[at].verdict) return { ...queue, at };
  return queue;
}

export function goTo(queue: Queue, id: string): Queue {
  const at = placeOf(queue, id);
  return at >= 0 && !queue.entries[at].verdict ? { ...queue, at } : queue;
}

export type Undone = { queue: Queue /** Was rejected in the database too. */; reopen?: string };

/** Takes the last step back, or the verdict on one hook. undefined where there is nothing that can be. */
export function undo(queue: Queue, id?: string): Undone | undefined {
  const step = queue.steps.findLast((one) => id === undefined || (one.id === id && !one.relabelled));
  if (!step) return undefined;
  const at = placeOf(queue, step.id);
  const rest = { ...queue, at, steps: queue.steps.filter((one) => one !== step) };
  const entry = queue.entries[at];
  if (step.relabelled) {
    const { label, before } = step.relabelled;
    return { queue: change(rest, step.id, { labels: { ...entry.labels, [label]: before } }) };
  }
  const reopened = change(rest, step.id, { verdict: undefined, phase: undefined, heldAt: undefined });
  return entry.phase === 'held' ? { queue: reopened } : { queue: reopened, reopen: step.id };
}

/** What is to be sent now: its time is over, or later verdicts push it out. `all` where the page is left. */
export function dueOf({ entries }: Queue, now: number, all = false): Entry[] {
  const held = entries.filter(({ phase }) => phase === 'held').sort((a, b) => (a.heldAt ?? 0) - (b.heldAt ?? 0));
  return held.filter(({ heldAt = 0 }, n) => all || now >= heldAt + holdMs || n < held.length - mostHeld);
}

/** When the next one is due; undefined where nothing is held. */
export function nextDueAt({ entries }: Queue): number | undefined {
  const times = entries.flatMap(({ phase, heldAt = 0 }) => (phase === 'held' ? [heldAt + holdMs] : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** From here on an accepted one cannot be undone: it is in the catalog, and webhooks tell of it. */
export function markSent(queue: Queue, id: string): Queue {
  const isAccepted = queue.entries[placeOf(queue, id)]?.verdict === 'accepted';
  const steps = isAccepted ? queue.steps.filter((step) => step.id !== id) : queue.steps;
  return { ...change(queue, id, { phase: 'sent' }), steps };
}

export function markDone(queue: Queue, id: string): Queue {
  return queue.entries[placeOf(queue, id)]?.phase === 'sent' ? change(queue, id, { phase: 'done' }) : queue;
}

/** It waits again, with the reason; it is looked at where nothing else is. */
export function takeBack(queue: Queue, id: string, problem: string): Queue {
  const steps = queue.steps.filter((step) => step.id !== id || step.relabelled);
  const back = change(queue, id, { verdict: undefined, phase: undefined, heldAt: undefined, problem });
  return { ...back, steps, at: queue.at === -1 ? placeOf(queue, id) : queue.at };
}

/** An undone rejection that the service refused to take back stands. */
export function restoreRejected(queue: Queue, id: string): Queue {
  const steps = queue.steps.filter((step) => step.id !== id);
  const rejected = { ...change(queue, id, { verdict: 'rejected', phase: 'done' }), steps };
  return rejected.entries[rejected.at]?.hook.id === id
    ? { ...rejected, at: waitingAfter(rejected, rejected.at) }
    : rejected;
}

/** Somebody else decided on it. */
export function drop(queue: Queue, id: string): Queue {
  const place = placeOf(queue, id);
  if (place < 0) return queue;
  const entries = queue.entries.toSpliced(place, 1);
  const steps = queue.steps.filter((step) => step.id !== id);
  const rest = { ...queue, entries, steps, total: queue.total - 1, at: queue.at > place ? queue.at - 1 : queue.at };
  return queue.at === place ? { ...rest, at: waitingAfter(rest, place - 1) } : rest;
}

export type Tally = { accepted: number; relabelled: number; rejected: number };

/** `relabelled` is a part of `accepted`. */
export function tallyOf({ entries }: Queue): Tally {
  const accepted = entries.filter(({ verdict }) => verdict === 'accepted');
  return {
    accepted: accepted.length,
    relabelled: accepted.filter((entry) => Object.keys(changesOf(entry)).length > 0).length,
    rejected: entries.filter(({ verdict }) => verdict === 'rejected').length,
  };
}

/** The labels that were chosen, without those that were taken back. */
export function changesOf({ labels }: Entry): Partial<Record<LabelName, string>> {
  return Object.fromEntries(Object.entries(labels).filter(([, value]) => value !== undefined));
}

function placeOf({ entries }: Queue, id: string): number {
  return entries.findIndex(({ hook }) => hook.id === id);
}

function change(queue: Queue, id: string, changes: Partial<Entry>): Queue {
  const entries = queue.entries.map((entry) => (entry.hook.id === id ? { ...entry, ...changes } : entry));
  return { ...queue, entries };
}

/** The next that waits behind a place, else the first that waits at all. */
function waitingAfter({ entries }: Queue, place: number): number {
  const behind = entries.findIndex((entry, at) => at > place && !entry.verdict);
  return behind >= 0 ? behind : entries.findIndex((entry) => !entry.verdict);
}
