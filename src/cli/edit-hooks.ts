// hookline admin hooks: finds hooks, and edits one, several by their ids, or all that match a filter.
import type { EditResult } from '../catalog/curation/edit.ts';
import type { OperatorHook } from '../catalog/curation/operator-hook.ts';
import type { Run } from './command.ts';
import { type Options, queryOf, UsageError } from './options.ts';
import { print, table } from './print.ts';
import { withNext } from './run-action.ts';

export const hookColumns = 'id state views archetype emotional_trigger niche text';

const hookTable = (hooks: readonly OperatorHook[]) => table(hooks, hookColumns.split(' '));

type Skipped = EditResult['skipped'];

export const listHooks: Run = async (client, _, options) => {
  const query = queryOf(options, ['text', 'claims', 'after']);
  for (const [name, value] of Object.entries(filterOf(options))) query.set(name, value);
  const page = await client.call<{ hooks: OperatorHook[]; next: string | null }>('GET', `/operator/hooks?${query}`);
  print(page, options.json, () => withNext(hookTable(page.hooks), page.next));
};

/** Sets the state of hooks; without `state`, changes the fields that the options set. */
export function editHooks(name: string, state?: string): Run {
  return async (client, ids, options) => {
    const [id] = ids;
    const filter = filterOf(options);
    if (ids.length === 1) {
      const hook = await client.call<OperatorHook>(
        'PATCH',
        `/operator/hooks/${id}`,
        state ? { state } : toChanges(options),
      );
      return print(hook, options.json, () => hookTable([hook]));
    }
    if (!id && Object.keys(filter).length === 0)
      throw new UsageError(`Missing hook id: hookline admin hooks ${name} ID.`);
    // Without --state, accept and reject by filter apply to pending hooks.
    const isDecision = name === 'accept' || name === 'reject';
    const which = id ? { ids } : { filter: isDecision ? { state: 'pending', ...filter } : filter };
    const changes = state ? { state } : { set: toChanges(options) };
    const result = await client.call<EditResult>('PATCH', '/operator/hooks', { ...which, ...changes });
    const { edit_id, changed, skipped } = result;
    const undo = edit_id === null ? '' : ` To undo: hookline admin edits undo ${edit_id}`;
    print(result, options.json, () => `Hooks changed: ${changed}.${undo}${skippedText(skipped)}`);
  };
}

export function skippedText(skipped: Skipped): string {
  return skipped.length > 0 ? `\n${table(skipped, ['id', 'reason'])}` : '';
}

function toChanges({ set = [], text }: Options): Record<string, string> {
  if (set.length === 0 && text === undefined)
    throw new UsageError('Add --set FIELD=VALUE for each field to change, or --text TEXT.');
  return { ...toPairs(set), ...(text === undefined ? {} : { text }) };
}

function toPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

function filterOf({ state, source, creator, filter = [] }: Options): Record<string, string> {
  const named = Object.entries({ state, source, creator }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return { ...Object.fromEntries(named), ...toPairs(filter) };
}
