// Generates load over loopback on another core: wrk if it is installed, otherwise autocannon.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isInstalled, loadCore, pinned } from './machine.ts';

const run = promisify(execFile);

export type Load = {
  url: string;
  key: string;
  /** Requested in turn. `{n}` in a path is replaced by a number that is unique in the run. */
  paths: readonly string[];
  /** If present, each path is sent as a POST with the body at the same index, in which `{n}` is replaced too. */
  bodies?: readonly string[];
  /** Beside the key and the type of a body. `{reader}` is replaced by the numbers to 999 in turn. */
  headers?: Readonly<Record<string, string>>;
  seconds: number;
  /** Whether the load has its own core. Default true. */
  isPinned?: boolean;
};

/** Latencies in ms; `failed` counts responses other than 2xx, connection errors and timeouts. */
export type LoadResult = { requests: number; perSecond: number; p50: number; p99: number; failed: number };

export const connections = 64;
const hasWrk = isInstalled('wrk');
export const loadTool = hasWrk ? 'wrk' : 'autocannon';

/** Throws if a request fails. `scratch` is a directory for temporary files. */
export async function load(task: Load, scratch: string): Promise<LoadResult> {
  const result = await loadLeniently(task, scratch);
  if (result.failed > 0) throw new Error(`${result.failed} requests of ${task.url}${task.paths[0]} failed.`);
  return result;
}

/** Like `load`, but counts failed requests instead of throwing. */
export async function loadLeniently(task: Load, scratch: string): Promise<LoadResult> {
  return hasWrk ? runWrk(task, scratch) : runAutocannon(task);
}

async function runWrk(task: Load, scratch: string): Promise<LoadResult> {
  const { url, key, paths, bodies = [], headers: more = {}, seconds, isPinned } = task;
  const script = `${scratch}/load.lua`;
  const varying = Object.entries(more).filter(([, value]) => value.includes('{reader}'));
  // The first number depends on the time, so that numbers are unique across runs too.
  writeFileSync(
    script,
    `local paths = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }
local bodies = { ${bodies.map((body) => JSON.stringify(body)).join(', ')} }
local i, n = 0, ${Math.floor(performance.timeOrigin + performance.now()) % 1e9} * 1000
request = function()
  i = i + 1
  n = n + 1
${varying.map(([name, value]) => `  wrk.headers[${JSON.stringify(name)}] = string.gsub(${JSON.stringify(value)}, "{reader}", n % 1000)\n`).join('')}  local at = i % #paths + 1
  return wrk.format(bodies[at] and "POST" or "GET", (string.gsub(paths[at], "{n}", n)), nil,
    bodies[at] and (string.gsub(bodies[at], "{n}", n)))
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
`,
  );
  const headers = ['-H', `Authorization: Bearer ${key}`];
  if (bodies.length > 0) headers.push('-H', 'Content-Type: application/json');
  for (const [name, value] of Object.entries(more)) headers.push('-H', `${name}: ${value}`);
  const args = ['-t1', `-c${connections}`, `-d${seconds}`, '--timeout', '30s', '-s', script, ...headers, url];
  const [program, ...rest] = pinned(isPinned === false ? undefined : loadCore, ['wrk', ...args]);
  const { stdout } = await run(program, rest);
  const result = /RESULT (?<requests>\d+) (?<micros>\d+) (?<p50>\d+) (?<p99>\d+) (?<failed>\d+)/.exec(stdout)?.groups;
  if (!result) throw new Error(`wrk printed no result: ${stdout}`);
  const number = (name: string) => Number(result[name]);
  return {
    requests: number('requests'),
    perSecond: (number('requests') / number('micros')) * 1e6,
    p50: number('p50') / 1000,
    p99: number('p99') / 1000,
    failed: number('failed'),
  };
}

async function runAutocannon(task: Load): Promise<LoadResult> {
  const script = fileURLToPath(new URL('./autocannon-load.ts', import.meta.url));
  const command = [process.execPath, script, JSON.stringify({ ...task, connections })] as const;
  const [program, ...rest] = pinned(task.isPinned === false ? undefined : loadCore, command);
  const { stdout } = await run(program, rest);
  return JSON.parse(stdout) as LoadResult;
}
