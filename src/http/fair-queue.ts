// Fair queueing: where more is asked for than can be answered at once, those who ask have their turns, however much each asks for.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** So long requests are handled before sockets are looked at again, and with them those that came in the meantime. */
const sliceMs = 5;

type Waiting = [IncomingMessage, ServerResponse];

/**
 * Within a slice requests are handled as they come. Those above it wait, and are handled one of each asker in turn. How many can
 * wait is limited by connections, since each has one request at a time here (in-turn.ts).
 */
export function fairly(handle: RequestListener, askerOf: (req: IncomingMessage) => string): RequestListener {
  /** Whose turn is next stands first. */
  const queues = new Map<string, Waiting[]>();
  let sliceEndsAt: number | undefined;

  function begin(): void {
    sliceEndsAt = performance.now() + sliceMs;
    setImmediate(() => {
      sliceEndsAt = undefined;
      if (queues.size > 0) handleSome();
    });
  }

  function handleSome(): void {
    begin();
    for (const [asker, queue] of queues) {
      const next = queue.shift();
      queues.delete(asker);
      if (queue.length > 0) queues.set(asker, queue);
      if (next && !next[0].socket.destroyed) handle(...next);
      if (isOver()) return;
    }
  }

  function isOver(): boolean {
    return sliceEndsAt !== undefined && performance.now() > sliceEndsAt;
  }

  return (req, res) => {
    if (sliceEndsAt === undefined) begin();
    if (queues.size === 0 && !isOver()) return handle(req, res);
    const asker = askerOf(req);
    const queue = queues.get(asker);
    if (queue) queue.push([req, res]);
    else queues.set(asker, [[req, res]]);
  };
}
