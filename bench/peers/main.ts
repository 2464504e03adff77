// npm run bench:peers: compares Hookline with alternatives and prints Markdown tables. ../README.md describes the options.
import { chmodSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeCsv } from '../catalog-file.ts';
import { atEnd, withCleanup } from '../cleanup.ts';
import { goalTable } from '../goals.ts';
import { idleBytes, importFile, makeScratch, readDatabasePid, startHookline } from '../hookline.ts';
import { connections, loadTool } from '../load.ts';
import { describeMachine, isInstalled, pin, serviceCore } from '../machine.ts';
import { memoryBytes, stopAll } from '../processes.ts';
import { figure } from '../report.ts';
import type { Contender, Setup } from './contender.ts';
import { copyHooks, type PeerDatabase, startPeerDatabase } from './database.ts';
import {
  directusContenders,
  fastifyContenders,
  installDirectus,
  jsonServerContender,
  postgraphileContender,
} from './database-contenders.ts';
import { installPeers, peerVersions } from './install.ts';
import { constantContender, hooklineContenders, nginxContender } from './plain-contenders.ts';
import { measureRounds } from './rounds.ts';
import { goalsOf, idleTable, peerTable, type Setting } from './tables.ts';
import { nichesWithoutTies } from './verify.ts';

const kinds = {
  nginx: nginxContender,
  fastify: fastifyContenders,
  postgraphile: postgraphileContender,
  directus: directusContenders,
  'json-server': jsonServerContender,
};
type Kind = keyof typeof kinds;

const { values } = parseArgs({
  options: { hooks: { type: 'string' }, quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const effort = values.quick ? { rounds: 1, seconds: 2 } : { rounds: 3, seconds: 3 };
const few = 5_000;
const many = Number(values.hooks ?? (values.quick ? few : 1_000_000));
const chosen = chooseKinds(values.only);
const template = 'peers';
const report: string[] = [];

await withCleanup(async () => {
  installPeers();
  const scratch = makeScratch();
  atEnd(scratch.remove);
  // nginx and PostgreSQL may run as other users.
  chmodSync(scratch.path, 0o711);
  const machine = `${describeMachine()}; ${loadTool}, ${connections} connections`;
  const database = await startPeerDatabase(join(scratch.path, 'peers'));
  atEnd(database.stop);
  const [row] = await database.query('postgres', 'show server_version');
  const versions = `${peerVersions()}, PostgreSQL ${row?.server_version}`;
  const heading = `${new Date().toISOString().slice(0, 10)}; ${machine}. ${versions}.\n`;
  if (chosen.includes('directus')) await installDirectus(database, template);
  else await database.query('postgres', `create database ${template}`);
  // Runs before the clean-ups registered earlier: servers stop before their database.
  atEnd(stopAll);
  const settings: Setting[] = [];
  for (const hooks of new Set([few, many])) settings.push(...(await compareAt(scratch.path, database, hooks)));
  console.log([heading, `### Goals\n\n${goalTable(goalsOf(settings))}\n`, ...report].join('\n'));
  console.log(`### Idle\n\n${idleTable(settings)}`);
});

/** Printed after the goals, which are known at the end. */
function add(text: string): void {
  report.push(`${text}\n`);
}

/** Compares at one catalog size, with one core and with two. */
async function compareAt(scratch: string, database: PeerDatabase, hooks: number): Promise<Setting[]> {
  const location = { dataDir: join(scratch, `hookline-${hooks}`), databaseName: `hooks_${hooks}` };
  const file = join(scratch, `${hooks}.jsonl`);
  mkdirSync(location.dataDir);
  await publish(location.dataDir, hooks, (dataDir) =>
    copyHooks(dataDir, database, { name: location.databaseName, template, file }),
  );
  const settings: Setting[] = [];
  for (const processes of [1, 2]) {
    const title = `${hooks.toLocaleString('en')} hooks, ${processes === 1 ? '1 core' : `${processes} cores`}`;
    console.error(title);
    add(`### ${title}`);
    if (processes > 1) add(`Nothing is pinned: servers, PostgreSQL and load share ${availableParallelism()} cores.`);
    const common = { ...location, database, file, processes, scratch };
    settings.push({ hooks, processes, ...(await compare(common)) });
  }
  return settings;
}

/** Imports generated hooks as an operator does, and calls `then` while the service is running. */
async function publish(dataDir: string, hooks: number, then: (dataDir: string) => Promise<void>): Promise<void> {
  const csv = join(dataDir, 'hooks.csv');
  await writeCsv(csv, hooks);
  const hookline = await startHookline(dataDir, { env: { HOOKLINE_SAMPLE: '0' }, isPinned: false });
  const { report } = await importFile(dataDir, hookline.url, csv);
  if (report.added !== hooks) throw new Error(`The import added ${report.added} of ${hooks} hooks.`);
  await then(dataDir);
  await hookline.stop();
}

type Common = Pick<Setup, 'database' | 'databaseName' | 'file' | 'processes' | 'scratch'> & { dataDir: string };

async function compare({ dataDir, ...common }: Common): Promise<Pick<Setting, 'idle' | 'outcomes'>> {
  const { processes, database } = common;
  const isPinned = processes === 1;
  pin(isPinned ? serviceCore : undefined, database.pid);
  const args = ['--processes', String(processes)];
  const hookline = await startHookline(dataDir, { env: { HOOKLINE_SAMPLE: '0' }, isPinned, args });
  const idle = await idleBytes(hookline);
  const niches = await nichesWithoutTies(hookline.url, hookline.key);
  const bodies: Buffer[] = [];
  for (const niche of niches) {
    const headers = { authorization: `Bearer ${hookline.key}` };
    const response = await fetch(`${hookline.url}/hooks?niche=${niche}&limit=20`, { headers });
    bodies.push(Buffer.from(await response.arrayBuffer()));
  }
  const setup: Setup = { ...common, hookline, hooklineDatabase: readDatabasePid(dataDir), niches, bodies };
  const contenders: Contender[] = [...(await constantContender(setup)), ...(await hooklineContenders(setup))];
  for (const kind of chosen) {
    try {
      contenders.push(...(await kinds[kind](setup)));
    } catch (error) {
      add(`${kind} did not start: ${(error as Error).message}`);
    }
  }
  const outcomes = await measureRounds(setup, contenders, effort);
  add(peerTable(outcomes));
  const memory = [database.pid, setup.hooklineDatabase].map((pid) => `${figure(memoryBytes([pid]) / 1e6)} MB`);
  add(`PostgreSQL of the peers, with the connections of all of them: ${memory[0]}; Hookline's own: ${memory[1]}.`);
  await stopAll();
  return { idle, outcomes };
}

function chooseKinds(only: string | undefined): Kind[] {
  const all = Object.keys(kinds) as Kind[];
  const unknown = only?.split(',').filter((name) => !all.includes(name as Kind)) ?? [];
  if (unknown.length > 0)
    throw new Error(`--only must be one or more of ${all.join(', ')}, not ${unknown.join(', ')}.`);
  const wanted = only ? all.filter((name) => only.split(',').includes(name)) : all;
  if (!wanted.includes('nginx') || isInstalled('nginx')) return wanted;
  console.error('nginx is not installed: left out.');
  return wanted.filter((name) => name !== 'nginx');
}
