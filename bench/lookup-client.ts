// A customer who changes the URL of a webhook five times a second, to names that resolve, and measures each response.
// Argument: a LookupTask as JSON; prints a SteadyWindow per line.
import { percentilesOf } from './report.ts';
import type { SteadyWindow } from './steady-client.ts';

export type LookupTask = {
  url: string;
  /** Key of an account whose plan has webhooks. */
  key: string;
  webhookId: string;
  /** Names that resolve. */
  names: readonly string[];
  /** Length of each window in seconds; its line is printed at its end. */
  windows: readonly number[];
};

const everyMs = 200;

const { url, key, webhookId, names, windows }: LookupTask = JSON.parse(process.argv[2] ?? '');
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const pending = new Set<number>();
let latencies: number[] = [];
let failed = 0;
let sent = 0;

async function change(): Promise<void> {
  const startedAt = performance.now();
  pending.add(startedAt);
  const body = JSON.stringify({ webhook_url: `https://${names[sent++ % names.length]}/${sent}` });
  try {
    const response = await fetch(`${url}/webhooks/${webhookId}`, { method: 'PATCH', headers, body });
    if (response.status !== 200) failed += 1;
    await response.body?.cancel();
  } catch {
    failed += 1;
  }
  pending.delete(startedAt);
  latencies.push(performance.now() - startedAt);
}

const sending = setInterval(() => void change(), everyMs);
for (const seconds of windows) {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const now = performance.now();
  // A request without a response counts with its age.
  const all = [...latencies, ...[...pending].map((startedAt) => now - startedAt)];
  const percentile = percentilesOf(all);
  const [p50, p99, max] = [percentile(0.5), percentile(0.99), percentile(1)];
  const window: SteadyWindow = { requests: all.length, failed, p50, p99, max, fresh: { p50, max }, statuses: {} };
  console.log(JSON.stringify(window));
  latencies = [];
  failed = 0;
}
clearInterval(sending);
process.exit();
