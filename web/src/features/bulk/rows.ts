// Rows of a list of hooks: one per text, which opens into its hooks.
import type { ReviewedHook } from '../../api/openapi.ts';

export type Row = {
  /** The `text_group` of a row for several hooks, else the id of the hook. */
  key: string;
  hook: ReviewedHook;
  /** All hooks that the row stands for, the shown one first, and their ids. */
  hooks: readonly ReviewedHook[];
  ids: readonly string[];
  /** True for a row of an open group, below the group's row. */
  isMember?: boolean;
};

/** Returns groups in the order of their first hooks, each hook once, even if two pages contain it. */
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

/** `open` contains the keys of the groups whose hooks have rows of their own. */
export function rowsOf(groups: readonly (readonly ReviewedHook[])[], open: ReadonlySet<string>): Row[] {
  return groups.flatMap((hooks) => {
    const [hook, ...others] = hooks;
    if (!hook) return [];
    if (others.length === 0) return [rowOf(hook)];
    const row = { key: hook.text_group, hook, hooks, ids: hooks.map(({ id }) => id) };
    return open.has(row.key) ? [row, ...hooks.map((member) => ({ ...rowOf(member), isMember: true }))] : [row];
  });
}

export const rowOf = (hook: ReviewedHook): Row => ({ key: hook.id, hook, hooks: [hook], ids: [hook.id] });

/** Returns the first `count` loaded groups without decided hooks. Decided rows are not replaced by unread ones until all are decided. */
export function batchOf(groups: readonly (readonly ReviewedHook[])[], count: number, step: number) {
  const pending = groups.map((hooks) => hooks.filter(({ state }) => state === 'pending'));
  const isDecided = (end: number) => pending.slice(0, end).every((hooks) => hooks.length === 0);
  let end = count;
  while (end < groups.length && isDecided(end)) end += step;
  return { groups: pending.slice(0, end).filter((hooks) => hooks.length > 0), count: end };
}
