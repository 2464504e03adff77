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
export function factsOf(announcement: Announcement): [string, string][] {
  const { severity, parts } = announcement;
  return [
    ...(severity ? [['Severity', severityNames[severity]] satisfies [string, string]] : []),
    ...(parts.length > 0
      ? [['Affects', parts.map((part) => partNames[part]).join(', ')] satisfies [string, string]]
      : []),
    ...timesOf(announcement),
  ];
}

/** An incident has no planned end, news no times. */
function* timesOf({ kind, phase, starts_at, ends_at, ended_at }: Announcement): Iterable<[string, string]> {
  if (kind === 'announcement') return;
  yield [phase === 'scheduled' ? 'Starts' : 'Started', formatMoment(starts_at)];
  const end = ended_at ?? (kind === 'maintenance' ? ends_at : null);
  if (end !== null) yield [phase === 'ended' ? 'Ended' : 'Ends', formatMoment(end)];
}
