// Reads announcements: those that the status page shows, kept for an outage of the database, and all of them for operators.
import { z } from 'zod';
import type { Database, Trx } from '../../db/database.ts';
import { takePage } from '../../db/page.ts';
import { fail } from '../../lib/errors.ts';
import { dayMs } from '../../lib/time.ts';
import type { Observe } from '../../telemetry/events.ts';
import { cacheFor } from '../cache-for.ts';
import { type Announcement, announcementSchema } from './announcement.ts';
import { selectAnnouncements } from './store.ts';

/** Of those that have ended. */
const shownForMs = 90 * dayMs;
const maxShown = 100;
const keptMs = 5_000;

export type AnnouncementReader = {
  /** What the status page shows, newest first. During an outage of the database what was read last: that is when people look. */
  read: () => Promise<readonly Announcement[]>;
  /** After a change by this process. */
  forget: () => void;
};

type ReaderDeps = { db: Database; observe: Observe; publicUrl: () => string };

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

/** Newest first. `after` is the id of the last one of the previous page. */
export async function listAnnouncements(
  db: Database,
  publicUrl: string,
  { limit = 50, after }: { limit?: number; after?: string },
): Promise<z.infer<typeof announcementPageSchema>> {
  const context = { publicUrl, now: new Date() };
  const { rows: announcements, next } = await takePage(
    limit,
    (count) => selectAnnouncements(db, { limit: count, after }, context),
    ({ id }) => id,
  );
  return { announcements, next };
}

export async function getAnnouncement(db: Database | Trx, publicUrl: string, id: string): Promise<Announcement> {
  const [found] = await selectAnnouncements(db, { id, limit: 1 }, { publicUrl, now: new Date() });
  return found ?? failUnknownAnnouncement();
}

export function failUnknownAnnouncement(): never {
  fail('not_found', 'Announcement does not exist. GET /operator/announcements lists them.');
}
