// A client that sends requests at an even rate over a fixed number of connections until SIGTERM, as HTTP clients do: a connection that
// the service ends is opened again. Argument: a ClientTask as JSON; prints a ClientResult.
import { Agent, type ClientRequest, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { percentilesOf } from '../report.ts';

export type ClientTask = {
  url: string;
  key: string;
  paths: readonly string[];
  connections: number;
  /** Milliseconds between two requests of a connection. */
  everyMs: number;
  /** Whether connections are kept, or each request opens its own. */
  isKept: boolean;
};

/** Latencies in ms, of all requests. `failed` counts responses other than 2xx, connection errors and timeouts. */
export type ClientResult = {
  requests: number;
  failed: number;
  /** Of kept connections, those opened after the first. */
  reopened: number;
  p50: number;
  p99: number;
  max: number;
  /** What failed, with its number. */
  errors: Record<string, number>;
};

const timeoutMs = 30_000;
const task: ClientTask = JSON.parse(process.argv[2] ?? '');
const { hostname, port } = new URL(task.url);
const headers = { authorization: `Bearer ${task.key}` };
const latencies: number[] = [];
const errors: Record<string, number> = {};
const ended = new AbortController();
let opened = 0;

function send(path: string, agent: Agent | false): Promise<void> {
  const sentAt = performance.now();
  return new Promise((resolve) => {
    let isSettled = false;
    const settle = (error?: string) => {
      if (isSettled) return;
      isSettled = true;
      latencies.push(performance.now() - sentAt);
      if (error !== undefined) errors[error] = (errors[error] ?? 0) + 1;
      resolve();
    };
    const request: ClientRequest = get({ hostname, port, path, agent, headers, timeout: timeoutMs }, (response) => {
      const { statusCode = 0 } = response;
      response.resume();
      response.once('end', () => settle(statusCode >= 200 && statusCode < 300 ? undefined : String(statusCode)));
      response.once('error', (error) => settle(error.message));
    });
    request.once('timeout', () => request.destroy(new Error('timeout')));
    request.once('error', (error: NodeJS.ErrnoException) => {
      settle(`${error.code ?? error.message}${request.reusedSocket ? ' on a kept connection' : ''}`);
    });
    request.once('socket', () => {
      if (!request.reusedSocket) opened++;
    });
  });
}

async function useConnection(at: number): Promise<void> {
  const agent = task.isKept && new Agent({ keepAlive: true, maxSockets: 1 });
  const startedAt = performance.now() + (at / task.connections) * task.everyMs;
  for (let sent = 0; !ended.signal.aborted; sent++) {
    const dueInMs = startedAt + sent * task.everyMs - performance.now();
    if (dueInMs > 0) await pause(dueInMs, undefined, { signal: ended.signal }).catch(() => {});
    if (!ended.signal.aborted) await send(task.paths[(at + sent) % task.paths.length] ?? '/', agent);
  }
  if (agent) agent.destroy();
}

process.once('SIGTERM', () => ended.abort());
console.log('ready');
await Promise.all(Array.from({ length: task.connections }, (_, at) => useConnection(at)));
const percentile = percentilesOf(latencies);
const result: ClientResult = {
  requests: latencies.length,
  failed: Object.values(errors).reduce((sum, count) => sum + count, 0),
  reopened: task.isKept ? opened - task.connections : 0,
  p50: percentile(0.5),
  p99: percentile(0.99),
  max: percentile(1),
  errors,
};
console.log(JSON.stringify(result));
