// hookline admin sources: lists sources with the use of their APIs, adds and changes them, and sets their trust.
import type { ApiUsage } from '../../ingest/collect/collect.ts';
import type { Source } from '../../ingest/sources/source.ts';
import type { Client } from '../client.ts';
import type { Run } from '../command.ts';
import { type Options, UsageError } from '../options.ts';
import { print, type Row, table } from '../print.ts';
import { describeUsage, showPreview } from './preview.ts';
import { needsCurrent, settingsOf, toLocation } from './settings.ts';
import { showSource } from './show.ts';

const columns = 'id name state runs_every next_run_at last_success_at failures notices location'.split(' ');

export function sourcesText({ sources, usage }: { sources: Row[]; usage: ApiUsage[] }): string {
  const rows = sources.map((source) => ({ ...source, notices: (source.notices as unknown[]).length }));
  return [table(rows, columns), describeUsage(usage)].filter(Boolean).join('\n\n');
}

export const addSource: Run = async (client, [name, ...locations], options) => {
  if (!name || locations.length === 0)
    throw new UsageError('Missing name or location: hookline admin sources add NAME LOCATION....');
  const body = { name, location: toLocation(locations), ...settingsOf(options) };
  if (options['dry-run']) return showPreview(client, name, body, options);
  const added = await client.call<Row>('POST', '/operator/sources', body);
  print(added, options.json, () => showSource(added));
};

export const updateSource: Run = async (client, [id], options) => {
  if (!id) throw new UsageError('Missing source id or name: hookline admin sources update ID.');
  const path = `/operator/sources/${encodeURIComponent(id)}`;
  const updated = await client.call<Row>('PATCH', path, await updateBody(client, path, options));
  print(updated, options.json, () => showSource(updated));
};

/** Lists the trust in all sources, or sets it for one. */
export const trustSource: Run = async (client, [source, level], options) => {
  if (source === undefined) {
    const found = await client.call<{ sources: Row[] }>('GET', '/operator/trust');
    return print(found, options.json, () => table(found.sources, ['source', 'trust', 'hooks']));
  }
  if (!/^\d$/.test(level ?? ''))
    throw new UsageError('Missing level: hookline admin sources trust NAME LEVEL, 0 to 9.');
  const set = await client.call<Row>('POST', '/operator/trust', { source, trust: Number(level) });
  print(set, options.json, () => `Set the trust of ${source} to ${level}. Hooks changed: ${set.changed}.`);
};

async function updateBody(client: Client, path: string, options: Options): Promise<Row> {
  const location = options.location === undefined ? {} : { location: toLocation([options.location]) };
  const current = needsCurrent(options) ? await client.call<Source>('GET', path) : null;
  const body = { ...location, ...settingsOf(options, current) };
  if (Object.keys(body).length === 0) throw new UsageError('Nothing to update. Add at least one option.');
  return body;
}
