// hookline sources: where hooks come from by themselves.
import { resolve } from 'node:path';
import { type Command, type Options, UsageError } from './command.ts';
import { print, table } from './print.ts';

type Row = Record<string, unknown>;

const columns = ['id', 'name', 'state', 'runs_every', 'next_run_at', 'last_success_at', 'failures', 'location'];
const runColumns = ['id', 'state', 'started_at', 'report', 'error'];

/** What follows the id in the address, and what is sent there. */
const actions: Readonly<Record<string, { method: string; path: string; body?: (options: Options) => unknown }>> = {
  show: { method: 'GET', path: '' },
  update: { method: 'PATCH', path: '', body: updateBody },
  run: { method: 'POST', path: '/run', body: ({ force }) => ({ force: force === true }) },
  pause: { method: 'PATCH', path: '', body: () => ({ enabled: false }) },
  resume: { method: 'PATCH', path: '', body: () => ({ enabled: true }) },
  delete: { method: 'DELETE', path: '' },
};

export const sources: Command = async (client, [action = 'list', id, location], options) => {
  const asJson = options.json === true;
  if (action === 'list') {
    const listed = await client.call<{ sources: Row[] }>('GET', '/operator/sources');
    return print(listed, asJson, () => table(listed.sources, columns));
  }
  if (action !== 'add' && action !== 'runs' && !Object.hasOwn(actions, action))
    throw new UsageError(`sources knows list, add, runs, ${Object.keys(actions).join(', ')}, not ${action}.`);
  if (action === 'add') {
    if (!id || !location) throw new UsageError('sources add needs a name and a location.');
    const body = { name: id, location: whole(location), ...settings(options) };
    const added = await client.call<Row>('POST', '/operator/sources', body);
    return print(added, asJson, () => fields(added));
  }
  if (!id) throw new UsageError(`sources ${action} needs the id or the name of a source.`);
  const path = `/operator/sources/${encodeURIComponent(id)}`;
  if (action === 'runs') {
    const log = await client.call<{ runs: Row[] }>('GET', `${path}/runs`);
    return print(log, asJson, () => table(log.runs, runColumns));
  }
  const { method, path: rest, body } = actions[action];
  const done = await client.call<Row>(method, path + rest, body?.(options));
  print(done, asJson, () => fields(done));
};

function updateBody(options: Options): Row {
  const given = typeof options.location === 'string' ? { location: whole(options.location) } : {};
  const body = { ...given, ...settings(options) };
  if (Object.keys(body).length === 0) throw new UsageError('sources update needs something to change.');
  return body;
}

/** A path is meant from where the command is given; the service has another directory. */
function whole(location: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(location) ? location : resolve(location);
}

/** Only what was given, so that an update leaves the rest as it is. An empty text takes a setting away. */
function settings(options: Options): Row {
  const body: Row = {};
  for (const name of ['preset', 'records', 'format', 'every'])
    if (options[name] !== undefined) body[name] = options[name] === '' ? null : options[name];
  for (const name of ['map', 'set']) {
    const pairs = options[name];
    if (Array.isArray(pairs)) body[name] = pairs.every((pair) => pair === '') ? null : pairs;
  }
  if (options.snapshot === true) body.snapshot = true;
  if (options.additive === true) body.snapshot = false;
  if (options['allow-shrink'] === true) body.allow_shrink = true;
  return body;
}

function fields(record: Row): string {
  const rows = Object.entries(record).map(([field, value]) => ({ field, value }));
  return table(rows, ['field', 'value']);
}
