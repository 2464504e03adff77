// hookline admin hooks: finds, edits, retires and takes down hooks, and decides hooks in the review queue. hookline admin edits: what was edited, and
// its undo. hookline admin takedowns and hookline admin reports: what was taken down, and what is asked to be.
import type { Edit, EditResult, UndoneEdit } from '../catalog/curation/edit.ts';
import type { OperatorHook } from '../catalog/curation/operator-hook.ts';
import type { Report } from '../catalog/reports/report.ts';
import type { Takedown } from '../catalog/takedowns/takedown.ts';
import type { Client } from './client.ts';
import type { Command } from './command.ts';
import { type Options, queryOf, UsageError } from './options.ts';
import { print, table } from './print.ts';

const columns = ['id', 'state', 'views', 'archetype', 'emotional_trigger', 'niche', 'text'];
/** The state that a subcommand puts a hook into. */
const states = new Map([
  ['accept', 'published'],
  ['reject', 'rejected'],
  ['retire', 'retired'],
  ['reopen', 'pending'],
]);

/** Decisions about a view count that waits. */
const claimDecisions = new Map([
  ['accept-views', 'accept'],
  ['reject-views', 'reject'],
]);

export const hooks: Command = async (client, [action = 'list', ...ids], options) => {
  const [id] = ids;
  if (action === 'list') {
    const query = queryOf(options, ['text', 'claims', 'after']);
    for (const [name, value] of Object.entries(filterOf(options))) query.set(name, String(value));
    const page = await client.call<{ hooks: OperatorHook[]; next: string | null }>('GET', `/operator/hooks?${query}`);
    print(page, options.json, () => table(page.hooks, columns) + (page.next ? `\nMore: --after ${page.next}` : ''));
    return;
  }
  const decision = claimDecisions.get(action);
  if (!['edit', 'merge', 'takedown'].includes(action) && !decision && !states.has(action))
    throw new UsageError(
      `Unknown subcommand "hooks ${action}". Use list, accept, reject, retire, reopen, edit, accept-views, reject-views, merge or takedown.`,
    );
  const isEdit = action === 'edit' || states.has(action);
  if (isEdit && ids.length > 1) return editSeveral(client, { ids }, action, options);
  const filter = filterOf(options);
  if (isEdit && !id && Object.keys(filter).length > 0)
    return editSeveral(client, { filter: whereDecidable(action, filter) }, action, options);
  if (!id) throw new UsageError(`Missing hook id: hookline admin hooks ${action} ID.`);
  if (action === 'takedown') return takeDown(client, id, options);
  if (action === 'merge') return merge(client, id, options);
  if (decision) return decideClaim(client, id, decision, options);
  const changes = action === 'edit' ? toChanges(options) : { state: states.get(action) };
  const hook = await client.call<OperatorHook>('PATCH', `/operator/hooks/${id}`, changes);
  print(hook, options.json, () => table([hook], columns));
};

async function decideClaim(client: Client, id: string, decision: string, { source, json }: Options): Promise<void> {
  if (!source) throw new UsageError('Name the source that claims the view count: --source NAME.');
  const hook = await client.call<OperatorHook>('POST', `/operator/hooks/${id}/claims`, { source, decision });
  print(hook, json, () => table([hook], columns));
}

async function merge(client: Client, id: string, { into, json }: Options): Promise<void> {
  if (!into) throw new UsageError('Name the hook that stays: --into ID.');
  const hook = await client.call<OperatorHook>('POST', `/operator/hooks/${id}/merge`, { into });
  print(hook, json, () => table([hook], columns));
}

async function takeDown(client: Client, id: string, { reason, blocks, json }: Options): Promise<void> {
  if (!reason) throw new UsageError('Give a reason, which is kept in the audit log: --reason TEXT.');
  const body = { reason, blocks: blocks?.split(',') };
  const takedown = await client.call<Takedown>('POST', `/operator/hooks/${id}/takedown`, body);
  print(
    takedown,
    json,
    () => `${id} is taken down (${takedown.id}). Blocked: ${takedown.blocks.join(', ') || 'nothing'}.`,
  );
}

function toChanges({ set = [], text }: Options): Record<string, string> {
  if (set.length === 0 && text === undefined)
    throw new UsageError('Add --set FIELD=VALUE for each field to change, or --text TEXT.');
  return { ...toPairs(set), ...(text === undefined ? {} : { text }) };
}

