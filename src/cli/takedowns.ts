// hookline takedowns and hookline reports: what was taken down, and what is asked to be.
import type { Report } from '../catalog/reports/report.ts';
import type { Takedown } from '../catalog/takedowns/takedown.ts';
import type { Command } from './command.ts';
import { queryOf, UsageError } from './options.ts';
import { print, table } from './print.ts';

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
  else if (!id) throw new UsageError('Missing takedown id: hookline takedowns lift ID.');
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
  else if (!id) throw new UsageError('Missing report id: hookline reports dismiss ID.');
  else {
    const dismissed = await client.call<Report>('POST', `${path}/${id}/dismiss`, {});
    print(dismissed, options.json, () => table([dismissed], reportColumns));
  }
};

function withNext(text: string, next: string | null): string {
  return next === null ? text : `${text}\nMore: --after ${next}`;
}
