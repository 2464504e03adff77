// Rows of a list of hooks: one per text, which opens into its hooks.
import type { ReviewedHook } from '../../api/openapi.ts';

export type Row = {
  /** Of a row that stands for several hooks: their `text_group`; else the hook's id. */
  key: string;
  hook: ReviewedHook;
  /** All hooks that the row stands for. */
  ids: readonly string[];
  /** In an open group, below its row. */
  isMember?: boolean;
};

/** Groups in the order of their first hooks; `ids` finds each hook once, also when two pages contain it. */
export function groupsOf(hooks: readonly ReviewedHook[]): ReviewedHook[][] {
  const unique = new Map(hooks.map((hook) => [hook.id, hook]));
  const groups = new Map<string, ReviewedHook[]>();
  for (const hook of unique.values()) {
    const group = groups.get(hook.text_group);
    if (group) group.push(hook);
    else groups.set(hook.text_group, [hook]);
  }
  return [...groups.values()];
}

/** `open` has the keys of the groups whose hooks have rows of their own. */
export function rowsOf(groups: readonly (readonly ReviewedHook[])[], open: ReadonlySet<string>): Row[] {
  return groups.flatMap((group) => {
    const [hook, ...others] = group;
    if (!hook) return [];
    if (others.length === 0) return [rowOf(hook)];
    const row = { key: hook.text_group, hook, ids: group.map(({ id }) => id) };
    return open.has(row.key) ? [row, ...group.map((member) => ({ ...rowOf(member), isMember: true }))] : [row];
  });
}

export const rowOf = (hook: ReviewedHook): Row => ({ key: hook.id, hook, ids: [hook.id] });
