// Time of the next catalog update or run; one that is overdue is shown as “due now”, not as past.
import { Time, useNow } from '../../kit/display/time.tsx';

export function NextUpdate({ at }: { at: string }) {
  const now = useNow();
  return Date.parse(at) <= now ? <span className="whitespace-nowrap">due now</span> : <Time at={at} />;
}
