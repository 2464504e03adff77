// Identifiers: a prefix for the kind, then digits (hooks) or random base62 (everything else).

import { randomBytes } from 'node:crypto';
import { fail } from './errors.ts';

export type InAccount = { accountId: string };
/** Id of a record of an account. Records of other accounts do not exist for it. */
export type IdInAccount = InAccount & { id: string };

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniform base62 characters: bytes from 248, the last multiple of 62, are discarded to avoid modulo bias. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

export function toBase62(value: number, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text;
  return text;
}

export type IdPrefix =
  | 'acc'
  | 'key'
  | 'req'
  | 'imp'
  | 'exp'
  | 'sch'
  | 'srch'
  | 'col'
  | 'alr'
  | 'wh'
  | 'evt'
  | 'dlv'
  | 'msg'
  | 'src'
  | 'edit'
  | 'tkd'
  | 'rep'
  | 'usr'
  | 'ses'
  | 'psk'
  | 'app'
  | 'ann'
  | 'upd'
  | 'sub'
  | 'mem'
  | 'inv';

export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomBase62(16)}`;
}

/** Returns the number in `hook_123`, or undefined. */
export function hookNumber(id: string): number | undefined {
  return /^hook_[1-9]\d{0,14}$/.test(id) ? Number(id.slice(5)) : undefined;
}

export function parseHookId(id: string): number {
  return hookNumber(id) ?? fail('not_found', `${id.slice(0, 40)} is not a hook id. A hook id is hook_ and digits.`);
}
