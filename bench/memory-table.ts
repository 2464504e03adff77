// Measures where the memory of the service goes: idle, after load and after an import. `npm run bench -- --memory`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeCsv } from './catalog-file.ts';
import { afterJobs, type Hookline, importFile, startHookline } from './hookline.ts';
import { load } from './load.ts';
import type { ProbeResult, ThreadMemory } from './memory-probe.ts';
import { memoryBytes } from './processes.ts';
import { valuesInUse } from './read-cases.ts';
import type { Effort } from './reads.ts';
import { figure, markdown } from './report.ts';

const probe = new URL('./memory-probe.ts', import.meta.url).href;
const mib = 2 ** 20;
/** Longer than threads stay warm, and than V8 takes to shrink the heap of an idle process. */
const settleMs = 75_000;
const importedHooks = 1000;

type State = ProbeResult & { name: string; anonymous: number; files: number; threadCount: number; database: number };

/** Of an existing data directory, whose service is not running, or of new ones with these numbers of hooks. */
export async function measureMemoryTables(
  scratch: string,
  effort: Effort,
  catalogs: string | readonly number[],
  print: (title: string, table: string) => void,
): Promise<void> {
  if (typeof catalogs === 'string') return print(`Memory of ${catalogs}`, await memoryTable(catalogs, effort));
  for (const count of new Set(catalogs)) {
    const dataDir = join(scratch, `memory-${count}`);
    mkdirSync(dataDir);
    await fillCatalog(dataDir, count);
    print(`Memory, ${count.toLocaleString('en')} hooks`, await memoryTable(dataDir, effort));
  }
}

async function fillCatalog(dataDir: string, count: number): Promise<void> {
  const file = join(dataDir, 'hooks.csv');
  await writeCsv(file, count);
  const hookline = await startHookline(dataDir, { env: { HOOKLINE_SAMPLE: '0' }, isPinned: false });
  await importFile(dataDir, hookline.url, file);
  await afterJobs(hookline);
  await hookline.stop();
  rmSync(file);
}

/** The catalog of `dataDir` gets further hooks. */
async function memoryTable(dataDir: string, effort: Effort): Promise<string> {
  const file = join(dataDir, 'memory.json');
  const env = { HOOKLINE_SAMPLE: '0', NODE_OPTIONS: `--import=${probe}`, HOOKLINE_MEMORY_FILE: file };
  const hookline = await startHookline(dataDir, { env });
  const settle = () => pause(effort.rounds > 1 ? settleMs : settleMs / 5);
  const states: State[] = [];
  const add = async (name: string) => states.push(await measureState(name, hookline, file));
  await settle();
  await add('idle');
  await loadAsPeers(hookline, dataDir, effort);
  await add('after load');
  await settle();
  await add('a minute later');
  const csv = join(dataDir, 'import.csv');
  await writeCsv(csv, importedHooks);
  await importFile(dataDir, hookline.url, csv);
  await add('after an import');
  await settle();
  await add('a minute later');
  await hookline.stop();
  return tableOf(states);
}

/** The lists of bench:peers, as often. */
async function loadAsPeers(hookline: Hookline, scratch: string, { rounds, seconds }: Effort): Promise<void> {
  const { niche } = await valuesInUse(hookline);
  const lists = niche.slice(0, 16).map((name) => `/hooks?niche=${name}&limit=20`);
  for (let round = 0; round < rounds; round++)
    for (const paths of [lists, lists.map((path) => `${path}&max_views=9{n}`)])
      await load({ url: hookline.url, key: hookline.key, paths, seconds: seconds + 1 }, scratch);
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
  const row = (name: string, bytes: (state: State) => number | undefined) => [
    name,
    ...states.map((state) => {
      const value = bytes(state);
      return value === undefined ? '' : figure(value / mib);
    }),
  ];
  const names = [...new Set(states.flatMap(({ threads }) => threads.map(({ name }) => name)))].filter(
    (n) => n !== 'main',
  );
  const threadRows = names.map((name) => row(`thread ${name}`, ({ threads }) => ownBytes(threads, name)));
  const rows = [
    row('all (RSS)', ({ anonymous, files }) => anonymous + files),
    row('code and files', ({ files }) => files),
    row('heap in use', ({ threads }) => mainOf(threads).used),
    row('heap, free', ({ threads }) => mainOf(threads).heap - mainOf(threads).used),
    row('external', ({ threads, reserve }) => mainOf(threads).external - reserve),
    row('shared: the catalog', ({ shared }) => shared),
    ...threadRows,
    row('native: malloc, stacks, code', restOf),
    row('PostgreSQL', ({ database }) => database),
    ['threads', ...states.map(({ threadCount }) => String(threadCount))],
  ];
  return markdown({ head: ['MB', ...states.map(({ name }) => name)], rows });
}

function mainOf(threads: ProbeResult['threads']): ThreadMemory {
  const main = threads.find(({ name }) => name === 'main');
  if (!main) throw new Error('The main thread did not answer.');
  return main;
}

function ownBytes(threads: ProbeResult['threads'], name: string): number | undefined {
  const own = threads.filter((thread) => thread.name === name);
  return own.length === 0 ? undefined : own.reduce((sum, { heap, external }) => sum + heap + external, 0);
}

function restOf({ anonymous, shared, reserve, threads }: State): number {
  return anonymous - shared + reserve - threads.reduce((sum, { heap, external }) => sum + heap + external, 0);
}
