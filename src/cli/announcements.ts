// hookline admin announcements: writes incidents, maintenance and news of the status page.
import type { Announcement } from '../status/announcements/announcement.ts';
import type { Command } from './command.ts';
import { type Options, UsageError } from './options.ts';
import { fieldTable, print, table } from './print.ts';

const path = '/operator/announcements';
const columns = ['id', 'kind', 'phase', 'state', 'severity', 'title', 'starts_at', 'ends_at'];

export const announcements: Command = async (client, [action = 'list', subject], options) => {
  const show = (record: Announcement) => {
    const { updates, ...fields } = record;
    print(record, options.json, () => `${fieldTable(fields)}\n\n${table(updates, ['at', 'state', 'message'])}`);
  };
  if (action === 'list') {
    const page = await client.call<{ announcements: Announcement[] }>('GET', `${path}?limit=50`);
    print(page, options.json, () => table(page.announcements, columns));
  } else if (action === 'create') {
    if (!subject) throw new UsageError('Missing title: hookline admin announcements create TITLE --message TEXT.');
    show(await client.call('POST', path, createBody(subject, options)));
  } else if (!['show', 'update', 'delete'].includes(action))
    throw new UsageError(`Unknown subcommand "announcements ${action}". Use list, create, update, show or delete.`);
  else if (!subject) throw new UsageError(`Missing id: hookline admin announcements ${action} ID.`);
  else if (action === 'update') {
    const { state, message, 'no-mail': isSilent = false } = options;
    if (!state)
      throw new UsageError('Missing state: hookline admin announcements update ID --state STATE --message TEXT.');
    show(
      await client.call('POST', `${path}/${subject}/updates`, { state, message: required(message), mail: !isSilent }),
    );
  } else show(await client.call(action === 'show' ? 'GET' : 'DELETE', `${path}/${subject}`));
};

function createBody(title: string, options: Options) {
  const { kind = 'incident', severity, part, since, until, message, 'no-mail': isSilent = false } = options;
  return {
    kind,
    severity,
    title,
    message: required(message),
    parts: part,
    starts_at: since,
    ends_at: until,
    mail: !isSilent,
  };
}

function required(message: string | undefined): string {
  if (!message) throw new UsageError('Missing text: add --message TEXT.');
  return message;
}
