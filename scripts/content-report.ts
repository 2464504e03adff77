// Measures what an import makes of real captions and titles: npx node scripts/content-report.ts
//   --half tuning|test   only the records of that half of the creators; the rules were tuned on the first
//   --list published|held|refused   what to print (published)
//   --lines N, --seed N   how many, and which (30, 1)
//   --set NAME for one set; --min-views N (100,000)
// The records, in ../shared/input, are not part of the project.
import { hash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readRecords } from '../src/ingest/formats/read.ts';
import { type IncomingHook, isRejection, type RawRecord, type Rejection } from '../src/ingest/formats/record.ts';
import { bindMapping } from '../src/ingest/mapping/bind-mapping.ts';
import { mapRecord } from '../src/ingest/mapping/map-record.ts';
import { resolveMapping } from '../src/ingest/mapping/resolve-mapping.ts';
import { labelHook } from '../src/ingest/publish/missing-labels.ts';
import { createLabeller } from '../src/labels/labeller.ts';

const labelling = { labeller: createLabeller(), floor: 0.8, source: '' };
const input = new URL('../../shared/input/', import.meta.url);

type Set = {
  preset?: string;
  map?: string[];
  set?: string[];
  creator: (fields: RawRecord['fields']) => unknown;
  files: string[];
};

const countries = ['US', 'GB', 'CA', 'IN', 'DE', 'FR'];
const sets: Readonly<Record<string, Set>> = {
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

const { values: options } = parseArgs({
  options: {
    half: { type: 'string' },
    list: { type: 'string', default: 'published' },
    lines: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    'min-views': { type: 'string', default: '100000' },
    set: { type: 'string' },
  },
});

/** A fixed half of the creators; rules were tuned on these only. */
const isForTuning = (creator: unknown) =>
  Number.parseInt(hash('sha256', String(creator).toLowerCase()).slice(0, 2), 16) % 2 === 0;

function isWanted(creator: unknown): boolean {
  if (options.half === undefined) return true;
  return isForTuning(creator) === (options.half === 'tuning') && (creator !== undefined || options.half === 'test');
}

type Outcome = {
  group: 'published' | 'held' | 'refused';
  reason: string;
  text: string;
  given: string;
  isLabelled: boolean;
};

/** Of several records with the same text, the first. */
async function readOutcomes(name: string, set: Set): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const seen = new Set<string>();
  for (const file of set.files) {
    const mapping = resolveMapping(set);
    const records = readRecords(open(name, file), { filename: toCsvName(file), records: mapping.records });
    for await (const batch of records) {
      const raws = batch.filter((item): item is RawRecord => !isRejection(item));
      const bound = bindMapping(mapping, [...new Set(raws.flatMap(({ fields }) => Object.keys(fields)))]);
      if (typeof bound === 'string') throw new Error(bound);
      for (const raw of raws) {
        if (!isWanted(set.creator(raw.fields))) continue;
        const item = mapRecord(raw, bound, { minViews: Number(options['min-views']) });
        const given = String(raw.fields[bound.map.text?.[0] ?? ''] ?? '');
        if (seen.has(given)) continue;
        seen.add(given);
        outcomes.push(outcomeOf(item, given));
      }
    }
  }
  return outcomes;
}

function outcomeOf(item: IncomingHook | Rejection, given: string): Outcome {
  if (isRejection(item)) {
    const reason = item.reason.replace(/"[^"]*"|[\d,]+(?= views| characters)/g, '…');
    return { group: 'refused', reason, text: '', given, isLabelled: false };
  }
  const { textReason: reason, text } = item;
  const isLabelled = labelHook({ ...item, textReason: null }, labelling).is_ready;
  return { group: reason === null ? 'published' : 'held', reason: reason ?? '', text, given, isLabelled };
}

function open(name: string, file: string): Readable {
  const url = new URL(`${name}/${file}`, input);
  if (!file.endsWith('.html')) return createReadStream(fileURLToPath(url));
  const rows = readFileSync(url, 'utf8').matchAll(/<a\s[^>]*>(.*?)<\/a>.*?>([\d,]{6,})</gs);
  const records = [...rows].map(([, title = '', views]) => ({ title: plain(title), views }));
  return Readable.from([Buffer.from(JSON.stringify(records))]);
}

function toCsvName(file: string): string {
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

const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function countBy(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function report(name: string, outcomes: readonly Outcome[]): void {
  const inGroup = (group: Outcome['group']) => outcomes.filter((outcome) => outcome.group === group);
  const published = inGroup('published');
  const accepted = published.length + inGroup('held').length;
  console.log(`\n## ${name}: ${outcomes.length} texts\n`);
  console.log(
    `- pass the text's checks: ${published.length} (${share(published.length, accepted)} of those not refused)`,
  );
  console.log(
    `  - published with the labels of this file and the classifier: ${published.filter((o) => o.isLabelled).length}`,
  );
  for (const group of ['held', 'refused'] as const) {
    console.log(`- ${group}: ${inGroup(group).length}`);
    for (const [reason, count] of countBy(inGroup(group).map((outcome) => outcome.reason)))
      console.log(`  - ${count} ${reason}`);
  }
  const ends = published.filter(({ text }) => /(?:…|\.\.\.)$/.test(text)).length;
  const figures = published.filter(({ text }) =>
    /^\W*[\d.,]+\s?[KMB]?\s(?:views|reactions|likes|plays)\b/i.test(text),
  ).length;
  console.log(
    `- of those that pass: ${share(ends, published.length)} end in "…", ${figures} begin with figures of the post`,
  );
  console.log('');
  const listed = outcomes.filter(({ group }) => group === options.list);
  for (const { group, reason, text, given } of sample(listed, Number(options.lines), Number(options.seed)))
    console.log(group === 'published' ? text : `[${reason}] ${text || given.slice(0, 120)}`);
}

/** A linear congruential generator, so that a seed always gives the same lines. */
function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state;
  };
  return items
    .map((item) => ({ item, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({ item }) => item);
}

if (!existsSync(input)) {
  console.log('Nothing to measure: ../shared/input does not exist.');
} else {
  for (const [name, set] of Object.entries(sets))
    if (options.set === undefined || options.set === name) report(name, await readOutcomes(name, set));
}
