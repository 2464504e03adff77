// Alert: something that the operator is mailed about, in the next email of at most one an hour.
import type { AlertKind } from '../db/tables/status.ts';

export type Alert = {
  kind: AlertKind;
  /** Plain text. Parts of it may come from strangers. */
  text: string;
  /** The page to act on it. */
  url: string;
};

/** A problem of the service's health. `action` is the path of the page to fix it on. */
export type Problem = { severity: 'warning' | 'error'; what: string; action: string };

/**
 * Identity of a problem over time. Its text goes on with counts and causes, which change while the problem stays, so only the words
 * before them count.
 */
export function problemKey({ severity, what, action }: Problem): string {
  const [words = ''] = what.split(/[\d:(]/, 1);
  return `${severity} ${action} ${words.trim()}`;
}
