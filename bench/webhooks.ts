// Measures webhooks: latency from event to arrival, cost of a delivery compared with bare loops, and reads during a burst.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterJobs, type Hookline, startHookline } from './hookline.ts';
import { loadCore, pinned, serviceCore } from './machine.ts';
import { cpuMicros, start, untilIdle } from './processes.ts';
import { type DuringResult, measureDuring } from './reads-during.ts';
import { median } from './report.ts';
import type { LoopResult, LoopTask } from './webhook-loops.ts';
import type { ReceiverFigures, ReceiverUrls } from './webhook-receiver.ts';

const run = promisify(execFile);
const receiverScript = fileURLToPath(new URL('./webhook-receiver.ts', import.meta.url));
const loopScript = fileURLToPath(new URL('./webhook-loops.ts', import.meta.url));

/** Latency from the event's timestamp to its arrival, in ms. */
type Latency = { endpoints: number; events: number; p50: number; p99: number };

/** Medians of the rounds: CPU in µs per delivery, deliveries per second. */
type Sending = { cpu: number; perSecond: number };

export type WebhookResult = {
  latencies: readonly Latency[];
  /** Number of deliveries of a burst, the size of each body, and the number of endpoints. */
  burst: { deliveries: number; bytes: number; endpoints: number };
  /** Deliveries while reads were measured. */
  during: number;
  ours: Sending;
  pool: Sending;
  fetch: Sending;
  reads: DuringResult;
};

type WebhookSizes = { rounds: number; accounts: number; single: number; wide: number; burst: number };

/** `single`, `wide` and `burst` are numbers of events: one by one to one endpoint, one by one to all, and all at once to all. */
const defaultSizes = { rounds: 3, accounts: 20, single: 25, wide: 5, burst: 100 };
const endpointsPerAccount = 5;

