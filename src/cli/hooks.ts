// hookline hooks: find, edit and retire hooks, and work through the review queue.
import type { OperatorHook } from '../catalog/curation/store.ts';
import { type Command, UsageError } from './command.ts';
import { print, table } from './print.ts';

const columns = ['id', 'state', 'views', 'archetype', 'emotional_trigger', 'niche', 'text'];
const states: Record<string, string> = {
  accept: 'published',
  reject: 'rejected',
  retire: 'retired',
  reopen: 'pending',
};

export const hooks: Command = async (client, [action = 'list', id], options) => {
  const asJson = options.json === true;
  if (action === 'list') {
    const query = new URLSearchParams();
    for (const name of ['state', 'text', 'source', 'after']) if (options[name]) query.set(name, String(options[name]));
    const page = await client.call<{ hooks: OperatorHook[]; next: string | null }>('GET', `/operator/hooks?${query}`);
    print(page, asJson, () => table(page.hooks, columns) + (page.next ? `\nMore: --after ${page.next}` : ''));
    return;
  }
  if (!id) throw new UsageError(`hooks ${action} needs the id of a hook.`);
  if (action !== 'edit' && !states[action])
    throw new UsageError(`hooks knows list, accept, reject, retire, reopen and edit, not ${action}.`);
  const changes = action === 'edit' ? toChanges(options.set) : { state: states[action] };
  const hook = await client.call<OperatorHook>('PATCH', `/operator/hooks/${id}`, changes);
  print(hook, asJson, () => table([hook], columns));
};

function toChanges(pairs: unknown): Record<string, string> {
  if (!Array.isArray(pairs) || pairs.length === 0) throw new UsageError('hooks edit needs --set field=value.');
  return Object.fromEntries(
    pairs.map((pair: string) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
