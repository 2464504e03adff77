// State of the edits of an open list: sends each as one request, shows it at once, and undoes the last.
import { mutate } from 'swr';
import { readHook, reviewQueuePath, undoEdit } from '../../api/curation.ts';
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

/** Edit that is not sent yet. */
export type Draft = Pick<Edit, 'values' | 'done' | 'isFinal'> & { ids: readonly string[]; send: () => Promise<Saved> };
/** `notice` describes the last edit. */
type State = { edits: readonly Edit[]; notice: string };
export type EditStore = ReturnType<typeof openEdits>;

/** Pending requests of all lists, including closed ones: a list loaded before they finish would show stale hooks. */
const inFlight = new Set<{ ids: ReadonlySet<string>; done: Promise<unknown> }>();
/** Timer that reloads the count in the navigation once, after the last of several edits. */
let refreshing: ReturnType<typeof setTimeout> | undefined;
const settled = (requests: Iterable<{ done: Promise<unknown> }>) =>
  Promise.allSettled(Array.from(requests, ({ done }) => done));
export const editsSettled = () => settled(inFlight);

/** Maximum number of skipped hooks that are read again after an edit. */
const maxReread = 20;

/** `onUndone` is called once the service has undone the edit: hooks that were loaded since are stale. */
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
    set([...state.edits, edit], describeEdit(edit));
    requests.set(edit.number, inOrder(edit.ids, send).then(settle(edit), fail(edit)));
  }

  const settle = (edit: Edit) => (saved: Saved) => {
    const isLast = state.edits.at(-1)?.number === edit.number;
    const parts = [describeEdit({ ...edit, count: saved.changed }), describeSkipped(saved.skipped)];
    const notice = isLast || saved.skipped.length > 0 ? parts.filter(Boolean).join('. ') : state.notice;
    set(settleEdit(state.edits, edit.number, saved), notice);
    if (edit.values.state) for (const { id } of saved.skipped.slice(0, maxReread)) void reread(id);
    return saved;
  };

  /** Someone else has decided the hook, so it would reappear as pending. */
  const reread = (id: string) =>
    readHook(id).then(
      (hook) => overlay([id], hook, 0),
      () => {},
    );

  const fail = (edit: Edit) => (thrown: unknown) => {
    set(dropEdit(state.edits, edit.number), '');
    toastError(thrown);
    return undefined;
  };

  async function undo(): Promise<void> {
    const edit = undoable(state.edits);
    if (!edit) return;
    set(dropEdit(state.edits, edit.number), `Undone: ${describeEdit(edit)}`);
    const saved = requests.get(edit.number);
    try {
      const undone = await inOrder(edit.ids, async () => {
        const id = (await saved)?.edit_id;
        return id ? undoEdit(id) : undefined;
      });
      if (!undone) return;
      const { skipped, delivered } = undone;
      const sent = delivered > 0 ? `${plural(delivered, 'webhook delivery', 'webhook deliveries')} had been sent` : '';
      set(state.edits, [state.notice, describeSkipped(skipped), sent].filter(Boolean).join('. '));
      onUndone({ ...edit, count: (await saved)?.changed ?? edit.count });
    } catch (thrown) {
      const answer = await saved;
      const [restored = edit] = answer ? settleEdit([edit], edit.number, answer) : [];
      set(restoreEdit(state.edits, restored), '');
      toastError(thrown);
    }
  }

  /** Shows the current values of hooks that were changed by other means; this reviewer changed `changed` of them. */
  function overlay(ids: readonly string[], values: HookValues, changed = ids.length): void {
    const fixed = { done: '', isSaved: true, isFinal: true, count: changed };
    set([...state.edits, { number: ++count, ids: new Set(ids), values, ...fixed }]);
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

/** Sends a request after pending ones that change the same hooks, so that they arrive in the order of the key presses. */
async function inOrder<T>(ids: ReadonlySet<string>, send: () => Promise<T>): Promise<T> {
  const before = [...inFlight].filter((other) => !other.ids.isDisjointFrom(ids));
  const done = settled(before).then(send);
  const request = { ids, done };
  inFlight.add(request);
  try {
    return await done;
  } finally {
    inFlight.delete(request);
    clearTimeout(refreshing);
    refreshing = setTimeout(() => void mutate(reviewQueuePath), 3000);
  }
}
