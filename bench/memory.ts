// Measures where the memory of the service goes: idle, after load, after an import, and a minute after each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fillCatalog, withoutSample, writeCsv } from './catalog.ts';
import { afterJobs, type Hookline, importFile, startHookline } from './hookline.ts';
import { load } from './load.ts';
import { memoryBytes } from './processes.ts';
import { listPaths } from './read-cases.ts';
import type { Effort } from './reads.ts';
import { figure, markdown, type PartResult } from './report.ts';

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

/** Adds a thousand hooks to the catalog of `dataDir`. */
async function memoryTable(dataDir: string, { rounds, seconds }: Effort): Promise<string> {
  const hookline = await startHookline(dataDir, { env: withoutSample });
  // Threads cool down, and V8 shrinks the heap of an idle process, in less than this.
  const settle = () => pause(rounds > 1 ? 75_000 : 15_000);
  const { url, key } = hookline;
  const lists = await listPaths(hookline);
  const states = new Map<string, Map<string, number>>();
  await settle();
  states.set('idle', await measureState(hookline));
  for (let round = 0; round < rounds; round++)
    for (const paths of [lists, lists.map((path) => `${path}&max_views=9{n}`)])
      await load({ url, key, paths, seconds: seconds + 1 });
  states.set('after load', await measureState(hookline));
  await settle();
  states.set('a minute after load', await measureState(hookline));
  const more = { file: join(dataDir, 'import.csv'), count: 1000 };
  await writeCsv(more);
  await importFile(hookline, more.file);
  states.set('after an import', await measureState(hookline));
  await settle();
  states.set('a minute after the import', await measureState(hookline));
  await hookline.stop();
  const parts = [...(states.get('idle')?.keys() ?? [])];
  const rows = parts.map((part) => [part, ...[...states.values()].map((state) => figure(state.get(part) ?? 0))]);
  return markdown({ head: ['MB', ...states.keys()], rows });
}

/** Sizes in MB, from the kernel and from the metrics of the service, whose heap is the main thread's. */
async function measureState({ pid, databasePid, url, operatorKey }: Hookline): Promise<Map<string, number>> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) => (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  const headers = { authorization: `Bearer ${operatorKey}` };
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / 1e6;
  const [used, heap] = [metric('nodejs_heap_size_used_bytes'), metric('nodejs_heap_size_total_bytes')];
  const external = metric('nodejs_external_memory_bytes');
  return new Map([
    ['all (RSS)', field('VmRSS')],
    ['code and files', field('RssFile')],
    ['heap in use', used],
    ['heap, free', heap - used],
    ['external', external],
    ['the catalog, other threads, native', field('VmRSS') - field('RssFile') - heap - external],
    ['PostgreSQL', memoryBytes([databasePid]) / 1e6],
  ]);
}
