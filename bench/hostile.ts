// Measures a legitimate client during one attack after the other: its latency, the memory and open files of the service, and how the
// attackers' connections end.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AttackReport } from './attack-sockets.ts';
import type { AttackName, AttackTask } from './attacks.ts';
import type { DeliveryTask } from './delivery-client.ts';
import { createExporter } from './exports.ts';
import { type Hookline, openAccount, startHookline } from './hookline.ts';
import { loadCore, pinned } from './machine.ts';
import { cpuMicros, openFiles, residentBytes } from './processes.ts';
import { listPaths } from './read-cases.ts';
import { figure, markdown, times } from './report.ts';
import type { SteadyTask, SteadyWindow } from './steady-client.ts';

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const clientScript = script('./steady-client.ts');
const deliveryScript = script('./delivery-client.ts');
const attackScript = script('./attacks.ts');

type Attack = {
  attack: AttackName;
  seconds: number;
  /** The documented limit in seconds after which the service closes its connections. */
  closedWithin?: number;
  /** What the legitimate client does. Default: lists of hooks. */
  client?: 'compressed' | 'database' | 'deliveries';
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
  { attack: 'names that do not resolve', seconds: 15, client: 'deliveries' },
  { attack: 'tests, replays and exports without end', seconds: 10, client: 'database' },
];

type HostileResult = {
  attack: string;
  idle: SteadyWindow;
  during: SteadyWindow;
  report: AttackReport;
  closedWithin: number | undefined;
  /** Per cent of one core: with the legitimate client alone, and during the attack. */
  cpu: { idle: number; during: number };
  /** Event loop delay of the service during the attack, in ms: the part of the latency that it causes itself. */
  loopDelay: { p99: number; max: number };
  /** Bytes: before, the maximum, and after the attack. */
  memory: { before: number; max: number; after: number };
  /** `late` is before the attackers close: an attacker that does not read does not notice that the service closed. */
  files: { before: number; max: number; late: number; after: number };
};

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
  HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
  // The legitimate client measures with more of them than the default allows.
  HOOKLINE_LIMIT_TEST_DELIVERIES_PER_HOUR: '1000',
};

/** The table, in Markdown. `only` names attacks by a part of their names. */
export async function measureHostile(dataDir: string, only = ''): Promise<string> {
  const hookline = await startHookline(dataDir, { env, isPinned: false });
  try {
    const exporter = await createExporter(hookline);
    const { downloadUrl } = await exporter.run('jsonl');
    const { pathname, search } = new URL(downloadUrl);
    const paths = await listPaths(hookline);
    const key = await openAccount(hookline.operator);
    // Uses up the export of the day, so that further ones are refused.
    await post(hookline, key, '/export', { format: 'jsonl' });
    const enterpriseKey = await openAccount(hookline.operator, 'enterprise');
    const { webhook_id: webhookId } = await post(hookline, enterpriseKey, '/webhooks', { webhook_url: discardUrl });
    const enterprise = { key: enterpriseKey, webhookId: String(webhookId) };
    const attacker = { key, download: pathname + search, enterprise };
    const results: HostileResult[] = [];
    for (const entry of attacks)
      if (entry.attack.includes(only)) results.push(await measureAttack(hookline, entry, paths, attacker));
    return table(results);
  } finally {
    await hookline.stop();
  }
}

/** Nothing listens there, so deliveries fail at once. */
const discardUrl = 'http://127.0.0.1:9/';

async function post({ url }: Hookline, key: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

async function measureAttack(
  hookline: Hookline,
  { attack, seconds, closedWithin, client }: Attack,
  paths: readonly string[],
  attacker: Pick<AttackTask, 'key' | 'download' | 'enterprise'>,
): Promise<HostileResult> {
  const { pid, url } = hookline;
  const lateSeconds = seconds - 2 * marginSeconds;
  const windows = await startClient(hookline, client, paths, [warmSeconds, idleSeconds, marginSeconds, lateSeconds]);
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

/** The delay since the last call. */
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

/** The client's requests, over connections opened before the attack. */
async function startClient(
  hookline: Hookline,
  client: Attack['client'],
  paths: readonly string[],
  windows: readonly number[],
): Promise<AsyncGenerator<SteadyWindow, undefined>> {
  const { url, key } = hookline;
  const steady: SteadyTask = { url, key, paths, headers: {}, rate: 500, connections: 16, windows };
  if (client === 'deliveries') {
    const task: DeliveryTask = { url, key: await openAccount(hookline.operator, 'enterprise'), windows };
    return readWindows(deliveryScript, task);
  }
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

const megabytes = (bytes: number) => figure(bytes / 1e6);

function table(results: readonly HostileResult[]): string {
  const head = [
    'attack',
    'p99 idle',
    'p99 during',
    '× idle',
    'new connection median, most',
    'loop late p99, most',
    'CPU % idle, during',
    'failed',
    'RSS MB before, most, after',
  ];
  head.push('open files before, most, late, after', 'attackers’ connections', 'longest lived', 'answers to them');
  const rows = results.map(({ attack, idle, during, loopDelay, cpu, report, closedWithin, memory, files }) => [
    attack,
    `${figure(idle.p99)} ms`,
    `${figure(during.p99)} ms`,
    times(during.p99 / idle.p99),
    `${figure(during.fresh.p50)}, ${figure(during.fresh.max)} ms`,
    `${figure(loopDelay.p99)}, ${figure(loopDelay.max)} ms`,
    `${figure(cpu.idle)}, ${figure(cpu.during)}`,
    `${during.failed} of ${during.requests}`,
    `${megabytes(memory.before)}, ${megabytes(memory.max)}, ${megabytes(memory.after)}`,
    `${files.before}, ${files.max}, ${files.late}, ${files.after}`,
    `${report.opened.toLocaleString('en')}, ${report.closed.toLocaleString('en')} closed`,
    `${figure(report.longest)} s${closedWithin === undefined ? '' : ` (limit ${closedWithin} s)`}`,
    Object.entries(report.statuses)
      .map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
      .join(', '),
  ]);
  return markdown({ head, rows });
}
