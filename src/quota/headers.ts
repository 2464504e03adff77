// The rate-limit headers of an answer: the IETF draft's pair and the older X-RateLimit three. Pure; counting is usage.ts.
import { secondsUntil } from '../lib/utc-window.ts';
import type { WindowState } from './lease.ts';

/** Names and values in turn, of at least one window. Of several, X-RateLimit tells the one with less left. */
export function rateLimitHeaders(windows: readonly WindowState[], now: number): string[] {
  let policy = '';
  let state = '';
  let tightest = windows[0];
  for (const window of windows) {
    const comma = policy === '' ? '' : ', ';
    policy += `${comma}"${window.name}";q=${window.limit};w=${window.windowSeconds}`;
    state += `${comma}"${window.name}";r=${window.remaining};t=${secondsUntil(window.resetsAt, now)}`;
    if (window.remaining < tightest.remaining) tightest = window;
  }
  return [
    'ratelimit-policy',
    policy,
    'ratelimit',
    state,
    'x-ratelimit-limit',
    `${tightest.limit}`,
    'x-ratelimit-remaining',
    `${tightest.remaining}`,
    'x-ratelimit-reset',
    `${tightest.resetsAt / 1000}`,
  ];
}
