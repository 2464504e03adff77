// The address that a request comes from: of the connection, or, behind proxies that the operator trusts, as they tell it.
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

export type AddressOf = (req: IncomingMessage) => string;

/** Fastify's `request.ip` is made by the same rules from the same list. */
export function createAddressOf(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trust = proxyAddress.compile([...trustedProxies]);
  return (req) => (req.socket.remoteAddress === undefined ? '' : proxyAddress(req, trust));
}

const longestAddress = 45;

/**
 * Whom a limit by address is for: of IPv6 the /64, since whoever has one address of it has them all. What is no address, which
 * a proxy may pass on, is remembered as one.
 */
export function clientKeyOf(address: string | undefined): string {
  // A connection that is gone has none.
  if (address === undefined || address.length > longestAddress) return 'unknown';
  if (!address.includes(':') || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
