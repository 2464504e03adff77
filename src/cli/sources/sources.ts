// hookline sources: manages scheduled sources of hooks.
import { resolve } from 'node:path';
import type { ApiUsage } from '../../ingest/collect/queries.ts';
import type { Action, Command } from '../command.ts';
import { withReportText } from '../imports/report.ts';
import { type Options, UsageError } from '../options.ts';
import { fieldTable, print, table } from '../print.ts';
import { describeUsage, showPreview } from './preview.ts';

type Row = Record<string, unknown>;

const columns = ['id', 'name', 'state', 'runs_every', 'next_run_at', 'last_success_at', 'failures', 'location'];
const runColumns = ['id', 'state', 'started_at', 'report', 'error'];

const actions: ReadonlyMap<string, Action> = new Map([
  ['show', { method: 'GET', path: '' }],
  ['update', { method: 'PATCH', path: '', body: updateBody }],
  ['run', { method: 'POST', path: '/run', body: ({ force }: Options) => ({ force: force === true }) }],
  ['pause', { method: 'PATCH', path: '', body: () => ({ enabled: false }) }],
  ['resume', { method: 'PATCH', path: '', body: () => ({ enabled: true }) }],
  ['delete', { method: 'DELETE', path: '' }],
]);

export const sources: Command = async (client, [subcommand = 'list', ...rest], options) => {
  const [id, location] = rest;
  if (subcommand === 'list') {
    const page = await client.call<{ sources: Row[]; usage: ApiUsage[] }>('GET', '/operator/sources');
    const text = () => [table(page.sources, columns), describeUsage(page.usage)].filter(Boolean).join('\n\n');
    return print(page, options.json, text);
  }
  if (subcommand === 'add') {
    if (!id || !location) throw new UsageError('Missing name or location: hookline sources add NAME LOCATION.');
    const body = { name: id, location: toAbsolute(location), ...settingsOf(options) };
    if (options['dry-run']) return showPreview(client, id, body, options);
    const added = await client.call<Row>('POST', '/operator/sources', body);
    return print(added, options.json, () => fieldTable(added));
  }
  if (subcommand === 'trust') return showTrust(client, rest, options);
  const action = actions.get(subcommand);
  if (!action && subcommand !== 'runs')
    throw new UsageError(
      `Unknown subcommand "sources ${subcommand}". Use list, add, runs, trust, ${[...actions.keys()].join(', ')}.`,
    );
  if (!id) throw new UsageError(`Missing source id or name: hookline sources ${subcommand} ID.`);
  const path = `/operator/sources/${encodeURIComponent(id)}`;
  if (!action) {
    const page = await client.call<{ runs: Row[] }>('GET', `${path}/runs`);
    return print(page, options.json, () => table(withReportText(page.runs), runColumns));
  }
  const record = await client.call<Row>(action.method, path + action.path, action.body?.(options));
  print(record, options.json, () => fieldTable(record));
};

/** Lists the trust in all sources, or sets that of one. */
const showTrust: Command = async (client, [source, level], options) => {
  if (source === undefined) {
    const found = await client.call<{ sources: Row[] }>('GET', '/operator/trust');
    return print(found, options.json, () => table(found.sources, ['source', 'trust', 'hooks']));
  }
  if (!/^\d$/.test(level ?? '')) throw new UsageError('Missing level: hookline sources trust NAME LEVEL, 0 to 9.');
  const set = await client.call<Row>('POST', '/operator/trust', { source, trust: Number(level) });
  print(set, options.json, () => `${source} has trust ${level}. Hooks that show something else now: ${set.changed}.`);
};

function updateBody(options: Options): Row {
  const location = options.location === undefined ? {} : { location: toAbsolute(options.location) };
  const body = { ...location, ...settingsOf(options) };
  if (Object.keys(body).length === 0) throw new UsageError('Nothing to update. Add at least one option.');
  return body;
}

/** Paths are relative to the directory of the command; the service runs in another. */
function toAbsolute(location: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(location) ? location : resolve(location);
}

/** Only the settings given, so that an update leaves the others unchanged. An empty text clears a setting. */
function settingsOf(options: Options): Row {
  const body: Row = {};
  for (const name of ['preset', 'records', 'format', 'every'] as const)
    if (options[name] !== undefined) body[name] = options[name] || null;
  if (options['records-of'] !== undefined) body.records_of = options['records-of'] || null;
  for (const name of ['map', 'set'] as const) {
    const pairs = options[name];
    if (pairs) body[name] = pairs.every((pair) => pair === '') ? null : pairs;
  }
  if (options.snapshot) body.snapshot = true;
  if (options.additive) body.snapshot = false;
  if (options['allow-shrink']) body.allow_shrink = true;
  return body;
}
