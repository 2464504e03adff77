// What deliveries are measured beside: the same body, signed each time, posted by a bare loop in a process of its own, with no
// queue, no log, no retries and no time-outs. Argument: a LoopTask as JSON; prints a LoopResult.
import { Pool } from 'undici';
import { newSecret, signatureHeaders } from '../src/webhooks/sign.ts';
import { cpuMicros } from './processes.ts';

export type LoopTask = {
  sender: 'pool' | 'fetch';
  url: string;
  body: string;
  count: number;
  /** So many are under way at a time. */
  concurrency: number;
};

export type LoopResult = { micros: number; seconds: number };

type Post = (headers: Record<string, string>) => Promise<number>;

const { sender, url, body, count, concurrency } = JSON.parse(process.argv[2]) as LoopTask;
const secrets: [string] = [newSecret()];
const { origin, pathname } = new URL(url);

const posts: Record<LoopTask['sender'], () => Post> = {
  pool: () => {
    const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
    return async (headers) => {
      const answer = await pool.request({ path: pathname, method: 'POST', headers, body });
      await answer.body.text();
      return answer.statusCode;
    };
  },
  fetch: () => async (headers) => {
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.text();
    return answer.status;
  },
};
const post = posts[sender]();

async function postMany(many: number): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < many) {
      const headers = signatureHeaders({ id: `msg_${next++}`, body, at: Date.now(), secrets });
      const status = await post({ 'content-type': 'application/json', 'user-agent': 'Hookline', ...headers });
      if (status !== 200) throw new Error(`${url} answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

// The service has delivered before it is measured, too.
await postMany(count / 2);
const [microsBefore, startedAt] = [cpuMicros([process.pid]), performance.now()];
await postMany(count);
const seconds = (performance.now() - startedAt) / 1000;
const result: LoopResult = { micros: cpuMicros([process.pid]) - microsBefore, seconds };
console.log(JSON.stringify(result));
process.exit();
