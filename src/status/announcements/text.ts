// Announcements as text, for emails and the feed.
import type { Announcement } from './announcement.ts';
import { partNames, severityNames, stateNames } from './names.ts';

/** "Resolved: Exports are slow". News has no state worth a word. */
export function headingOf({ kind, title }: Announcement, state: Announcement['state']): string {
  return kind === 'announcement' && state === 'posted' ? title : `${stateNames[state]}: ${title}`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const formatMoment = (at: string) => `${moment.format(new Date(at))} UTC`;

/** What stands beside the message, such as the planned time. */
export function factsOf({ kind, severity, parts, starts_at, ends_at, ended_at }: Announcement): [string, string][] {
  return [
    ...(severity ? [['Severity', severityNames[severity]] satisfies [string, string]] : []),
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
