// Measures deliveries of webhooks: latency from event to arrival, their cost compared with bare loops, and reads during a burst.
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterJobs, type Hookline, importTexts, startHookline } from './hookline.ts';
import { loadCore, pinned, serviceCore } from './machine.ts';
import { cpuMicros, start, untilIdle } from './processes.ts';
import { measureDuring } from './reads.ts';
import { atLeast, atMost, figure, markdown, median, type PartResult, percentilesOf, times } from './report.ts';
import type { LoopTask } from './webhook-loops.ts';
import type { ReceiverFigures, ReceiverUrls } from './webhook-receiver.ts';

const run = promisify(execFile);
const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** CPU in µs per delivery, and deliveries per second. */
type Sending = { cpu: number; perSecond: number };

/** An account may have five webhooks. */
const endpointsPerAccount = 5;
const endpoints = 100;
/** Events of a burst, each of which is delivered to every webhook. */
const burst = 100;
const duringBurst = 34;

type Bench = { hookline: Hookline; receiver: Receiver; ids: string[] };

export async function* measureWebhooks(dataDir: string, rounds: number): AsyncGenerator<PartResult> {
  const receiver = await startReceiver();
  const hookline = await startHookline(dataDir, { env: { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' } });
  const { targets } = receiver;
  const bench: Bench = { hookline, receiver, ids: await register(hookline, targets.slice(0, 1)) };
  try {
    const latencies = [await measureLatency(bench, 25)];
    for (let at = 1; at < endpoints; at += endpointsPerAccount)
      bench.ids.push(...(await register(hookline, targets.slice(at, at + endpointsPerAccount))));
    latencies.push(await measureLatency(bench, 5));

    // The first burst warms up, as long as the loops do.
    await sendBurst(bench, burst / 2);
    const body = await bodyOf(bench);
    const runs: Record<'ours' | LoopTask['sender'], Sending[]> = { ours: [], pool: [], fetch: [] };
    for (let round = 0; round < rounds; round++) {
      runs.ours.push(await sendBurst(bench, burst));
      for (const sender of ['pool', 'fetch'] as const) {
        await receiver.command('/reset');
        const task = { sender, url: String(targets[0]), body, count: burst * endpoints, concurrency: endpoints };
        runs[sender].push(await runLoop(task));
      }
    }
    const [ours, pool, fetch] = [medians(runs.ours), medians(runs.pool), medians(runs.fetch)];
    const what = `of ${(burst * endpoints).toLocaleString('en')} deliveries of ${Buffer.byteLength(body)} bytes`;
    const rows = [
      ...latencies,
      ...compare(`CPU a delivery ${what}`, ({ cpu }) => cpu, ' µs', { ours, pool, fetch }),
      ...compare(`rate ${what}`, ({ perSecond }) => perSecond, '/s', { ours, pool, fetch }),
    ];
    yield {
      sections: [['Webhooks', markdown({ head: ['webhooks', 'figure', 'baseline', 'ratio'], rows })]],
      goals: [
        atMost('CPU of a delivery / Pool.request', ours.cpu / pool.cpu, 2, '×'),
        atLeast('deliveries/s / fetch', ours.perSecond / fetch.perSecond, 3, '×'),
      ],
    };
    await prepareBurst(bench, duringBurst);
    const deliveries = duringBurst * endpoints;
    yield await measureDuring(hookline, `${deliveries.toLocaleString('en')} deliveries go out`, async () => {
      await receiver.command('/reset');
      await resumeAll(bench);
      await receiver.received(deliveries);
    });
  } finally {
    await hookline.stop();
    await receiver.stop();
  }
}

function compare(
  what: string,
  of: (sending: Sending) => number,
  unit: string,
  { ours, pool, fetch }: Record<'ours' | LoopTask['sender'], Sending>,
): string[][] {
  const row = (name: string, baseline: Sending) => {
    const cells = [`${figure(of(ours))}${unit}`, `${name}, ${figure(of(baseline))}${unit}`];
    return [what, ...cells, times(of(ours) / of(baseline))];
  };
  return [row('Pool.request', pool), row('fetch', fetch)];
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function startReceiver() {
  const running = await start(loadCore, [process.execPath, script('./webhook-receiver.ts'), String(endpoints)], /\n/);
  const { control, targets } = JSON.parse(running.greeting) as ReceiverUrls;
  const figures = async () => (await (await fetch(`${control}/figures`)).json()) as ReceiverFigures;
  return {
    targets,
    command: async (path: string) => void (await fetch(control + path, { method: 'POST' })).body?.cancel(),
    /** Resolves when `count` deliveries have arrived since the last reset. */
    received: async (count: number) => {
      const signal = AbortSignal.timeout(180_000);
      await fetch(`${control}/received?count=${count}`, { signal }).catch(async (cause) => {
        throw new Error(`${(await figures()).arrivals.length} of ${count} deliveries arrived.`, { cause });
      });
    },
    /** Throws unless every delivery arrived exactly once. */
    figures: async (count: number): Promise<ReceiverFigures> => {
      const { arrivals, releasedAt } = await figures();
      const { size } = new Set(arrivals.map(({ id }) => id));
      if (arrivals.length === count && size === count) return { arrivals, releasedAt };
      throw new Error(`${size} of ${count} deliveries arrived, in ${arrivals.length} requests.`);
    },
    stop: running.stop,
  };
}

/** Creates an account with these webhooks. Resolves to their ids. */
async function register({ operator }: Hookline, urls: readonly string[]): Promise<string[]> {
  const email = `receiver-${urls[0]?.replace(/\W+/g, '-')}@example.com`;
  const account = await operator('POST', '/accounts', { name: 'Receiver', email, plan: 'enterprise' });
  const ids: string[] = [];
  for (const webhook_url of urls)
    ids.push(String((await operator('POST', `/accounts/${account.id}/webhooks`, { webhook_url })).webhook_id));
  return ids;
}

let hooks = 0;
const numbered = (count: number, text: string) => Array.from({ length: count }, () => `${++hooks}. ${text}`);

type Deliveries = { deliveries: { delivery_id: string; message_id: string; created_at: string }[] };

/** Publishes one event at a time, each after the previous one has arrived at every webhook. The first five warm up. */
async function measureLatency({ hookline, receiver, ids }: Bench, events: number): Promise<string[]> {
  for (const count of [5, events]) {
    await receiver.command('/reset');
    for (let event = 1; event <= count; event++) {
      await importTexts(hookline, numbered(1, 'Nobody tells you this about money'));
      await receiver.received(event * ids.length);
    }
  }
  const { arrivals } = await receiver.figures(events * ids.length);
  const createdAt = new Map<string, number>();
  for (const id of ids) {
    const { deliveries } = (await hookline.operator('GET', `/webhooks/${id}/deliveries?limit=100`)) as Deliveries;
    for (const { message_id, created_at } of deliveries) createdAt.set(message_id, Date.parse(created_at));
  }
  // created_at is the start of the publishing transaction, so the latency includes the merge and the commit.
  const percentile = percentilesOf(arrivals.map(({ id, at }) => at - (createdAt.get(id) ?? Number.NaN)));
  const what = `event to arrival, ${ids.length === 1 ? '1 endpoint' : `${ids.length} endpoints`} (${events} events)`;
  return [what, `p50 ${figure(percentile(0.5))} ms, p99 ${figure(percentile(0.99))} ms`, '', ''];
}

/** The text is near the maximum length, so that a body with one hook has almost 1 KB. */
const longText = 'Nobody tells you what the first year of this is like. '.repeat(9).slice(0, 490);

/**
 * Queues all events for paused webhooks and waits until the service is idle. Each event is a hook accepted from the review queue, where its
 * unknown niche puts it: many acceptances share a reload of the catalog, while every import causes its own.
 */
async function prepareBurst({ hookline, ids }: Bench, events: number): Promise<void> {
  const { operator, pid, databasePid } = hookline;
  await Promise.all(ids.map((id) => operator('POST', `/webhooks/${id}/pause`)));
  await importTexts(hookline, numbered(events, longText), 'a niche outside the taxonomy');
  for (;;) {
    const queue = (await operator('GET', '/hooks?state=pending')).hooks as { id: string }[];
    if (queue.length === 0) break;
    // All of them at once would wait for a connection to the database for so long that some time out.
    for (let at = 0; at < queue.length; at += 10)
      await Promise.all(
        queue.slice(at, at + 10).map(({ id }) => operator('PATCH', `/hooks/${id}`, { state: 'published' })),
      );
  }
  await afterJobs(hookline);
  await untilIdle([pid, databasePid]);
}

async function resumeAll({ hookline, ids }: Bench): Promise<void> {
  await Promise.all(ids.map((id) => hookline.operator('POST', `/webhooks/${id}/resume`, { backlog: 'deliver' })));
}

/** Measures from the moment when a first delivery is in flight for every webhook; responses are held until then. */
async function sendBurst(bench: Bench, events: number): Promise<Sending> {
  const { hookline, receiver, ids } = bench;
  await prepareBurst(bench, events);
  await receiver.command('/reset?hold');
  await resumeAll(bench);
  await receiver.received(ids.length);
  const pids = [hookline.pid, hookline.databasePid];
  const before = cpuMicros(pids);
  await receiver.command('/release');
  const count = events * ids.length;
  await receiver.received(count);
  let after = cpuMicros(pids);
  for (; (await backlog(hookline)) > 0; await pause(100)) after = cpuMicros(pids);
  const { arrivals, releasedAt } = await receiver.figures(count);
  const seconds = (Math.max(...arrivals.map(({ at }) => at)) - releasedAt) / 1000;
  return { cpu: (after - before) / count, perSecond: (count - ids.length) / seconds };
}

async function backlog({ operator }: Hookline): Promise<number> {
  const { webhooks } = (await operator('GET', '/webhooks')) as { webhooks: { backlog: number }[] };
  return webhooks.reduce((sum, webhook) => sum + webhook.backlog, 0);
}

async function bodyOf({ hookline: { operator }, ids: [id] }: Bench): Promise<string> {
  const { deliveries } = (await operator('GET', `/webhooks/${id}/deliveries?limit=1`)) as Deliveries;
  return String((await operator('GET', `/webhooks/${id}/deliveries/${deliveries[0]?.delivery_id}`)).request_body);
}

async function runLoop(task: LoopTask): Promise<Sending> {
  const command = [process.execPath, script('./webhook-loops.ts'), JSON.stringify(task)] as const;
  const [program, ...args] = pinned(serviceCore, command);
  return JSON.parse((await run(program, args)).stdout) as Sending;
}

function medians(runs: readonly Sending[]): Sending {
  return { cpu: median(runs.map(({ cpu }) => cpu)), perSecond: median(runs.map(({ perSecond }) => perSecond)) };
}
