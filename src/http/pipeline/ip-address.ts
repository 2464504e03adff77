// The client's address: of the connection, or X-Forwarded-For behind a trusted proxy.
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

export type AddressOf = (req: IncomingMessage) => string;

/** More proxies than a request passes. Each costs several microseconds, and a client may send thousands of trusted addresses. */
const maxProxies = 20;

/** Whether an address belongs to a trusted proxy; `at` is 0 for the address of the connection. */
type TrustProxy = (address: string, at: number) => boolean;

export function trustProxies(trustedProxies: readonly string[]): TrustProxy {
  const trust = proxyAddress.compile([...trustedProxies]);
  return (address, at) => at < maxProxies && trust(address, at);
}

/** Fastify's `request.ip` follows the same rules. */
export function createAddressOf(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trust = trustProxies(trustedProxies);
  return (req) => (req.socket.remoteAddress === undefined ? '' : proxyAddress(req, trust));
}

export const maxAddressLength = 45;

/**
 * Key of rate limits by address: the /64 of an IPv6 address, since its owner controls all of it. A proxy may forward a text that is not an
 * address, which is its own key up to 45 characters.
 */
export function clientKeyOf(address: string | undefined): string {
  // A closed connection has no address.
  if (address === undefined || address.length > maxAddressLength) return 'unknown';
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
