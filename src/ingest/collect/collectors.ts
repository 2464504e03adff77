// The collector of each kind of location. Loaded on demand, since most sources need none of them.
import type { Collector } from './collector.ts';

const collectors = {
  youtube: async () => (await import('./youtube/collector.ts')).collectYouTube,
  'yt-dlp': async () => (await import('./yt-dlp/collector.ts')).collectYtDlp,
  pages: async () => (await import('./pages/collector.ts')).collectPages,
} as const satisfies Record<string, () => Promise<Collector>>;

export function collectorOf(kind: keyof typeof collectors): Promise<Collector> {
  return collectors[kind]();
}
