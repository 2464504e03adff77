// Measures where the memory of the service goes: idle, after load, after an import, and a minute after each.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fillCatalog, withoutSample, writeCsv } from './catalog.ts';
import { afterJobs, type Hookline, importFile, startHookline } from './hookline.ts';
import { load } from './load.ts';
import type { ProbeResult, ThreadMemory } from './memory-probe.ts';
import { memoryBytes } from './processes.ts';
import { listPaths } from './read-cases.ts';
import type { Effort } from './reads.ts';
import { figure, markdown, type PartResult } from './report.ts';

const probe = new URL('./memory-probe.ts', import.meta.url).href;
/** Threads stay warm for less than this, and V8 shrinks the heap of an idle process in less. */
const settleMs = 75_000;

type State = ProbeResult & { name: string; anonymous: number; files: number; threadCount: number; database: number };
type Catalog = { dataDir: string; count: number };

/** Measures an existing data directory, whose service is not running, or new ones with these numbers of hooks. */
export async function* measureMemory(
  catalogs: string | readonly Catalog[],
  effort: Effort,
): AsyncGenerator<PartResult> {
  if (typeof catalogs === 'string')
    return yield { sections: [[`Memory of ${catalogs}`, await memoryTable(catalogs, effort)]], goals: [] };
  for (const { dataDir, count } of catalogs) {
    const catalog = { file: join(dataDir, 'hooks.csv'), count };
    await writeCsv(catalog);
    await fillCatalog(dataDir, catalog, afterJobs);
    const title = `Memory by part, ${count.toLocaleString('en')} hooks`;
    yield { sections: [[title, await memoryTable(dataDir, effort)]], goals: [] };
  }
}

/** The catalog of `dataDir` gets a thousand hooks. */
async function memoryTable(dataDir: string, { rounds, seconds }: Effort): Promise<string> {
  const answer = join(dataDir, 'memory.json');
  const env = { ...withoutSample, NODE_OPTIONS: `--import=${probe}`, HOOKLINE_MEMORY_FILE: answer };
  const hookline = await startHookline(dataDir, { env });
  const settle = () => pause(rounds > 1 ? settleMs : settleMs / 5);
  const states: State[] = [];
  const add = async (name: string) => states.push(await measureState(name, hookline, answer));
  await settle();
  await add('idle');
  const { url, key } = hookline;
  const lists = await listPaths(hookline);
  for (let round = 0; round < rounds; round++)
    for (const paths of [lists, lists.map((path) => `${path}&max_views=9{n}`)])
      await load({ url, key, paths, seconds: seconds + 1 });
  await add('after load');
  await settle();
  await add('a minute later');
  const more = { file: join(dataDir, 'import.csv'), count: 1000 };
  await writeCsv(more);
  await importFile(hookline, more.file);
  await add('after an import');
  await settle();
  await add('a minute later');
  await hookline.stop();
  return tableOf(states);
}

async function measureState(name: string, { pid, databasePid }: Hookline, file: string): Promise<State> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const database = memoryBytes([databasePid]);
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await pause(100);
  const answer = JSON.parse(readFileSync(file, 'utf8')) as ProbeResult;
  const anonymous = (field('RssAnon') + field('RssShmem')) * 1024;
  return { ...answer, name, anonymous, files: field('RssFile') * 1024, threadCount: field('Threads'), database };
}

function tableOf(states: readonly State[]): string {
  const row = (name: string, bytes: (state: State) => number | undefined) => {
    const values = states.map(bytes);
    return [name, ...values.map((value) => (value === undefined ? '' : figure(value / 2 ** 20)))];
  };
  const names = new Set(states.flatMap(({ threads }) => threads.map(({ name }) => name)));
  names.delete('main');
  const rows = [
    row('all (RSS)', ({ anonymous, files }) => anonymous + files),
    row('code and files', ({ files }) => files),
    row('heap in use', ({ threads }) => mainOf(threads).used),
    row('heap, free', ({ threads }) => mainOf(threads).heap - mainOf(threads).used),
    row('external', ({ threads, reserve }) => mainOf(threads).external - reserve),
    row('shared: the catalog', ({ shared }) => shared),
    ...[...names].map((name) => row(`thread ${name}`, ({ threads }) => ownBytes(threads, name))),
    row('native: malloc, stacks, code', restOf),
    row('PostgreSQL', ({ database }) => database),
    ['threads', ...states.map(({ threadCount }) => String(threadCount))],
  ];
  return markdown({ head: ['MB', ...states.map(({ name }) => name)], rows });
}

function mainOf(threads: readonly ThreadMemory[]): ThreadMemory {
  const main = threads.find(({ name }) => name === 'main');
  if (!main) throw new Error('The main thread did not answer.');
  return main;
}

const sum = (threads: readonly ThreadMemory[]) => threads.reduce((sum, { heap, external }) => sum + heap + external, 0);

function ownBytes(threads: readonly ThreadMemory[], name: string): number | undefined {
  const own = threads.filter((thread) => thread.name === name);
  return own.length === 0 ? undefined : sum(own);
}

function restOf({ anonymous, shared, reserve, threads }: State): number {
  return anonymous - shared + reserve - sum(threads);
}
