// Rate-limit headers: the IETF draft's `RateLimit-Policy` and `RateLimit`, and the older `X-RateLimit-*`. Pure.
import { secondsUntil } from '../lib/utc-window.ts';
import type { WindowState } from './lease.ts';

/** Names and values in turn. X-RateLimit describes the window with the fewest calls left. */
export function rateLimitHeaders(windows: readonly WindowState[], now: number): string[] {
  let policy = '';
  let state = '';
  let tightest: WindowState | undefined;
  for (const window of windows) {
    const comma = policy === '' ? '' : ', ';
    policy += `${comma}"${window.name}";q=${window.limit};w=${window.windowSeconds}`;
    state += `${comma}"${window.name}";r=${window.remaining};t=${secondsUntil(window.resetsAt, now)}`;
    if (!tightest || window.remaining < tightest.remaining) tightest = window;
  }
  if (!tightest) return [];
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
