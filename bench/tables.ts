// Tables of figures that the bench prints. Those of whole areas, like cores, stand beside what they measure.
import type { CollectionResult } from './collect.ts';
import type { ExportResult } from './exports.ts';
import type { ImportResult } from './imports.ts';
import type { Figures, ReadResult } from './reads.ts';
import type { DuringResult } from './reads-during.ts';
import { figure, markdown, times } from './report.ts';
import type { SourceResult } from './sources.ts';
import type { WebhookResult } from './webhooks.ts';

const megabytes = (bytes: number) => `${figure(bytes / 1e6)} MB`;

export function readTable(results: readonly ReadResult[]): string {
  const head = ['read', 'bytes', 'CPU µs', '× constant', 'requests/s', '× constant', 'p50 ms', 'p99 ms', '× constant'];
  const [list] = results;
  if (!list) throw new Error('No reads were measured.');
  const rows = results.map(({ name, bytes, ours, constant }) => [
    name,
    figure(bytes),
    figure(ours.cpu),
    times(ours.cpu / constant.cpu),
    `${figure(ours.perSecond)}${name.startsWith('`q`') ? ` (${times(ours.perSecond / list.ours.perSecond)} list)` : ''}`,
    times(ours.perSecond / constant.perSecond),
    figure(ours.p50),
    figure(ours.p99),
    times(ours.p99 / constant.p99),
  ]);
  const { constant } = list;
  const bare = ['constant body, as large as list', figure(list.bytes), figure(constant.cpu), '1'];
  rows.unshift([...bare, figure(constant.perSecond), '1', figure(constant.p50), figure(constant.p99), '1']);
  return markdown({ head, rows });
}

export function sizeTable(few: readonly ReadResult[], many: readonly ReadResult[]): string {
  const ratio = (name: string, of: keyof Figures) => {
    const [small, large] = [few, many].map((results) => results.find((result) => result.name === name));
    // Relative to the constant server measured at the same time, since the speed of the machine varies over a run.
    return small && large ? large.ours[of] / large.constant[of] / (small.ours[of] / small.constant[of]) : Number.NaN;
  };
  const rows = few.map(({ name }) => [name, times(ratio(name, 'cpu')), times(ratio(name, 'perSecond'))]);
  return markdown({ head: ['read', 'CPU, many / few', 'requests/s, many / few'], rows });
}

export function importTable({ loop, copySeconds, firstSeconds, residentBytes }: ImportResult): string {
  return markdown({
    head: ['what', 'figure', 'beside', 'ratio'],
    rows: [
      ['csv-parse and an upsert loop through unnest', `${figure(loop.seconds)} s`, '', ''],
      [
        'of that, in the database',
        `${figure(loop.databaseSeconds)} s`,
        'import',
        times(firstSeconds / loop.databaseSeconds),
      ],
      ['COPY of the same file, primary key and unique text', `${figure(copySeconds)} s`, '', ''],
      ['import from CSV', `${figure(firstSeconds)} s`, 'the loop', times(firstSeconds / loop.seconds)],
      ['', '', 'COPY', times(firstSeconds / copySeconds)],
      ['process after the import', megabytes(residentBytes), '', ''],
    ],
  });
}

export function startTable(startSeconds: number, servedSeconds: number): string {
  return markdown({
    head: ['what', 'figure'],
    rows: [
      ['start', `${figure(startSeconds)} s`],
      ['100 changed hooks, commit to served', `${figure(servedSeconds)} s`],
    ],
  });
}

export function memoryTable({ service, database, loaded }: Record<'service' | 'database' | 'loaded', number>): string {
  return markdown({
    head: ['service, idle', 'after load', 'PostgreSQL, idle'],
    rows: [[service, loaded, database].map(megabytes)],
  });
}

export function sourceTable({ records, firstSeconds, comparedSeconds, unchangedSeconds }: SourceResult): string {
  return markdown({
    head: ['run of a source', 'figure'],
    rows: [
      [`${figure(records)} new records`, `${figure(firstSeconds)} s`],
      ['the same records, the file has changed', `${figure(comparedSeconds)} s`],
      ['the same file', `${figure(unchangedSeconds)} s`],
    ],
  });
}

