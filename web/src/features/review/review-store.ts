// What the review page keeps while it is open: the queue, and its traffic with the service. Verdicts are sent when their time is
// over, when later ones push them out, and when the page is left.
import { HooklineError } from '@hookline/sdk';
import { mutate } from 'swr';
import type { ReviewedHook } from '../../../../src/catalog/curation/review.ts';
import { changeHook, hooksPath, readHook, readHooks } from '../../api/curation.ts';
import { toast } from '../../kit/overlay/toast.tsx';
import { describeError } from '../../kit/page/describe-error.ts';
import {
  addPage,
  changesOf,
  decide,
  drop,
  dueOf,
  type Entry,
  emptyQueue,
  goTo,
  type LabelName,
  markDone,
  markSent,
  move,
  nextDueAt,
  type Queue,
  relabel,
  restoreRejected,
  takeBack,
  undo,
  type Verdict,
  wantsMore,
} from './review-queue.ts';

export type ReviewQuery = Readonly<Partial<Record<'sort' | 'import' | 'source', string>>>;
export type Review = ReturnType<typeof openReview>;

const pageSize = 20;

/** What is on its way by hook, also from a page that was left: a queue that is read meanwhile would show it again. */
const underWay = new Map<string, Promise<unknown>>();

export function openReview(query: ReviewQuery) {
  let queue = emptyQueue;
  let error: unknown;
  let isLoading = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: { queue: Queue; error: unknown } = { queue, error };
  const listeners = new Set<() => void>();

  function set(next: Queue): void {
    queue = next;
    shown = { queue, error };
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
      await Promise.allSettled(underWay.values());
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
    const isAccepted = entry.verdict === 'accepted';
    const body = isAccepted ? { ...changesOf(entry), state: 'published' as const } : { state: 'rejected' as const };
    try {
      await follow(id, changeHook(id, { ...body, from: 'pending' }, keepalive));
      set(markDone(queue, id));
    } catch (thrown) {
      await refused(entry, thrown);
    }
  }

  async function refused({ hook, verdict }: Entry, thrown: unknown): Promise<void> {
    const now = isConflict(thrown) ? await readHook(hook.id).catch(() => undefined) : undefined;
    if (now && now.state !== 'pending') {
      toast(`${hook.id} is ${now.state} already: somebody else decided on it.`, 'bad');
      return set(drop(queue, hook.id));
    }
    const { title, detail = title } = describeError(thrown);
    toast(`${hook.id} was not ${verdict}: ${detail}`, 'bad');
    set(takeBack(queue, hook.id, detail));
  }

  async function reopen(id: string): Promise<void> {
    // The rejection may still be on its way.
    await underWay.get(id)?.catch(() => {});
    try {
      await follow(id, changeHook(id, { state: 'pending', from: 'rejected' }));
    } catch (thrown) {
      toast(`The rejection of ${id} could not be undone: ${describeError(thrown).detail}`, 'bad');
      set(restoreRejected(queue, id));
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => shown,
    load,
    decide: (verdict: Verdict) => {
      set(decide(queue, verdict, Date.now()));
      sendDue();
    },
    relabel: (label: LabelName, value: string) => set(relabel(queue, label, value)),
    move: (by: 1 | -1) => set(move(queue, by)),
    goTo: (id: string) => set(goTo(queue, id)),
    undo: (id?: string) => {
      const undone = undo(queue, id);
      if (!undone) return;
      set(undone.queue);
      if (undone.reopen) void reopen(undone.reopen);
    },
    /** The page is left: nothing is held back any longer. */
    flush: () => {
      for (const entry of dueOf(queue, Date.now(), true)) void send(entry, true);
    },
  };
}

async function follow(id: string, sending: Promise<ReviewedHook>): Promise<void> {
  underWay.set(id, sending);
  try {
    await sending;
  } finally {
    if (underWay.get(id) === sending) underWay.delete(id);
    // A list that was opened meanwhile has it as it was.
    void mutate((key) => Array.isArray(key) && key[0] === hooksPath);
  }
}

function isConflict(thrown: unknown): boolean {
  return thrown instanceof HooklineError && (thrown.code === 'conflict' || thrown.code === 'not_found');
}
