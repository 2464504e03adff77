// Refreshes view counts from the YouTube stub, on the database of a service, at times that the test sets.
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import { defaultLimits } from '../../src/config/limits.ts';
import { openDatabase } from '../../src/db/database.ts';
import { collectEnvironment } from '../../src/ingest/collect/collector.ts';
import { refreshPlatform, youtubeLookup } from '../../src/ingest/refresh/refresh.ts';
import type { TestService } from './service.ts';
import type { YouTubeStub } from './youtube-stub.ts';

/** YouTube's video ids have eleven characters. */
export const videoId = (n: number) => `video${String(n).padStart(6, '0')}`;

export type VideoLine = { views?: number; text?: string; capturedAt?: string; niche?: string; creator?: string };

/** A line of JSON Lines about a video, with all labels. The view count is two days old by default. */
export function videoLine(
  n: number,
  { views = 150_000, text = `What did video ${n} teach you?`, ...more }: VideoLine = {},
): string {
  return JSON.stringify({
    text,
    views,
    platform: 'YouTube',
    archetype: 'question',
    emotional_trigger: 'curiosity',
    niche: more.niche ?? 'finance',
    creator: more.creator,
    source_url: `https://www.youtube.com/shorts/${videoId(n)}`,
    published_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    views_captured_at: more.capturedAt ?? hoursAgo(48),
  });
}

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

export type RefreshOptions = { retiresUnavailable?: boolean; units?: number; signal?: AbortSignal };

/** Runs the job as another process would. */
export async function refreshNow(
  service: Pick<TestService, 'databaseUrl' | 'dataDir'>,
  stub: YouTubeStub,
  { retiresUnavailable = false, units = 10_000, signal = new AbortController().signal }: RefreshOptions = {},
) {
  const { db, close } = openDatabase(service.databaseUrl, () => {}, { connections: 1 });
  const config = readConfig({
    HOOKLINE_DATA: service.dataDir,
    HOOKLINE_YOUTUBE_URL: stub.url,
    HOOKLINE_YOUTUBE_UNITS: `${units}`,
  });
  const lookup = youtubeLookup(collectEnvironment(config), new Map([['youtube', stub.key]]));
  try {
    return await refreshPlatform(db, lookup, { limits: defaultLimits, retiresUnavailable, searchesAll: true, signal });
  } finally {
    await close();
  }
}

/** Runs one statement and returns its rows. */
export async function query(service: Pick<TestService, 'databaseUrl'>, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Simulates that this much time has passed since the last checks. */
export async function letPass(service: Pick<TestService, 'databaseUrl'>, interval: string): Promise<void> {
  await query(
    service,
    `update view_checks set due_at = due_at - $1::interval, checked_at = checked_at - $1::interval,
      omitted_since = omitted_since - $1::interval, confirmed_at = confirmed_at - $1::interval`,
    [interval],
  );
}
