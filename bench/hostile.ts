// Measures a legitimate client during one attack after the other: its latency, the memory and open files of the service, and how the
// attackers' connections end.
import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startNameServer } from '../test/setup/network/name-server.ts';
import type { AttackReport } from './attack-sockets.ts';
import type { AttackName, AttackTask } from './attacks.ts';
import { fillWithCustomers } from './crowd.ts';
import { createExporter } from './exports.ts';
import { createKey, type Hookline, makeScratch, openAccount, startHookline } from './hookline.ts';
import { type HostileResult, hostileTable } from './hostile-table.ts';
import type { LookupTask } from './lookup-client.ts';
import { loadCore, pinned } from './machine.ts';
import { cpuMicros, openFiles, residentBytes } from './processes.ts';
import { listPaths } from './read-cases.ts';
import type { SteadyTask, SteadyWindow } from './steady-client.ts';

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const clientScript = script('./steady-client.ts');
const lookupScript = script('./lookup-client.ts');
const attackScript = script('./attacks.ts');

type Attack = {
  attack: AttackName;
  seconds: number;
  /** The documented limit in seconds after which the service closes its connections. */
  closedWithin?: number;
  /** Requests of the legitimate client. Default: lists of hooks. */
  client?: 'compressed' | 'database' | 'lookups';
  /** The service has many other customers. */
  isCrowded?: boolean;
};

const attacks: readonly Attack[] = [
  { attack: 'slow headers', seconds: 16, closedWithin: 11 },
  { attack: 'slow bodies', seconds: 38, closedWithin: 30 },
  { attack: 'answers that are not read', seconds: 75, closedWithin: 60 },
  { attack: 'answers read at 1 KB/s', seconds: 15 },
  { attack: '10,000 idle connections', seconds: 18, closedWithin: 11 },
  { attack: '10,000 kept connections', seconds: 15 },
  { attack: 'pipelining, not read', seconds: 10 },
  { attack: 'pipelining, read', seconds: 10 },
  { attack: 'huge headers and addresses', seconds: 10 },
  { attack: 'bad keys from one address', seconds: 10 },
  { attack: 'bad keys from many addresses', seconds: 10 },
  { attack: 'a connection for each request', seconds: 10 },
  { attack: 'bodies of 100 MB', seconds: 10 },
  { attack: 'malformed requests', seconds: 10 },
  { attack: 'queries of 7,900 parameters', seconds: 10 },
  { attack: 'downloads with gzip', seconds: 10, client: 'compressed' },
  { attack: 'exports with large filters', seconds: 24 },
  { attack: 'refused exports at once', seconds: 10 },
  { attack: 'refused exports at once', seconds: 10, client: 'database' },
  { attack: 'names that do not resolve', seconds: 15, client: 'lookups' },
  { attack: 'tests, replays and exports without end', seconds: 10, client: 'database' },
  { attack: 'refusals of a colleague', seconds: 12, isCrowded: true },
  { attack: 'feeds rotated without end', seconds: 12, isCrowded: true },
  { attack: 'changes without end', seconds: 12, isCrowded: true },
  { attack: 'invented OAuth codes', seconds: 12, isCrowded: true },
];

const warmSeconds = 2;
const idleSeconds = 5;
/** Part of the attack before and after the measured window. */
const marginSeconds = 2;
const settleSeconds = 10;
/** Resolution of Node's loop delay histogram, which it includes in the delay. */
const delayResolutionMs = 10;

const env = {
  // Makes the X-Forwarded-For of the attackers count.
  HOOKLINE_TRUSTED_PROXIES: 'loopback',
};

/** The table, in Markdown. `only` names attacks by a part of their names. */
export async function measureHostile(dataDir: string, only = ''): Promise<string> {
  const chosen = attacks.filter(({ attack }) => attack.includes(only));
  const onNames = chosen.filter(({ client }) => client === 'lookups');
  const others = chosen.filter((entry) => !onNames.includes(entry));
  const results: HostileResult[] = [];
  if (others.length > 0) results.push(...(await measureAttacks(dataDir, discardSetup, others)));
  if (onNames.length > 0) results.push(...(await withNameServer((setup) => measureAttacks(dataDir, setup, onNames))));
  return hostileTable(results);
}

