// Tables of the figures of cores.
import { figure, markdown, times } from '../report.ts';
import type { Capacity } from './capacity.ts';
import type { Flood } from './flood.ts';
import type { Replacement } from './replacement.ts';
import type { Sharing } from './sharing.ts';
import type { Spread } from './spread.ts';

const megabytes = (bytes: number) => figure(bytes / 1e6);

export function capacityTable(capacities: readonly Capacity[]): string {
  const [one] = capacities;
  const reads = [
    ['constant body', 'constant'],
    ['list', 'list'],
    ['list, every query new', 'fresh'],
  ] as const;
  const rows = capacities.flatMap((capacity) =>
    reads.map(([name, of]) => [
      String(capacity.threads),
      name,
      figure(capacity[of].cpu),
      figure(1e6 / capacity[of].cpu),
      times((one?.[of].cpu ?? Number.NaN) / capacity[of].cpu),
      figure(capacity[of].perSecond),
      ...(of === 'list' ? [megabytes(capacity.idleBytes), megabytes(capacity.loadedBytes)] : ['', '']),
    ]),
  );
  const head = [
    'cores',
    'read',
    'CPU µs',
    'requests per CPU second',
    'beside 1 core',
    'requests/s here',
    'MB at start',
  ];
  return markdown({ head: [...head, 'MB after load'], rows });
}

export function spreadTable(spreads: readonly Spread[]): string {
  return markdown({
    head: ['threads', 'busiest over the mean', 'worst round', 'connections opened again', 'failed requests'],
    rows: spreads.map(({ threads, worst, worstOfAll, reopened, failed }) => {
      return [String(threads), times(worst), times(worstOfAll), String(reopened), String(failed)];
    }),
  });
}

export function floodTable(floods: readonly Flood[]): string {
  return markdown({
    head: ['cores', 'flood', 'its connections/s', 'idle p50 ms', 'idle max', 'p50 ms', 'p99', 'max', 'failed'],
    rows: floods.map(({ threads, attack, idle, during, perSecond }) => [
      String(threads),
      attack,
      figure(perSecond),
      ...[idle.p50, idle.max, during.p50, during.p99, during.max].map(figure),
      `${during.failed} of ${during.requests}`,
    ]),
  });
}

export function replacementTable(replacements: readonly Replacement[]): string {
  const errorsOf = (errors: Readonly<Record<string, number>>) =>
    Object.entries(errors).map(([error, count]) => `${count} × ${error}`);
  return markdown({
    head: [
      'event',
      'threads',
      'seconds',
      'kept connections: failed',
      'slowest ms',
      'new ones: failed',
      'slowest ms',
      'errors',
    ],
    rows: replacements.map(({ event, threads, seconds, kept, fresh }) => [
      event,
      String(threads),
      seconds === undefined ? '' : figure(seconds),
      `${kept.failed} of ${kept.requests}`,
      figure(kept.max),
      `${fresh.failed} of ${fresh.requests}`,
      figure(fresh.max),
      [...errorsOf(kept.errors), ...errorsOf(fresh.errors)].join(', '),
    ]),
  });
}

export function sharingTable(all: readonly Sharing[]): string {
  return markdown({
    head: ['threads', 'start s', 'MB after load', 'CPU ms of 100 changed hooks'],
    rows: all.map(({ threads, startSeconds, bytes, versionCpu }) => [
      String(threads),
      figure(startSeconds),
      megabytes(bytes),
      figure(versionCpu / 1000),
    ]),
  });
}
