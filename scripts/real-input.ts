// Real captions and titles, for the reports of scripts/. They are in ../shared/input, which is not part of the project.
import { hash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { readRecords } from '../src/ingest/formats/read.ts';
import { type IncomingHook, isRejection, type RawRecord, type Rejection } from '../src/ingest/formats/record.ts';
import { mapRecord } from '../src/ingest/mapping/map-record.ts';
import { bindMapping, resolveMapping } from '../src/ingest/mapping/resolve-mapping.ts';

export const input = new URL('../../shared/input/', import.meta.url);

/** Ends the process where the sets are missing. */
export function requireInput(): void {
  if (existsSync(input)) return;
  console.log('Nothing to measure: ../shared/input does not exist.');
  process.exit();
}

type RealSet = {
  /** Default the name of the set. */
  folder?: string;
  preset?: string;
  records?: string;
  map?: string[];
  set?: string[];
  creator: (fields: RawRecord['fields']) => unknown;
  files: string[];
};

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
    files: ['US', 'GB', 'CA', 'IN', 'DE', 'FR'].map((country) => `${country}_youtube_trending_data.csv`),
  },
  tiktok_onscreen_hooks_en: {
    map: ['text=hook_text', 'views=view_count', 'hints=niche', 'source_url=video_url', 'source_id=id'],
    set: ['platform=TikTok'],
    creator: ({ id }) => id,
    files: ['hooks_db.jsonl'],
  },
  youtube_shorts_ko_labelled: {
    records: 'videos',
    map: ['text=title', 'views=view_count', 'source_url=url', 'published_at=upload_date', 'hints=content_types'],
    creator: ({ id }) => id,
    files: ['data.json'],
  },
  apify_tiktok_table_vi: {
    preset: 'apify-tiktok',
    creator: (fields) => fields['authorMeta/name'],
    files: ['hoteldalat265.csv', 'review_resort4.csv'],
  },
  tiktok_api_2021_mit: {
    map: ['text=video_desc', 'views=n_plays', 'source_url=video_link', 'creator=user_name', 'likes=n_likes'],
    creator: ({ user_name }) => user_name,
    files: [
      'tiktok_collected_videos.csv',
      'tiktok_collected_liked_videos.csv',
      'trending_videos.csv',
      'jongraz_videos.csv',
    ],
  },
  tiktok_funny_2021_mit: {
    folder: 'tiktok_api_2021_mit',
    map: ['text=video_desc', 'views=video_playCount', 'source_url=video_link', 'creator=author_uniqueId'],
    creator: ({ author_uniqueId }) => author_uniqueId,
    files: ['tiktok_funny_hashtag_videos.csv'],
  },
  spoken_shorts_en: {
    folder: 'spoken_reels_shorts_en_ru',
    records: 'clips',
    map: ['text=transcript', 'views=views', 'source_id=video_id', 'creator=channel_key'],
    set: ['platform=YouTube'],
    creator: ({ channel_key }) => channel_key,
    files: ['clipper_training.json'],
  },
  spoken_reels: {
    folder: 'spoken_reels_shorts_en_ru',
    map: ['text=hook', 'views=views', 'source_url=reel_url', 'creator=username'],
    creator: ({ username }) => username,
    files: ['reels_data_20260122_0040.csv'],
  },
  // The tables in HTML have no creators, so this set has no halves: nothing was tuned on it.
  youtube_most_viewed_2015: {
    map: ['text=title', 'views=views'],
    set: ['platform=YouTube'],
    creator: () => undefined,
    files: [
      ...['music-videos', 'non-music-videos', 'videos', 'non-english-videos'].map((kind) => `most-viewed-${kind}.html`),
      ...['music-videos', 'non-music-videos', 'videos'].map((kind) => `2015-most-viewed-${kind}.html`),
    ],
  },
};

/** Whether a creator is in the fixed half on which rules were tuned. */
export const isForTuning = (creator: unknown) =>
  Number.parseInt(hash('sha256', String(creator).toLowerCase()).slice(0, 2), 16) % 2 === 0;

type RealRecord = { creator: unknown; given: string; item: IncomingHook | Rejection };

/** Yields the records of a set as an import maps them, and only the first of several with the same text. */
export async function* readSet(name: string, minViews: number): AsyncGenerator<RealRecord> {
  const set = sets[name];
  if (!set) throw new Error(`There is no set ${name}.`);
  const mapping = resolveMapping(set);
  const seen = new Set<string>();
  for (const file of set.files) {
    const filename = file.replace(/\.html$/, '.json');
    for await (const batch of readRecords(open(set.folder ?? name, file), { filename, records: mapping.records })) {
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
  if (!file.endsWith('.html')) return createReadStream(url);
  const rows = readFileSync(url, 'utf8').matchAll(/<a\s[^>]*>(.*?)<\/a>.*?>([\d,]{6,})</gs);
  const records = [...rows].map(([, title = '', views]) => ({ title: plain(title), views }));
  return Readable.from([Buffer.from(JSON.stringify(records))]);
}

function plain(html: string): string {
  const text = html.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  return text.replaceAll('&nbsp;', ' ').replaceAll('&quot;', '"').replaceAll('&amp;', '&').replace(/\s+/g, ' ').trim();
}

export const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
