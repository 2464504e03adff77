// Baseline for deliveries: a bare loop in its own process signs and posts the same body, without queue, log, retries or timeouts.
// Argument: a LoopTask as JSON; prints a LoopResult.
import { Pool } from 'undici';
import { newSecret, signatureHeaders } from '../src/webhooks/sign.ts';
import { cpuMicros } from './processes.ts';

export type LoopTask = {
  sender: 'pool' | 'fetch';
  url: string;
  body: string;
  count: number;
  /** Number of requests in flight. */
  concurrency: number;
};

export type LoopResult = { micros: number; seconds: number };

type Post = (headers: Record<string, string>) => Promise<number>;

const { sender, url, body, count, concurrency }: LoopTask = JSON.parse(process.argv[2] ?? '');
const secrets: [string] = [newSecret()];
const { origin, pathname } = new URL(url);

const posts: Record<LoopTask['sender'], () => Post> = {
  pool: () => {
    const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
    return async (headers) => {
      const response = await pool.request({ path: pathname, method: 'POST', headers, body });
      await response.body.text();
      return response.statusCode;
    };
  },
  fetch: () => async (headers) => {
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.text();
    return response.status;
  },
};
const post = posts[sender]();

async function postMany(many: number): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < many) {
      const headers = signatureHeaders({ id: `msg_${next++}`, body, at: Date.now(), secrets });
      const status = await post({ 'content-type': 'application/json', 'user-agent': 'Hookline', ...headers });
      if (status !== 200) throw new Error(`${url} responded with ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

// Warm-up: the service, too, has delivered before it is measured.
await postMany(count / 2);
const [microsBefore, startedAt] = [cpuMicros([process.pid]), performance.now()];
await postMany(count);
const seconds = (performance.now() - startedAt) / 1000;
const result: LoopResult = { micros: cpuMicros([process.pid]) - microsBefore, seconds };
console.log(JSON.stringify(result));
process.exit();
