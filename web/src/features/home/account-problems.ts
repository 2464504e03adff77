// Current problems of an account, each with the page to fix it on. Pure; the thresholds are defined here.
import type { Export, Meta, SavedSearch, Usage, UsageWindow, Webhook } from '@hookline/sdk';
import type { Key } from '../../api/openapi.ts';
import { capitalized, dayMs, formatNumber, formatPercent, formatUntil, plural } from '../../kit/page/format.ts';
import { endOf, expiresSoon, replacementOf } from '../keys/key-state.ts';
import { formatInterval } from './interval.ts';

/** `bad`: calls fail or hooks are not delivered. `warn`: they soon will be. */
export type AccountProblem = {
  tone: 'bad' | 'warn' | 'neutral';
  title: string;
  detail: string;
  action: { label: string; href: string };
};

export type AccountState = {
  usage: Usage;
  keys: readonly Key[];
  meta: Meta;
  webhooks: readonly Webhook[];
  searches: readonly SavedSearch[];
  /** Exports, newest first. */
  exports: readonly Export[];
};

const highShare = 0.8;
const recentMs = 3 * dayMs;
/** The catalog is overdue after this many missed intervals. */
const maxMissedUpdates = 2;

export const suspendedProblem: AccountProblem = {
  tone: 'bad',
  title: 'This account is suspended',
  detail: 'Calls with its keys are refused until it is reactivated. No data was deleted.',
  action: { label: 'Request reactivation', href: '/dashboard/plan?ask=reopen' },
};

/** Returns the next step for an account that makes calls, one at a time. */
export function nextStep({ searches, webhooks, meta }: AccountState): AccountProblem | undefined {
  if (searches.length === 0)
    return {
      tone: 'neutral',
      title: 'Next: save a search',
      detail: 'Get new matching hooks by email, in a spreadsheet or in Slack.',
      action: { label: 'Save a search', href: '/dashboard/hooks?save=1' },
    };
  if (searches.every(({ digest }) => digest === 'off'))
    return {
      tone: 'neutral',
      title: 'Next: get new hooks by email',
      detail: 'Choose a daily or weekly digest of a saved search.',
      action: { label: 'Choose a digest', href: '/dashboard/searches' },
    };
  if (webhooks.length > 0 || !meta.account.features.includes('webhooks')) return undefined;
  return {
    tone: 'neutral',
    title: 'Next: create a webhook',
    detail: 'Your server gets each new hook as soon as it is published.',
    action: { label: 'Create webhook', href: '/dashboard/webhooks?new=1' },
  };
}

/** Returns problems, most severe first. */
export function findAccountProblems(state: AccountState, now: number): AccountProblem[] {
  const problems = [
    ...quotaProblems(state.usage, now),
    ...keyProblems(state.keys, now),
    ...webhookProblems(state.webhooks, now),
    ...digestProblems(state.searches, now),
    ...exportProblems(state.exports, now),
    ...catalogProblems(state.meta, now),
  ];
  const severities = ['bad', 'warn', 'neutral'];
  return problems.sort((a, b) => severities.indexOf(a.tone) - severities.indexOf(b.tone));
}

function* quotaProblems({ windows }: Usage, now: number): Iterable<AccountProblem> {
  const action = { label: 'Compare plans', href: '/dashboard/plan' };
  for (const window of windows) {
    const { limit, used } = window;
    if (limit === null || used < limit * highShare) continue;
    const detail = `${formatNumber(used)} of ${plural(limit, 'call')} used. Resets ${formatUntil(Date.parse(window.resets_at), now)}.`;
    const [quota, share] = [quotaName(window), formatPercent(used / limit)];
    if (used < limit) yield { tone: 'warn', title: `${share} of ${quota} used`, detail, action };
    else
      yield {
        tone: 'bad',
        title: `${capitalized(quota)} reached`,
        detail: `New calls return 429. ${detail}`,
        action,
      };
  }
}

function quotaName({ window }: UsageWindow): string {
  return window === 'day' ? 'today’s quota' : 'this month’s quota';
}

