// Verifies that contenders return the same hooks as Hookline, and measures all of them in each round, so that variations in the speed of the
// machine affect all.
import { memoryBytes } from '../processes.ts';
import { alternate, type Effort, type Figures, medians } from '../reads.ts';
import { atLeast, atMost, figure, type Goal, markdown, median, times } from '../report.ts';
import { type Contender, fields, type Hook } from './contenders.ts';

/** CPU is in µs per request, of the server with its database; `ofConstant` is the median of its ratios to the baseline in the same round. */
export type Outcome = Figures & { name: string; ofConstant: number; memory: number };

/** The first contender is the baseline. `bodies` are Hookline's responses. */
export async function measureRounds(
  contenders: readonly Contender[],
  bodies: readonly string[],
  effort: Effort,
): Promise<Outcome[]> {
  for (const contender of contenders) await verify(contender, bodies);
  const sides = contenders.map(({ process, databasePid, url, key, paths, bodies }) => {
    const pids = databasePid === undefined ? [process.pid] : [process.pid, databasePid];
    return { url, key, paths, bodies, pids };
  });
  const all = await alternate(sides, effort);
  return contenders.map(({ name, process }, at) => {
    const runs = all[at] ?? [];
    const ratios = runs.map(({ cpu }, round) => cpu / (all[0]?.[round]?.cpu ?? Number.NaN));
    return { ...medians(runs), name, ofConstant: median(ratios), memory: memoryBytes([process.pid]) };
  });
}

/** Compares the list of each niche with Hookline's, field by field. */
async function verify(
  { name, url, key, paths, bodies, hooksIn }: Contender,
  expected: readonly string[],
): Promise<void> {
  if (!hooksIn) return;
  for (const [at, body] of expected.entries()) {
    const response = await fetch(url + (paths[at] ?? '').replace('{n}', '0000000000000'), {
      method: bodies ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: bodies?.[at],
    });
    const hooks: Hook[] = JSON.parse(body).data;
    // PostGraphile returns a bigint as a string.
    const textOf = (list: Hook[]) => JSON.stringify(list.map((hook) => fields.map((field) => String(hook[field]))));
    if (!response.ok || textOf(hooksIn(await response.json())) !== textOf(hooks))
      throw new Error(`${name} returns other hooks at ${paths[at]}: ${response.status}`);
  }
}

export function peerTable(outcomes: readonly Outcome[]): string {
  const head = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', '× constant', 'MB'];
  const rows = outcomes.map((one) => [
    one.name,
    figure(one.perSecond),
    figure(one.p50),
    figure(one.p99),
    figure(one.cpu),
    times(one.ofConstant),
    figure(one.memory / 1e6),
  ]);
  return markdown({ head, rows });
}

export function peerGoals(hooks: number, outcomes: readonly Outcome[]): Goal[] {
  const find = (name: string) => outcomes.find((one) => one.name === name);
  const [ours, fresh, fastify] = [find('Hookline'), find('Hookline, every query new'), find('Fastify + pg')];
  if (!ours || !fresh) return [];
  const where = `${hooks.toLocaleString('en')} hooks`;
  const least = hooks >= 100_000 ? 10 : 8;
  return [
    atMost(`${where}: CPU / constant body`, ours.ofConstant, 1.4, '×'),
    atMost(`${where}: every query new, CPU / constant body`, fresh.ofConstant, 3, '×'),
    atMost(`${where}: every query new, p99 / pages from the cache`, fresh.p99 / ours.p99, 2, '×'),
    ...(fastify
      ? [atLeast(`${where}: CPU of Fastify + pg / its own`, fastify.ofConstant / ours.ofConstant, least, '×')]
      : []),
  ];
}
