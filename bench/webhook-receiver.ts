// A receiver of webhooks: one server, and so one origin, per endpoint, and a control server that reports what has arrived.
// Argument: number of endpoints. Prints ReceiverUrls.
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceiverUrls = { control: string; targets: readonly string[] };

export type Arrival = { path: string; id: string; at: number };

/** Figures since the last reset; times in Unix milliseconds. */
export type ReceiverFigures = { arrivals: readonly Arrival[]; bytes: number; releasedAt: number };

let arrivals: Arrival[] = [];
let bytes = 0;
let releasedAt = 0;
let isHolding = false;
let held: ServerResponse[] = [];
let waiting: { count: number; res: ServerResponse }[] = [];

const receive: RequestListener = (req, res) => {
  req.resume();
  req.once('end', () => {
    arrivals.push({ path: req.url ?? '', id: String(req.headers['webhook-id']), at: Date.now() });
    bytes += Number(req.headers['content-length']);
    if (isHolding) held.push(res);
    else res.end();
    if (waiting.length > 0) releaseWaiting();
  });
};

function releaseWaiting(): void {
  for (const { count, res } of waiting) if (arrivals.length >= count) res.end();
  waiting = waiting.filter(({ res }) => !res.writableEnded);
}

/** With `hold`, no response is sent until `/release`, so that the sender has a delivery in flight at every endpoint. */
const commands: Record<string, (res: ServerResponse, query: URLSearchParams) => void> = {
  '/reset': (res, query) => {
    arrivals = [];
    bytes = 0;
    isHolding = query.has('hold');
    res.end();
  },
  '/release': (res) => {
    isHolding = false;
    releasedAt = Date.now();
    for (const response of held) response.end();
    held = [];
    res.end();
  },
  '/received': (res, query) => {
    waiting.push({ count: Number(query.get('count')), res });
    releaseWaiting();
  },
  '/figures': (res) => res.end(JSON.stringify({ arrivals, bytes, releasedAt } satisfies ReceiverFigures)),
};

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const control = await listen((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://receiver');
  const command = commands[pathname];
  if (command) command(res, searchParams);
  else res.writeHead(404).end();
});
const origins = await Promise.all(Array.from({ length: Number(process.argv[2]) }, () => listen(receive)));
const targets = origins.map((origin, at) => `${origin}/in/${at}`);
console.log(JSON.stringify({ control, targets } satisfies ReceiverUrls));
