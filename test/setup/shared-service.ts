// One service for all test files of a lane that need only their own accounts, searches, webhooks or collections. A start costs a second of
// CPU. Files that publish, edit or retire hooks, or change configuration or clocks, start their own service.
import { onLaneEnd } from './lane-state.ts';
import { hookLine, type TestService, testService } from './service.ts';

const niches = ['finance', 'food', 'fitness', 'travel', 'comedy'] as const;
const archetypes = ['question', 'story', 'bold_claim', 'how_to'];
const platforms = ['TikTok', 'YouTube', 'Reels'];

/** The published hooks, which never change: five niches with eight each, most viewed first, from 2,000,000 to 1,610,000 views. */
export const sharedHooks = Array.from({ length: 40 }, (_, n) => ({
  text: `What ${niches[n % 5]} taught me in lesson ${n + 1}`,
  views: 2_000_000 - n * 10_000,
  niche: niches[n % 5] ?? '',
  archetype: archetypes[n % 4] ?? '',
  platform: platforms[n % 3] ?? '',
}));

let starting: Promise<TestService> | undefined;

/** Call it in `before` of a file. Closing it does nothing; the lane does that. */
export async function sharedService(): Promise<TestService> {
  starting ??= start();
  const service = await starting;
  service.beginFile();
  return { ...service, close: async () => {} };
}

async function start(): Promise<TestService> {
  const service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_TRUSTED_PROXIES: 'loopback' });
  const lines = sharedHooks.map(({ text, ...labels }) => hookLine(text, labels));
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&source=shared');
  onLaneEnd(service.close);
  return service;
}
