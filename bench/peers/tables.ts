// Tables of the comparison: one for each size and number of processes, and one of the goals.
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

export type Setting = { hooks: number; processes: number; outcomes: readonly Outcome[] };

export function goalTable(settings: readonly Setting[]): string {
  const rows = settings.flatMap(({ hooks, processes, outcomes }) => {
    const find = (name: string) => outcomes.find((one) => one.name === name);
    const ours = find('Hookline');
    if (!ours) return [];
    const where = [hooks.toLocaleString('en'), String(processes)];
    // Through the constant body, with which both are compared round by round.
    const over = (name: string) => ours.ofConstant.perSecond / (find(name)?.ofConstant.perSecond ?? Number.NaN);
    return [
      [...where, 'CPU a request beside the constant body', times(ours.ofConstant.cpu), '≤ 1.6'],
      [...where, 'requests/s beside the constant body', times(ours.ofConstant.perSecond), '≥ 0.65'],
      [...where, 'requests/s beside Fastify + pg', times(over('Fastify + pg')), '≥ 10'],
      [...where, 'requests/s beside Directus', times(over('Directus')), '≥ 200'],
    ];
  });
  return markdown({ head: ['hooks', 'processes', 'Hookline', 'ratio', 'goal'], rows: [...rows, ...sizes(settings)] });
}

/** Relative to the constant body measured at the same time, since the speed of the machine varies over a run. */
function sizes(settings: readonly Setting[]): string[][] {
  const [few, many] = [settings[0]?.hooks, settings.at(-1)?.hooks];
  if (few === undefined || many === undefined || few === many) return [];
  const counts = [...new Set(settings.map(({ processes }) => processes))];
  return counts.flatMap((processes) => {
    const [small, large] = [few, many].map((hooks) =>
      settings
        .find((one) => one.hooks === hooks && one.processes === processes)
        ?.outcomes.find(({ name }) => name === 'Hookline'),
    );
    if (!small || !large) return [];
    const where = [`${many.toLocaleString('en')} / ${few.toLocaleString('en')}`, String(processes)];
    return [
      [...where, 'CPU a request, × constant', times(large.ofConstant.cpu / small.ofConstant.cpu), '≤ 1.1'],
      [...where, 'requests/s, × constant', times(large.ofConstant.perSecond / small.ofConstant.perSecond), '≥ 0.9'],
    ];
  });
}
