// Evaluates trend alerts with a version of the catalog. The new state and its notification commit together, so each change is sent once.
import { toCaller } from '../accounts/account.ts';
import type { Catalog } from '../catalog/live-catalog.ts';
import { toFilter } from '../catalog/search/filter.ts';
import { resolve } from '../catalog/search/resolve.ts';
import { trendKey, trendsOfRows } from '../catalog/snapshot/activity.ts';
import { describeFilters, resolveFilters } from '../collections/collection.ts';
import type { Database, Db, Trx } from '../db/database.ts';
import { eachDue } from '../db/each-due.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';
import { withFilters } from '../searches/feed/page.ts';
import { nameOf } from '../taxonomy/taxonomy.ts';
import type { Verdict } from '../trends/growth.ts';
import type { Trends, TrendWindow } from '../trends/trends.ts';
import type { Emit } from '../webhooks/events/announce.ts';
import { compare, type TrendChange } from './compare.ts';
import { type DueTrendAlert, lockDueTrendAlert, storeEvaluation, type TrendAlertRow } from './store.ts';

type EvaluateDeps = {
  db: Database;
  jobs: Pick<Jobs, 'send'>;
  catalog: () => Catalog;
  emit: Emit;
  publicUrl: () => string;
};

/**
 * Called with each version that a process serves, and every minute, in case a process ended in between. Of several new versions, the newest
 * is evaluated. Each trend alert has its own transaction: processes share the trend alerts of a version, and a kill interrupts at most one,
 * which stays due.
 */
export async function evaluateTrendAlerts(deps: EvaluateDeps, stopping?: AbortSignal): Promise<void> {
  const current = deps.catalog();
  await eachDue(deps.db, {
    lock: (trx, without) => lockDueTrendAlert(trx, current.snapshot.version, without),
    run: (trx, due) => evaluate(trx, deps, current, due),
    stopping,
  });
}

async function evaluate(trx: Trx, deps: EvaluateDeps, current: Catalog, due: DueTrendAlert): Promise<void> {
  const { version } = current.snapshot;
  const now = new Date();
  const { changes, after } = compare(due, await watchedTrends(trx, current, due), { wanted: due.wanted, now });
  // The state is always stored, so that an account which comes back gets no notification of earlier changes.
  const isTold = changes.length > 0 && mayBeTold(due);
  const told = isTold ? after.told : due.told;
  await storeEvaluation(trx, due.id, { ...after, told, version, toldAt: isTold ? now : undefined });
  if (isTold) await tell(trx, deps, due, { changes, version });
}

function mayBeTold({ account }: DueTrendAlert): boolean {
  const { features, suspended } = toCaller(account);
  return !suspended && features.has('trends');
}

async function tell(
  trx: Trx,
  { jobs, emit, publicUrl }: EvaluateDeps,
  alert: DueTrendAlert,
  { changes, version }: { changes: TrendChange[]; version: number },
): Promise<void> {
  const { id: alert_id, name, label: by, period: window, filters, account_id: accountId } = alert;
  const data = { alert_id, name, by, window, filters, catalog_version: version, changes };
  const isSent = alert.notify === 'webhook' && (await emit(trx, { type: 'trends.changed', accountId, data })) > 0;
  // An email is sent if no webhook may receive it, or none any more after a downgrade.
  if (isSent) return;
  const filterText = await describeFilters(trx, accountId, filters);
  await jobs.send(trx, 'mail', trendEmail(alert, { changes, version, filterText, publicUrl: publicUrl() }));
}

// The email of a trend alert: which values changed their verdict, with n and both shares.

const windowText: Readonly<Record<TrendWindow, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

const verdictText: Readonly<Record<Verdict, string>> = {
  heating: 'heating up',
  steady: 'steady',
  cooling: 'cooling down',
  insufficient_data: 'without enough data',
};

/** `filterText` describes the hooks that were counted. */
type TrendNews = { changes: readonly TrendChange[]; version: number; filterText: string; publicUrl: string };

/** Each attempt to send it has the same Message-ID, so mailboxes show it once. */
function trendEmail(alert: DueTrendAlert, { changes, version, filterText, publicUrl }: TrendNews): MailMessage {
  const { id, account, name, label, filters } = alert;
  const page = { by: label, window: alert.period, ...filters };
  const trends = `${publicUrl}/dashboard/trends`;
  const span = windowText[alert.period];
  const message = composeMail({
    to: account.email,
    subject: subjectOf(alert, changes),
    name: account.name,
    parts: [
      `Values that rose or fell among new hooks in the last ${span}, compared with the ${span} before, for ${filterText}. Changes that could be chance are left out.`,
      {
        list: changes.map((change) => ({
          text: `${nameOf(label, change.value)} is ${verdictText[change.verdict]}`,
          detail: figuresText(change),
          url: withFilters(trends, { ...page, value: change.value }),
        })),
      },
      { button: 'Open trends', url: withFilters(trends, page) },
      { links: [{ label: 'Change, pause or delete this alert', url: `${trends}?alerts=${id}` }] },
      {
        note: `You get this because of the trend alert ${name === null ? id : `“${name}”`}. Each change is emailed at most once in 24 hours.`,
      },
    ],
  });
  return { ...message, messageId: `<trend.${id}.${version}@${new URL(publicUrl).hostname}>` };
}

function subjectOf({ label }: Pick<DueTrendAlert, 'label'>, [first, ...others]: readonly TrendChange[]): string {
  if (!first) return 'Trends changed';
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${nameOf(label, first.value)} is ${verdictText[first.verdict]}${more}`;
}

/** “18.2% of new hooks, was 9.1% (+100%), from 120 hooks. Before, it was steady.”. */
function figuresText({ share, previous_share, change, n, previous_verdict }: TrendChange): string {
  const relative = change === null ? 'new' : `${change > 0 ? '+' : ''}${percent(change)}`;
  const shares = `${percent(share)} of new hooks, was ${percent(previous_share)} (${relative})`;
  return `${shares}, from ${n.toLocaleString('en-US')} hooks. Before, it was ${verdictText[previous_verdict]}.`;
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
}

// The trends that an alert watches, as GET /trends computes them.

export type Watched = Pick<TrendAlertRow, 'account_id' | 'label' | 'period' | 'filters'>;

export async function watchedTrends(
  db: Db,
  { snapshot, cache }: Catalog,
  { account_id, label, period, filters }: Watched,
): Promise<Trends> {
  const unfiltered = Object.keys(filters).length === 0 && snapshot.trends.get(trendKey(label, period));
  if (unfiltered) return unfiltered;
  const filter = toFilter(await resolveFilters(db, account_id, filters));
  return trendsOfRows(snapshot, resolve(snapshot, cache, filter).rows, label, period);
}
