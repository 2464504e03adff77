// What a soak has shown: the figures over time, their slopes, and whether the process grows.
import { figure, markdown, median } from './report.ts';
import { type Slope, slopeOf } from './slope.ts';
import type { SoakResult } from './soak.ts';
import type { Sample } from './soak-samples.ts';

/** Not looked at for the slope: caches fill and the heap finds its size. Of a short run, its first third. */
const warmUpMinutes = 5;
/** MB a minute. An interval that reaches further tells too little. */
const settledBelow = 2;
const rowsAtMost = 10;

type Minute = Sample & { requests: number; failed: number; p50: number; p99: number; max: number };

const megabytes = (bytes: number) => figure(bytes / 1e6);

export function soakTables(result: SoakResult): string {
  const minutes = perMinute(result);
  const warmUp = Math.min(warmUpMinutes, Math.floor(result.minutes / 3));
  const counted = minutes.filter(({ minute }) => minute >= warmUp);
  const slope = (of: (sample: Sample) => number) =>
    slopeOf(counted.map((one) => ({ x: one.minute, y: of(one) / 1e6 })));
  const resident = slope((one) => one.resident);
  const slopes = [
    ['RSS of the service', resident],
    ['heap used', slope((one) => one.heap)],
    ['external', slope((one) => one.external)],
    ['PostgreSQL', slope((one) => one.database)],
  ] as const;
  const failed = result.windows.reduce((sum, window) => sum + window.failed, 0);
  const slopeRows = slopes.map(([name, { perX, low, high }]) => [name, three(perX), `${three(low)} to ${three(high)}`]);
  return [
    describe(result, warmUp),
    timeTable(minutes),
    markdown({ head: [`slope from minute ${warmUp} on`, 'MB/min', '95 % interval'], rows: slopeRows }),
    `**${verdict(resident, failed)}**`,
  ].join('\n\n');
}

function describe(
  { fullRate, rate, windows, imports, exports, downloads, deliveries, errors }: SoakResult,
  warmUp: number,
) {
  const statuses: Record<string, number> = {};
  for (const window of windows)
    for (const [status, count] of Object.entries(window.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
  const answers = Object.entries(statuses).map(([status, count]) => `${count.toLocaleString('en')} × ${status}`);
  const figures = [
    `Full rate ${figure(fullRate)}/s, load ${figure(rate)}/s.`,
    `Answers: ${answers.join(', ')}.`,
    `${imports} imports, ${exports} exports, ${downloads} × 2 downloads, ${deliveries} deliveries.`,
    `The first ${warmUp} minutes are not in the slopes.`,
    ...errors,
  ];
  return figures.join(' ');
}

/** Medians of the samples of each minute, so that one sample between two collections weighs little. */
function perMinute({ minutes, samples, windows }: SoakResult): Minute[] {
  return Array.from({ length: minutes }, (_, minute) => {
    const own = samples.filter((sample) => Math.floor(sample.minute) === minute);
    const mid = (of: (sample: Sample) => number) => median(own.map(of));
    const { requests, failed, p50, p99, max } = windows[minute] ?? windows[windows.length - 1];
    return {
      minute,
      resident: mid((one) => one.resident),
      heap: mid((one) => one.heap),
      external: mid((one) => one.external),
      database: mid((one) => one.database),
      files: mid((one) => one.files),
      loopDelay: Math.max(...own.map((one) => one.loopDelay)),
      requests,
      failed,
      p50,
      p99,
      max,
    };
  }).filter(({ resident }) => Number.isFinite(resident));
}

function timeTable(minutes: readonly Minute[]): string {
  const head = ['minute', 'RSS MB', 'heap MB', 'external MB', 'PostgreSQL MB', 'open files', 'loop p99 ms'];
  head.push('requests', 'failed', 'p50 ms', 'p99 ms', 'max ms');
  const every = Math.ceil(minutes.length / rowsAtMost);
  const shown = minutes.filter((_, at) => at % every === 0 || at === minutes.length - 1);
  const rows = shown.map((one) => [
    String(one.minute),
    ...[one.resident, one.heap, one.external, one.database].map(megabytes),
    figure(one.files),
    figure(one.loopDelay),
    one.requests.toLocaleString('en'),
    String(one.failed),
    ...[one.p50, one.p99, one.max].map(figure),
  ]);
  return markdown({ head, rows });
}

function verdict({ perX, low, high }: Slope, failed: number): string {
  const failures =
    failed === 0 ? '' : ` ${failed.toLocaleString('en')} requests failed, so this was not the load that was meant.`;
  const interval = `${three(low)} to ${three(high)} MB/min`;
  if (low > 0) return `Not flat: it grows by ${three(perX)} MB/min (${interval}).${failures}`;
  if (high > settledBelow) return `Not settled: ${interval} is too wide. Run it longer.${failures}`;
  return `Flat: no growth is within ${interval}.${failures}`;
}

function three(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : '∞';
}
