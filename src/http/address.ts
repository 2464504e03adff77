// The address that a request comes from: of the connection, or, behind proxies that the operator trusts, as they tell it.
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

export type AddressOf = (req: IncomingMessage) => string;

/** Fastify's `request.ip` is made by the same rules from the same list. */
export function createAddressOf(trustedProxies: readonly string[]): AddressOf {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? '';
  const trust = proxyAddress.compile([...trustedProxies]);
  return (req) => (req.socket.remoteAddress === undefined ? '' : proxyAddress(req, trust));
}
