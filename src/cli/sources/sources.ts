// hookline admin sources: manages scheduled sources of hooks.
import type { ApiUsage } from '../../ingest/collect/collect.ts';
import type { Source } from '../../ingest/sources/source.ts';
import type { Client } from '../client.ts';
import type { Action, Command } from '../command.ts';
import { type Options, UsageError } from '../options.ts';
import { print, table } from '../print.ts';
import { describeUsage, showPreview } from './preview.ts';
import { needsCurrent, settingsOf, toLocation } from './settings.ts';
import { runTable, showSource } from './show.ts';

type Row = Record<string, unknown>;

const columns = [
  'id',
  'name',
  'state',
  'runs_every',
  'next_run_at',
  'last_success_at',
  'failures',
  'notices',
  'location',
];

const actions: ReadonlyMap<string, Action> = new Map([
  ['show', { method: 'GET', path: '' }],
  ['run', { method: 'POST', path: '/run', body: ({ force }: Options) => ({ force: force === true }) }],
  ['pause', { method: 'PATCH', path: '', body: () => ({ enabled: false }) }],
  ['resume', { method: 'PATCH', path: '', body: () => ({ enabled: true }) }],
  ['delete', { method: 'DELETE', path: '' }],
]);

export const sources: Command = async (client, [subcommand = 'list', ...rest], options) => {
  const [id, ...locations] = rest;
  if (subcommand === 'list') {
    const page = await client.call<{ sources: Row[]; usage: ApiUsage[] }>('GET', '/operator/sources');
    const rows = page.sources.map((source) => ({ ...source, notices: (source.notices as unknown[]).length }));
    const text = () => [table(rows, columns), describeUsage(page.usage)].filter(Boolean).join('\n\n');
    return print(page, options.json, text);
  }
  if (subcommand === 'add') {
    if (!id || locations.length === 0)
      throw new UsageError('Missing name or location: hookline admin sources add NAME LOCATION....');
    const body = { name: id, location: toLocation(locations), ...settingsOf(options) };
    if (options['dry-run']) return showPreview(client, id, body, options);
    const added = await client.call<Row>('POST', '/operator/sources', body);
    return print(added, options.json, () => showSource(added));
  }
  if (subcommand === 'trust') return showTrust(client, rest, options);
  const action = actions.get(subcommand);
  if (!action && subcommand !== 'runs' && subcommand !== 'update')
    throw new UsageError(
      `Unknown subcommand "sources ${subcommand}". Use list, add, update, runs, trust, ${[...actions.keys()].join(', ')}.`,
    );
  if (!id) throw new UsageError(`Missing source id or name: hookline admin sources ${subcommand} ID.`);
  const path = `/operator/sources/${encodeURIComponent(id)}`;
  if (subcommand === 'update') {
    const updated = await client.call<Row>('PATCH', path, await updateBody(client, path, options));
    return print(updated, options.json, () => showSource(updated));
  }
  if (!action) {
    const page = await client.call<{ runs: Row[] }>('GET', `${path}/runs`);
    return print(page, options.json, () => runTable(page.runs));
  }
  const record = await client.call<Row>(action.method, path + action.path, action.body?.(options));
  print(record, options.json, () => showSource(record));
};

/** Lists the trust in all sources, or sets that of one. */
const showTrust: Command = async (client, [source, level], options) => {
  if (source === undefined) {
    const found = await client.call<{ sources: Row[] }>('GET', '/operator/trust');
    return print(found, options.json, () => table(found.sources, ['source', 'trust', 'hooks']));
  }
  if (!/^\d$/.test(level ?? ''))
    throw new UsageError('Missing level: hookline admin sources trust NAME LEVEL, 0 to 9.');
  const set = await client.call<Row>('POST', '/operator/trust', { source, trust: Number(level) });
  print(set, options.json, () => `${source} has trust ${level}. Hooks that show something else now: ${set.changed}.`);
};

async function updateBody(client: Client, path: string, options: Options): Promise<Row> {
  const location = options.location === undefined ? {} : { location: toLocation([options.location]) };
  const current = needsCurrent(options) ? await client.call<Source>('GET', path) : null;
  const body = { ...location, ...settingsOf(options, current) };
  if (Object.keys(body).length === 0) throw new UsageError('Nothing to update. Add at least one option.');
  return body;
}
