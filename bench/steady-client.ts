// A client that sends a constant number of requests a second over keep-alive connections. Latency is measured from when a request was
// due, so waiting for a connection counts. Argument: a SteadyTask as JSON; prints a SteadyWindow per line.
import { Agent, get, request as openRequest } from 'node:http';
import { percentilesOf } from './report.ts';

export type SteadyTask = {
  url: string;
  key: string;
  /** Paths that are requested in turn. `{n}` is replaced by a unique number. */
  paths: readonly string[];
  /** JSON bodies, posted in turn. Without them, requests are GET. */
  bodies?: readonly string[];
  headers: Readonly<Record<string, string>>;
  /** Requests a second. */
  rate: number;
  connections: number;
  /** Length of each window in seconds; its line is printed at its end. */
  windows: readonly number[];
};

/** Latencies in ms; `failed` counts responses other than 2xx, connection errors and timeouts. */
export type SteadyWindow = {
  requests: number;
  failed: number;
  p50: number;
  p99: number;
  max: number;
  /** Latencies of five requests a second that each open a new connection. */
  fresh: { p50: number; max: number };
  statuses: Record<string, number>;
};

const timeoutMs = 30_000;
const freshEveryMs = 200;
/** Pending requests per connection; further ones are not sent and counted as `not sent`. */
const maxWaiting = 50;
/** Small enough that all numbers, with a digit prepended, are exact. */
const firstNumber = (Date.now() % 1e9) * 1000;

const notSent = 'not sent';

const task: SteadyTask = JSON.parse(process.argv[2] ?? '');
const { hostname, port } = new URL(task.url);
const agent = new Agent({ keepAlive: true, maxSockets: task.connections });
const headers = { ...task.headers, authorization: `Bearer ${task.key}` };

let latencies: number[] = [];
let freshLatencies: number[] = [];
let statuses: Record<string, number> = {};

function settle(dueAt: number, status: string): void {
  latencies.push(performance.now() - dueAt);
  statuses[status] = (statuses[status] ?? 0) + 1;
}

function send(path: string, dueAt: number, body: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    let isSettled = false;
    const end = (status: string) => {
      if (!isSettled) settle(dueAt, status);
      isSettled = true;
      resolve();
    };
    const method = body === undefined ? 'GET' : 'POST';
    const request = openRequest({ hostname, port, path, agent, headers, method, timeout: timeoutMs }, (response) => {
      response.resume();
      response.once('end', () => end(String(response.statusCode)));
      response.once('error', (error) => end(error.message));
    });
    request.once('timeout', () => request.destroy(new Error('timeout')));
    request.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    request.end(body);
  });
}

function sendFresh(): void {
  const sentAt = performance.now();
  const settleFresh = () => freshLatencies.push(performance.now() - sentAt);
  get({ hostname, port, path: '/health/live', agent: false, timeout: timeoutMs }, (response) => {
    response.resume();
    response.once('end', settleFresh);
  }).once('error', settleFresh);
}

function print(): void {
  const isSuccess = (status: string) => status.startsWith('2');
  const succeeded = Object.entries(statuses).reduce((sum, [status, n]) => sum + (isSuccess(status) ? n : 0), 0);
  const percentile = percentilesOf(latencies);
  const freshPercentile = percentilesOf(freshLatencies);
  const window: SteadyWindow = {
    requests: latencies.length,
    failed: latencies.length - succeeded,
    p50: percentile(0.5),
    p99: percentile(0.99),
    max: percentile(1),
    fresh: { p50: freshPercentile(0.5), max: freshPercentile(1) },
    statuses,
  };
  console.log(JSON.stringify(window));
  latencies = [];
  freshLatencies = [];
  statuses = {};
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
    if (pending.size >= task.connections * maxWaiting) {
      statuses[notSent] = (statuses[notSent] ?? 0) + 1;
      continue;
    }
    const path = task.paths[sent % task.paths.length] ?? '/';
    const body = task.bodies?.[sent % task.bodies.length];
    const request = send(path.replace('{n}', String(firstNumber + sent)), startedAt + (sent * 1000) / task.rate, body);
    pending.add(request);
    request.then(() => pending.delete(request));
  }
  for (; ends.length > 1 && passed >= (ends[0] ?? 0); ends.shift()) print();
  await new Promise((resolve) => setTimeout(resolve, 1));
}
clearInterval(fresh);
await Promise.all(pending);
print();
agent.destroy();
