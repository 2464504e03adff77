// Webhooks: how long an event takes to its receivers, what a delivery costs beside bare loops, and whether readers notice a burst.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Hookline, startHookline } from './hookline.ts';
import { loadCore, pinned, serviceCore } from './machine.ts';
import { cpuMicros, start } from './processes.ts';
import { type DuringResult, measureDuring } from './reads-during.ts';
import { median } from './report.ts';
import type { LoopResult, LoopTask } from './webhook-loops.ts';
import type { ReceiverFigures, ReceiverPlaces } from './webhook-receiver.ts';

const run = promisify(execFile);
const receiverScript = fileURLToPath(new URL('./webhook-receiver.ts', import.meta.url));
const loopScript = fileURLToPath(new URL('./webhook-loops.ts', import.meta.url));

/** From the event's moment to its arrival, in ms. */
type Latency = { endpoints: number; events: number; p50: number; p99: number };

/** Medians of the rounds: CPU in µs a delivery, deliveries a second. */
type Sending = { cpu: number; perSecond: number };

export type WebhookResult = {
  latencies: readonly Latency[];
  /** Deliveries of a burst, the bytes of each, and how many endpoints they go to. */
  burst: { deliveries: number; bytes: number; endpoints: number };
  ours: Sending;
  pool: Sending;
  fetch: Sending;
  reads: DuringResult;
};

type WebhookSizes = { rounds: number; accounts: number; single: number; wide: number; burst: number };

