// Cost of the request log: what it adds to a request, and what the sampling of a second takes for each row. Alone, without a server.
import type { KeyCaller } from '../src/accounts/caller.ts';
import type { Database } from '../src/db/database.ts';
import { createRequestLog, type LogCall } from '../src/request-log/request-log.ts';
import { figure, markdown, median } from './report.ts';

type Seconds = { name: string; accounts: number; calls: number };

const cases: readonly Seconds[] = [
  { name: '1 account, 20,000 calls a second', accounts: 1, calls: 20_000 },
  { name: '1 account, 100 calls a second', accounts: 1, calls: 100 },
  { name: '20 accounts, 100 calls a second each', accounts: 20, calls: 100 },
  { name: '2,000 accounts, 1 call a second each', accounts: 2000, calls: 1 },
];

const seconds = 200;
const rounds = 9;
const goalNs = 300;
const response = { status: 200, body: 'x'.repeat(5000) };

export async function measureRequestLog(): Promise<string> {
  const rows: string[][] = [];
  for (const one of cases) {
    const runs: { callNs: number; rowUs: number }[] = [];
    for (let round = 0; round < rounds; round++) runs.push(await runSeconds(one));
    const callNs = median(runs.map((run) => run.callNs));
    const rowUs = median(runs.map((run) => run.rowUs));
    rows.push([one.name, figure(callNs), callNs <= goalNs ? 'yes' : 'no', figure(rowUs)]);
  }
  return markdown({ head: ['in a second', 'CPU ns a call', `≤ ${goalNs}`, 'CPU µs a row, later'], rows });
}

/** CPU time of this thread, since a busy machine stretches every other. What calling itself takes is subtracted. */
async function runSeconds({ accounts, calls }: Seconds): Promise<{ callNs: number; rowUs: number }> {
  const log = createRequestLog({ db: withoutServer, observe: () => {} });
  const logCall = log.loggerOf({ method: 'GET', route: '/hooks' });
  const callers = Array.from({ length: accounts }, (_, at) => callerOf(`acc_${at}`));
  let [callUs, writeUs, logged] = [0, 0, 0];
  for (let second = 0; second < seconds; second++) {
    const requests = Array.from({ length: accounts * calls }, (_, at) => ({
      id: `req_abcdef${at}`,
      startedAt: performance.now(),
      target: { url: `/hooks?niche=finance&limit=20&n=${at}` },
    }));
    const callAll = (each: LogCall) => {
      for (let at = 0; at < requests.length; at++)
        each(callers[at % accounts] as KeyCaller, requests[at] as (typeof requests)[number], response);
    };
    callUs += cpuOf(() => callAll(logCall)) - cpuOf(() => callAll(() => {}));
    const before = process.threadCpuUsage();
    await log.flush();
    const { user, system } = process.threadCpuUsage(before);
    writeUs += user + system;
    logged += accounts * Math.min(calls, 100);
  }
  await log.close();
  return { callNs: (callUs * 1000) / (seconds * accounts * calls), rowUs: writeUs / logged };
}

function cpuOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

/** Statements end here. */
const withoutServer = {
  getExecutor: () => ({
    transformQuery: (node: unknown) => node,
    compileQuery: () => ({}),
    executeQuery: async () => ({ rows: [] }),
  }),
} as unknown as Database;

function callerOf(accountId: string): KeyCaller {
  const caller = { accountId, plan: 'enterprise', features: new Set(['read'] as const), suspended: false } as const;
  const key = { keyId: `key_${accountId}`, scopes: null, allows: null, audience: null };
  return { ...caller, ...key, limits: { perDay: null, perMonth: null } };
}
