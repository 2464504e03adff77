// Measures feeds under 1,000 readers beside lists with as many hooks: CPU per request, alternating.
import { join } from 'node:path';
import { afterJobs, startHookline } from './hookline.ts';
import { typicalBytes, valuesInUse } from './read-cases.ts';
import { alternate, type Effort, type Run } from './reads.ts';
import { figure, markdown, median, times } from './report.ts';

export type FeedResult = { name: string; bytes: readonly [list: number, feed: number]; list: Run[]; feed: Run[] };

const goal = 2;
/** Of the account, which is on Scale. */
const items = 100;
const readers = { 'user-agent': 'bench reader {reader}' };

export async function measureFeeds(dataDir: string, effort: Effort): Promise<FeedResult[]> {
  const hookline = await startHookline(join(dataDir, 'data'));
  const { url, key, pid } = hookline;
  try {
    await afterJobs(hookline);
    const niche = (await valuesInUse(hookline)).niche.slice(0, 20);
    const lists = niche.map((name) => `/hooks/full?niche=${name}&sort=-added_at&limit=${items}`);
    const feeds = await Promise.all(niche.map((name) => createFeed(url, key, name)));
    const results: FeedResult[] = [];
    for (const format of ['csv', 'json', 'xml', 'md']) {
      const paths = feeds.map((path) => `${path}.${format}`);
      const sides = [lists, paths].map((all) => ({ url, key, pid, paths: all, headers: readers }));
      const [list = [], feed = []] = await alternate(sides, dataDir, effort);
      const bytes = [await typicalBytes({ url, key }, lists), await typicalBytes({ url, key }, paths)] as const;
      results.push({ name: `.${format}`, bytes, list, feed });
    }
    return results;
  } finally {
    await hookline.stop();
  }
}

export function feedTable(results: readonly FeedResult[]): string {
  return markdown({
    head: ['feed', 'list, bytes', 'feed, bytes', 'list, CPU µs', 'feed, CPU µs', 'ratio', `≤ ${goal} ×`],
    rows: results.map(({ name, bytes, list, feed }) => {
      const ratio = median(feed.map((run, at) => run.cpu / (list[at]?.cpu ?? Number.NaN)));
      const cpu = [list, feed].map((runs) => figure(median(runs.map((run) => run.cpu))));
      return [
        name,
        ...bytes.map((count) => count.toLocaleString('en')),
        ...cpu,
        times(ratio),
        ratio <= goal ? 'yes' : 'no',
      ];
    }),
  });
}

/** The path of the feed of a niche, without the format. */
async function createFeed(url: string, key: string, niche: string): Promise<string> {
  const response = await fetch(`${url}/searches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: niche, filters: { niche: [niche] } }),
  });
  if (!response.ok) throw new Error(`POST /searches: ${response.status} ${await response.text()}`);
  return new URL(((await response.json()) as { feed_url: string }).feed_url).pathname;
}
