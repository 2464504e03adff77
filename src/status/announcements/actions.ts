// Operators write announcements and their updates. Each update is mailed to subscribers by a job, enqueued in its transaction.

import { z } from 'zod';
import { type Audit, commit } from '../../audit/actions.ts';
import type { Context } from '../../audit/actor.ts';
import { type Database, type Trx, takePage } from '../../db/database.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { fail, failBody } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { dayMs } from '../../lib/time.ts';
import type { Observe } from '../../telemetry/events.ts';
import { cacheFor } from '../status.ts';
import {
  type Announcement,
  announcementSchema,
  type ChangeAnnouncementInput,
  type CreateAnnouncementInput,
  isFinal,
  type PostUpdateInput,
  phaseOf,
} from './announcement.ts';
import { statesOf } from './names.ts';
import {
  changeAnnouncementRow,
  deleteAnnouncementRow,
  insertAnnouncement,
  insertUpdate,
  lockAnnouncement,
  selectAnnouncements,
} from './store.ts';

type AnnouncementDeps = {
  jobs: Pick<Jobs, 'send'>;
  publicUrl: () => string;
  announcements: AnnouncementReader;
};
type AnnouncementContext = Context & AnnouncementDeps;
type Named = { id: string };

export async function createAnnouncement(
  ctx: AnnouncementContext,
  input: CreateAnnouncementInput,
): Promise<Announcement> {
  const now = new Date();
  const { kind, title, parts, severity = 'minor', message, mail, mail_owners } = input;
  const starts_at = input.starts_at === undefined ? now : new Date(input.starts_at);
  const ends_at = input.ends_at === undefined ? null : new Date(input.ends_at);
  checkTimes({ kind, starts_at, ends_at }, now);
  const id = newId('ann');
  return change(ctx, id, async (trx, audit) => {
    const row = { id, kind, title, starts_at, ends_at, ended_at: null, created_at: now, updated_at: now };
    await insertAnnouncement(trx, {
      ...row,
      parts: [...new Set(parts)],
      severity: kind === 'incident' ? severity : null,
    });
    const state = kind === 'maintenance' && starts_at <= now ? 'in_progress' : statesOf[kind][0];
    await addUpdate(trx, ctx, id, { state, message, mail, mail_owners, now });
    const details = { kind, title, ...(kind === 'incident' && { severity }), parts, mail, mail_owners };
    await audit({ action: 'announcement.created', subject: id, details });
  });
}

/** Corrects the announcement itself, not its updates. Nobody is mailed. */
export async function changeAnnouncement(
  ctx: AnnouncementContext,
  { id, starts_at, ends_at, ...input }: ChangeAnnouncementInput & Named,
): Promise<Announcement> {
  return change(ctx, id, async (trx, audit) => {
    const before = (await lockAnnouncement(trx, id)) ?? failUnknownAnnouncement();
    const after = {
      ...before,
      ...input,
      ...(starts_at !== undefined && { starts_at: new Date(starts_at) }),
      ...(ends_at !== undefined && { ends_at: ends_at === null ? null : new Date(ends_at) }),
    };
    const { title, parts, kind } = after;
    const severity = kind === 'incident' ? after.severity : null;
    if (starts_at !== undefined || ends_at !== undefined) checkTimes(after, new Date());
    const changed = { title, parts: [...new Set(parts)], severity, starts_at: after.starts_at, ends_at: after.ends_at };
    const fields = ['title', 'parts', 'severity', 'starts_at', 'ends_at'] as const;
    const rows = { before, after: { ...before, ...changed }, fields };
    if (await audit({ action: 'announcement.changed', subject: id, ...rows }))
      await changeAnnouncementRow(trx, id, { ...changed, updated_at: new Date() });
  });
}

/** The last state of its kind ends the announcement; any other state reopens it. */
export async function postUpdate(
  ctx: AnnouncementContext,
  { id, state, message, mail, mail_owners }: PostUpdateInput & Named,
): Promise<Announcement> {
  return change(ctx, id, async (trx, audit) => {
    const found = (await lockAnnouncement(trx, id)) ?? failUnknownAnnouncement();
    const { kind } = found;
    const states: readonly Announcement['state'][] = statesOf[kind];
    if (!states.includes(state))
      failBody([{ pointer: '#/state', detail: `\`state\` of this ${kind} must be ${states.join(', ')}.` }]);
    const now = new Date();
    const ended_at = isFinal(kind, state) ? now : null;
    const starts_at = state === 'in_progress' && found.starts_at > now ? now : found.starts_at;
    if (ended_at === null && phaseOf({ ...found, starts_at, ended_at }, now) === 'ended')
      fail('conflict', 'Its planned end has passed. Set a later `ends_at` first.');
    await changeAnnouncementRow(trx, id, { ended_at, starts_at, updated_at: now });
    await addUpdate(trx, ctx, id, { state, message, mail, mail_owners, now });
    await audit({ action: 'announcement.updated', subject: id, details: { state, mail, mail_owners } });
  });
}

