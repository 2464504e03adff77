// Addresses to listen on, and whether several sockets can listen on one port.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type ListenOptions, Server } from 'node:net';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';

/** `localhost` is two addresses on most machines, and clients try either first. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/** Rejects with EADDRINUSE if anything listens on the port, including a socket that would share it. */
export async function assertFree(port: number, host: string): Promise<void> {
  if (port === 0) return;
  await end(await listen({ port, host }));
}

/**
 * Whether several threads can listen on one port and pass sockets to each other. Tested, since neither the platform nor the versions of its
 * kernel and of Node show it.
 */
export async function canSharePort(host: string): Promise<boolean> {
  const [address = host] = await addressesOf(host);
  const opened: Server[] = [];
  try {
    const first = await listen({ port: 0, host: address, reusePort: true });
    opened.push(first);
    opened.push(await listen({ port: portOf(first), host: address, reusePort: true }));
    return canPass(opened);
  } catch {
    return false;
  } finally {
    for (const server of opened) await end(server);
  }
}

/** Replaces the first server by the one that arrives at the other side. Node before 26 has no transfer of sockets, and throws. */
function canPass(servers: Server[]): boolean {
  const { port1, port2 } = new MessageChannel();
  try {
    port1.postMessage(servers[0], [servers[0] as never]);
    servers.shift();
    const arrived: unknown = receiveMessageOnPort(port2)?.message;
    if (arrived instanceof Server) servers.push(arrived);
    return arrived instanceof Server;
  } finally {
    port1.close();
  }
}

async function listen(options: ListenOptions): Promise<Server> {
  const server = createServer().listen({ ...options, exclusive: true });
  await once(server, 'listening');
  return server;
}

async function end(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

export function portOf(listener: Server): number {
  const address = listener.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