function* keyProblems(keys: readonly Key[], now: number): Iterable<AccountProblem> {
  const live = keys.filter((key) => !endOf(key, now));
  // If no key was ever used, the page shows the first call instead.
  if (live.length === 0 && keys.some(({ last_used_at }) => last_used_at))
    yield {
      tone: 'bad',
      title: 'No active API keys',
      detail: 'All keys are expired or revoked, so every call returns 401.',
      action: { label: 'Create key', href: '/dashboard/keys' },
    };
  for (const key of live.filter((candidate) => expiresSoon(candidate, now))) {
    const replacement = replacementOf(key, keys, now);
    // A replaced key that is no longer used may expire.
    if (replacement && (key.last_used_at ?? '') < replacement.created_at) continue;
    const expires = formatUntil(Date.parse(key.expires_at ?? ''), now);
    yield {
      tone: 'warn',
      title: replacement ? `The old key “${key.name}” is still in use` : `Key “${key.name}” expires ${expires}`,
      detail: replacement
        ? `${key.hint} was replaced and stops working ${expires}. Switch to the new key.`
        : 'Requests with this key will then return 401.',
      action: { label: replacement ? 'View keys' : 'Regenerate', href: '/dashboard/keys' },
    };
  }
}

function* webhookProblems(webhooks: readonly Webhook[], now: number): Iterable<AccountProblem> {
  for (const { webhook_id, webhook_url, description, status, paused_by, paused_at, backlog } of webhooks) {
    if (status !== 'paused' || (paused_by === 'owner' && backlog === 0)) continue;
    const reason = {
      owner: 'Paused by you',
      gone: 'The endpoint returned 410 Gone; paused',
      failures: 'A delivery failed on every attempt; paused',
    }[paused_by ?? 'failures'];
    const queued = `${plural(backlog, 'delivery', 'deliveries')} queued.`;
    yield {
      tone: paused_by === 'owner' ? 'neutral' : 'bad',
      title: `Webhook ${description ? `“${description}”` : webhook_url} is paused`,
      detail: `${reason}${paused_at ? ` ${formatUntil(Date.parse(paused_at), now)}` : ''}. ${queued}`,
      action: { label: 'Open webhook', href: `/dashboard/webhooks/${webhook_id}` },
    };
  }
}

function* digestProblems(searches: readonly SavedSearch[], now: number): Iterable<AccountProblem> {
  for (const { name, digest_stopped: stopped } of searches) {
    if (!stopped) continue;
    const since = formatUntil(Date.parse(stopped.at), now);
    yield {
      tone: stopped.by === 'bounce' ? 'bad' : 'warn',
      title: `The digest of “${name}” stopped`,
      detail: stopped.by === 'bounce' ? `The mail server refused it ${since}: ${stopped.error}` : stopped.error,
      action: { label: 'View digests', href: '/dashboard/searches' },
    };
  }
}

/** Skips exports that were requested again since. */
function* exportProblems(exports: readonly Export[], now: number): Iterable<AccountProblem> {
  const requested = new Set<string>();
  for (const { status, error, format, filters, completed_at, created_at } of exports) {
    const request = JSON.stringify([format, filters]);
    const isRecent = now - Date.parse(completed_at ?? created_at) < recentMs;
    if (status === 'failed' && isRecent && !requested.has(request))
      yield {
        tone: 'warn',
        title: `${format.toUpperCase()} export failed ${formatUntil(Date.parse(completed_at ?? created_at), now)}`,
        detail: error ?? 'Request it again.',
        action: { label: 'View exports', href: '/dashboard/exports' },
      };
    requested.add(request);
  }
}

function* catalogProblems({ update_every, checked_at, next_update_at }: Meta, now: number): Iterable<AccountProblem> {
  const every = everyMs(update_every);
  if (!every || !checked_at || !next_update_at) return;
  if (now - Date.parse(checked_at) < maxMissedUpdates * every) return;
  yield {
    tone: 'warn',
    title: 'Catalog update overdue',
    detail: `Updates run every ${formatInterval(update_every)}; the last one was ${formatUntil(Date.parse(checked_at), now)}. The API keeps serving the current catalog.`,
    action: { label: 'View status', href: '/status' },
  };
}

/** Converts `4h` to milliseconds. */
function everyMs(text: string): number | undefined {
  const [, count, unit] = /^(\d+)(m|h|d)$/.exec(text) ?? [];
  return count ? Number(count) * { m: 60_000, h: 3_600_000, d: dayMs }[unit as 'm' | 'h' | 'd'] : undefined;
}
