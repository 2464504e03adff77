// Rate limits of the APIs that collectors request: units per window, which all sources and processes share.
import { hourMs } from '../../lib/time.ts';
import type { CollectEnvironment } from './environment.ts';

/** `youtube` counts units, `youtube-search` calls, `yt-dlp` videos, `transcribe` seconds of audio. */
export type Api = 'youtube' | 'youtube-search' | 'yt-dlp' | 'transcribe';

/** Units of `youtube` that refreshes of view counts took. */
export type RefreshApi = 'youtube-refresh';

/** A window of an API: its units are available again at `end`. */
export type ApiWindow = { start: Date; end: Date; limit: number };

/** search.list has its own quota. */
const youtubeSearchesPerDay = 100;
/** Within the range of the column of the database. */
const unlimited = 2_000_000_000;

export function windowOf(api: Api, environment: CollectEnvironment, now = new Date()): ApiWindow {
  if (api === 'yt-dlp') {
    const start = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
    return { start, end: new Date(start.getTime() + hourMs), limit: environment.ytDlpVideosPerHour };
  }
  if (api === 'transcribe') return { ...monthOf(now), limit: environment.transcription?.budget ?? unlimited };
  const limit = api === 'youtube' ? environment.youtubeUnits : youtubeSearchesPerDay;
  return { ...pacificDay(now), limit };
}

/** In UTC. */
function monthOf(now: Date): { start: Date; end: Date } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { start: new Date(Date.UTC(year, month)), end: new Date(Date.UTC(year, month + 1)) };
}

/** Google's quotas reset at midnight Pacific time. */
export function pacificDay(now: Date): { start: Date; end: Date } {
  const start = midnightBefore(now);
  // 36 hours later is the next day, whether it has 23, 24 or 25 hours.
  return { start, end: midnightBefore(new Date(start.getTime() + 36 * hourMs)) };
}

const pacificHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
});

/** Clocks change at 2 a.m., so hours are subtracted one by one. */
function midnightBefore(now: Date): Date {
  let at = Math.floor(now.getTime() / hourMs) * hourMs;
  while (Number(pacificHour.format(at)) !== 0) at -= hourMs;
  return new Date(at);
}
