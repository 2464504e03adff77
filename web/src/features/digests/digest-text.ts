// Digests as text: their schedule, and why one stopped. Free of React.
import type { SavedSearch } from '@hookline/sdk';
import { capitalized } from '../../kit/page/format.ts';
import { hourText } from '../exports/weekly.ts';

export type Digest = Pick<
  SavedSearch,
  'digest' | 'digest_day' | 'digest_hour' | 'digest_next_at' | 'digest_last_at' | 'digest_stopped'
>;
export type DigestChange = Partial<Pick<Digest, 'digest' | 'digest_day' | 'digest_hour'>>;

/** “Every Monday at 08:00”. */
export function digestText({ digest, digest_day, digest_hour }: Digest): string {
  if (digest === 'off') return 'No digest';
  return `${digest === 'daily' ? 'Every day' : `Every ${capitalized(digest_day)}`} at ${hourText(digest_hour)}`;
}

/** “Mon, 30 Nov, 08:00”, in the time zone of the account. */
export function localMoment(at: string, timezone: string): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: timezone }).format(new Date(at));
}
