// Formats of feeds: media types and renderers. RSS is loaded at its first use.
import { fullHookFields, hookFields } from '../../catalog/record.ts';
import { toCsv } from '../../exports/formats/csv.ts';
import { columnsOf } from '../../exports/formats/format.ts';
import { lazily } from '../../lib/async.ts';
import { type FeedPage, toJsonFeed, toMarkdown } from './page.ts';

export const feedFormats = ['csv', 'json', 'xml', 'md'] as const;
export type FeedFormat = (typeof feedFormats)[number];

export const feedTypes: Readonly<Record<FeedFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/feed+json; charset=utf-8',
  xml: 'application/rss+xml; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

export type RenderFeed = (page: FeedPage) => string;

const loadRss = lazily(() => import('./rss.ts'));

/** Returns a promise for RSS only. */
export function rendererOf(format: FeedFormat): RenderFeed | Promise<RenderFeed> {
  if (format === 'csv') return toFeedCsv;
  if (format === 'json') return toJsonFeed;
  if (format === 'md') return toMarkdown;
  return loadRss().then(({ toRss }) => toRss);
}

/** Uses the CSV of exports, which guards against formulas that a spreadsheet would run. */
function toFeedCsv({ snapshot, rows, isFull }: FeedPage): string {
  return toCsv(snapshot, rows, columnsOf(isFull ? fullHookFields : hookFields));
}
