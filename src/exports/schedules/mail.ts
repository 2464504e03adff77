// Emails about weekly exports: the file is ready, or the schedule is paused.
import type { Account } from '../../accounts/account.ts';
import { composeMail } from '../../mail/compose.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { Export } from '../export.ts';
import { type ExportSchedule, maxFailures } from './schedule.ts';

/** `filterText`: what is exported. `url` needs no key and works until the file expires. */
export function readyEmail(
  { email, name }: Account,
  ready: Export,
  { filterText, ...links }: { filterText: string; url: string; page: string },
): MailMessage {
  const { records, format, truncated, total_matching, size_bytes, sha256, expires_at } = ready;
  const count = countText(records ?? 0);
  return composeMail({
    to: email,
    subject: `Your weekly export is ready: ${count}, ${format}`,
    name,
    parts: [
      `Your weekly export of ${filterText} is ready.`,
      {
        facts: [
          ['Hooks', truncated ? `${count}, the most viewed of ${total_matching.toLocaleString('en-US')}` : count],
          ['Format', format],
          ...(ready.fields ? ([['Fields', ready.fields.join(', ')]] as const) : []),
          ['Size', `${(size_bytes ?? 0).toLocaleString('en-US')} bytes`],
          ['SHA-256', sha256 ?? ''],
        ],
      },
      { button: 'Download the file', url: links.url },
      {
        note: `The link needs no key and works until ${(expires_at ?? '').slice(0, 16).replace('T', ' ')} UTC, so do not forward it. The export counts as one of its day.`,
      },
      { links: [{ label: 'Change or stop the weekly export', url: links.page }] },
    ],
  });
}

export function pausedEmail(
  { email, name }: Account,
  paused: ExportSchedule,
  { filterText, page }: { filterText: string; page: string },
): MailMessage {
  const reasons: Record<NonNullable<ExportSchedule['paused_by']>, string> = {
    owner: 'You paused it.',
    failures: `It failed ${maxFailures} times in a row. The last error was: ${paused.error ?? 'unknown'}`,
    plan: 'Your plan does not include exports any more.',
    suspension: 'Your account is suspended.',
  };
  return composeMail({
    to: email,
    subject: 'Your weekly export is paused',
    name,
    parts: [
      `We paused the weekly export of ${filterText} (${paused.format}). ${reasons[paused.paused_by ?? 'owner']}`,
      'It stays paused until you resume it.',
      { button: 'See weekly exports', url: page },
    ],
  });
}

function countText(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'hook' : 'hooks'}`;
}
