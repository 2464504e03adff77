// Announcements as text, for emails and the feed.
import type { Announcement } from './announcement.ts';

const stateNames: Readonly<Record<Announcement['state'], string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  scheduled: 'Scheduled',
  in_progress: 'In progress',
  completed: 'Completed',
  posted: 'Posted',
  ended: 'Ended',
};

const partNames: Readonly<Record<Announcement['parts'][number], string>> = {
  api: 'API',
  dashboard: 'Dashboard',
  exports: 'Exports',
  webhooks: 'Webhooks',
  updates: 'Catalog updates',
  email: 'Email',
};

export const kindNames: Readonly<Record<Announcement['kind'], string>> = {
  incident: 'Incident',
  maintenance: 'Maintenance',
  announcement: 'Announcement',
};

/** "Resolved: Exports are slow". News has no state worth a word. */
export function headingOf({ kind, title }: Announcement, state: Announcement['state']): string {
  return kind === 'announcement' && state === 'posted' ? title : `${stateNames[state]}: ${title}`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const formatMoment = (at: string) => `${moment.format(new Date(at))} UTC`;

/** What stands beside the message, such as the planned time. */
export function factsOf({ kind, severity, parts, starts_at, ends_at, ended_at }: Announcement): [string, string][] {
  return [
    ...(severity ? [['Severity', severity] satisfies [string, string]] : []),
    ...(parts.length > 0
      ? [['Affects', parts.map((part) => partNames[part]).join(', ')] satisfies [string, string]]
      : []),
    ...(kind === 'announcement' ? [] : [['Started', formatMoment(starts_at)] satisfies [string, string]]),
    ...(ends_at !== null && kind === 'maintenance'
      ? [['Planned end', formatMoment(ends_at)] satisfies [string, string]]
      : []),
    ...(ended_at !== null && kind !== 'announcement'
      ? [['Ended', formatMoment(ended_at)] satisfies [string, string]]
      : []),
  ];
}
