// What is wrong with the account now, in plain words, with the page where it is mended. Pure; the thresholds are here.
import type { Export, Meta, Usage, UsageWindow, Webhook } from '@hookline/sdk';
import type { Key } from '../../../../src/auth/key.ts';
import { capitalized, formatNumber, formatPercent, formatUntil } from '../../kit/page/format.ts';
import { endOf, expiresSoon } from '../keys/key-state.ts';

/** `bad`: calls are refused or hooks do not arrive. `warn`: they soon will be. */
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
  /** The newest first. */
  exports: readonly Export[];
};

const dayMs = 86_400_000;
const highShare = 0.8;
const recentMs = 3 * dayMs;
/** A source that was not read for so many of its intervals is late. */
const missedUpdates = 2;

export const suspendedProblem: AccountProblem = {
  tone: 'bad',
  title: 'This account is suspended',
  detail: 'All of its keys are refused with 403 until the operator reopens it. Nothing was deleted.',
  action: { label: 'Ask to reopen it', href: '/dashboard/plan?ask=reopen' },
};

/** The gravest first. */
export function findAccountProblems(state: AccountState, now: number): AccountProblem[] {
  const found = [
    ...ofQuota(state.usage, now),
    ...ofKeys(state.keys, now),
    ...ofWebhooks(state.webhooks, now),
    ...ofExports(state.exports, now),
    ...ofCatalog(state.meta, now),
  ];
  const grades = ['bad', 'warn', 'neutral'];
  return found.sort((a, b) => grades.indexOf(a.tone) - grades.indexOf(b.tone));
}

function* ofQuota({ windows }: Usage, now: number): Iterable<AccountProblem> {
  const action = { label: 'Compare plans', href: '/dashboard/plan' };
  for (const window of windows) {
    const { limit, used } = window;
    if (limit === null || used < limit * highShare) continue;
    const detail = `${formatNumber(used)} of ${formatNumber(limit)} calls. They reset ${formatUntil(Date.parse(window.resets_at), now)}.`;
    const [quota, share] = [quotaWords(window), formatPercent(used / limit)];
    if (used < limit) yield { tone: 'warn', title: `${share} of ${quota} is used`, detail, action };
    else
      yield {
        tone: 'bad',
        title: `${capitalized(quota)} is used up`,
        detail: `Calls are refused with 429. ${detail}`,
        action,
      };
  }
}

function quotaWords({ window }: UsageWindow): string {
  return window === 'day' ? 'today’s quota' : 'this month’s quota';
}

function* ofKeys(keys: readonly Key[], now: number): Iterable<AccountProblem> {
  const live = keys.filter((key) => !endOf(key, now));
  if (keys.length > 0 && live.length === 0)
    yield {
      tone: 'bad',
      title: 'No key works any more',
      detail: 'All keys have expired or were revoked, so every call is refused with 401.',
      action: { label: 'Create a key', href: '/dashboard/keys' },
    };
  for (const key of live.filter((one) => expiresSoon(one, now))) {
    const newer = live.find(({ name, created_at }) => name === key.name && created_at > key.created_at);
    // A replaced key that nothing uses any more may go.
    if (newer && (key.last_used_at ?? '') < newer.created_at) continue;
    const ends = formatUntil(Date.parse(key.expires_at ?? ''), now);
    yield {
      tone: 'warn',
      title: newer ? `Something still uses the old ${key.name}` : `The key ${key.name} expires ${ends}`,
      detail: newer
        ? `The key ${key.hint} was replaced and stops working ${ends}. Put the new one in its place.`
        : 'Whatever uses it will be refused from then on.',
      action: { label: newer ? 'Show keys' : 'Regenerate', href: '/dashboard/keys' },
    };
  }
}

function* ofWebhooks(webhooks: readonly Webhook[], now: number): Iterable<AccountProblem> {
  for (const { webhook_id, webhook_url, description, status, paused_by, paused_at, backlog } of webhooks) {
    if (status !== 'paused' || (paused_by === 'owner' && backlog === 0)) continue;
    const why = {
      owner: 'You paused it',
      gone: 'Its receiver answered 410 Gone',
      failures: 'A delivery failed at every try',
    }[paused_by ?? 'failures'];
    const waits = ['Nothing waits.', 'One delivery waits.'][backlog] ?? `${formatNumber(backlog)} deliveries wait.`;
    yield {
      tone: paused_by === 'owner' ? 'neutral' : 'bad',
      title: `The webhook ${description || webhook_url} is paused`,
      detail: `${why}${paused_at ? ` ${formatUntil(Date.parse(paused_at), now)}` : ''}. ${waits}`,
      action: { label: 'Open webhook', href: `/dashboard/webhooks/${webhook_id}` },
    };
  }
}

/** Not those that were asked for again since. */
function* ofExports(exports: readonly Export[], now: number): Iterable<AccountProblem> {
  const asked = new Set<string>();
  for (const { status, error, format, filters, completed_at, created_at } of exports) {
    const what = JSON.stringify([format, filters]);
    const isRecent = now - Date.parse(completed_at ?? created_at) < recentMs;
    if (status === 'failed' && isRecent && !asked.has(what))
      yield {
        tone: 'warn',
        title: `An export as ${format.toUpperCase()} failed ${formatUntil(Date.parse(completed_at ?? created_at), now)}`,
        detail: error ?? 'Ask for it again.',
        action: { label: 'Show exports', href: '/dashboard/exports' },
      };
    asked.add(what);
  }
}

function* ofCatalog({ update_every, checked_at, next_update_at }: Meta, now: number): Iterable<AccountProblem> {
  const every = everyMs(update_every);
  if (!every || !checked_at || !next_update_at) return;
  if (now - Date.parse(checked_at) < missedUpdates * every) return;
  yield {
    tone: 'warn',
    title: 'The catalog is late',
    detail: `It is to be updated every ${update_every}, and was last ${formatUntil(Date.parse(checked_at), now)}. Calls answer as usual, with what was there.`,
    action: { label: 'Service status', href: '/status' },
  };
}

/** Milliseconds of `4h`. */
function everyMs(text: string): number | undefined {
  const [, count, unit] = /^(\d+)(m|h|d)$/.exec(text) ?? [];
  return count ? Number(count) * { m: 60_000, h: 3_600_000, d: dayMs }[unit as 'm' | 'h' | 'd'] : undefined;
}
