// Announcement: an incident, a maintenance or news on the status page, with its updates. Schemas, and when it is open.
import { z } from 'zod';
import { affectedParts, announcementKinds, severities, updateStates } from '../../db/tables/status.ts';
import { statesOf } from './names.ts';

const moment = z.iso.datetime();

const updateSchema = z
  .object({ id: z.string(), at: moment, state: z.enum(updateStates), message: z.string() })
  .meta({ id: 'AnnouncementUpdate', description: 'What was known or done at a time' });

export const announcementSchema = z
  .object({
    id: z.string().meta({ description: '`ann_` and 16 letters or digits' }),
    kind: z.enum(announcementKinds),
    severity: z.enum(severities).nullable().meta({ description: 'Of an incident' }),
    title: z.string(),
    parts: z.array(z.enum(affectedParts)).meta({ description: 'What is affected' }),
    phase: z.enum(['scheduled', 'open', 'ended']),
    state: z.enum(updateStates).meta({ description: 'Of the newest update' }),
    starts_at: moment,
    ends_at: moment.nullable().meta({ description: 'Planned end' }),
    ended_at: moment.nullable().meta({ description: 'When it was resolved, completed or ended' }),
    updated_at: moment,
    url: z.string(),
    updates: z.array(updateSchema).meta({ description: 'Newest first' }),
  })
  .meta({ id: 'Announcement', description: 'An incident, a maintenance or news, with its updates' });
export type Announcement = z.infer<typeof announcementSchema>;
type Kind = Announcement['kind'];

const time = z.iso.datetime({ offset: true });
const title = z.string().trim().min(1, 'Enter a title.').max(120, '`title` must be at most 120 characters.');
const message = z.string().trim().min(1, 'Enter a message.').max(5000, '`message` must be at most 5,000 characters.');
const mail = z.boolean().default(true).meta({ description: 'Whether subscribers are mailed' });

export const createAnnouncementInput = z.strictObject({
  kind: z.enum(announcementKinds),
  severity: z.enum(severities).optional().meta({ description: 'Of an incident. Default minor' }),
  title,
  message,
  parts: z.array(z.enum(affectedParts)).max(affectedParts.length).default([]),
  starts_at: time.optional().meta({ description: 'Default: now' }),
  ends_at: time.optional().meta({ description: 'Planned end; required for maintenance' }),
  mail,
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

export const postUpdateInput = z.strictObject({ state: z.enum(updateStates), message, mail });
export type PostUpdateInput = z.infer<typeof postUpdateInput>;

export function isFinal(kind: Kind, state: Announcement['state']): boolean {
  return statesOf[kind].at(-1) === state;
}

type Times = { kind: Kind; starts_at: Date; ends_at: Date | null; ended_at: Date | null };

/** An incident lasts until somebody resolves it; what has a planned end also ends by itself. */
export function phaseOf({ kind, starts_at, ends_at, ended_at }: Times, now: Date): Announcement['phase'] {
  if (ended_at !== null || (kind !== 'incident' && ends_at !== null && ends_at <= now)) return 'ended';
  return starts_at > now ? 'scheduled' : 'open';
}

export const noticeSchema = announcementSchema
  .pick({ id: true, kind: true, severity: true, title: true, phase: true, state: true, starts_at: true, ends_at: true })
  .meta({ id: 'Notice', description: 'An announcement that every page shows: it is open, or a maintenance is near' });
export type Notice = z.infer<typeof noticeSchema>;

const nearMs = 24 * 3_600_000;

/** Most urgent first. */
export function noticesOf(announcements: readonly Announcement[], now: number): Notice[] {
  const rank = ({ kind, severity }: Announcement) =>
    kind === 'incident' ? severities.length - severities.indexOf(severity ?? 'minor') : kind === 'maintenance' ? 8 : 9;
  return announcements
    .filter(
      ({ phase, starts_at }) => phase === 'open' || (phase === 'scheduled' && Date.parse(starts_at) - now < nearMs),
    )
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ id, kind, severity, title, phase, state, starts_at, ends_at }) => ({
      ...{ id, kind, severity, title, phase, state, starts_at, ends_at },
    }));
}
