// A customer with a webhook: requests five test deliveries a second, and measures the time until each arrives.
// Argument: a DeliveryTask as JSON; prints a SteadyWindow per line.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { percentilesOf } from './report.ts';
import type { SteadyWindow } from './steady-client.ts';

export type DeliveryTask = {
  url: string;
  /** Of an account whose plan has webhooks. */
  key: string;
  /** Length of each window in seconds; its line is printed at its end. */
  windows: readonly number[];
};

const everyMs = 200;

const { url, key, windows }: DeliveryTask = JSON.parse(process.argv[2] ?? '');
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
/** When each test was requested, oldest first: they arrive in that order. */
const requested: number[] = [];
let latencies: number[] = [];
let failed = 0;

const receiver = createServer((req, res) => {
  const requestedAt = requested.shift();
  if (requestedAt !== undefined) latencies.push(performance.now() - requestedAt);
  req.resume().once('end', () => res.end());
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;
const body = JSON.stringify({ webhook_url: `http://127.0.0.1:${port}/` });
const created = await fetch(`${url}/webhooks`, { method: 'POST', headers, body });
const { webhook_id: webhookId } = (await created.json()) as { webhook_id: string };

async function sendTest(): Promise<void> {
  requested.push(performance.now());
  const response = await fetch(`${url}/webhooks/${webhookId}/test`, { method: 'POST', headers });
  if (response.status !== 202) failed += 1;
  await response.body?.cancel();
}

const sending = setInterval(() => void sendTest().catch(() => (failed += 1)), everyMs);
for (const seconds of windows) {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const now = performance.now();
  // What has not arrived counts with its age.
  const all = latencies.concat(requested.map((requestedAt) => now - requestedAt));
  const percentile = percentilesOf(all);
  const [p50, p99, max] = [percentile(0.5), percentile(0.99), percentile(1)];
  const window: SteadyWindow = { requests: all.length, failed, p50, p99, max, fresh: { p50, max }, statuses: {} };
  console.log(JSON.stringify(window));
  latencies = [];
  failed = 0;
}
clearInterval(sending);
receiver.close();
receiver.closeAllConnections();
