// API units of a preview or a run, as text.
import { plural } from '../../kit/page/format.ts';

/** `window`: current period of the limit. */
type Words = { name: string; one: string; many: string; window: string };

const words: Readonly<Record<string, Words>> = {
  youtube: { name: 'YouTube', one: 'unit', many: 'units', window: 'today' },
  'youtube-search': { name: 'YouTube searches', one: 'search', many: 'searches', window: 'today' },
  'yt-dlp': { name: 'yt-dlp', one: 'video', many: 'videos', window: 'this hour' },
  transcribe: { name: 'Transcription', one: 'second of audio', many: 'seconds of audio', window: 'this month' },
};

export function apiWords(api: string): Words {
  return words[api] ?? { name: api, one: 'unit', many: 'units', window: 'now' };
}

/** Returns, for example, “3 units, 1 search”; empty without usage. */
export function usageText(usage: Readonly<Record<string, number>> | null): string {
  return Object.entries(usage ?? {})
    .map(([api, count]) => plural(count, apiWords(api).one, apiWords(api).many))
    .join(', ');
}
