// Who has asked too often is told how long to wait.
import { fail } from '../../lib/errors.ts';

export function throwIfRateLimited(waitSeconds: number, detail: string): void {
  if (waitSeconds > 0) fail('rate_limited', detail, { retryAfterSeconds: waitSeconds });
}
