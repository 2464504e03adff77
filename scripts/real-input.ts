// Real captions and titles, for the reports of scripts/. They are in ../shared/input, which is not part of the project.
import { hash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { readRecords } from '../src/ingest/formats/read.ts';
import { type IncomingHook, isRejection, type RawRecord, type Rejection } from '../src/ingest/formats/record.ts';
import { bindMapping } from '../src/ingest/mapping/bind-mapping.ts';
import { mapRecord } from '../src/ingest/mapping/map-record.ts';
import { resolveMapping } from '../src/ingest/mapping/resolve-mapping.ts';

export const input = new URL('../../shared/input/', import.meta.url);
export const hasInput = existsSync(input);

export type RealSet = {
  preset?: string;
  map?: string[];
  set?: string[];
  creator: (fields: RawRecord['fields']) => unknown;
  files: string[];
};

const countries = ['US', 'GB', 'CA', 'IN', 'DE', 'FR'];
export const sets: Readonly<Record<string, RealSet>> = {
  viral_hooks_1348: { preset: 'viral-hooks', creator: ({ creator }) => creator, files: ['hooks.json'] },
  instagram_reels_in: { preset: 'instagram-reels', creator: ({ Username }) => Username, files: ['reels_data.csv'] },
  tiktok_trending_2020_12: {
    preset: 'tiktok-scraper',
    creator: ({ authorMeta }) => (authorMeta as { name?: unknown } | undefined)?.name,
    files: ['trending.json'],
  },
  youtube_trending_2017_us: {
    preset: 'youtube-trending',
    set: ['year=2017'],
    creator: (fields) => fields.channel_title ?? fields.channelTitle,
    files: ['USvideos.csv', 'USvideos.hashmihammad_200k.csv'],
  },
  youtube_trending_2020: {
    preset: 'youtube-trending',
    creator: ({ channelTitle }) => channelTitle,
    files: countries.map((country) => `${country}_youtube_trending_data.csv`),
  },
  // Tables in HTML without creators, so it has no halves: nothing was tuned on it.
  youtube_most_viewed_2015: {
    map: ['text=title', 'views=views'],
    set: ['platform=YouTube'],
    creator: () => undefined,
    files: ['all-time', '2015'].flatMap((year) => {
      const prefix = year === '2015' ? '2015-most-viewed' : 'most-viewed';
      const kinds = ['music-videos', 'non-music-videos', 'videos', ...(year === '2015' ? [] : ['non-english-videos'])];
      return kinds.map((kind) => `${prefix}-${kind}.html`);
    }),
  },
};

/** A fixed half of the creators; rules were tuned on these only. */
export const isForTuning = (creator: unknown) =>
  Number.parseInt(hash('sha256', String(creator).toLowerCase()).slice(0, 2), 16) % 2 === 0;

export type RealRecord = { creator: unknown; given: string; item: IncomingHook | Rejection };

/** The records of a set as an import maps them. Of several with the same text, the first. */
export async function* readSet(name: string, minViews: number): AsyncGenerator<RealRecord> {
  const set = sets[name];
  if (!set) throw new Error(`There is no set ${name}.`);
  const seen = new Set<string>();
  for (const file of set.files) {
    const mapping = resolveMapping(set);
    const records = readRecords(open(name, file), { filename: toJsonName(file), records: mapping.records });
    for await (const batch of records) {
      const raws = batch.filter((item): item is RawRecord => !isRejection(item));
      const bound = bindMapping(mapping, [...new Set(raws.flatMap(({ fields }) => Object.keys(fields)))]);
      if (typeof bound === 'string') throw new Error(bound);
      for (const raw of raws) {
        const given = String(raw.fields[bound.map.text?.[0] ?? ''] ?? '');
        if (seen.has(given)) continue;
        seen.add(given);
        yield { creator: set.creator(raw.fields), given, item: mapRecord(raw, bound, { minViews }) };
      }
    }
  }
}

function open(name: string, file: string): Readable {
  const url = new URL(`${name}/${file}`, input);
  if (!file.endsWith('.html')) return createReadStream(fileURLToPath(url));
  const rows = readFileSync(url, 'utf8').matchAll(/<a\s[^>]*>(.*?)<\/a>.*?>([\d,]{6,})</gs);
  const records = [...rows].map(([, title = '', views]) => ({ title: plain(title), views }));
  return Readable.from([Buffer.from(JSON.stringify(records))]);
}

function toJsonName(file: string): string {
  return file.replace(/\.html$/, '.json');
}

function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
