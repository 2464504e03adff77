// Which connections are kept: so many at once, the least recently used makes room, and none whose client does not read.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What the handlers of a connection are at work for. */
const working = new WeakMap<Socket, IncomingMessage>();

/** A request whose answer is not finished; its body may still be arriving. */
export function workOf(socket: Socket): IncomingMessage | undefined {
  return working.get(socket);
}

export type KeptConnections = {
  /** A request is about to be handled. */
  use: (socket: Socket) => void;
  /** It has been: where it is not answered by now, work is under way. */
  follow: (req: IncomingMessage, res: ServerResponse) => void;
};

export type ConnectionLimits = {
  connections: number;
  /** A connection on which nothing moves for so long, or half as long, is closed, unless it waits for this side. */
  stallMs: number;
  isBodyDue: (req: IncomingMessage) => boolean;
};

/**
 * Limits by address would hit all who come through one load balancer. Who keeps a connection and does nothing with it is told
 * apart by just that.
 */
export function keepConnections(
  server: Server,
  { connections, stallMs, isBodyDue }: ConnectionLimits,
): KeptConnections {
  /** The one whose last request began first stands first. */
  const open = new Set<Socket>();

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size > connections) makeRoom();
  });
  // Node counts bytes that leave as movement, however few, and looks a second time where a write was begun. Its keep-alive time-out
  // arrives here too.
  server.setTimeout(stallMs / 2, (socket) => {
    if (!isAtWork(socket) || socket.writableLength > 0) socket.destroy();
  });

  function isAtWork(socket: Socket): boolean {
    const req = working.get(socket);
    return req !== undefined && !isBodyDue(req);
  }

  /** Ends: the newest connection is among them, and has no work yet. */
  function makeRoom(): void {
    for (const socket of open) {
      open.delete(socket);
      if (!isAtWork(socket)) return void socket.destroy();
      open.add(socket);
    }
  }

  return {
    use(socket) {
      open.delete(socket);
      open.add(socket);
    },
    follow(req, res) {
      if (res.writableEnded) return;
      working.set(req.socket, req);
      res.once('close', () => working.delete(req.socket));
    },
  };
}
