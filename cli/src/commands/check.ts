// hookline check: a verdict on a draft, the nearest proven hooks, and how it differs from the most viewed ones.
import type { DraftCheck } from '../../../sdk/src/index.ts';
import { type Context, defineCommand } from '../command.ts';
import { joinWords } from '../filters.ts';
import { isInteractive, readPipe } from '../terminal/ask.ts';
import { hookCount, UsageError } from '../terminal/output.ts';
import { printable, toTable } from '../terminal/table.ts';

type Standing = Pick<
  DraftCheck['standing'],
  'archetype' | 'niche' | 'platform' | 'n' | 'median_views' | 'p25_views' | 'p75_views'
>;

export const check = defineCommand({
  summary: 'Compare a draft with proven hooks',
  usage: ['TEXT [options]', '- [options]'],
  options: {
    platform: { value: 'PLATFORM', help: 'Platform of the video.' },
    niche: { value: 'NICHE', help: 'Niche of the video. Default: guessed.' },
    language: { value: 'TAG', help: 'Language, such as en. Default: detected.' },
  },
  notes: 'With -, drafts are read from a pipe, one per line. Each draft counts as one call.',
  examples: ['check "Nobody tells you this about money" --platform TikTok', 'check - < drafts.txt > checks.jsonl'],
  run: async ({ args, values: { platform, niche, language }, output, connect, signal }) => {
    const drafts = args.length === 1 && args[0] === '-' ? await readDrafts(signal) : [joinWords(args, 'The draft')];
    const hookline = connect();
    const checks: object[] = [];
    for (const text of drafts) {
      const found = await hookline.check({ text, platform, niche, language }, { signal });
      const record = { text, ...found };
      if (output.form === 'json' && drafts.length > 1) checks.push(record);
      else output.record(record, () => describe(text, found, output));
    }
    if (checks.length > 0) output.list(checks, []);
  },
});

async function readDrafts(signal: AbortSignal): Promise<string[]> {
  if (isInteractive()) process.stderr.write('Enter drafts, one per line. End with Ctrl-D.\n');
  const drafts = (await readPipe(signal))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (drafts.length === 0) throw new UsageError('Standard input contains no drafts.');
  return drafts;
}

function describe(text: string, found: DraftCheck, { style, width }: Context['output']): string {
  const labels = (['archetype', 'emotional_trigger', 'niche', 'format'] as const).map((name) => {
    const { value, confidence } = found[name];
    return `${name.replace('_', ' ').padEnd(18)} ${value ?? '–'}  ${style('dim', percent(confidence))}`;
  });
  const similar = found.similar.slice(0, 5);
  const columns = [
    { field: 'similarity.score', title: 'score', isNumber: true },
    { field: 'views', isNumber: true },
    { field: 'text' },
  ];
  const section = (title: string, lines: readonly string[]) =>
    lines.length > 0 ? ['', style('bold', title), ...lines] : [];
  return [
    style('bold', printable(text)),
    printable(found.verdict),
    ...section('Nearest proven hooks', similar.length > 0 ? toTable(similar, columns, width) : []),
    ...section(
      'Compared with the most viewed hooks',
      found.observations.map(({ text }) => `· ${printable(text)}`),
    ),
    ...section('Labels', labels),
    ...section('Views of comparable hooks', [describeStanding(found.standing.wider ?? found.standing)]),
  ].join('\n');
}

function describeStanding({ archetype, niche, platform, n, median_views, p25_views, p75_views }: Standing): string {
  const kind = [archetype, niche, platform].filter(Boolean).join(', ');
  if (median_views === null) return `${kind}: ${hookCount(n)}, too few to compare views`;
  const count = (views: number | null) => (views ?? 0).toLocaleString('en');
  return `${kind}: median ${count(median_views)}, half of them ${count(p25_views)} to ${count(p75_views)} (${hookCount(n)})`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
