// Addresses to listen on, and whether several sockets can listen on one port.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type ListenOptions } from 'node:net';

/** `localhost` is two addresses on most machines, and clients try either first. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/** Rejects with EADDRINUSE if anything listens on the port, also a socket that would share it. */
export async function assertFree(port: number, host: string): Promise<void> {
  if (port === 0) return;
  await (await listen({ port, host })).close();
}

/** Tried, since neither the name of the platform nor the version of its kernel tells. */
export async function canSharePort(host: string): Promise<boolean> {
  const [address = host] = await addressesOf(host);
  const opened: { port: number; close: () => Promise<void> }[] = [];
  try {
    opened.push(await listen({ port: 0, host: address, reusePort: true }));
    opened.push(await listen({ port: opened[0]?.port, host: address, reusePort: true }));
    return true;
  } catch {
    return false;
  } finally {
    for (const { close } of opened) await close();
  }
}

async function listen(options: ListenOptions) {
  const server = createServer().listen({ ...options, exclusive: true });
  await once(server, 'listening');
  const address = server.address();
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, close };
}
