// Token that stands in an address, of a feed or a share page. Whoever has it can read that, and nothing else.
import { hash } from 'node:crypto';
import { randomBase62 } from '../lib/ids.ts';

/** 154 bits. */
const length = 26;

export function newToken(): string {
  return randomBase62(length);
}

export function isToken(text: string): boolean {
  return text.length === length && /^[0-9A-Za-z]+$/.test(text);
}

/** Tokens are random, so a fast hash suffices. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
