// One run of autocannon in a process of its own, so that it can be kept to a core. Argument: a Load as JSON; prints a LoadResult.
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';

const {
  url,
  key,
  paths,
  bodies = [],
  seconds,
  connections,
} = JSON.parse(process.argv[2]) as Load & { connections: number };
let sent = Math.floor(Date.now() % 1e9) * 1000;
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  timeout: 30,
  headers: { authorization: `Bearer ${key}`, ...(bodies.length > 0 ? { 'content-type': 'application/json' } : {}) },
  requests: paths.map((path, at) => ({
    method: bodies[at] ? 'POST' : 'GET',
    body: bodies[at],
    setupRequest: (request) => ({ ...request, path: path.replace('{n}', String(++sent)) }),
  })),
});
const outcome: LoadResult = {
  requests: result.requests.total,
  perSecond: result.requests.average,
  p50: result.latency.p50,
  p99: result.latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
};
console.log(JSON.stringify(outcome));