export function collectTable({ videos, hooks, labelled, guessed, refresh }: CollectionResult): string {
  const line = (what: string, seconds: number, goal: string, { idle, during, worst, ...reads }: DuringResult) => [
    what,
    `${figure(seconds)} s`,
    goal,
    `${figure(idle)} ms`,
    `${figure(during)} ms (${figure(reads.seconds)} s)`,
    times(during / idle),
    `${figure(worst)} ms`,
  ];
  const count = (n: number) => n.toLocaleString('en');
  const collected = (how: string, { seconds, published, reads }: CollectionResult['labelled']) =>
    line(`${count(videos)} new videos, labels ${how}: ${count(published)} published`, seconds, '< 20 s', reads);
  return markdown({
    head: ['what', 'alone', 'goal', 'p99 idle', 'p99 during', 'ratio (goal ≤ 2)', 'worst second'],
    rows: [
      collected('set', labelled),
      collected('guessed', guessed),
      line(
        `${count(hooks)} views refreshed: ${refresh.units} units`,
        refresh.seconds,
        '100 units, < 10 s',
        refresh.reads,
      ),
    ],
  });
}

export function exportTable({ formats, loops }: ExportResult): string {
  const grown = Math.max(...Object.values(formats).map(({ grownBytes }) => grownBytes));
  const line = (name: keyof typeof formats, beside: string, seconds: number) => [
    name,
    megabytes(formats[name].bytes),
    `${figure(formats[name].seconds)} s`,
    `${beside}, ${figure(seconds)} s`,
    times(formats[name].seconds / seconds),
  ];
  return markdown({
    head: ['export', 'file', 'accepted to complete', 'beside', 'ratio'],
    rows: [
      line('jsonl', 'JSON.stringify and a write for each row', loops.stringify),
      line('jsonl', 'one write of the finished bytes', loops.oneWrite),
      line('json', 'one write of the finished bytes', loops.oneWrite),
      line('jsonl', 'COPY of row_to_json through pg', loops.copyJson),
      line('csv', 'COPY TO a file', loops.copy),
      line('csv', 'COPY through pg', loops.copyCsv),
      ['parquet', megabytes(formats.parquet.bytes), `${figure(formats.parquet.seconds)} s`, '', ''],
      ['memory that the process grows by, at most', megabytes(grown), '', '', ''],
    ],
  });
}

export function duringTable({ idle, during, worst, seconds }: DuringResult): string {
  return markdown({
    head: ['p99 idle', `p99 during (${figure(seconds)} s)`, 'ratio', 'worst second'],
    rows: [[`${figure(idle)} ms`, `${figure(during)} ms`, times(during / idle), `${figure(worst)} ms`]],
  });
}

export function webhookTable({ latencies, burst, ours, pool, fetch }: WebhookResult): string {
  const arrival = latencies.map(({ endpoints, events, p50, p99 }) => [
    `event to arrival, ${endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`} (${events} events)`,
    `p50 ${figure(p50)} ms, p99 ${figure(p99)} ms`,
    ...['', ''],
  ]);
  const line = (of: string, figureOf: string, beside: string, ratio: number) => [
    `${of} of ${burst.deliveries.toLocaleString('en')} deliveries of ${figure(burst.bytes)} bytes`,
    figureOf,
    beside,
    times(ratio),
  ];
  const micros = (cpu: number) => `${figure(cpu)} µs`;
  const rate = (perSecond: number) => `${figure(perSecond)}/s`;
  const [cpu, sent] = ['CPU a delivery', 'rate'];
  return markdown({
    head: ['webhooks', 'figure', 'beside', 'ratio'],
    rows: [
      ...arrival,
      line(cpu, micros(ours.cpu), `Pool.request, ${micros(pool.cpu)}`, ours.cpu / pool.cpu),
      line(cpu, micros(ours.cpu), `fetch, ${micros(fetch.cpu)}`, ours.cpu / fetch.cpu),
      line(sent, rate(ours.perSecond), `Pool.request, ${rate(pool.perSecond)}`, ours.perSecond / pool.perSecond),
      line(sent, rate(ours.perSecond), `fetch, ${rate(fetch.perSecond)}`, ours.perSecond / fetch.perSecond),
    ],
  });
}
