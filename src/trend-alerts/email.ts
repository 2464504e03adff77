// The email of a trend alert: which values changed their verdict, with n and both shares.
import { composeMail } from '../mail/compose.ts';
import type { MailMessage } from '../mail/message.ts';
import { withFilters } from '../searches/feed/page.ts';
import { nameOf } from '../taxonomy/taxonomy.ts';
import type { TrendWindow } from '../trends/trends.ts';
import type { Verdict } from '../trends/verdict.ts';
import type { TrendChange } from './compare.ts';
import type { DueTrendAlert } from './store.ts';

const windowText: Readonly<Record<TrendWindow, string>> = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

const verdictText: Readonly<Record<Verdict, string>> = {
  heating: 'heating up',
  steady: 'steady',
  cooling: 'cooling down',
  insufficient_data: 'without enough data',
};

/** `filterText`: the hooks that were counted. */
type TrendNews = { changes: readonly TrendChange[]; version: number; filterText: string; publicUrl: string };

/** Each attempt to send it has the same Message-ID, by which mailboxes show it once. */
export function trendEmail(alert: DueTrendAlert, { changes, version, filterText, publicUrl }: TrendNews): MailMessage {
  const { id, account, name, label, filters } = alert;
  const page = { by: label, window: alert.period, ...filters };
  const trends = `${publicUrl}/dashboard/trends`;
  const span = windowText[alert.period];
  const message = composeMail({
    to: account.email,
    subject: subjectOf(alert, changes),
    name: account.name,
    parts: [
      `Shares of the new hooks of ${span} changed more than by chance, compared with the ${span} before, among ${filterText}.`,
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
        note: `You get this because of the trend alert ${name === null ? id : `“${name}”`}. It tells a value at most once in 24 hours.`,
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

/** “18.2% of new hooks, was 9.1% (+100%), n = 120; it was steady”. */
function figuresText({ share, previous_share, change, n, previous_verdict }: TrendChange): string {
  const relative = change === null ? 'new' : `${change > 0 ? '+' : ''}${percent(change)}`;
  const shares = `${percent(share)} of new hooks, was ${percent(previous_share)} (${relative})`;
  return `${shares}, n = ${n.toLocaleString('en-US')}; it was ${verdictText[previous_verdict]}`;
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
}
