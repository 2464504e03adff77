// Checks the sample: size, spread over the labels, distinct lines, shared templates, views as on real platforms, and its labels
// against a second reader.
import { readFileSync, statSync } from 'node:fs';
import { readSample } from '../src/catalog/sample/sample.ts';
import { slotTemplate } from '../src/labels/templates/slots.ts';
import { dayMs } from '../src/lib/time.ts';
import { taxonomy } from '../src/taxonomy/taxonomy.ts';

/** The values that a second reader accepts for a line, without having seen its labels. */
type SecondReading = { text: string; archetype: string[]; emotional_trigger: string[]; niche: string[] };

const hooks = readSample();
const templates = hooks.map(({ text }) => normalize(slotTemplate(text)));
/** Fewest views of a hook that the service publishes by default. */
const leastViews = 100_000;
const problems: string[] = [];

function expect(isTrue: boolean, problem: string): void {
  if (!isTrue) problems.push(problem);
}

function checkSizes(): void {
  expect(hooks.length === 5_400, `${hooks.length} hooks`);
  const { size } = statSync(new URL('../src/catalog/sample/sample.jsonl.gz', import.meta.url));
  expect(size <= 600_000, `${size} bytes`);
  const minimums = { archetype: 60, niche: 80, emotional_trigger: 1, format: 1, platform: 1 } as const;
  for (const set of ['archetype', 'niche', 'emotional_trigger', 'format', 'platform'] as const) {
    const groups = Map.groupBy(hooks, (hook) => hook[set] as string);
    const ids: string[] = taxonomy[set].map(({ id }) => id);
    for (const id of ids) {
      const count = groups.get(id)?.length ?? 0;
      expect(count >= minimums[set], `${set} ${id}: ${count} hooks`);
    }
    for (const id of groups.keys()) expect(ids.includes(id), `${set} ${id} is unknown`);
  }
  const share = hooks.filter(({ language }) => language !== 'en').length / hooks.length;
  expect(share >= 0.14 && share <= 0.16, `not English: ${share}`);
}

function checkTexts(): void {
  for (const { text } of hooks) {
    const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)];
    const count = words.filter(({ isWordLike }) => isWordLike).length;
    expect(count >= 3 && count <= 35, `${count} words: ${text}`);
  }
  const sizes = [...Map.groupBy(templates, (template) => template)].map(([template, own]) => {
    expect(own.length <= 12, `the template of ${own.length} hooks: ${template}`);
    return own.length;
  });
  const shared = sizes.filter((size) => size >= 5).length;
  expect(shared >= 60, `${shared} templates of 5 to 12 hooks`);
}

/** Few videos have most of the views: log-normal, as far as a few quantiles show it. */
function checkViews(): void {
  const views = hooks.map((hook) => hook.views).sort((a, b) => a - b);
  const median = views[views.length / 2] ?? 0;
  expect(median >= 600_000 && median <= 1_200_000, `median views: ${median}`);
  expect((views[0] ?? 0) >= leastViews, `least views: ${views[0]}`);
  const above = (least: number) => views.filter((count) => count >= least).length;
  const common = 1 - above(50_000_000) / views.length;
  expect(common >= 0.97 && common < 0.98, `below 50 million views: ${common}`);
  const [billion, million] = [1_000_000_000, 1_000_000];
  expect(above(billion) >= 3 && above(billion) <= 5, `${above(billion)} hooks above a billion views`);
  expect(above(8 * billion) === 1, `${above(8 * billion)} hooks above 8 billion views`);
  for (const { text, platform } of hooks.filter((hook) => hook.views >= billion))
    expect(platform === 'YouTube', `a billion views on ${platform}: ${text}`);
  const decades = [million, 10 * million, 100 * million, billion].map((least) => above(least) - above(10 * least));
  expect(
    decades.every((count, at) => count < (decades[at - 1] ?? Number.POSITIVE_INFINITY)),
    `hooks by factors of ten, from a million views: ${decades}`,
  );
}

/** Checks that earlier counts are smaller and not older than the video. */
function checkGrowth(): void {
  const grown = hooks.filter(({ views_before }) => views_before);
  expect(grown.length >= 600, `${grown.length} hooks with earlier counts`);
  for (const { text, views, views_captured_at, published_at, views_before = [] } of grown) {
    const age = (Date.parse(views_captured_at) - Date.parse(published_at)) / dayMs;
    const counts = [[0, views] as const, ...views_before];
    const falls = counts.every(([days, count], at) => {
      const [laterDays, laterCount] = counts[at - 1] ?? [-1, Number.POSITIVE_INFINITY];
      return days > laterDays && days < age && count < laterCount && count >= leastViews;
    });
    expect(falls, `earlier counts of: ${text}`);
  }
}

function normalize(text: string): string {
  const words = text.normalize('NFKC').toLowerCase();
  return words.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}

/** Compares every pair that shares a trigram and has no template in common, by an inverted index. Equal texts have similarity 1. */
function checkSimilarity(): void {
  const index = new Map<string, number[]>();
  const sizes: number[] = [];
  for (const [at, { text }] of hooks.entries()) {
    const padded = ` ${normalize(text)} `;
    const own = new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
    const shared = new Map<number, number>();
    for (const trigram of own) {
      const before = index.get(trigram) ?? [];
      for (const other of before) shared.set(other, (shared.get(other) ?? 0) + 1);
      before.push(at);
      index.set(trigram, before);
    }
    for (const [other, count] of shared) {
      const similarity = count / (own.size + (sizes[other] ?? 0) - count);
      const isOther = templates[at] !== templates[other] || hooks[other]?.text === text;
      expect(!isOther || similarity <= 0.7, `${similarity.toFixed(2)} alike: ${text} / ${hooks[other]?.text}`);
    }
    sizes.push(own.size);
  }
}

function measureAgreement(): string {
  const byText = new Map(hooks.map((hook) => [hook.text, hook]));
  const readings = readFileSync(new URL('./sample-second-reader.jsonl', import.meta.url), 'utf8');
  const read = readings.trimEnd().split('\n');
  const shares = (['archetype', 'emotional_trigger', 'niche'] as const).map((label) => {
    const agreed = read.filter((line) => {
      const reading: SecondReading = JSON.parse(line);
      return reading[label].includes(byText.get(reading.text)?.[label] ?? '');
    });
    const share = agreed.length / read.length;
    expect(share >= 0.9, `the second reader agrees with ${agreed.length} of ${read.length} ${label}s`);
    return `${label} ${(share * 100).toFixed(1)} %`;
  });
  return `${shares.join(', ')} of ${read.length}`;
}

checkSizes();
checkTexts();
checkViews();
checkGrowth();
checkSimilarity();
console.log(`${hooks.length} hooks, second reader agrees: ${measureAgreement()}`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
