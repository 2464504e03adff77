// One run of autocannon in its own process, so that it can be pinned to a core. Argument: a Load as JSON; prints a LoadResult.
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';

const task: Load & { connections: number } = JSON.parse(process.argv[2] ?? '');
const { url, key, paths, bodies = [], headers = {}, seconds, connections } = task;
const varying = Object.entries(headers).filter(([, value]) => value.includes('{reader}'));
let sent = Math.floor(Date.now() % 1e9) * 1000;
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  timeout: 30,
  headers: {
    authorization: `Bearer ${key}`,
    ...(bodies.length > 0 ? { 'content-type': 'application/json' } : {}),
    ...headers,
  },
  requests: paths.map((path, at) => ({
    method: bodies[at] ? 'POST' : 'GET',
    body: bodies[at],
    setupRequest: (request) => {
      const number = String(++sent);
      const reader = String(sent % 1000);
      const changed = varying.map(([name, value]) => [name, value.replace('{reader}', reader)]);
      const own = { path: path.replace('{n}', number), body: bodies[at]?.replace('{n}', number) };
      return { ...request, ...own, headers: { ...request.headers, ...Object.fromEntries(changed) } };
    },
  })),
});
const summary: LoadResult = {
  requests: result.requests.total,
  perSecond: result.requests.average,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
};
console.log(JSON.stringify(summary));
