// Announcement: an incident, a maintenance or news on the status page, with its updates. Schemas, and when it is open.

import { z } from 'zod';
import { affectedParts, announcementKinds, severities, updateStates } from '../../db/tables/status.ts';
import { kindNames, noticeMs, partNames, severityNames, stateNames, statesOf } from './names.ts';

const moment = z.iso.datetime();

const updateSchema = z
  .object({ id: z.string(), at: moment, state: z.enum(updateStates), message: z.string() })
  .meta({ id: 'AnnouncementUpdate', description: 'An update of an announcement' });

export const announcementSchema = z
  .object({
    id: z.string().meta({ description: '`ann_` and 16 letters or digits' }),
    kind: z.enum(announcementKinds),
    severity: z.enum(severities).nullable().meta({ description: 'Severity of an incident' }),
    title: z.string(),
    parts: z.array(z.enum(affectedParts)).meta({ description: 'Affected parts' }),
    phase: z.enum(['scheduled', 'open', 'ended']),
    state: z.enum(updateStates).meta({ description: 'State of the newest update' }),
    starts_at: moment,
    ends_at: moment.nullable().meta({ description: 'Planned end' }),
    ended_at: moment.nullable().meta({ description: 'When it was resolved, completed or ended' }),
    updated_at: moment,
    url: z.string(),
    updates: z.array(updateSchema).meta({ description: 'Newest first' }),
  })
  .meta({ id: 'Announcement', description: 'An incident, maintenance or news item, with its updates' });
export type Announcement = z.infer<typeof announcementSchema>;
type Kind = Announcement['kind'];

const time = z.iso.datetime({ offset: true });
const title = z.string().trim().min(1, 'Enter a title.').max(120, '`title` must be at most 120 characters.');
const message = z.string().trim().min(1, 'Enter a message.').max(5000, '`message` must be at most 5,000 characters.');
const mail = z.boolean().default(true).meta({ description: 'Whether to email the subscribers' });
const mail_owners = z.boolean().default(false).meta({ description: 'Whether to email the owners of all accounts' });

export const createAnnouncementInput = z.strictObject({
  kind: z.enum(announcementKinds),
  severity: z.enum(severities).optional().meta({ description: 'Severity of an incident. Default minor' }),
  title,
  message,
  parts: z.array(z.enum(affectedParts)).max(affectedParts.length).default([]),
  starts_at: time.optional().meta({ description: 'Default: now' }),
  ends_at: time.optional().meta({ description: 'Planned end; required for maintenance' }),
  mail,
  mail_owners,
});
export type CreateAnnouncementInput = z.infer<typeof createAnnouncementInput>;

export const changeAnnouncementInput = z.strictObject({
  title: title.optional(),
  severity: z.enum(severities).optional(),
  parts: z.array(z.enum(affectedParts)).max(affectedParts.length).optional(),
  starts_at: time.optional(),
  ends_at: time.nullable().optional(),
});
export type ChangeAnnouncementInput = z.infer<typeof changeAnnouncementInput>;

export const postUpdateInput = z.strictObject({ state: z.enum(updateStates), message, mail, mail_owners });
export type PostUpdateInput = z.infer<typeof postUpdateInput>;

export function isFinal(kind: Kind, state: Announcement['state']): boolean {
  return statesOf[kind].at(-1) === state;
}

type Times = { kind: Kind; starts_at: Date; ends_at: Date | null; ended_at: Date | null };

/** An incident lasts until somebody resolves it; other announcements also end at their planned end. */
export function phaseOf({ kind, starts_at, ends_at, ended_at }: Times, now: Date): Announcement['phase'] {
  if (ended_at !== null || (kind !== 'incident' && ends_at !== null && ends_at <= now)) return 'ended';
  return starts_at > now ? 'scheduled' : 'open';
}

export const noticeSchema = announcementSchema
  .pick({ id: true, kind: true, severity: true, title: true, phase: true, state: true, starts_at: true, ends_at: true })
  .meta({ id: 'Notice', description: 'An announcement that every page shows: it is open, or a maintenance is near' });
type Notice = z.infer<typeof noticeSchema>;

/** Most urgent first. */
export function noticesOf(announcements: readonly Announcement[], now: number): Notice[] {
  const rank = ({ kind, severity }: Announcement) =>
    kind === 'incident' ? severities.length - severities.indexOf(severity ?? 'minor') : kind === 'maintenance' ? 8 : 9;
  return announcements
    .filter(
      ({ phase, starts_at }) => phase === 'open' || (phase === 'scheduled' && Date.parse(starts_at) - now < noticeMs),
    )
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id, kind, severity, title, phase, state, starts_at, ends_at }) => ({
      ...{ id, kind, severity, title, phase, state, starts_at, ends_at },
    }));
}

// Announcements as text, for emails and the feed.

/** "Resolved: Exports are slow". Posted news has no prefix. */
export function headingOf({ kind, title }: Announcement, state: Announcement['state']): string {
  return kind === 'announcement' && state === 'posted' ? title : `${stateNames[state]}: ${title}`;
}

const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const formatMoment = (at: string) => `${momentFormat.format(new Date(at))} UTC`;

/** Facts in addition to the message, such as the planned time. */
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

/** An incident has no planned end, and news has no times. */
function* timesOf({ kind, phase, starts_at, ends_at, ended_at }: Announcement): Iterable<[string, string]> {
  if (kind === 'announcement') return;
  yield [phase === 'scheduled' ? 'Starts' : 'Started', formatMoment(starts_at)];
  const end = ended_at ?? (kind === 'maintenance' ? ends_at : null);
  if (end !== null) yield [phase === 'ended' ? 'Ended' : 'Ends', formatMoment(end)];
}

// Atom feed of the status page: one entry per update, so that readers show each.

const maxEntries = 50;

export async function renderFeed(announcements: readonly Announcement[], publicUrl: string): Promise<string> {
  // Loaded with the first request of the feed.
  const { Feed } = await import('feed');
  const entries = announcements
    .flatMap((announcement) => announcement.updates.map((update) => ({ announcement, update })))
    .toSorted((a, b) => (a.update.at < b.update.at ? 1 : -1))
    .slice(0, maxEntries);
  const link = `${publicUrl}/status`;
  const feed = new Feed({
    id: link,
    link,
    title: 'Hookline status',
    description: 'Incidents, maintenance and announcements',
    language: 'en',
    copyright: '',
    generator: false,
    updated: new Date(entries[0]?.update.at ?? Date.now()),
    feedLinks: { atom: `${publicUrl}/status/feed.xml` },
  });
  for (const { announcement, update } of entries)
    feed.addItem({
      id: `${link}#${update.id}`,
      link: announcement.url,
      title: headingOf(announcement, update.state),
      date: new Date(update.at),
      published: new Date(update.at),
      category: [{ name: kindNames[announcement.kind] }],
      content: [
        update.message,
        factsOf(announcement)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      ]
        .filter((text) => text !== '')
        .map(toParagraph)
        .join(''),
    });
  return feed.atom1();
}

/** Content of an entry is HTML. */
function toParagraph(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<p>${escaped.replaceAll('\n', '<br>')}</p>`;
}
