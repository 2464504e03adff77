// Verifies that contenders return the same hooks as Hookline, and measures all of them in each round, so that variations in the speed of the
// machine affect all.
import { load } from '../load.ts';
import { cpuMicros, memoryBytes } from '../processes.ts';
import type { Effort } from '../reads.ts';
import { atLeast, atMost, figure, type Goal, markdown, median, times } from '../report.ts';
import { type Contender, fields, type Hook } from './contenders.ts';

/** CPU in µs per request, of the server with all its threads and of its database; latencies in ms; memory in bytes after the round. */
type Round = Record<'perSecond' | 'p50' | 'p99' | 'cpu' | 'databaseCpu' | 'memory', number>;

/** Medians of the rounds; `ofConstant` is that of the ratios of CPU to the baseline in the same round. */
export type Outcome = Round & { name: string; ofConstant: number };

/** The first contender is the baseline. `bodies` are Hookline's responses. */
export async function measureRounds(
  contenders: readonly Contender[],
  bodies: readonly string[],
  { rounds, seconds }: Effort,
): Promise<Outcome[]> {
  const all = contenders.map((contender) => ({ contender, rounds: [] as Round[] }));
  for (const contender of contenders) await verify(contender, bodies);
  for (let round = 0; round < rounds; round++)
    for (const one of all) one.rounds.push(await measure(one.contender, { warmUp: round === 0 ? 3 : 1, seconds }));
  const baseline = all[0]?.rounds ?? [];
  return all.map(({ contender: { name }, rounds }) => {
    const of = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
    const ofConstant = median(rounds.map(({ cpu }, round) => cpu / (baseline[round]?.cpu ?? Number.NaN)));
    const latencies = { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
    return { name, ...latencies, cpu: of('cpu'), databaseCpu: of('databaseCpu'), memory: of('memory'), ofConstant };
  });
}

async function measure(
  { process, databasePid, url, key, paths, bodies }: Contender,
  { warmUp, seconds }: { warmUp: number; seconds: number },
): Promise<Round> {
  const task = { url, key, paths, bodies };
  // After its start a process is still compiling its hot functions.
  await load({ ...task, seconds: warmUp });
  const cpu = () => [process.pid, databasePid].map((pid) => (pid === undefined ? 0 : cpuMicros([pid])));
  const [before = 0, databaseBefore = 0] = cpu();
  const { requests, ...result } = await load({ ...task, seconds });
  const [after = 0, databaseAfter = 0] = cpu();
  const databaseCpu = (databaseAfter - databaseBefore) / requests;
  return {
    ...result,
    cpu: (after - before) / requests + databaseCpu,
    databaseCpu,
    memory: memoryBytes([process.pid]),
  };
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
  const head = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'of that PostgreSQL', '× constant', 'MB'];
  const rows = outcomes.map((one) => [
    one.name,
    figure(one.perSecond),
    figure(one.p50),
    figure(one.p99),
    figure(one.cpu),
    one.databaseCpu > 0 ? figure(one.databaseCpu) : '',
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
