// State of the edits of an open list: sends each as one request, shows it at once, and undoes the last.
import { mutate } from 'swr';
import { reviewQueuePath, undoEdit } from '../../api/curation.ts';
import { toastError } from '../../kit/overlay/toast.tsx';
import { plural } from '../../kit/page/format.ts';
import {
  describeEdit,
  describeSkipped,
  dropEdit,
  type Edit,
  type HookValues,
  restoreEdit,
  type Saved,
  settleEdit,
  undoable,
} from './edits.ts';

/** An edit to make. */
export type Draft = Pick<Edit, 'values' | 'done' | 'isFinal'> & { ids: readonly string[]; send: () => Promise<Saved> };
/** `notice` tells what was done last. */
type State = { edits: readonly Edit[]; notice: string };
export type EditStore = ReturnType<typeof openEdits>;

/** Requests of all lists, also of those that were left: a list loaded before they finish would show the hooks as they were. */
const inFlight = new Set<Promise<unknown>>();
/** The count in the navigation is read again once, after the last of several edits. */
let refreshing: ReturnType<typeof setTimeout> | undefined;
export const editsSettled = () => Promise.allSettled(inFlight);

/** `onUndone`: the service has undone the edit, so hooks that were loaded since are out of date. */
export function openEdits(onUndone: (edit: Edit) => void = () => {}) {
  let state: State = { edits: [], notice: '' };
  let count = 0;
  const requests = new Map<number, Promise<Saved | undefined>>();
  const listeners = new Set<() => void>();

  function set(edits: readonly Edit[], notice = state.notice): void {
    state = { edits, notice };
    for (const listener of listeners) listener();
  }

  function apply({ ids, send, ...draft }: Draft): void {
    if (ids.length === 0) return;
    const edit: Edit = { number: ++count, ids: new Set(ids), ...draft, isSaved: false, count: ids.length };
    // Requests that change the same hooks arrive in this order.
    const earlier = state.edits.filter((other) => !other.isSaved && !other.ids.isDisjointFrom(edit.ids));
    const before = earlier.map(({ number }) => requests.get(number));
    set([...state.edits, edit], describeEdit(edit));
    requests.set(edit.number, track(Promise.all(before).then(send).then(settle(edit), fail(edit))));
  }

  const settle = (edit: Edit) => (saved: Saved) => {
    const isLast = state.edits.at(-1)?.number === edit.number;
    const parts = [describeEdit({ ...edit, count: saved.changed }), describeSkipped(saved.skipped)];
    const notice = isLast || saved.skipped.length > 0 ? parts.filter(Boolean).join('. ') : state.notice;
    set(settleEdit(state.edits, edit.number, saved), notice);
    return saved;
  };

  const fail = (edit: Edit) => (thrown: unknown) => {
    set(dropEdit(state.edits, edit.number), '');
    toastError(thrown);
    return undefined;
  };

  async function undo(): Promise<void> {
    const edit = undoable(state.edits);
    if (!edit) return;
    set(dropEdit(state.edits, edit.number), `Undone: ${describeEdit(edit)}`);
    const saved = await requests.get(edit.number);
    if (!saved?.edit_id) return;
    try {
      const { skipped, delivered } = await track(undoEdit(saved.edit_id));
      const sent = delivered > 0 ? `${plural(delivered, 'webhook delivery', 'webhook deliveries')} had been sent` : '';
      set(state.edits, [state.notice, describeSkipped(skipped), sent].filter(Boolean).join('. '));
      onUndone({ ...edit, count: saved.changed });
    } catch (thrown) {
      const [settled = edit] = settleEdit([edit], edit.number, saved);
      set(restoreEdit(state.edits, settled), '');
      toastError(thrown);
    }
  }

  /** Shows hooks as they are now, after they were changed in another way. */
  function overlay(ids: readonly string[], values: HookValues): void {
    const edit = {
      number: ++count,
      ids: new Set(ids),
      values,
      done: '',
      isSaved: true,
      isFinal: true,
      count: ids.length,
    };
    set([...state.edits, edit]);
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => state,
    apply,
    overlay,
    undo: () => void undo(),
  };
}

async function track<T>(request: Promise<T>): Promise<T> {
  inFlight.add(request);
  try {
    return await request;
  } finally {
    inFlight.delete(request);
    clearTimeout(refreshing);
    refreshing = setTimeout(() => void mutate(reviewQueuePath), 3000);
  }
}
