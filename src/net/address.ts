// Checks of URLs that the service sends requests to: https and a public host. Names are looked up in connect.ts.
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

/** Returns why a URL may not be a target; undefined if it may. */
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

/** Names of local networks are never looked up, since a public name server could return any address for them. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || /(^|\.)(localhost|local|internal|home\.arpa)\.?$/.test(name);
}

/** One message for all causes, so that it does not reveal which internal hosts exist. */
export function notPublic(field: string): string {
  return `${field} does not resolve to a public address.`;
}

// IP networks of allow-lists: parsing, canonical form and matching.

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [address: Address, prefix: number];

/** An IPv4-mapped IPv6 address begins with these bits. */
const mappedBits = 96;

/**
 * Returns the canonical form of an address or a network in CIDR notation: without host bits, IPv4-mapped as IPv4, a single address without
 * a prefix; undefined if the text is neither.
 */
export function normalizeNetwork(text: string): string | undefined {
  const network = parseNetwork(text);
  if (!network) return undefined;
  const [address, prefix] = network;
  return prefix === bitsOf(address) ? address.toString() : `${address}/${prefix}`;
}

/**
 * Returns a function that checks whether an address is in one of the networks. Text that is not an address, which a proxy may forward, is
 * in none.
 */
export function matchNetworks(networks: readonly string[]): (address: string) => boolean {
  const parsed = networks.map(parseNetwork).filter((network) => network !== undefined);
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return parsed.some(([network, prefix]) => address.kind() === network.kind() && address.match(network, prefix));
  };
}

/** Returns an address in the form of `normalizeNetwork`; any other text unchanged. */
export function normalizeAddress(text: string): string {
  return isIP(text) === 0 ? text : ipaddr.process(text).toString();
}

function parseNetwork(text: string): Network | undefined {
  const [, host = '', digits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  // ipaddr.js also reads 1, 0x7f.1 and 010.0.0.1, which mean different addresses to different programs.
  if (isIP(host) === 0) return undefined;
  const address = ipaddr.process(host);
  const isMapped = ipaddr.parse(host).kind() !== address.kind();
  const prefix = digits === undefined ? bitsOf(address) : Number(digits) - (isMapped ? mappedBits : 0);
  if (prefix < 0 || prefix > bitsOf(address)) return undefined;
  return [withoutHostBits(address, prefix), prefix];
}

function bitsOf(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128;
}

function withoutHostBits(address: Address, prefix: number): Address {
  const bytes = address.toByteArray().map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, prefix - at * 8))));
  return ipaddr.fromByteArray(bytes);
}
