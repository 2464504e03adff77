// DNS resolution of target hosts by the system's resolver, with a check of every address.
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isPublicAddress, notPublic, type TargetRules, targetUrlError } from './address.ts';

export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

const lookupTimeoutMs = 2_000;

/** Strips the brackets that an IPv6 address has in a URL. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** The address to connect to, or undefined if any address of the host is not public. Rejects if the name is not found. */
export async function resolvePublic(host: string, resolve: Resolve): Promise<string | undefined> {
  const addresses = isIP(host) ? [host] : await resolve(host);
  return addresses.every(isPublicAddress) ? addresses[0] : undefined;
}

/** targetUrlError plus a DNS lookup. A failed lookup is no error: it may succeed later, and every connection checks again. */
export async function findTargetUrlError(
  text: string,
  rules: TargetRules,
  resolve: Resolve = resolveByDns,
): Promise<string | undefined> {
  const error = targetUrlError(text, rules);
  if (error !== undefined || rules.allowPrivate) return error;
  const host = bareHost(new URL(text).hostname);
  const found = resolvePublic(host, resolve).catch(() => host);
  const address = await Promise.race([found, setTimeout(lookupTimeoutMs, host, { ref: false })]);
  return address === undefined ? notPublic(rules.field) : undefined;
}
