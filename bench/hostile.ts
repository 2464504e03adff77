// A good client beside one attack after the other: what it notices, what the service grows by, and what becomes of the
// attackers' connections.
import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AttackReport } from './attack-sockets.ts';
import type { AttackName, AttackTask } from './attacks.ts';
import { createExporter } from './exports.ts';
import { type Hookline, openAccount, startHookline } from './hookline.ts';
import { loadCore, pinned } from './machine.ts';
import { cpuMicros, openFiles, residentBytes } from './processes.ts';
import { readCases } from './read-cases.ts';
import { figure, markdown, times } from './report.ts';
import type { SteadyTask, SteadyWindow } from './steady-client.ts';

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const clientScript = script('./steady-client.ts');
const attackScript = script('./attacks.ts');

/** Seconds of each attack, and those after which the service says that it closes the attacker's connections. */
const attacks: readonly { attack: AttackName; seconds: number; closedWithin?: number }[] = [
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
];

type HostileResult = {
  attack: string;
  idle: SteadyWindow;
  during: SteadyWindow;
  report: AttackReport;
  closedWithin: number | undefined;
  /** Of one core, in per cent: what the good client alone takes, and with the attack. */
  cpu: { idle: number; during: number };
  /** How late the service's loop came round, in ms while the attack went on: what of the latency is its own. */
  loopDelay: { p99: number; max: number };
  /** Bytes and open files: before, the most during, and when the attackers have gone. */
  memory: { before: number; most: number; after: number };
  /** `late`: before the attackers go. Who does not read does not notice that it was cut off, so this tells it. */
  files: { before: number; most: number; late: number; after: number };
};

const warmSeconds = 2;
const idleSeconds = 5;
/** So long an attack goes on before the good client is looked at, and so much longer. */
const marginSeconds = 2;
const settleSeconds = 10;
/** Node looks at its loop so often, and counts that into the delay. */
const delaySampledMs = 10;

// Addresses that attackers say they come from count.
const env = { HOOKLINE_TRUSTED_PROXIES: 'loopback' };

/** The table, in Markdown. `only` names attacks by a part of their names. */
export async function measureHostile(dataDir: string, only = ''): Promise<string> {
  const hookline = await startHookline(dataDir, { env, isPinned: false });
  try {
    const exporter = await createExporter(hookline);
    const { downloadUrl } = await exporter.run('jsonl');
    const { pathname, search } = new URL(downloadUrl);
    const [{ paths }] = await readCases(hookline);
    const attackerKey = await openAccount(hookline.operator);
    const results: HostileResult[] = [];
    for (const one of attacks)
      if (one.attack.includes(only))
        results.push(await endure(hookline, one, paths, { key: attackerKey, download: pathname + search }));
    return table(results);
  } finally {
    await hookline.stop();
  }
}

async function endure(
  hookline: Hookline,
  { attack, seconds, closedWithin }: (typeof attacks)[number],
  paths: readonly string[],
  attacker: Pick<AttackTask, 'key' | 'download'>,
): Promise<HostileResult> {
  const { pid, url } = hookline;
  const lateSeconds = seconds - 2 * marginSeconds;
  const windows = askSteadily(hookline, paths, [warmSeconds, idleSeconds, marginSeconds, lateSeconds]);
  await next(windows);
  const [idle, cpuIdle] = await withCpu(pid, next(windows));
  const before = { memory: residentBytes(pid), files: openFiles(pid) };
  const most = { ...before };
  const watch = setInterval(() => {
    most.memory = Math.max(most.memory, residentBytes(pid));
    most.files = Math.max(most.files, openFiles(pid));
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
    attack,
    idle,
    during,
    closedWithin,
    loopDelay,
    cpu: { idle: cpuIdle, during: cpuDuring },
    report: JSON.parse(stdout) as AttackReport,
    memory: { before: before.memory, most: most.memory, after: residentBytes(pid) },
    files: { before: before.files, most: most.files, late, after: openFiles(pid) },
  };
}

/** Since it was last asked for. */
async function takeLoopDelay({ url, operatorKey }: Hookline): Promise<HostileResult['loopDelay']> {
  const headers = { authorization: `Bearer ${operatorKey}` };
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  const delayOf = (what: string) => {
    const seconds = new RegExp(`^nodejs_eventloop_lag_${what}_seconds (\\S+)`, 'm').exec(metrics)?.[1];
    return Math.max(0, Number(seconds) * 1000 - delaySampledMs);
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

/** 500 requests a second over 16 connections, which are there before the attack; gives the windows as they end. */
async function* askSteadily(
  { url, key }: Hookline,
  paths: readonly string[],
  windows: readonly number[],
): AsyncGenerator<SteadyWindow, undefined> {
  const task: SteadyTask = { url, key, paths, rate: 500, connections: 16, windows };
  const [program, ...args] = pinned(loadCore, [process.execPath, clientScript, JSON.stringify(task)]);
  const client = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(client.stdout)) yield JSON.parse(line);
}

async function next(windows: AsyncGenerator<SteadyWindow, undefined>): Promise<SteadyWindow> {
  const { value } = await windows.next();
  if (value === undefined) throw new Error('The good client ended before its time.');
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
    `${megabytes(memory.before)}, ${megabytes(memory.most)}, ${megabytes(memory.after)}`,
    `${files.before}, ${files.most}, ${files.late}, ${files.after}`,
    `${report.opened.toLocaleString('en')}, ${report.closed.toLocaleString('en')} closed`,
    `${figure(report.longest)} s${closedWithin === undefined ? '' : ` (limit ${closedWithin} s)`}`,
    Object.entries(report.statuses)
      .map(([status, count]) => `${count.toLocaleString('en')} × ${status}`)
      .join(', '),
  ]);
  return markdown({ head, rows });
}
