// State of an open review page: loads the queue and sends decisions once their undo time is over, when later decisions
// push them out, and when the user leaves the page.
import { HooklineError } from '@hookline/sdk';
import { mutate } from 'swr';
import { changeHook, hooksPath, readHook, readHooks } from '../../api/curation.ts';
import type { ReviewedHook } from '../../api/openapi.ts';
import { reloadPages } from '../../api/use-pages.ts';
import { toast } from '../../kit/overlay/toast.tsx';
import { describeError } from '../../kit/page/describe-error.ts';
import type { LabelField } from '../bulk/label-fields.ts';
import {
  addPage,
  changesOf,
  type Decision,
  decide,
  drop,
  dueOf,
  type Entry,
  emptyQueue,
  goTo,
  markDone,
  markSent,
  move,
  nextDueAt,
  type Queue,
  relabel,
  replaceHook,
  restoreRejected,
  returnToQueue,
  undo,
  wantsMore,
} from './review-queue.ts';
import type { ReviewQuery } from './use-pending-rows.ts';

export type Review = ReturnType<typeof openReview>;

const pageSize = 20;

/** Requests in flight by hook, including those of a page that was left: a queue loaded before they finish would list the hook again. */
const inFlight = new Map<string, Promise<unknown>>();

export function openReview(query: ReviewQuery) {
  let queue = emptyQueue;
  let error: unknown;
  let isLoading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let snapshot: { queue: Queue; error: unknown } = { queue, error };
  const listeners = new Set<() => void>();

  function set(next: Queue): void {
    queue = next;
    snapshot = { queue, error };
    for (const listener of listeners) listener();
    clearTimeout(timer);
    const dueAt = nextDueAt(queue);
    if (dueAt !== undefined) timer = setTimeout(sendDue, Math.max(0, dueAt - Date.now()));
    if (error === undefined && wantsMore(queue)) void load();
  }

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    try {
      await Promise.allSettled(inFlight.values());
      const after = queue.next ?? undefined;
      const page = await readHooks({ ...query, state: 'pending', limit: pageSize, after });
      error = undefined;
      isLoading = false;
      set(addPage(queue, { hooks: page.data, total: page.total, next: page.nextCursor }));
    } catch (thrown) {
      error = thrown;
      isLoading = false;
      set(queue);
    }
  }

  function sendDue(): void {
    for (const entry of dueOf(queue, Date.now())) void send(entry);
  }

  async function send(entry: Entry, keepalive = false): Promise<void> {
    const { id } = entry.hook;
    set(markSent(queue, id));
    const isAccepted = entry.decision === 'accepted';
    const body = isAccepted ? { ...changesOf(entry), state: 'published' as const } : { state: 'rejected' as const };
    try {
      await track(id, changeHook(id, { ...body, from: 'pending' }, keepalive));
      set(markDone(queue, id));
    } catch (thrown) {
      await handleFailure(entry, thrown);
    }
  }

  async function handleFailure({ hook, decision }: Entry, thrown: unknown): Promise<void> {
    const current = isConflict(thrown) ? await readHook(hook.id).catch(() => undefined) : undefined;
    if (current && current.state !== 'pending') {
      toast(`Someone else already reviewed ${hook.id}. It is ${current.state}.`, 'bad');
      return set(drop(queue, hook.id));
    }
    const { title, detail = title } = describeError(thrown);
    toast(`${hook.id} couldn’t be ${decision}: ${detail}`, 'bad');
    set(returnToQueue(queue, hook.id, detail));
  }

  async function reopen(id: string): Promise<void> {
    // The rejection may still be in flight.
    await inFlight.get(id)?.catch(() => {});
    try {
      await track(id, changeHook(id, { state: 'pending', from: 'rejected' }));
    } catch (thrown) {
      toast(`Couldn’t undo the rejection of ${id}: ${describeError(thrown).detail}`, 'bad');
      set(restoreRejected(queue, id));
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => snapshot,
    load,
    decide: (decision: Decision) => {
      set(decide(queue, decision, Date.now()));
      sendDue();
    },
    relabel: (label: LabelField, value: string) => set(relabel(queue, label, value)),
    move: (by: 1 | -1) => set(move(queue, by)),
    replaceHook: (hook: ReviewedHook) => set(replaceHook(queue, hook)),
    goTo: (id: string) => set(goTo(queue, id)),
    undo: (id?: string) => {
      const undone = undo(queue, id);
      if (!undone) return;
      set(undone.queue);
      if (undone.reopen) void reopen(undone.reopen);
    },
    /** Sends all held decisions at once. */
    flush: () => {
      for (const entry of dueOf(queue, Date.now(), true)) void send(entry, true);
    },
  };
}

async function track(id: string, change: Promise<ReviewedHook>): Promise<void> {
  inFlight.set(id, change);
  try {
    await change;
  } finally {
    if (inFlight.get(id) === change) inFlight.delete(id);
    // A list opened in the meantime shows the old state.
    reloadPages(hooksPath);
    void mutate((key) => Array.isArray(key) && key[0] === hooksPath);
  }
}

function isConflict(thrown: unknown): boolean {
  return thrown instanceof HooklineError && (thrown.code === 'conflict' || thrown.code === 'not_found');
}
