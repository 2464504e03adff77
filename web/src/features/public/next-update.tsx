// When the catalog is next brought up to date; a moment that has come is not told as past.
import { Time, useNow } from '../../kit/display/time.tsx';

export function NextUpdate({ at }: { at: string }) {
  const now = useNow();
  return Date.parse(at) <= now ? <span className="whitespace-nowrap">due now</span> : <Time at={at} />;
}