/** `single`, `wide` and `burst` are events: one by one to one endpoint, one by one to all, and all at once to all. */
const usual = { accounts: 20, single: 50, wide: 10, burst: 100 };
const endpointsOfAccount = 5;
/** Starts a service on `dataDir`, which needs no catalog yet. */
export async function measureWebhooks(dataDir: string, sizes: Partial<WebhookSizes> = {}): Promise<WebhookResult> {
  const { rounds, accounts, single, wide, burst } = { rounds: 3, ...usual, ...sizes };
  const endpoints = accounts * endpointsOfAccount;
  const receiver = await startReceiver(endpoints);
  const hookline = await startHookline(dataDir, { env: { HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1' } });
  try {
    const { targets } = receiver;
    const ids = await register(hookline, targets.slice(0, 1));
    const latencies = [await measureLatency(hookline, receiver, ids, single)];
    for (let at = 1; at < endpoints; at += endpointsOfAccount)
      ids.push(...(await register(hookline, targets.slice(at, at + endpointsOfAccount))));
    latencies.push(await measureLatency(hookline, receiver, ids, wide));

    // The loops run as long before they are measured.
    await sendBurst(hookline, receiver, ids, Math.ceil(burst / 2));
    const body = await bodyOf(hookline, ids[0]);
    const count = burst * endpoints;
    const runs: Record<'ours' | LoopTask['sender'], Sending[]> = { ours: [], pool: [], fetch: [] };
    for (let round = 0; round < rounds; round++) {
      runs.ours.push(await sendBurst(hookline, receiver, ids, burst));
      for (const sender of ['pool', 'fetch'] as const) {
        await receiver.reset();
        runs[sender].push(await runLoop({ sender, url: targets[0], body, count, concurrency: endpoints }));
      }
    }
    await prepareBurst(hookline, ids, burst);
    const reads = await measureDuring(hookline, dataDir, async () => {
      await receiver.reset();
      await resumeAll(hookline, ids);
      await receiver.received(count);
    });
    const [ours, pool, fetch] = [medians(runs.ours), medians(runs.pool), medians(runs.fetch)];
    return {
      latencies,
      burst: { deliveries: count, bytes: Buffer.byteLength(body), endpoints },
      ours,
      pool,
      fetch,
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
  const { control, targets } = JSON.parse(running.greeting) as ReceiverPlaces;
  const post = async (path: string) => void (await fetch(control + path, { method: 'POST' })).body?.cancel();
  const figures = async () => (await (await fetch(`${control}/figures`)).json()) as ReceiverFigures;
  return {
    targets,
    reset: () => post('/reset'),
    hold: () => post('/reset?hold'),
    release: () => post('/release'),
    /** Resolves when so many have arrived since the last reset. */
    received: async (count: number) => {
      const signal = AbortSignal.timeout(180_000);
      await fetch(`${control}/received?count=${count}`, { signal }).catch(async (cause) => {
        throw new Error(`Of ${count} deliveries ${(await figures()).arrivals.length} arrived.`, { cause });
      });
    },
    figures,
    stop: running.stop,
  };
}

/** Webhooks of one account, which has room for five. */
export async function register({ operator }: Hookline, urls: readonly string[]): Promise<string[]> {
  const email = `receiver-${urls[0].replace(/\W+/g, '-')}@example.com`;
  const account = await operator('POST', '/accounts', { name: 'Receiver', email, plan: 'enterprise' });
  const ids: string[] = [];
  for (const webhook_url of urls)
    ids.push(String((await operator('POST', `/accounts/${account.id}/webhooks`, { webhook_url })).webhook_id));
  return ids;
}

let hooks = 0;

/** Imports hooks that there were not. A niche that nobody knows makes them wait for a curator. */
async function importNew({ url, operatorKey }: Hookline, count: number, text: string, niche: string): Promise<void> {
  const labels = { archetype: 'question', emotional_trigger: 'curiosity', format: 'vlog', language: 'en', niche };
  const lines = Array.from({ length: count }, () =>
    JSON.stringify({ text: `${++hooks}. ${text}`, views: 150_000, platform: 'TikTok', ...labels }),
  );
  const authorization = `Bearer ${operatorKey}`;
  const answer = await fetch(`${url}/operator/import?preset=hookline&format=jsonl`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/octet-stream' },
    body: lines.join('\n'),
  });
  const said = await answer.text();
  const { report } = JSON.parse(said.trim().split('\n').at(-1) ?? '');
  if (report?.added + report?.pending !== count) throw new Error(`Of ${count} hooks not all were new: ${said}`);
}

const warmUpEvents = 5;

/** One event after the other, each when the one before has arrived everywhere. */
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
  // created_at is when the transaction that publishes began: from its commit it is less, by what the merge and the commit take.
  const latencies = arrivals.map(({ id, at }) => at - (createdAt.get(id) ?? Number.NaN)).sort((a, b) => a - b);
  const percentile = (share: number) => latencies[Math.ceil(latencies.length * share) - 1];
  return { endpoints: ids.length, events, p50: percentile(0.5), p99: percentile(0.99) };
}

/** Each delivery once. */
async function checkedFigures(receiver: Receiver, count: number): Promise<ReceiverFigures> {
  const figures = await receiver.figures();
  const { size } = new Set(figures.arrivals.map(({ id }) => id));
  if (figures.arrivals.length !== count || size !== count)
    throw new Error(`Of ${count} deliveries ${size} arrived, in ${figures.arrivals.length} requests.`);
  return figures;
}

/** As long as a text may be, so that the body of one hook comes near 1 KB. */
const longText = 'Nobody tells you what the first year of this is like. '.repeat(9).slice(0, 490);

/**
 * All events wait at paused endpoints, and the service has nothing left to do. Each is a hook that a curator accepts: many
 * acceptances share a reload of the catalog, which every import does for itself.
 */
async function prepareBurst(hookline: Hookline, ids: readonly string[], events: number): Promise<void> {
  const { operator, pid } = hookline;
  await Promise.all(ids.map((id) => operator('POST', `/webhooks/${id}/pause`)));
  await importNew(hookline, events, longText, 'a niche that nobody knows');
  for (;;) {
    const queue = (await operator('GET', '/hooks?state=pending')).hooks as { id: string }[];
    if (queue.length === 0) break;
    await Promise.all(queue.map(({ id }) => operator('PATCH', `/hooks/${id}`, { state: 'published' })));
  }
  await quiet(pid);
}

/** Waits until it takes a twentieth of a core or less: what imports have set off is over. */
async function quiet(pid: number): Promise<void> {
  const ms = 300;
  for (let before = Number.NEGATIVE_INFINITY, now = 0; now - before > ms * 50; await sleep(ms))
    [before, now] = [now, cpuMicros([pid])];
}

async function resumeAll({ operator }: Hookline, ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => operator('POST', `/webhooks/${id}/resume`, { backlog: 'deliver' })));
}

/** What is measured begins when a first delivery has arrived at every endpoint: the answers are held back until then. */
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
  const before = cpuMicros([hookline.pid]);
  await receiver.release();
  const count = events * ids.length;
  await receiver.received(count);
  let after = cpuMicros([hookline.pid]);
  for (; (await backlog(hookline)) > 0; await sleep(100)) after = cpuMicros([hookline.pid]);
  const { arrivals, releasedAt } = await checkedFigures(receiver, count);
  const seconds = (Math.max(...arrivals.map(({ at }) => at)) - releasedAt) / 1000;
  return { cpu: (after - before) / count, perSecond: (count - ids.length) / seconds };
}

async function backlog({ operator }: Hookline): Promise<number> {
  const { webhooks } = (await operator('GET', '/webhooks')) as { webhooks: { backlog: number }[] };
  return webhooks.reduce((sum, one) => sum + one.backlog, 0);
}

async function bodyOf({ operator }: Hookline, id: string): Promise<string> {
  const { deliveries } = await operator('GET', `/webhooks/${id}/deliveries?limit=1`);
  const [{ delivery_id }] = deliveries as { delivery_id: string }[];
  return String((await operator('GET', `/webhooks/${id}/deliveries/${delivery_id}`)).request_body);
}

async function runLoop(task: LoopTask): Promise<Sending> {
  const [program, ...args] = pinned(serviceCore, [process.execPath, loopScript, JSON.stringify(task)]);
  const { micros, seconds } = JSON.parse((await run(program, args)).stdout) as LoopResult;
  return { cpu: micros / task.count, perSecond: task.count / seconds };
}

function medians(runs: readonly Sending[]): Sending {
  return { cpu: median(runs.map(({ cpu }) => cpu)), perSecond: median(runs.map(({ perSecond }) => perSecond)) };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
