// hookline hooks: finds, edits and retires hooks, and decides hooks in the review queue.
import type { OperatorHook } from '../catalog/curation/operator-hook.ts';
import type { Command } from './command.ts';
import { queryOf, UsageError } from './options.ts';
import { print, table } from './print.ts';

const columns = ['id', 'state', 'views', 'archetype', 'emotional_trigger', 'niche', 'text'];
/** The state that a subcommand puts a hook into. */
const states = new Map([
  ['accept', 'published'],
  ['reject', 'rejected'],
  ['retire', 'retired'],
  ['reopen', 'pending'],
]);

export const hooks: Command = async (client, [action = 'list', id], options) => {
  if (action === 'list') {
    const query = queryOf(options, ['state', 'text', 'source', 'after']);
    const page = await client.call<{ hooks: OperatorHook[]; next: string | null }>('GET', `/operator/hooks?${query}`);
    print(page, options.json, () => table(page.hooks, columns) + (page.next ? `\nMore: --after ${page.next}` : ''));
    return;
  }
  if (action !== 'edit' && !states.has(action))
    throw new UsageError(`Unknown subcommand "hooks ${action}". Use list, accept, reject, retire, reopen or edit.`);
  if (!id) throw new UsageError(`Missing hook id: hookline hooks ${action} ID.`);
  const changes = action === 'edit' ? toChanges(options.set) : { state: states.get(action) };
  const hook = await client.call<OperatorHook>('PATCH', `/operator/hooks/${id}`, changes);
  print(hook, options.json, () => table([hook], columns));
};

function toChanges(pairs: readonly string[] = []): Record<string, string> {
  if (pairs.length === 0) throw new UsageError('Add --set FIELD=VALUE for each field to change.');
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}
