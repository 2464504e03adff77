// Units of APIs in words: what a preview or a run cost.
import { formatNumber } from '../../kit/page/format.ts';

type Words = { name: string; one: string; many: string };

const words: Readonly<Record<string, Words>> = {
  youtube: { name: 'YouTube', one: 'unit', many: 'units' },
  'youtube-search': { name: 'YouTube searches', one: 'search', many: 'searches' },
  'yt-dlp': { name: 'yt-dlp', one: 'video', many: 'videos' },
};

export function apiWords(api: string): Words {
  return words[api] ?? { name: api, one: 'unit', many: 'units' };
}

/** “3 units, 1 search”; empty for none. */
export function usageText(usage: Readonly<Record<string, number>> | null): string {
  return Object.entries(usage ?? {})
    .map(([api, count]) => `${formatNumber(count)} ${count === 1 ? apiWords(api).one : apiWords(api).many}`)
    .join(', ');
}
