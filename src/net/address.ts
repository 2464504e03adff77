// Checks of URLs that the service sends requests to: https and a public host. Names are looked up in target.ts.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only range of IPv6 that is allocated; ipaddr.js excludes the special ranges in it. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** `address` in the form of a socket: dotted IPv4 or IPv6. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  // Converts IPv4-mapped IPv6 to IPv4.
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalIpv6));
}

/** `field` is the parameter that the URL came in, such as `webhook_url`. */
export type TargetRules = { field: string; allowPrivate: boolean };

/** Why a URL may not be a target, or undefined if it may. */
export function targetUrlError(text: string, { field, allowPrivate }: TargetRules): string | undefined {
  const url = URL.parse(text);
  if (!url) return `${field} must be a complete URL, such as https://example.com/hooks.`;
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return `${field} must begin with https://.`;
  if (url.username || url.password) return `${field} must not contain a user name or password.`;
  if (url.hash) return `${field} must not contain a fragment (#…).`;
  if (allowPrivate) return undefined;
  const host = bareHost(url.hostname);
  const isRefused = isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host);
  return isRefused ? notPublic(field) : undefined;
}

/** Strips the brackets that an IPv6 address has in a URL. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** Names that only a local network has. They are never looked up, since a public name server could give them any address. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(name);
}

/** One message for all causes, so that it does not reveal which internal hosts exist. */
export function notPublic(field: string): string {
  return `${field} does not resolve to a public address.`;
}
