// The record of a video: its info.json without what no mapping uses, and whether it is imported, watched or skipped.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { infoSuffix, videoLine } from '../../captions/yt-dlp-video.ts';
import { isObject } from '../../formats/parse-json.ts';
import type { CollectContext, CollectedRecord } from '../collector.ts';
import { countOf, type Entry, hasOwnIds, numberOf, publishedAtOf } from './listing.ts';

/** The rest has cookies, signed URLs and paths of this machine, or is large. */
const kept = [
  ...['id', 'title', 'fulltitle', 'description', 'opening_line', 'language', 'categories', 'tags', 'webpage_url'],
  ...['uploader', 'uploader_id', 'uploader_url', 'channel', 'channel_id', 'channel_url', 'creator', 'creators'],
  ...['view_count', 'like_count', 'comment_count', 'repost_count', 'timestamp', 'upload_date', 'epoch'],
  ...['duration', 'width', 'height', 'extractor', 'extractor_key', 'live_status', 'availability', 'age_limit'],
  ...['track', 'artist', 'artists', 'media_type'],
];

export type FinishedVideo = { entry: Entry; record: CollectedRecord; isTranscribed: boolean };

/** The videos of `entries` whose info.json in `directory` is complete. */
export async function* readFinished(
  directory: string,
  entries: readonly Entry[],
  context: CollectContext,
): AsyncGenerator<FinishedVideo> {
  const names = (await readdir(directory)).sort();
  const open = new Set(entries);
  for (const name of names) {
    if (!name.endsWith(infoSuffix)) continue;
    const line = await videoLine(directory, name, names, name);
    const members: unknown = line === null ? null : JSON.parse(line);
    if (!isObject(members)) continue;
    const missing = [...open];
    const entry =
      missing.find(({ url }) => url === members.original_url) ?? missing.find((one) => idOf(one) === members.id);
    // A file that could not be read has neither.
    if (!entry) continue;
    open.delete(entry);
    const state = stateOf(members, context);
    const isTranscribed = state === 'waiting' && context.transcribe !== undefined && members.opening_line === undefined;
    const transcribed = isTranscribed ? await context.transcribe?.(await readInfo(directory, name)) : null;
    const picked = Object.fromEntries(kept.flatMap((key) => (members[key] == null ? [] : [[key, members[key]]])));
    const own = hasOwnIds(members.extractor_key) ? {} : { id: entry.url };
    const record = state === 'waiting' ? JSON.stringify({ ...picked, ...own, ...transcribed }) : null;
    const seen = { views: countOf(members.view_count), publishedAt: publishedAtOf(members) };
    yield { entry, record: { id: entry.id, state, record, ...seen }, isTranscribed };
  }
}

/** As the site has it. */
export function idOf({ id }: Entry): string {
  return id.slice(id.indexOf(':') + 1);
}

async function readInfo(directory: string, name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(directory, name), 'utf8'));
}

/** Unknown figures are no reason to leave a video out; the import refuses those without views, with the reason. */
export function stateOf(
  { view_count, duration, width, height, live_status }: Readonly<Record<string, unknown>>,
  { settings, minViews }: Pick<CollectContext, 'settings' | 'minViews'>,
): CollectedRecord['state'] {
  if (live_status === 'is_live' || live_status === 'is_upcoming') return 'skipped';
  if (settings.maxSeconds !== null && (numberOf(duration) ?? 0) > settings.maxSeconds) return 'skipped';
  const [across, down] = [numberOf(width), numberOf(height)];
  if (!settings.isAnyOrientation && across !== null && down !== null && across > down) return 'skipped';
  const views = countOf(view_count);
  return views !== null && views < minViews ? 'watched' : 'waiting';
}
