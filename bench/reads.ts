// Measures each kind of read, alternating with a bare server whose responses have as many bytes, so both meet the same machine; then memory,
// how soon a change is served, and reads during other work.
import { startConstant } from './constant-server.ts';
import { measureDrafts } from './drafts.ts';
import { afterJobs, type Hookline, idleBytes, startHookline } from './hookline.ts';
import { type Load, type LoadResult, load } from './load.ts';
import { cpuMicros, memoryBytes } from './processes.ts';
import { listPaths, readCases, typicalBytes } from './read-cases.ts';
import { atMost, figure, type Goal, markdown, median, megabytes, type PartResult, times } from './report.ts';
import { measureCommit, measureOneRecord } from './served.ts';

export type Effort = { rounds: number; seconds: number };

/** Medians of the rounds. CPU is in µs per request, of the process with all its threads; latencies are in ms. */
export type Figures = { cpu: number; perSecond: number; p50: number; p99: number };
type ReadResult = { name: string; bytes: number; ours: Figures; constant: Figures };

/** `work` runs while reads are measured; `isLarge` chooses the goals. */
type Size = {
  dataDir: string;
  hooks: string;
  isLarge: boolean;
  work: { what: string; run: (hookline: Hookline) => Promise<unknown> };
};

export async function* measureSize(
  { dataDir, hooks, isLarge, work }: Size,
  effort: Effort,
): AsyncGenerator<PartResult> {
  // The service runs with all cores first, as an operator starts it, then with one for the reads.
  const unpinned = await startHookline(dataDir, { isPinned: false });
  await afterJobs(unpinned);
  const committed = await measureCommit(unpinned, 5);
  await unpinned.stop();
  // The first start after an import may have read the catalog from the database; it has stored it in a file since.
  const hookline = await startHookline(dataDir);
  try {
    const idle = await idleBytes(hookline);
    const results = await measureReads(hookline, effort);
    const loaded = memoryBytes([hookline.pid]);
    const record = await measureOneRecord(hookline, 5);
    const rows = [
      ['first start after the import', `${figure(unpinned.startSeconds)} s`],
      ['start', `${figure(hookline.startSeconds)} s`],
      ['memory, idle', megabytes(idle.service)],
      ['memory after the reads', megabytes(loaded)],
      ['memory of PostgreSQL, idle', megabytes(idle.database)],
      ['100 changed hooks, commit to served', `${figure(committed * 1000)} ms`],
      ['one record, import to served', `${figure(record * 1000)} ms`],
    ];
    yield {
      sections: [
        [`Reads, ${hooks} hooks`, readTable(results)],
        [`Start, memory and changes, ${hooks} hooks`, markdown({ head: ['what', 'figure'], rows })],
      ],
      goals: [
        ...readGoals(results, hooks),
        atMost(`after load, ${hooks} hooks`, loaded / 1e6, isLarge ? 1000 : 200, 'MB'),
        ...(isLarge
          ? [
              atMost(`start with ${hooks} hooks`, hookline.startSeconds, 4, 's'),
              atMost(`commit of 100 changed hooks to served, ${hooks} hooks`, committed, 0.5, 's'),
            ]
          : [
              atMost(`idle, ${hooks} hooks`, idle.service / 1e6, 130, 'MB'),
              atMost(`PostgreSQL, idle, ${hooks} hooks`, idle.database / 1e6, 80, 'MB'),
              atMost(`import of one record to served, ${hooks} hooks`, record * 1000, 250, 'ms'),
            ]),
      ],
    };
    if (!isLarge) yield await measureDrafts(hookline, hooks);
    yield await measureDuring(hookline, work.what, () => work.run(hookline));
  } finally {
    await hookline.stop();
  }
}

async function measureReads({ url, key, pid }: Hookline, effort: Effort): Promise<ReadResult[]> {
  const cases = await readCases({ url, key });
  // After its start a process is still compiling its hot functions.
  const [first] = cases;
  if (first) await load({ url, key, paths: first.paths, seconds: 3 });
  const results: ReadResult[] = [];
  // Cases with the same responses share a bare server.
  for (const group of Object.values(Object.groupBy(cases, ({ name }) => cachedNameOf(name)))) {
    const paths = group?.[0]?.paths ?? [];
    const bytes = await typicalBytes({ url, key }, paths);
    const bare = await startConstant(bytes);
    const sides = (group ?? []).map((one) => ({ url, key, pids: [pid], paths: one.paths }));
    const [ofBare = [], ...ofCases] = await alternate(
      [{ url: bare.url, key, pids: [bare.process.pid], paths }, ...sides],
      effort,
    );
    await bare.process.stop();
    const named = (group ?? []).map(({ name }, at) => ({ name, bytes, ours: medians(ofCases[at] ?? []) }));
    results.push(...named.map((result) => ({ ...result, constant: medians(ofBare) })));
  }
  return results;
}

