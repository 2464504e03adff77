// Tables of a soak: figures over time, their slopes, and whether memory grows.
import { figure, markdown, median } from './report.ts';
import { type Slope, slopeOf } from './slope.ts';
import type { SoakResult } from './soak.ts';
import type { Sample } from './soak-samples.ts';

/** Not part of the slope, since caches fill and the heap grows to its size. A third of the run if that is less. */
const warmUpMinutes = 5;
/** MB a minute. With a higher upper bound the result is inconclusive. */
const settledBelow = 2;
const maxRows = 10;

type Minute = Sample & { requests: number; failed: number; p50: number; p99: number; max: number };

const megabytes = (bytes: number) => figure(bytes / 1e6);

export function soakTables(result: SoakResult): string {
  const minutes = perMinute(result);
  const warmUp = Math.min(warmUpMinutes, Math.floor(result.minutes / 3));
  const counted = minutes.filter(({ minute }) => minute >= warmUp);
  const slope = (of: (sample: Sample) => number) =>
    slopeOf(counted.map((minute) => ({ x: minute.minute, y: of(minute) / 1e6 })));
  const resident = slope((sample) => sample.resident);
  const slopes = [
    ['RSS of the service', resident],
    ['heap used', slope((sample) => sample.heap)],
    ['external', slope((sample) => sample.external)],
    ['PostgreSQL', slope((sample) => sample.database)],
  ] as const;
  const failed = result.windows.reduce((sum, window) => sum + window.failed, 0);
  const slopeRows = slopes.map(([name, { perX, low, high }]) => [
    name,
    threeDecimals(perX),
    `${threeDecimals(low)} to ${threeDecimals(high)}`,
  ]);
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
  const responses = Object.entries(statuses).map(([status, count]) => `${count.toLocaleString('en')} × ${status}`);
  const figures = [
    `Full rate ${figure(fullRate)}/s, load ${figure(rate)}/s.`,
    `Responses: ${responses.join(', ')}.`,
    `${imports} imports, ${exports} exports, ${downloads} × 2 downloads, ${deliveries} deliveries.`,
    `The first ${warmUp} minutes are not part of the slopes.`,
    ...errors,
  ];
  return figures.join(' ');
}

/** Medians of the samples of each minute, to even out garbage collections. */
function perMinute({ minutes, samples, windows }: SoakResult): Minute[] {
  return Array.from({ length: minutes }, (_, minute) => {
    const own = samples.filter((sample) => Math.floor(sample.minute) === minute);
    const medianOf = (figure: (sample: Sample) => number) => median(own.map(figure));
    const window = windows[minute] ?? windows.at(-1);
    return {
      minute,
      resident: medianOf((sample) => sample.resident),
      heap: medianOf((sample) => sample.heap),
      external: medianOf((sample) => sample.external),
      database: medianOf((sample) => sample.database),
      files: medianOf((sample) => sample.files),
      loopDelay: Math.max(...own.map((sample) => sample.loopDelay)),
      requests: window?.requests ?? 0,
      failed: window?.failed ?? 0,
      p50: window?.p50 ?? Number.NaN,
      p99: window?.p99 ?? Number.NaN,
      max: window?.max ?? Number.NaN,
    };
  }).filter(({ resident }) => Number.isFinite(resident));
}

function timeTable(minutes: readonly Minute[]): string {
  const head = ['minute', 'RSS MB', 'heap MB', 'external MB', 'PostgreSQL MB', 'open files', 'loop p99 ms'];
  head.push('requests', 'failed', 'p50 ms', 'p99 ms', 'max ms');
  const every = Math.ceil(minutes.length / maxRows);
  const shown = minutes.filter((_, at) => at % every === 0 || at === minutes.length - 1);
  const rows = shown.map(({ minute, resident, heap, external, database, ...figures }) => [
    String(minute),
    ...[resident, heap, external, database].map(megabytes),
    figure(figures.files),
    figure(figures.loopDelay),
    figures.requests.toLocaleString('en'),
    String(figures.failed),
    ...[figures.p50, figures.p99, figures.max].map(figure),
  ]);
  return markdown({ head, rows });
}

function verdict({ perX, low, high }: Slope, failed: number): string {
  const failures =
    failed === 0 ? '' : ` ${failed.toLocaleString('en')} requests failed, so the load was lower than intended.`;
  const interval = `${threeDecimals(low)} to ${threeDecimals(high)} MB/min`;
  if (low > 0) return `Not flat: grows by ${threeDecimals(perX)} MB/min (${interval}).${failures}`;
  if (high > settledBelow) return `Inconclusive: ${interval} is too wide. Run it longer.${failures}`;
  return `Flat: the interval ${interval} includes no growth.${failures}`;
}

function threeDecimals(value: number): string {
  return Number.isFinite(value) ? value.toFixed(3) : '∞';
}
