// Table cells of a delivery, for the dashboard and the console: status, last response, next attempt.
import type { Delivery } from '@hookline/sdk';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { capitalized } from '../../kit/page/format.ts';
import { lastResultOf } from '../webhooks/webhook-state.ts';

const tones = { pending: 'accent', delivered: 'good', failed: 'bad', skipped: 'neutral' } as const;
const dash = <span className="text-faint">–</span>;

export function DeliveryStatusDot({ status }: Pick<Delivery, 'status'>) {
  return <StatusDot tone={tones[status]}>{capitalized(status)}</StatusDot>;
}

export function LastResult({ of: delivery }: { of: Delivery }) {
  return (
    <span
      className={`block max-w-48 truncate text-xs max-sm:max-w-40 ${delivery.last_status_code === null ? 'text-bad' : 'font-mono'}`}
      title={lastResultOf(delivery)}
    >
      {lastResultOf(delivery) ?? dash}
    </span>
  );
}

type NextAttemptProps = { of: Delivery; isPaused: boolean; isAccountActive?: boolean };

export function NextAttempt({ of: { kind, next_attempt_at: at }, isPaused, isAccountActive = true }: NextAttemptProps) {
  const now = useNow();
  if (!at) return dash;
  if (!isAccountActive) return <span className="text-muted">When the account is restored</span>;
  // Tests and replays are sent even while the webhook is paused.
  if (isPaused && kind === 'event') return <span className="text-muted">When resumed</span>;
  return Date.parse(at) <= now ? 'Due now' : <Time at={at} />;
}