/** Starts a service on `dataDir`, which may be empty. */
export async function measureWebhooks(dataDir: string, sizes: Partial<WebhookSizes> = {}): Promise<WebhookResult> {
  const { rounds, accounts, single, wide, burst } = { ...defaultSizes, ...sizes };
  const endpoints = accounts * endpointsPerAccount;
  const receiver = await startReceiver(endpoints);
  const hookline = await startHookline(dataDir, { env: { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' } });
  try {
    const { targets } = receiver;
    const [target = fail('The receiver has no endpoints.')] = targets;
    const ids = await register(hookline, [target]);
    const [firstId = fail('No webhook was created.')] = ids;
    const latencies = [await measureLatency(hookline, receiver, ids, single)];
    for (let at = 1; at < endpoints; at += endpointsPerAccount)
      ids.push(...(await register(hookline, targets.slice(at, at + endpointsPerAccount))));
    latencies.push(await measureLatency(hookline, receiver, ids, wide));

    // Warm-up, as long as that of the loops.
    await sendBurst(hookline, receiver, ids, Math.ceil(burst / 2));
    const body = await bodyOf(hookline, firstId);
    const count = burst * endpoints;
    const runs: Record<'ours' | LoopTask['sender'], Sending[]> = { ours: [], pool: [], fetch: [] };
    for (let round = 0; round < rounds; round++) {
      runs.ours.push(await sendBurst(hookline, receiver, ids, burst));
      for (const sender of ['pool', 'fetch'] as const) {
        await receiver.reset();
        runs[sender].push(await runLoop({ sender, url: target, body, count, concurrency: endpoints }));
      }
    }
    const during = Math.ceil(burst / 3);
    await prepareBurst(hookline, ids, during);
    const reads = await measureDuring(hookline, dataDir, async () => {
      await receiver.reset();
      await resumeAll(hookline, ids);
      await receiver.received(during * endpoints);
    });
    const [ours, pool, fetch] = [medians(runs.ours), medians(runs.pool), medians(runs.fetch)];
    return {
      latencies,
      burst: { deliveries: count, bytes: Buffer.byteLength(body), endpoints },
      ours,
      pool,
      fetch,
      during: during * endpoints,
      reads,
    };
  } finally {
    await hookline.stop();
    await receiver.stop();
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export async function startReceiver(endpoints: number) {
  const running = await start(loadCore, [process.execPath, receiverScript, String(endpoints)], /\n/);
  const { control, targets } = JSON.parse(running.greeting) as ReceiverUrls;
  const post = async (path: string) => void (await fetch(control + path, { method: 'POST' })).body?.cancel();
  const figures = async () => (await (await fetch(`${control}/figures`)).json()) as ReceiverFigures;
  return {
    targets,
    reset: () => post('/reset'),
    hold: () => post('/reset?hold'),
    release: () => post('/release'),
    /** Resolves when `count` deliveries have arrived since the last reset. */
    received: async (count: number) => {
      const signal = AbortSignal.timeout(180_000);
      await fetch(`${control}/received?count=${count}`, { signal }).catch(async (cause) => {
        throw new Error(`${(await figures()).arrivals.length} of ${count} deliveries arrived.`, { cause });
      });
    },
    figures,
    stop: running.stop,
  };
}

/** Creates an account with these webhooks, at most five. Resolves to their ids. */
export async function register({ operator }: Hookline, urls: readonly string[]): Promise<string[]> {
  const email = `receiver-${urls[0]?.replace(/\W+/g, '-')}@example.com`;
  const account = await operator('POST', '/accounts', { name: 'Receiver', email, plan: 'enterprise' });
  const ids: string[] = [];
  for (const webhook_url of urls)
    ids.push(String((await operator('POST', `/accounts/${account.id}/webhooks`, { webhook_url })).webhook_id));
  return ids;
}

let hooks = 0;

/** Imports new hooks. With a niche outside the taxonomy they wait in the review queue. */
async function importNew({ url, operatorKey }: Hookline, count: number, text: string, niche: string): Promise<void> {
  const labels = { archetype: 'question', emotional_trigger: 'curiosity', format: 'vlog', language: 'en', niche };
  const lines = Array.from({ length: count }, () =>
    JSON.stringify({ text: `${++hooks}. ${text}`, views: 150_000, platform: 'TikTok', ...labels }),
  );
  const authorization = `Bearer ${operatorKey}`;
  const response = await fetch(`${url}/operator/import?preset=hookline&format=jsonl`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/octet-stream' },
    body: lines.join('\n'),
  });
  const progress = await response.text();
  const { report } = JSON.parse(progress.trim().split('\n').at(-1) ?? '');
  if (report?.added + report?.pending !== count) throw new Error(`The import did not add ${count} hooks: ${progress}`);
}

const warmUpEvents = 5;

/** Publishes one event at a time, each after the previous one has arrived at every endpoint. */
async function measureLatency(
  hookline: Hookline,
  receiver: Receiver,
  ids: readonly string[],
  events: number,
): Promise<Latency> {
  const publishNext = async (count: number) => {
    await receiver.reset();
    for (let event = 1; event <= count; event++) {
      await importNew(hookline, 1, 'Nobody tells you this about money', 'finance');
      await receiver.received(event * ids.length);
    }
  };
  await publishNext(warmUpEvents);
  await publishNext(events);
  const { arrivals } = await checkedFigures(receiver, events * ids.length);
  const createdAt = new Map<string, number>();
  for (const id of ids) {
    const { deliveries } = await hookline.operator('GET', `/webhooks/${id}/deliveries?limit=100`);
    for (const { message_id, created_at } of deliveries as { message_id: string; created_at: string }[])
      createdAt.set(message_id, Date.parse(created_at));
  }
  // created_at is the start of the publishing transaction, so the latency includes the merge and the commit.
  const latencies = arrivals.map(({ id, at }) => at - (createdAt.get(id) ?? Number.NaN)).sort((a, b) => a - b);
  const percentile = (share: number) => latencies[Math.ceil(latencies.length * share) - 1] ?? Number.NaN;
  return { endpoints: ids.length, events, p50: percentile(0.5), p99: percentile(0.99) };
}

/** Throws unless every delivery arrived exactly once. */
async function checkedFigures(receiver: Receiver, count: number): Promise<ReceiverFigures> {
  const figures = await receiver.figures();
  const { size } = new Set(figures.arrivals.map(({ id }) => id));
  if (figures.arrivals.length !== count || size !== count)
    throw new Error(`${size} of ${count} deliveries arrived, in ${figures.arrivals.length} requests.`);
  return figures;
}

/** Near the maximum length of a text, so that a body with one hook has almost 1 KB. */
const longText = 'Nobody tells you what the first year of this is like. '.repeat(9).slice(0, 490);

/**
 * Queues all events at paused endpoints and waits until the service is idle. Each event is a hook accepted from the review queue:
 * many acceptances share a reload of the catalog, while every import causes its own.
 */
async function prepareBurst(hookline: Hookline, ids: readonly string[], events: number): Promise<void> {
  const { operator, pid, databasePid } = hookline;
  await Promise.all(ids.map((id) => operator('POST', `/webhooks/${id}/pause`)));
  await importNew(hookline, events, longText, 'a niche outside the taxonomy');
  for (;;) {
    const queue = (await operator('GET', '/hooks?state=pending')).hooks as { id: string }[];
    if (queue.length === 0) break;
    await Promise.all(queue.map(({ id }) => operator('PATCH', `/hooks/${id}`, { state: 'published' })));
  }
  // Such as the training of labels after the publications.
  await afterJobs(hookline);
  await untilIdle([pid, databasePid]);
}

async function resumeAll({ operator }: Hookline, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => operator('POST', `/webhooks/${id}/resume`, { backlog: 'deliver' })));
}

/** Measures from the moment when a first delivery is in flight at every endpoint; responses are held until then. */
async function sendBurst(
  hookline: Hookline,
  receiver: Receiver,
  ids: readonly string[],
  events: number,
): Promise<Sending> {
  await prepareBurst(hookline, ids, events);
  await receiver.hold();
  await resumeAll(hookline, ids);
  await receiver.received(ids.length);
  const pids = [hookline.pid, hookline.databasePid];
  const before = cpuMicros(pids);
  await receiver.release();
  const count = events * ids.length;
  await receiver.received(count);
  let after = cpuMicros(pids);
  for (; (await backlog(hookline)) > 0; await sleep(100)) after = cpuMicros(pids);
  const { arrivals, releasedAt } = await checkedFigures(receiver, count);
  const seconds = (Math.max(...arrivals.map(({ at }) => at)) - releasedAt) / 1000;
  return { cpu: (after - before) / count, perSecond: (count - ids.length) / seconds };
}

async function backlog({ operator }: Hookline): Promise<number> {
  const { webhooks } = (await operator('GET', '/webhooks')) as { webhooks: { backlog: number }[] };
  return webhooks.reduce((sum, webhook) => sum + webhook.backlog, 0);
}

async function bodyOf({ operator }: Hookline, id: string): Promise<string> {
  const { deliveries } = await operator('GET', `/webhooks/${id}/deliveries?limit=1`);
  const [latest] = deliveries as { delivery_id: string }[];
  return String((await operator('GET', `/webhooks/${id}/deliveries/${latest?.delivery_id}`)).request_body);
}

async function runLoop(task: LoopTask): Promise<Sending> {
  const [program, ...args] = pinned(serviceCore, [process.execPath, loopScript, JSON.stringify(task)]);
  const { micros, seconds } = JSON.parse((await run(program, args)).stdout) as LoopResult;
  return { cpu: micros / task.count, perSecond: task.count / seconds };
}

function medians(runs: readonly Sending[]): Sending {
  return { cpu: median(runs.map(({ cpu }) => cpu)), perSecond: median(runs.map(({ perSecond }) => perSecond)) };
}

function fail(message: string): never {
  throw new Error(message);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
