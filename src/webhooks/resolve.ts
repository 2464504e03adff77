// Names of hosts → addresses, all of them, by the resolver of the system.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from './address.ts';

export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** As a URL has it: IPv6 in brackets. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The address to connect to, or undefined where any address of the host is not public. Rejects where the name is not found. */
export async function resolvePublic(host: string, resolve: Resolve): Promise<string | undefined> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  return addresses.every(isPublicAddress) ? addresses[0] : undefined;
}
