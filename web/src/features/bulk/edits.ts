// Optimistic edits of a list of hooks: shown before the service confirms them, until they are undone.
import type { ReviewedHook } from '../../api/openapi.ts';
import { formatNumber, plural } from '../../kit/page/format.ts';

/** `labels` contains only the origins that change. */
export type HookValues = Partial<Omit<ReviewedHook, 'labels'>> & { labels?: Partial<ReviewedHook['labels']> };

export type Edit = {
  number: number;
  /** Edited hooks that the list contains. */
  ids: ReadonlySet<string>;
  values: HookValues;
  /** Past participle for the status line: “Accepted”, “Set niche to Food”. */
  done: string;
  isSaved: boolean;
  /** True if the edit cannot be undone. */
  isFinal?: boolean;
  /** Id of the saved edit; absent if it cannot be undone. */
  undoId?: string;
  /** Number of changed hooks, including hooks that are not loaded; the number of `ids` until saved. */
  count: number;
};

/** Response of the service; `edit_id` is null if it changed no hook. */
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

/** Removes skipped hooks from the edit, since the service did not change them. */
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

/** Returns the edit that Undo reverts. */
export function undoable(edits: readonly Edit[]): Edit | undefined {
  return edits.findLast(({ isSaved, isFinal, undoId }) => !isFinal && (!isSaved || undoId !== undefined));
}

/** “Accepted 48 hooks” */
export function describeEdit({ done, count }: Pick<Edit, 'done' | 'count'>): string {
  return `${done} ${plural(count, 'hook')}`;
}

/** “2 skipped: already published”; '' without any. */
export function describeSkipped(skipped: readonly Skipped[]): string {
  const reasons = Object.entries(Object.groupBy(skipped, ({ reason }) => reason));
  return reasons.map(([reason, hooks = []]) => `${formatNumber(hooks.length)} skipped: ${reason}`).join('; ');
}
