// A receiver of deliveries: one server, and so one origin, per webhook, and a control server that reports what has arrived. Argument:
// number of webhooks. Prints ReceiverUrls.
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceiverUrls = { control: string; targets: readonly string[] };
/** Figures since the last reset; times are Unix milliseconds. */
export type ReceiverFigures = { arrivals: readonly { id: string; at: number }[]; releasedAt: number };

let figures = { arrivals: [] as { id: string; at: number }[], releasedAt: 0 };
let held: ServerResponse[] | undefined;
let waiting: { count: number; res: ServerResponse }[] = [];

const receive: RequestListener = (req, res) => {
  req.resume();
  req.once('end', () => {
    figures.arrivals.push({ id: String(req.headers['webhook-id']), at: Date.now() });
    if (held) held.push(res);
    else res.end();
    answerWaiting();
  });
};

function answerWaiting(): void {
  for (const { count, res } of waiting) if (figures.arrivals.length >= count) res.end();
  waiting = waiting.filter(({ res }) => !res.writableEnded);
}

const commands: Record<string, (res: ServerResponse, query: URLSearchParams) => void> = {
  /** With `hold`, no response is sent until `/release`, so that the sender has a delivery in flight for every webhook. */
  '/reset': (res, query) => {
    figures = { arrivals: [], releasedAt: 0 };
    held = query.has('hold') ? [] : undefined;
    res.end();
  },
  '/release': (res) => {
    figures.releasedAt = Date.now();
    for (const response of held ?? []) response.end();
    held = undefined;
    res.end();
  },
  '/received': (res, query) => {
    waiting.push({ count: Number(query.get('count')), res });
    answerWaiting();
  },
  '/figures': (res) => res.end(JSON.stringify(figures satisfies ReceiverFigures)),
};

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const control = await listen((req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://receiver');
  commands[pathname]?.(res, searchParams);
});
const origins = await Promise.all(Array.from({ length: Number(process.argv[2]) }, () => listen(receive)));
const targets = origins.map((origin, at) => `${origin}/in/${at}`);
console.log(JSON.stringify({ control, targets } satisfies ReceiverUrls));