export async function deleteAnnouncement(ctx: AnnouncementContext, { id }: Named): Promise<Announcement> {
  const deleted = await commit(ctx, async (trx, audit) => {
    if (!(await lockAnnouncement(trx, id))) failUnknownAnnouncement();
    const found = await getAnnouncement({ ...ctx, db: trx }, { id });
    await deleteAnnouncementRow(trx, id);
    const { kind, title } = found;
    await audit({ action: 'announcement.deleted', subject: id, details: { kind, title } });
    return found;
  });
  ctx.announcements.forget();
  return deleted;
}

async function change(
  ctx: AnnouncementContext,
  id: string,
  work: (trx: Trx, audit: Audit) => Promise<void>,
): Promise<Announcement> {
  const changed = await commit(ctx, async (trx, audit) => {
    await work(trx, audit);
    return getAnnouncement({ ...ctx, db: trx }, { id });
  });
  ctx.announcements.forget();
  return changed;
}

type Update = PostUpdateInput & { now: Date };

async function addUpdate(
  trx: Trx,
  { jobs, publicUrl }: AnnouncementContext,
  announcement_id: string,
  { state, message, mail, mail_owners, now: created_at }: Update,
): Promise<void> {
  const id = newId('upd');
  await insertUpdate(trx, { id, announcement_id, state, message, created_at });
  const job = { updateId: id, publicUrl: publicUrl() };
  if (mail) await jobs.send(trx, 'status_mail', job);
  if (mail_owners) await jobs.send(trx, 'status_mail', { ...job, owners: mail ? 'others' : 'all' });
}

type Times = { kind: Announcement['kind']; starts_at: Date; ends_at: Date | null };

function checkTimes({ kind, starts_at, ends_at }: Times, now: Date): void {
  if (kind === 'incident' && starts_at > now)
    failBody([
      { pointer: '#/starts_at', detail: 'An incident cannot start in the future. Announce maintenance instead.' },
    ]);
  if (kind === 'incident' && ends_at !== null)
    failBody([{ pointer: '#/ends_at', detail: 'An incident ends when it is resolved. Remove `ends_at`.' }]);
  if (kind === 'maintenance' && ends_at === null)
    failBody([{ pointer: '#/ends_at', detail: 'Enter the planned end of the maintenance.' }]);
  if (ends_at !== null && ends_at <= starts_at)
    failBody([{ pointer: '#/ends_at', detail: 'The end must be after the start.' }]);
}

// Reads announcements: for the status page, cached for database outages, and all of them for operators.

/** Ended announcements are shown this long. */
const shownForMs = 90 * dayMs;
const maxShown = 100;
const keptMs = 5_000;

export type AnnouncementReader = {
  /** Announcements of the status page, newest first. During a database outage, when people look at the page, it returns the last result. */
  read: () => Promise<readonly Announcement[]>;
  /** Call it after a change by this process. */
  forget: () => void;
};

type ReadDeps = { db: Database; publicUrl: () => string };
type ReaderDeps = ReadDeps & { observe: Observe };

export function createAnnouncementReader({ db, observe, publicUrl }: ReaderDeps): AnnouncementReader {
  let last: readonly Announcement[] = [];
  const fresh = () =>
    cacheFor(keptMs, async () => {
      const now = new Date();
      const since = new Date(now.getTime() - shownForMs);
      try {
        last = await selectAnnouncements(db, { since, limit: maxShown }, { publicUrl: publicUrl(), now });
      } catch (error) {
        observe({ kind: 'database_error', error });
      }
      return last;
    });
  let cached = fresh();
  return {
    read: () => cached(),
    forget: () => {
      cached = fresh();
    },
  };
}

export const announcementPageSchema = z
  .object({ announcements: z.array(announcementSchema), next: z.string().nullable() })
  .meta({ id: 'AnnouncementPage' });

/** Newest first. `after` is the last id of the previous page. */
export async function listAnnouncements(
  { db, publicUrl }: ReadDeps,
  { limit = 50, after }: { limit?: number; after?: string },
): Promise<z.infer<typeof announcementPageSchema>> {
  const context = { publicUrl: publicUrl(), now: new Date() };
  const { rows: announcements, next } = await takePage(
    limit,
    (count) => selectAnnouncements(db, { limit: count, after }, context),
    ({ id }) => id,
  );
  return { announcements, next };
}

export async function getAnnouncement({ db, publicUrl }: ReadDeps, { id }: Named): Promise<Announcement> {
  const [found] = await selectAnnouncements(db, { id, limit: 1 }, { publicUrl: publicUrl(), now: new Date() });
  return found ?? failUnknownAnnouncement();
}

function failUnknownAnnouncement(): never {
  fail('not_found', 'Announcement does not exist. GET /operator/announcements lists them.');
}