function toPairs(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

type Filter = Record<string, string>;

function filterOf({ state, source, creator, filter = [] }: Options): Filter {
  const named = Object.entries({ state, source, creator }).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return { ...Object.fromEntries(named), ...toPairs(filter) };
}

/** Without --state, accept and reject by filter apply to pending hooks. */
function whereDecidable(action: string, filter: Filter): Filter {
  return action === 'accept' || action === 'reject' ? { state: 'pending', ...filter } : filter;
}

async function editSeveral(
  client: Client,
  of: { ids: string[] } | { filter: Filter },
  action: string,
  options: Options,
): Promise<void> {
  const changes = action === 'edit' ? { set: toChanges(options) } : { state: states.get(action) };
  const result = await client.call<EditResult>('PATCH', '/operator/hooks', { ...of, ...changes });
  const { edit_id, changed, skipped } = result;
  print(result, options.json, () =>
    [
      `Hooks changed: ${changed}.${edit_id === null ? '' : ` To undo: hookline admin edits undo ${edit_id}`}`,
      ...(skipped.length > 0 ? [table(skipped, ['id', 'reason'])] : []),
    ].join('\n'),
  );
}

const editColumns = ['id', 'action', 'hooks', 'set', 'operator_email', 'created_at', 'undone_at'];

export const edits: Command = async (client, [action = 'list', id], options) => {
  const path = '/operator/edits';
  if (action === 'list') {
    const page = await client.call<{ edits: Edit[]; next: string | null }>(
      'GET',
      `${path}?${queryOf(options, ['after'])}`,
    );
    print(page, options.json, () => withNext(table(page.edits, editColumns), page.next));
  } else if (action !== 'undo') throw new UsageError(`Unknown subcommand "edits ${action}". Use list or undo.`);
  else if (!id) throw new UsageError('Missing edit id: hookline admin edits undo ID.');
  else {
    const undone = await client.call<UndoneEdit>('POST', `${path}/${id}/undo`, {});
    const { restored, delivered, skipped } = undone;
    print(undone, options.json, () =>
      [
        `Hooks restored: ${restored}. Webhook deliveries that carried them, which are not undone: ${delivered}.`,
        ...(skipped.length > 0 ? [table(skipped, ['id', 'reason'])] : []),
      ].join('\n'),
    );
  }
};

const takedownColumns = ['id', 'hook_id', 'blocks', 'reason', 'created_at', 'purged_at', 'lifted_at'];

export const takedowns: Command = async (client, [action = 'list', id], options) => {
  const path = '/operator/takedowns';
  if (action === 'list') {
    const page = await client.call<{ takedowns: Takedown[]; next: string | null }>(
      'GET',
      `${path}?${queryOf(options, ['after'])}`,
    );
    print(page, options.json, () => withNext(table(page.takedowns, takedownColumns), page.next));
  } else if (action !== 'lift') throw new UsageError(`Unknown subcommand "takedowns ${action}". Use list or lift.`);
  else if (!id) throw new UsageError('Missing takedown id: hookline admin takedowns lift ID.');
  else {
    const lifted = await client.call<Takedown>('DELETE', `${path}/${id}`);
    print(lifted, options.json, () => table([lifted], takedownColumns));
  }
};

const reportColumns = ['id', 'state', 'reason', 'hook_id', 'url', 'email', 'details', 'created_at'];

export const reports: Command = async (client, [action = 'list', id], options) => {
  const path = '/operator/reports';
  if (action === 'list') {
    const query = queryOf(options, ['state', 'after']);
    const page = await client.call<{ reports: Report[]; next: string | null }>('GET', `${path}?${query}`);
    print(page, options.json, () => withNext(table(page.reports, reportColumns), page.next));
  } else if (action !== 'dismiss') throw new UsageError(`Unknown subcommand "reports ${action}". Use list or dismiss.`);
  else if (!id) throw new UsageError('Missing report id: hookline admin reports dismiss ID.');
  else {
    const dismissed = await client.call<Report>('POST', `${path}/${id}/dismiss`, {});
    print(dismissed, options.json, () => table([dismissed], reportColumns));
  }
};

function withNext(text: string, next: string | null): string {
  return next === null ? text : `${text}\nMore: --after ${next}`;
}
