// Edits of a list of hooks as the list shows them: at once, before the service has confirmed them, and until they are undone.
import type { ReviewedHook } from '../../api/openapi.ts';
import { formatNumber, plural } from '../../kit/page/format.ts';

/** Origins of single labels are set without those of the others. */
export type HookValues = Partial<Omit<ReviewedHook, 'labels'>> & { labels?: Partial<ReviewedHook['labels']> };

export type Edit = {
  number: number;
  /** Hooks that the list contains. */
  ids: ReadonlySet<string>;
  values: HookValues;
  /** Past participle for the status line: “Accepted”, “Set niche to Food”. */
  done: string;
  isSaved: boolean;
  /** Cannot be undone. */
  isFinal?: boolean;
  /** Of the saved edit; absent if it cannot be undone. */
  undoId?: string;
  /** Hooks that were changed, also those that the list has not loaded. The number of `ids` until it is saved. */
  count: number;
};

/** What the service answers; `edit_id` is null if it changed no hook. */
export type Saved = { edit_id: string | null; changed: number; skipped: readonly Skipped[] };
export type Skipped = { id: string; reason: string };

export function applyEdits(hooks: readonly ReviewedHook[], edits: readonly Edit[]): readonly ReviewedHook[] {
  const changes = new Map<string, HookValues>();
  for (const { ids, values } of edits)
    for (const id of ids) {
      const before = changes.get(id);
      changes.set(id, { ...before, ...values, labels: { ...before?.labels, ...values.labels } });
    }
  if (changes.size === 0) return hooks;
  return hooks.map((hook) => {
    const values = changes.get(hook.id);
    return values ? { ...hook, ...values, labels: { ...hook.labels, ...values.labels } } : hook;
  });
}

/** The service left the skipped hooks as they were. */
export function settleEdit(edits: readonly Edit[], number: number, { edit_id, changed, skipped }: Saved): Edit[] {
  const left = new Set(skipped.map(({ id }) => id));
  return edits.map((edit) =>
    edit.number === number
      ? { ...edit, ids: edit.ids.difference(left), isSaved: true, undoId: edit_id ?? undefined, count: changed }
      : edit,
  );
}

export function dropEdit(edits: readonly Edit[], number: number): Edit[] {
  return edits.filter((edit) => edit.number !== number);
}

/** Puts an edit back whose undo failed. */
export function restoreEdit(edits: readonly Edit[], edit: Edit): Edit[] {
  return [...dropEdit(edits, edit.number), edit].sort((a, b) => a.number - b.number);
}

/** The edit that Undo takes back. */
export function undoable(edits: readonly Edit[]): Edit | undefined {
  return edits.findLast(({ isSaved, isFinal, undoId }) => !isFinal && (!isSaved || undoId !== undefined));
}

/** “Accepted 48 hooks” */
export function describeEdit({ done, count }: Pick<Edit, 'done' | 'count'>): string {
  return `${done} ${plural(count, 'hook')}`;
}

/** “2 skipped: already published”; '' if none was. */
export function describeSkipped(skipped: readonly Skipped[]): string {
  const reasons = Object.entries(Object.groupBy(skipped, ({ reason }) => reason));
  return reasons.map(([reason, hooks = []]) => `${formatNumber(hooks.length)} skipped: ${reason}`).join('; ');
}
