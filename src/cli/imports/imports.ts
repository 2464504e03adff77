// hookline admin imports: lists imports, shows one, and undoes one.
import type { ImportUndo } from '../../ingest/undo/actions.ts';
import type { Command } from '../command.ts';
import { queryOf, UsageError } from '../options.ts';
import { fieldTable, print, table } from '../print.ts';
import { withReportText } from './report.ts';

type Row = Record<string, unknown>;

const columns = ['id', 'state', 'source', 'filename', 'started_at', 'undone_at', 'report', 'error'];

export const imports: Command = async (client, [subcommand = 'list', id], options) => {
  if (subcommand === 'list') {
    const query = queryOf(options, ['source', 'state', 'after']);
    const page = await client.call<{ imports: Row[]; next: string | null }>('GET', `/operator/imports?${query}`);
    const more = page.next === null ? '' : `\nMore: --after ${page.next}`;
    return print(page, options.json, () => table(withReportText(page.imports), columns) + more);
  }
  if (subcommand !== 'show' && subcommand !== 'undo')
    throw new UsageError(`Unknown subcommand "imports ${subcommand}". Use list, show or undo.`);
  if (!id) throw new UsageError(`Missing import id: hookline admin imports ${subcommand} ID.`);
  const path = `/operator/imports/${encodeURIComponent(id)}`;
  if (subcommand === 'show') {
    const found = await client.call<Row>('GET', path);
    return print(found, options.json, () => fieldTable(found));
  }
  const undone = await client.call<ImportUndo>('POST', `${path}/undo`);
  print(undone, options.json, () => describe(id, undone));
};

function describe(
  id: string,
  { catalog_version, removed, restored, kept, delivered, paused_source }: ImportUndo,
): string {
  const count = (number: number, noun: string, nouns = `${noun}s`) =>
    `${number.toLocaleString('en')} ${number === 1 ? noun : nouns}`;
  return [
    `Undid ${id}: ${count(removed, 'hook')} removed, ${count(restored, 'hook')} restored (catalog version ${catalog_version}).`,
    ...(kept > 0 ? [`${count(kept, 'hook')} kept, since a later import has the same.`] : []),
    ...(delivered > 0 ? [`${count(delivered, 'webhook delivery', 'webhook deliveries')} had carried its hooks.`] : []),
    ...(paused_source === null
      ? []
      : [`The source ${paused_source} is paused. Resume it with: hookline admin sources resume "${paused_source}"`]),
  ].join('\n');
}
