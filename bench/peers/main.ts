// npm run bench:peers: compares Hookline with alternatives and prints Markdown tables. ../README.md describes the options.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { startEmbedded } from '../../src/db/embedded/server.ts';
import { fillCatalog, withoutSample, writeCsv } from '../catalog.ts';
import { type Hookline, makeScratch, readDatabasePid, startHookline } from '../hookline.ts';
import { connections } from '../load.ts';
import { describeMachine, isInstalled, pin, serviceCore } from '../machine.ts';
import { atEnd, stopAll, withCleanup } from '../processes.ts';
import { type Goal, goalTable, section } from '../report.ts';
import { type Contender, fields, type Hook, peers, plainContenders, type Setup } from './contenders.ts';
import manifest from './package.json' with { type: 'json' };
import { measureRounds, peerGoals, peerTable } from './rounds.ts';

const { values } = parseArgs({
  options: { hooks: { type: 'string' }, quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const effort = values.quick ? { rounds: 1, seconds: 2 } : { rounds: 3, seconds: 3 };
const few = 5000;
const many = Number(values.hooks ?? (values.quick ? few : 1_000_000));
const chosen = values.only?.split(',') ?? Object.keys(peers);
const scratch = makeScratch();

atEnd(scratch.remove);
await withCleanup(async () => {
  const unknown = chosen.filter((name) => !(name in peers));
  if (unknown.length > 0)
    throw new Error(`--only must be of ${Object.keys(peers).join(', ')}, not ${unknown.join(', ')}.`);
  // The install scripts of packages are skipped: what they compile or download is not needed here.
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', install, { cwd: import.meta.dirname, stdio: ['ignore', 2, 2] });
  // nginx and PostgreSQL may run as other users.
  chmodSync(scratch.path, 0o711);
  const dataDir = join(scratch.path, 'peers');
  const settings = { max_connections: '200', shared_buffers: '1GB', work_mem: '64MB', effective_cache_size: '2GB' };
  const server = await startEmbedded(dataDir, 1, { settings, prefix: [] });
  atEnd(server.stop);
  const pid = readDatabasePid(dataDir);
  pin(serviceCore, pid);
  const versions = Object.entries(manifest.dependencies).map((one) => one.join(' '));
  const head = [new Date().toISOString().slice(0, 10), describeMachine(), `autocannon, ${connections} connections`];
  console.log(`${[...head, ...versions].join('; ')}\n`);
  const goals: Goal[] = [];
  for (const hooks of new Set([few, many])) {
    const url = await prepare(server.url, hooks);
    const outcomes = await compare(hooks, { pid, url });
    goals.push(...peerGoals(hooks, outcomes));
    console.log(section(`${hooks.toLocaleString('en')} hooks`, peerTable(outcomes)));
  }
  console.log(section('Goals', goalTable(goals)));
});

function directoryOf(hooks: number): string {
  return join(scratch.path, `hookline-${hooks}`);
}

/** Imports generated hooks, and copies them into a new database of the peers. Resolves to its URL. */
async function prepare(server: string, hooks: number): Promise<string> {
  const name = `hooks_${hooks}`;
  const url = server.replace('/postgres?', `/${name}?`);
  const catalog = { file: join(directoryOf(hooks), 'hooks.csv'), count: hooks };
  mkdirSync(directoryOf(hooks));
  await writeCsv(catalog);
  await fillCatalog(directoryOf(hooks), catalog, async ({ dataDir }) => {
    const ours = await startEmbedded(dataDir);
    const [admin, from, to] = [server, ours.url, url].map((one) => new pg.Client({ connectionString: one }));
    await admin?.connect();
    await admin?.query(`create database ${name}`);
    for (const client of [from, to]) await client?.connect();
    await to?.query(`create table hooks (id text primary key, text text not null, views bigint not null, platform text not null,
      archetype text not null, emotional_trigger text not null, niche text not null)`);
    const list = `select 'hook_' || id, ${fields.slice(1).join()} from hooks where state = 'published'`;
    if (from && to)
      await pipeline(from.query(copy.to(`copy (${list}) to stdout`)), to.query(copy.from('copy hooks from stdin')));
    // The measured query reads the first twenty entries of the index.
    await to?.query('create index on hooks (niche, views desc, id)');
    await to?.query('vacuum (analyze, freeze) hooks');
    for (const client of [admin, from, to]) await client?.end();
  });
  return url;
}

async function compare(hooks: number, database: Setup['database']) {
  const hookline = await startHookline(directoryOf(hooks), { env: withoutSample });
  pin(serviceCore, hookline.databasePid);
  const lists = await listsWithoutTies(hookline);
  const setup = { hookline, database, niches: [...lists.keys()], bodies: [...lists.values()], scratch: scratch.path };
  const contenders: Contender[] = await plainContenders(setup);
  for (const name of chosen) {
    if (name === 'nginx' && !isInstalled(name)) console.error('nginx is not installed: left out.');
    else contenders.push(...((await peers[name]?.(setup)) ?? []));
  }
  const outcomes = await measureRounds(contenders, setup.bodies, effort);
  await stopAll();
  return outcomes;
}

/** Hookline's lists of up to 16 niches whose first 21 hooks have different views: contenders sort ids differently. */
async function listsWithoutTies({ url, key }: Hookline): Promise<Map<string, string>> {
  const get = async (path: string) => (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).text();
  const lists = new Map<string, string>();
  for (const niche of Object.keys(JSON.parse(await get('/meta')).data.values.niche)) {
    const hooks: Hook[] = JSON.parse(await get(`/hooks?niche=${niche}&limit=21`)).data;
    if (new Set(hooks.map(({ views }) => views)).size < 21) continue;
    lists.set(niche, await get(`/hooks?niche=${niche}&limit=20`));
    if (lists.size === 16) break;
  }
  if (lists.size === 0) throw new Error('Every niche has ties in views among its first 21 hooks.');
  return lists;
}
