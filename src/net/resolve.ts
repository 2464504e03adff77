// Names of hosts → addresses, all of them, by the resolver of the system.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isPublicAddress, notPublic, type TargetRules, targetFault } from './address.ts';

export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const lookupMs = 2_000;

/** As a URL has it: IPv6 in brackets. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The address to connect to, or undefined where any address of the host is not public. Rejects where the name is not found. */
export async function resolvePublic(host: string, resolve: Resolve): Promise<string | undefined> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  return addresses.every(isPublicAddress) ? addresses[0] : undefined;
}

/** As targetFault, and looks the name up. One that cannot be looked up now may be later; what it leads to is looked at again with every connection. */
export async function findTargetFault(
  text: string,
  rules: TargetRules,
  resolve: Resolve = resolveByDns,
): Promise<string | undefined> {
  const fault = targetFault(text, rules);
  if (fault !== undefined || rules.allowPrivate) return fault;
  const host = bareHost(new URL(text).hostname);
  const found = resolvePublic(host, resolve).catch(() => host);
  const address = await Promise.race([found, setTimeout(lookupMs, host, { ref: false })]);
  return address === undefined ? notPublic(rules.field) : undefined;
}
