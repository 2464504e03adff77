// Load over loopback from the other core: wrk where it is installed, else autocannon, which comes through npm.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isInstalled, loadCore, pinned } from './machine.ts';

const run = promisify(execFile);

export type Load = {
  url: string;
  key: string;
  /** Sent in turn. `{n}` in a path becomes a number that no other request of the run has. */
  paths: readonly string[];
  /** Where these are, the request that sends a path is a POST of the body at its place. */
  bodies?: readonly string[];
  seconds: number;
  /** Unless it is false the load has its own core. */
  isPinned?: boolean;
};

/** Latencies in ms; `failed` counts answers other than 2xx, broken connections and time-outs. */
export type LoadResult = { requests: number; perSecond: number; p50: number; p99: number; failed: number };

export const connections = 64;
const hasWrk = isInstalled('wrk');
export const loadTool = hasWrk ? 'wrk' : 'autocannon';

export async function load(given: Load, scratch: string): Promise<LoadResult> {
  const result = await loadLeniently(given, scratch);
  if (result.failed > 0) throw new Error(`${result.failed} requests of ${given.url}${given.paths[0]} failed.`);
  return result;
}

/** Whatever fails. */
export async function loadLeniently(given: Load, scratch: string): Promise<LoadResult> {
  return hasWrk ? runWrk(given, scratch) : runAutocannon(given);
}

async function runWrk({ url, key, paths, bodies = [], seconds, isPinned }: Load, scratch: string): Promise<LoadResult> {
  const script = `${scratch}/load.lua`;
  // Numbers go on from run to run, so that a path that must be new is new.
  writeFileSync(
    script,
    `local paths = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }
local bodies = { ${bodies.map((body) => JSON.stringify(body)).join(', ')} }
local i, n = 0, ${Math.floor(performance.timeOrigin + performance.now()) % 1e9} * 1000
request = function()
  i = i + 1
  n = n + 1
  local at = i % #paths + 1
  return wrk.format(bodies[at] and "POST" or "GET", (string.gsub(paths[at], "{n}", n)), nil, bodies[at])
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
  const args = ['-t1', `-c${connections}`, `-d${seconds}`, '--timeout', '30s', '-s', script, ...headers, url];
  const [program, ...rest] = pinned(isPinned === false ? undefined : loadCore, ['wrk', ...args]);
  const { stdout } = await run(program, rest);
  const [requests, micros, p50, p99, failed] = (/RESULT (.*)/.exec(stdout)?.[1] ?? '').split(' ').map(Number);
  return { requests, perSecond: (requests / micros) * 1e6, p50: p50 / 1000, p99: p99 / 1000, failed };
}

async function runAutocannon(given: Load): Promise<LoadResult> {
  const script = fileURLToPath(new URL('./autocannon-load.ts', import.meta.url));
  const command = [process.execPath, script, JSON.stringify({ ...given, connections })];
  const [program, ...rest] = pinned(given.isPinned === false ? undefined : loadCore, command);
  const { stdout } = await run(program, rest);
  return JSON.parse(stdout) as LoadResult;
}
