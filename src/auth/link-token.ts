// Token that stands in an address, of a feed or a share page. Whoever has it can read that, and nothing else.
import { hash } from 'node:crypto';
import type { Encryption } from '../lib/encryption.ts';
import { randomBase62 } from '../lib/ids.ts';

/** 154 bits. */
const length = 26;

export function newToken(): string {
  return randomBase62(length);
}

/**
 * As its account sees it: `hidden` where it must not be shown (`hides`), and after a change of the operator key, when it works on but
 * cannot be decrypted.
 */
export function shownToken({ tryDecrypt }: Encryption, sealed: string, hides = false): string {
  return (hides ? undefined : tryDecrypt(sealed)) ?? 'hidden';
}

export function isToken(text: string): boolean {
  return text.length === length && /^[0-9A-Za-z]+$/.test(text);
}

/** Tokens are random, so a fast hash suffices. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
