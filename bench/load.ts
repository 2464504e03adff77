// Generates load over loopback with autocannon, in a process of its own so that it can be pinned to another core than the service.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { loadCore, pinned } from './machine.ts';

const run = promisify(execFile);
export const connections = 64;

export type Load = {
  url: string;
  key: string;
  /** Paths that are requested in turn. `{n}` in a path is replaced by a number that is unique in the run. */
  paths: readonly string[];
  /** If present, each path is sent as a POST with the body at the same index. */
  bodies?: readonly string[];
  seconds: number;
};

/** Latencies are in ms. */
export type LoadResult = { requests: number; perSecond: number; p50: number; p99: number };

/** Throws if a request fails: on a response other than 2xx, a connection error or a timeout. */
export async function load(task: Load): Promise<LoadResult> {
  const [program, ...args] = pinned(loadCore, [process.execPath, import.meta.filename, JSON.stringify(task)]);
  const { stdout } = await run(program, args);
  const { failed, ...result }: Generated = JSON.parse(stdout);
  if (failed > 0) throw new Error(`${failed} requests of ${task.url}${task.paths[0]} failed.`);
  return result;
}

type Generated = Awaited<ReturnType<typeof generate>>;

async function generate({ url, key, paths, bodies, seconds }: Load) {
  const { default: autocannon } = await import('autocannon');
  // The first number depends on the time, so that numbers are unique across runs too.
  let sent = Math.floor(Date.now() % 1e9) * 1000;
  const { requests, latency, non2xx, errors, timeouts } = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30,
    headers: { authorization: `Bearer ${key}`, ...(bodies ? { 'content-type': 'application/json' } : {}) },
    requests: paths.map((path, at) => ({
      path,
      method: bodies ? 'POST' : 'GET',
      body: bodies?.[at],
      // Requests that do not change are built once, which is half as expensive for the generator.
      ...(path.includes('{n}')
        ? { setupRequest: (request) => ({ ...request, path: path.replace('{n}', String(++sent)) }) }
        : {}),
    })),
  });
  const failed = non2xx + errors + timeouts;
  return { requests: requests.total, perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed };
}

if (import.meta.main) console.log(JSON.stringify(await generate(JSON.parse(process.argv[2] ?? ''))));
