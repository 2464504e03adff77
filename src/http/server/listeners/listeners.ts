// Listening sockets of a server: several on one port, so that a flood of connections is accepted many at once.
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { addressesOf, assertFree, portOf } from './addresses.ts';
import type { Balancer } from './balancer.ts';

export type ListenOptions = {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** Connections waiting to be accepted, per socket; the system may allow fewer. */
  backlog: number;
  /** Sockets per address. Can be above 1 only if canSharePort() is true. */
  count: number;
  /** Another thread of this program listens on the port already. */
  isJoining?: boolean;
  /** Balancer of the threads that listen on the same port. */
  balancer?: Balancer;
};

export type Listeners = {
  port: number;
  /** Includes connections on their way from other threads, which would be reset if this one ended. */
  countConnections: () => number;
  /** Passes the listening sockets with their waiting connections to `send`, for another thread. Sockets for which it throws stay here. */
  handOver: (send: (listener: Server) => void) => void;
  close: () => Promise<void>;
};

/** Detects a dead peer during an upload. */
const keepAliveProbeMs = 60_000;

/** Same options as in node:http. With `pauseOnConnect`, a connection is not read before its thread is chosen. */
const socketOptions = {
  allowHalfOpen: true,
  noDelay: true,
  keepAlive: true,
  keepAliveInitialDelay: keepAliveProbeMs,
  pauseOnConnect: true,
};

/**
 * Several sockets accept faster: libuv accepts one connection per socket and turn of the event loop, which takes some milliseconds under
 * load.
 */
export async function openListeners(server: HttpServer, options: ListenOptions): Promise<Listeners> {
  const { host, count, backlog, isJoining = false, balancer } = options;
  const listeners: Server[] = [];
  let { port } = options;
  let connections = 0;

  function serve(socket: Socket): void {
    connections++;
    socket.once('close', () => {
      connections--;
      balancer?.closed();
      if (connections === 0) server.emit(lastClosed);
    });
    server.emit('connection', socket);
    socket.resume();
  }

  function adopt(listener: Server): void {
    listeners.push(listener);
    listener.on('connection', (socket: Socket) => {
      if (!balancer?.pass(socket)) serve(socket);
    });
    // Without a descriptor for it, the connection is closed. The limit of connections is below the limit of descriptors.
    listener.on('error', () => {});
  }

  async function listen(address: string): Promise<void> {
    const listener = createServer(socketOptions);
    // Runs before it listens, since node:cluster may deliver a connection at once.
    adopt(listener);
    listener.listen({ port, host: address, backlog, reusePort: count > 1 || isJoining });
    await once(listener, 'listening');
    port = portOf(listener);
  }

  // The server itself does not listen; this starts its timeouts and its list of connections.
  server.emit('listening');
  const close = async () => {
    balancer?.leave();
    for (const listener of listeners.splice(0)) listener.close();
    server.close();
    if (connections > 0) await once(server, lastClosed);
  };
  balancer?.receive({ socket: serve, listener: adopt });
  try {
    for (const address of await addressesOf(host)) {
      // Another program of this user could share the port too.
      if (count > 1 && !isJoining) await assertFree(port, address);
      for (let n = 0; n < count; n++) await listen(address);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    port,
    countConnections: () => Math.max(connections, balancer?.remaining() ?? 0),
    handOver: (send) => {
      for (let listener = listeners.at(-1); listener; listener = listeners.at(-1)) {
        send(listener);
        listeners.pop();
      }
    },
    close,
  };
}

const lastClosed = Symbol('lastClosed');
