// Tables and goals of the comparison, for each size and number of processes.
import { atLeast, atMost, type Goal } from '../goals.ts';
import { figure, markdown, times } from '../report.ts';
import { cpuOf, type Outcome } from './rounds.ts';

const megabytes = (bytes: number) => figure(bytes / 1e6);

export function peerTable(outcomes: readonly Outcome[]): string {
  const head = ['', 'requests/s', '× constant', 'p50 ms', 'p99 ms', 'CPU µs', 'of that PostgreSQL', '× constant', 'MB'];
  const rows = outcomes.map((one) => [
    one.note ? `${one.name} (${one.note})` : one.name,
    figure(one.perSecond),
    ratio(one.ofConstant.perSecond),
    figure(one.p50),
    figure(one.p99),
    figure(cpuOf(one)),
    one.databaseCpu > 0 ? figure(one.databaseCpu) : '',
    ratio(one.ofConstant.cpu),
    megabytes(one.memory),
  ]);
  return markdown({ head, rows });
}

/** Two significant digits for small values. */
function ratio(value: number): string {
  return value < 0.1 ? `${Number(value.toPrecision(2))} ×` : times(value);
}

/** `idle` is memory in bytes after the start: of the service, and of its database. */
export type Setting = {
  hooks: number;
  processes: number;
  idle: { service: number; database: number };
  outcomes: readonly Outcome[];
};

export function goalsOf(settings: readonly Setting[]): Goal[] {
  return [...settings.flatMap((setting) => goalsOfSetting(setting)), ...sizes(settings)];
}

const largeCatalog = 100_000;

function goalsOfSetting({ hooks, processes, idle, outcomes }: Setting): Goal[] {
  const find = (name: string) => outcomes.find((one) => one.name === name);
  const [ours, fresh] = [find('Hookline'), find('Hookline, every query new')];
  if (!ours || !fresh) return [];
  const where = `${hooks.toLocaleString('en')} hooks, ${processes === 1 ? '1 core' : `${processes} cores`}`;
  const isLarge = hooks >= largeCatalog;
  // Through the constant body, with which both are compared round by round.
  const over = (name: string, of: keyof Outcome['ofConstant']) => {
    const theirs = find(name)?.ofConstant[of];
    return theirs === undefined ? undefined : { theirs, ours: ours.ofConstant[of] };
  };
  const fastify = over('Fastify + pg', 'cpu');
  const directus = over('Directus', 'perSecond');
  const bytes = Math.max(ours.memory, fresh.memory);
  const goals = [
    atMost(`${where}: CPU beside the constant body`, ours.ofConstant.cpu, 1.4, '×'),
    atMost(`${where}: every query new, CPU beside the constant body`, fresh.ofConstant.cpu, 3, '×'),
    atMost(`${where}: every query new, p99 beside pages from the cache`, fresh.p99 / ours.p99, 2, '×'),
    ...(fastify
      ? [atLeast(`${where}: CPU of Fastify + pg beside it`, fastify.theirs / fastify.ours, isLarge ? 10 : 8, '×')]
      : []),
  ];
  // With several, the load has no core of its own, and requests/s measure the load; memory of several cores is part of `npm run bench`.
  if (processes > 1) return goals;
  return [
    ...goals,
    atLeast(`${where}: requests/s beside the constant body`, ours.ofConstant.perSecond, 0.65, '×'),
    ...(directus ? [atLeast(`${where}: requests/s beside Directus`, directus.ours / directus.theirs, 200, '×')] : []),
    atMost(`${where}: memory after the load`, bytes / 1e6, isLarge ? 1000 : 320, 'MB'),
    ...(isLarge
      ? []
      : [
          atMost(`${where}: memory idle`, idle.service / 1e6, 180, 'MB'),
          atMost(`${where}: memory of PostgreSQL idle`, idle.database / 1e6, 80, 'MB'),
        ]),
  ];
}

/** Relative to the constant body measured at the same time, since the speed of the machine varies over a run. */
function sizes(settings: readonly Setting[]): Goal[] {
  const [few, many] = [settings[0]?.hooks, settings.at(-1)?.hooks];
  if (few === undefined || many === undefined || few === many) return [];
  const [small, large] = [few, many].map((hooks) =>
    settings
      .find((one) => one.hooks === hooks && one.processes === 1)
      ?.outcomes.find(({ name }) => name === 'Hookline'),
  );
  if (!small || !large) return [];
  const where = `${many.toLocaleString('en')} hooks beside ${few.toLocaleString('en')}`;
  const ratio = (of: keyof Outcome['ofConstant']) => large.ofConstant[of] / small.ofConstant[of];
  return [
    atMost(`${where}: CPU, × constant`, ratio('cpu'), 1.1, '×'),
    atLeast(`${where}: requests/s, × constant`, ratio('perSecond'), 0.9, '×'),
  ];
}

/** One row for each setting: what the service and its database hold before any request. */
export function idleTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ hooks, processes, idle }) => [
    hooks.toLocaleString('en'),
    String(processes),
    megabytes(idle.service),
    megabytes(idle.database),
  ]);
  return markdown({ head: ['hooks', 'cores', 'Hookline idle, MB', 'its PostgreSQL idle, MB'], rows });
}
