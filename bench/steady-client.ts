// A good client: so many requests a second over a few kept connections, whatever the answers take. Latency runs from the moment a
// request was due, so one that had to wait counts for what it waited. Argument: a SteadyTask as JSON; prints a SteadyWindow a line.
import { Agent, get } from 'node:http';

export type SteadyTask = {
  url: string;
  key: string;
  /** In turn. `{n}` becomes a number that no other request has. */
  paths: readonly string[];
  /** Requests a second. */
  rate: number;
  connections: number;
  /** Seconds of each window; a line is printed after each. */
  windows: readonly number[];
};

/** Latencies in ms; `failed` are answers other than 2xx, broken connections and time-outs. */
export type SteadyWindow = {
  requests: number;
  failed: number;
  p50: number;
  p99: number;
  max: number;
  /** Of requests that come on a connection of their own, five a second. */
  fresh: { p50: number; max: number };
  statuses: Record<string, number>;
};

const patienceMs = 30_000;
const freshEveryMs = 200;
/** Of each connection. Where more would wait, the client itself is late, and what it cannot send is told as such. */
const mostWaiting = 50;
/** With a digit before it and all that are counted from it, a number that is exact. */
const firstNumber = (Date.now() % 1e9) * 1000;

const notSent = 'not sent';

const task = JSON.parse(process.argv[2]) as SteadyTask;
const { hostname, port } = new URL(task.url);
const agent = new Agent({ keepAlive: true, maxSockets: task.connections });
const headers = { authorization: `Bearer ${task.key}` };

let latencies: number[] = [];
let freshLatencies: number[] = [];
let statuses: Record<string, number> = {};

function settle(dueAt: number, status: string): void {
  latencies.push(performance.now() - dueAt);
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function send(path: string, dueAt: number): Promise<void> {
  return new Promise((resolve) => {
    let isSettled = false;
    const end = (status: string) => {
      if (!isSettled) settle(dueAt, status);
      isSettled = true;
      resolve();
    };
    const request = get({ hostname, port, path, agent, headers, timeout: patienceMs }, (response) => {
      response.resume();
      response.once('end', () => end(String(response.statusCode)));
      response.once('error', (error) => end(error.message));
    });
    request.once('timeout', () => request.destroy(new Error('timeout')));
    request.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });
}

function sendFresh(): void {
  const sentAt = performance.now();
  const settleFresh = () => freshLatencies.push(performance.now() - sentAt);
  get({ hostname, port, path: '/health/live', agent: false, timeout: patienceMs }, (response) => {
    response.resume();
    response.once('end', settleFresh);
  }).once('error', settleFresh);
}

function print(): void {
  const isGood = (status: string) => status.startsWith('2');
  const good = Object.entries(statuses).reduce((sum, [status, count]) => sum + (isGood(status) ? count : 0), 0);
  const at = ranked(latencies);
  const freshAt = ranked(freshLatencies);
  const window: SteadyWindow = {
    requests: latencies.length,
    failed: latencies.length - good,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    fresh: { p50: freshAt(0.5), max: freshAt(1) },
    statuses,
  };
  console.log(JSON.stringify(window));
  latencies = [];
  freshLatencies = [];
  statuses = {};
}

function ranked(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const ends: number[] = [];
for (const seconds of task.windows) ends.push((ends.at(-1) ?? 0) + seconds * 1000);
const total = Math.round((task.rate * (ends.at(-1) ?? 0)) / 1000);
const startedAt = performance.now();
const pending = new Set<Promise<void>>();
const fresh = setInterval(sendFresh, freshEveryMs);
for (let sent = 0; sent < total; ) {
  const passed = performance.now() - startedAt;
  for (; sent < total && (sent * 1000) / task.rate <= passed; sent++) {
    if (pending.size >= task.connections * mostWaiting) {
      statuses[notSent] = (statuses[notSent] ?? 0) + 1;
      continue;
    }
    const one = send(
      task.paths[sent % task.paths.length].replace('{n}', String(firstNumber + sent)),
      startedAt + (sent * 1000) / task.rate,
    );
    pending.add(one);
    one.then(() => pending.delete(one));
  }
  for (; ends.length > 1 && passed >= ends[0]; ends.shift()) print();
  await new Promise((resolve) => setTimeout(resolve, 1));
}
clearInterval(fresh);
await Promise.all(pending);
print();
agent.destroy();
