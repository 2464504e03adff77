// Connection limit and stall timeout: at the limit the least recently used idle connection is closed, and so is one that stalls.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isAwaitingBody } from './bodies.ts';
import { stateOf } from './connection-state.ts';

type ConnectionTracker = {
  /** Marks the connection as used, before its request is handled. */
  touch: (socket: Socket) => void;
  /** Called when the request waits for its turn, and after the handler: a request without a complete response keeps its connection busy. */
  trackRequest: (req: IncomingMessage, res: ServerResponse) => void;
};

type ConnectionLimits = {
  connections: number;
  /** A connection without any transfer for this long, or half as long, is closed unless it waits for this server. */
  stallMs: number;
};

/** There is no limit by address, which would affect every client behind one load balancer. */
export function trackConnections(server: Server, { connections, stallMs }: ConnectionLimits): ConnectionTracker {
  /** Sockets, least recently used first. */
  const open = new Set<Socket>();

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size > connections) closeLeastRecentlyUsed();
  });
  // Node counts any outgoing bytes as activity, and checks a second time after a write has started. Its keep-alive timeout calls
  // this listener too.
  server.setTimeout(stallMs / 2, (socket) => {
    if (!isBusy(socket) || socket.writableLength > 0) socket.destroy();
  });

  function isBusy(socket: Socket): boolean {
    const state = stateOf(socket);
    return state.request !== undefined && !isAwaitingBody(state);
  }

  /** The loop ends, since the newest connection is in the set and not busy yet. */
  function closeLeastRecentlyUsed(): void {
    for (const socket of open) {
      open.delete(socket);
      if (!isBusy(socket)) return void socket.destroy();
      open.add(socket);
    }
  }

  return {
    touch(socket) {
      open.delete(socket);
      open.add(socket);
    },
    trackRequest(req, res) {
      const state = stateOf(req.socket);
      if (res.writableEnded || state.request === req) return;
      state.request = req;
      res.once('close', () => {
        if (state.request === req) state.request = undefined;
      });
    },
  };
}

// File descriptors of the process: how many connections each of its threads may open, and how many files it may send to them.

/** One in 32 descriptors may be a listening socket. Each may accept one connection above the limit before another is closed for it. */
export function listenersWithin(max: number): number {
  return Math.max(2, Math.min(max, Math.floor(openFileLimit() / 32)));
}

/**
 * A quarter of the limit is left to the database, exports and deliveries. A download takes two descriptors: for its connection and its
 * file.
 */
export function descriptorBudget(
  downloadsAtOnce: number,
  { threads, listeners }: { threads: number; listeners: number },
): { connections: number; downloads: number } {
  const available = Math.floor((openFileLimit() * 0.75 - 2 * listeners) / threads);
  const downloads = Math.min(downloadsAtOnce, Math.ceil(available / 4));
  return { connections: available - downloads, downloads };
}

function openFileLimit(): number {
  // The report would otherwise look up the host names of open connections.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const openFiles = Number(userLimits?.open_files?.soft);
  return Number.isFinite(openFiles) ? openFiles : Infinity;
}
