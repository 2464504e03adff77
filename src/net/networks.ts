// IP networks of allow-lists: parsing, one form for each, and matching.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [address: Address, prefix: number];

/** An IPv4-mapped IPv6 address begins with these bits. */
const mappedBits = 96;

/**
 * The one form of an address or a network in CIDR notation: without host bits, IPv4-mapped as IPv4, a single address without a
 * prefix. undefined if the text is neither.
 */
export function normalizeNetwork(text: string): string | undefined {
  const network = parseNetwork(text);
  if (!network) return undefined;
  const [address, prefix] = network;
  return prefix === bitsOf(address) ? address.toString() : `${address}/${prefix}`;
}

/** Whether an address is in one of the networks. What is no address, which a proxy may forward, is in none. */
export function matchNetworks(networks: readonly string[]): (address: string) => boolean {
  const parsed = networks.map(parseNetwork).filter((network) => network !== undefined);
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return parsed.some(([network, prefix]) => address.kind() === network.kind() && address.match(network, prefix));
  };
}

/** An address as the form of `normalizeNetwork` has it; any other text unchanged. */
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