/** Name of the cached case with the same responses, for a case that no cache has. */
function cachedNameOf(name: string): string {
  return name.split(', every ')[0] ?? name;
}

/** CPU time is measured for `pids`. */
export type Side = Omit<Load, 'seconds'> & { pids: readonly number[] };
export type Run = LoadResult & { cpu: number };

/** The runs of each side, round by round. The order of the sides alternates, and each is warmed up once. */
export async function alternate(sides: readonly Side[], { rounds, seconds }: Effort): Promise<Run[][]> {
  const order = sides.map((side) => ({ side, runs: [] as Run[] }));
  const runs = order.map((one) => one.runs);
  for (const { pids: _, ...target } of sides) await load({ ...target, seconds: 1 });
  for (let round = 0; round < rounds; round++) {
    for (const { side, runs } of order) {
      const { pids, ...target } = side;
      const before = cpuMicros(pids);
      const result = await load({ ...target, seconds });
      runs.push({ ...result, cpu: (cpuMicros(pids) - before) / result.requests });
    }
    order.reverse();
  }
  return runs;
}

export function medians(runs: readonly Run[]): Figures {
  const of = (name: keyof Figures) => median(runs.map((run) => run[name]));
  return { cpu: of('cpu'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') };
}

function readTable(results: readonly ReadResult[]): string {
  const head = ['read', 'bytes', 'CPU µs', '× constant', 'requests/s', 'p50 ms', 'p99 ms', '× constant'];
  const row = (name: string, bytes: number, own: Figures, constant: Figures) => [
    name,
    figure(bytes),
    figure(own.cpu),
    times(own.cpu / constant.cpu),
    figure(own.perSecond),
    figure(own.p50),
    figure(own.p99),
    times(own.p99 / constant.p99),
  ];
  const [list] = results;
  if (!list) throw new Error('No reads were measured.');
  const bare = row('constant body, as large as list', list.bytes, list.constant, list.constant);
  return markdown({ head, rows: [bare, ...results.map((one) => row(one.name, one.bytes, one.ours, one.constant))] });
}

/** Cached pages of a few KB have a goal. The time of larger ones, like trends with 70 KB, is mostly the kernel's. */
const cachedGoals = ['list', 'three filters and facets', '`q`'];

function readGoals(results: readonly ReadResult[], hooks: string): Goal[] {
  return results.flatMap(({ name, ours, constant }) => {
    const what = `${name}, ${hooks} hooks`;
    const cpu = ours.cpu / constant.cpu;
    if (cachedGoals.includes(name)) return [atMost(`${what}: CPU / constant body`, cpu, 1.3, '×')];
    if (!name.endsWith('every query new')) return [];
    const cached = results.find((result) => result.name === cachedNameOf(name));
    const p99 = ours.p99 / (cached?.ours.p99 ?? Number.NaN);
    return [
      atMost(`${what}: CPU / constant body`, cpu, 2.5, '×'),
      atMost(`${what}: p99 / pages from the cache`, p99, 2, '×'),
    ];
  });
}

/** Compares the p99 of lists during `work` in the same process with the p99 of the same load without it, a second at a time. */
export async function measureDuring(
  { url, key }: Hookline,
  what: string,
  work: () => Promise<unknown>,
): Promise<PartResult> {
  const paths = await listPaths({ url, key });
  const once = async () => (await load({ url, key, paths, seconds: 1 })).p99;
  await once();
  const idle: number[] = [];
  for (let run = 0; run < 7; run++) idle.push(await once());
  const during: number[] = [];
  const startedAt = performance.now();
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  // The await below handles a rejection; before it, one would count as unhandled and skip the clean-up.
  working.catch(() => {});
  while (!isDone) during.push(await once());
  await working;
  const seconds = (performance.now() - startedAt) / 1000;
  const ratio = median(during) / median(idle);
  const cells = [median(idle), median(during), Math.max(...during)].map((ms) => `${figure(ms)} ms`);
  const head = ['p99 idle', `p99 during (${figure(seconds)} s)`, 'worst second', 'ratio'];
  return {
    sections: [[`Reads while ${what}`, markdown({ head, rows: [[...cells, times(ratio)]] })]],
    goals: [atMost(`p99 of reads while ${what} / idle`, ratio, 2, '×')],
  };
}