type Setup = {
  env: NodeJS.ProcessEnv;
  /** The command that runs the service. */
  prefix: readonly string[];
  /** URL of every webhook. */
  webhookUrl: string;
};

/** Nothing listens there, so deliveries fail at once. */
const discardSetup: Setup = {
  env: { ...env, HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' },
  prefix: [],
  webhookUrl: 'http://127.0.0.1:9/',
};

async function measureAttacks(
  dataDir: string,
  { env, prefix, webhookUrl }: Setup,
  entries: readonly Attack[],
): Promise<HostileResult[]> {
  const hookline = await startHookline(dataDir, { env, prefix, isPinned: false });
  try {
    const exporter = await createExporter(hookline);
    const { downloadUrl } = await exporter.run('jsonl');
    const { pathname, search } = new URL(downloadUrl);
    const paths = await listPaths(hookline);
    const { key } = await openAccount(hookline.operator);
    // Uses up the export of the day, so that further ones are refused.
    await post(hookline, key, '/export', { format: 'jsonl' });
    const [enterprise, customer] = [await openWebhook(hookline, webhookUrl), await openWebhook(hookline, webhookUrl)];
    const colleagueKey = await createKey(hookline.operator, hookline.accountId);
    const attacker = { key, download: pathname + search, enterprise, colleagueKey };
    const results: HostileResult[] = [];
    for (const entry of entries) {
      if (entry.isCrowded) await fillWithCustomers(dataDir);
      // Each attack gets a new account, whose limit of changes a minute is unused.
      const free = await openFree(hookline);
      results.push(await measureAttack({ hookline, customer, paths }, entry, { ...attacker, free }));
    }
    return results;
  } finally {
    await hookline.stop();
  }
}

const nameServerAddress = '127.0.0.53';
const resolvingNames = Array.from({ length: 4 }, (_, at) => `customer-${at}.example.com`);

/** Starts a DNS server that resolves `resolvingNames` only and never responds to other queries. */
async function withNameServer<T>(use: (setup: Setup) => Promise<T[]>): Promise<T[]> {
  if (process.getuid?.() !== 0) {
    console.error('Names that do not resolve: needs root, for a name server on port 53 and a resolv.conf of its own.');
    return [];
  }
  const known = Object.fromEntries(resolvingNames.map((name) => [name, ['93.184.215.14']]));
  const server = await startNameServer(known, { address: nameServerAddress, port: 53 });
  const scratch = makeScratch();
  const config = join(scratch.path, 'resolv.conf');
  writeFileSync(config, `nameserver ${nameServerAddress}\n`);
  try {
    const prefix = ['unshare', '--mount', 'sh', '-c', `mount --bind ${config} /etc/resolv.conf && exec "$@"`, 'sh'];
    return await use({ env, prefix, webhookUrl: `https://${resolvingNames[0]}/` });
  } finally {
    await server.close();
    scratch.remove();
  }
}

type Webhook = AttackTask['enterprise'];

/** An account of the Enterprise plan with a webhook. */
async function openWebhook(hookline: Hookline, webhookUrl: string): Promise<Webhook> {
  const { key } = await openAccount(hookline.operator, 'enterprise');
  const { webhook_id: webhookId } = await post(hookline, key, '/webhooks', { webhook_url: webhookUrl });
  return { key, webhookId: String(webhookId) };
}

/** An account of the Free plan with a saved search and a collection. */
async function openFree(hookline: Hookline): Promise<AttackTask['free']> {
  const { key } = await openAccount(hookline.operator, 'free');
  const { search_id: searchId } = await post(hookline, key, '/searches', { name: 'Bench', filters: { niche: 'food' } });
  const { collection_id: collectionId } = await post(hookline, key, '/collections', { name: 'Bench' });
  return { key, searchId: String(searchId), collectionId: String(collectionId) };
}

async function post({ url }: Hookline, key: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Targets of the legitimate client. */
type Target = { hookline: Hookline; customer: Webhook; paths: readonly string[] };

async function measureAttack(
  target: Target,
  { attack, seconds, closedWithin, client }: Attack,
  attacker: Omit<AttackTask, 'attack' | 'url' | 'seconds'>,
): Promise<HostileResult> {
  const { hookline } = target;
  const { pid, url } = hookline;
  const lateSeconds = seconds - 2 * marginSeconds;
  const windows = startClient(target, client, [warmSeconds, idleSeconds, marginSeconds, lateSeconds]);
  await next(windows);
  const [idle, cpuIdle] = await withCpu(pid, next(windows));
  const before = { memory: residentBytes(pid), files: openFiles(pid) };
  const max = { ...before };
  const watch = setInterval(() => {
    max.memory = Math.max(max.memory, residentBytes(pid));
    max.files = Math.max(max.files, openFiles(pid));
  }, 100);
  const task: AttackTask = { ...attacker, attack, url, seconds };
  const [program, ...args] = pinned(loadCore, [process.execPath, attackScript, JSON.stringify(task)]);
  const attacking = run(program, args);
  await next(windows);
  await takeLoopDelay(hookline);
  const [during, cpuDuring] = await withCpu(pid, next(windows));
  const loopDelay = await takeLoopDelay(hookline);
  const late = openFiles(pid);
  const { stdout } = await attacking;
  for (let waited = 0; waited < settleSeconds && openFiles(pid) > before.files + 2; waited++) await wait(1);
  clearInterval(watch);
  return {
    attack: client === undefined ? attack : `${attack} (client: ${client})`,
    idle,
    during,
    closedWithin,
    loopDelay,
    cpu: { idle: cpuIdle, during: cpuDuring },
    report: JSON.parse(stdout) as AttackReport,
    memory: { before: before.memory, max: max.memory, after: residentBytes(pid) },
    files: { before: before.files, max: max.files, late, after: openFiles(pid) },
  };
}

/** Loop delay since the last call. */
async function takeLoopDelay({ url, operatorKey }: Hookline): Promise<HostileResult['loopDelay']> {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  const delayOf = (what: string) => {
    const seconds = new RegExp(`^nodejs_eventloop_lag_${what}_seconds (\\S+)`, 'm').exec(metrics)?.[1];
    return Math.max(0, Number(seconds) * 1000 - delayResolutionMs);
  };
  return { p99: delayOf('p99'), max: delayOf('max') };
}

async function withCpu<T>(pid: number, work: Promise<T>): Promise<[T, number]> {
  const [startedAt, before] = [performance.now(), cpuMicros([pid])];
  const result = await work;
  return [result, (cpuMicros([pid]) - before) / (performance.now() - startedAt) / 10];
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Starts the client's requests, over connections opened before the attack. */
function startClient(
  { hookline: { url, key }, customer, paths }: Target,
  client: Attack['client'],
  windows: readonly number[],
): AsyncGenerator<SteadyWindow, undefined> {
  const steady: SteadyTask = { url, key, paths, headers: {}, rate: 500, connections: 16, windows };
  if (client === 'lookups')
    return readWindows(lookupScript, { url, ...customer, names: resolvingNames, windows } satisfies LookupTask);
  if (client === 'database') return readWindows(clientScript, { ...steady, paths: ['/exports?limit=1'], rate: 100 });
  if (client === 'compressed')
    return readWindows(clientScript, {
      ...steady,
      paths: paths.map((path) => path.replace('limit=20', 'limit=100')),
      headers: { 'accept-encoding': 'gzip' },
      rate: 100,
    });
  return readWindows(clientScript, steady);
}

/** Yields the windows as they end. */
async function* readWindows(path: string, task: object): AsyncGenerator<SteadyWindow, undefined> {
  const [program, ...args] = pinned(loadCore, [process.execPath, path, JSON.stringify(task)]);
  const client = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(client.stdout)) yield JSON.parse(line);
}

async function next(windows: AsyncGenerator<SteadyWindow, undefined>): Promise<SteadyWindow> {
  const { value } = await windows.next();
  if (value === undefined) throw new Error('The measuring client exited early.');
  return value;
}
