// The addresses that an outgoing request connects to, checked when its URL is set and again on every connection.
import { isIP } from 'node:net';
import { bareHost, isLocalName, isPublicAddress, notPublic, type TargetRules, targetUrlError } from './address.ts';
import type { Resolve } from './resolve.ts';

/** The host is not public. */
export class TargetRefusedError extends Error {}

export type TargetOptions = { allowPrivate: boolean; resolve: Resolve };

/** Throws a TargetRefusedError if any address of the host is not public, unless `allowPrivate`, and what `resolve` throws. */
export async function resolveTarget(
  hostname: string,
  { allowPrivate, resolve }: TargetOptions,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const host = bareHost(hostname);
  const isLiteral = isIP(host) !== 0;
  if (!(allowPrivate || isLiteral) && isLocalName(host)) throw new TargetRefusedError();
  const addresses = isLiteral ? [host] : await resolve(host, signal);
  if (addresses.length === 0 || !(allowPrivate || addresses.every(isPublicAddress))) throw new TargetRefusedError();
  return addresses;
}

const checkTimeoutMs = 2_000;

/** targetUrlError plus a lookup. A failed lookup is no error: it may succeed later, and every connection checks again. */
export async function findTargetUrlError(
  text: string,
  { field, allowPrivate }: TargetRules,
  resolve: Resolve,
): Promise<string | undefined> {
  const error = targetUrlError(text, { field, allowPrivate });
  if (error !== undefined || allowPrivate) return error;
  try {
    await resolveTarget(new URL(text).hostname, { allowPrivate, resolve }, AbortSignal.timeout(checkTimeoutMs));
  } catch (failure) {
    if (failure instanceof TargetRefusedError) return notPublic(field);
  }
  return undefined;
}
