// Which addresses of others the service may talk to: https, on a public host. Pure; what a name resolves to is in resolve.ts.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only addresses of IPv6 that are given out; among them ipaddr.js still knows those that stand for others. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** `address` as a socket has it: dotted IPv4 or IPv6. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // What is mapped to IPv6 is IPv4 here.
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6));
}

/** `field`: what the user calls the address, such as `webhook_url`. */
export type TargetRules = { field: string; allowPrivate: boolean };

/** What is wrong with an address to talk to, or undefined. */
export function targetFault(text: string, { field, allowPrivate }: TargetRules): string | undefined {
  const url = URL.parse(text);
  if (!url) return `${field} is not a whole address, such as https://example.com/hooks.`;
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return `${field} must begin with https://.`;
  if (url.username || url.password) return `${field} must not carry a user name or password.`;
  if (url.hash) return `${field} must not carry a fragment (#…).`;
  if (allowPrivate) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLiteral = isIP(host) !== 0;
  const isLocalName =
    !isLiteral && (!host.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(host));
  return isLocalName || (isLiteral && !isPublicAddress(host)) ? notPublic(field) : undefined;
}

/** One sentence for all, so that nobody learns from it what answers inside. */
export function notPublic(field: string): string {
  return `${field} does not lead to a public address.`;
}
