// Baseline for deliveries: a bare loop in its own process signs and posts the same body, without queue, log, retries or timeouts.
// Argument: a LoopTask as JSON; prints the CPU in µs per delivery and deliveries per second as JSON.
import { Pool } from 'undici';
import { newSecret, signatureHeaders } from '../src/webhooks/send.ts';
import { cpuMicros } from './processes.ts';

/** `concurrency` is the number of requests in flight. */
export type LoopTask = { sender: 'pool' | 'fetch'; url: string; body: string; count: number; concurrency: number };

type Post = (headers: Record<string, string>) => Promise<number>;

const { sender, url, body, count, concurrency }: LoopTask = JSON.parse(process.argv[2] ?? '');
const secrets: [string] = [newSecret()];
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });

const posts: Record<LoopTask['sender'], Post> = {
  pool: async (headers) => {
    const response = await pool.request({ path: pathname, method: 'POST', headers, body });
    await response.body.text();
    return response.statusCode;
  },
  fetch: async (headers) => {
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.text();
    return response.status;
  },
};

async function postMany(many: number): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < many) {
      const headers = signatureHeaders({ id: `msg_${next++}`, body, at: Date.now(), secrets });
      const status = await posts[sender]({ 'content-type': 'application/json', 'user-agent': 'Hookline', ...headers });
      if (status !== 200) throw new Error(`${url} responded with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

// The service, too, has delivered before it is measured.
await postMany(count / 2);
const [before, startedAt] = [cpuMicros([process.pid]), performance.now()];
await postMany(count);
const seconds = (performance.now() - startedAt) / 1000;
console.log(JSON.stringify({ cpu: (cpuMicros([process.pid]) - before) / count, perSecond: count / seconds }));
process.exit();
