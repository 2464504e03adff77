// Checks the health of the service each minute, where an operator is told of its problems by mail or webhook.

import { type AlertDeps, checkProblems } from '../../../alerts/actions.ts';
import type { Config } from '../../../config/config.ts';
import { isOutageError } from '../../../db/outage.ts';
import type { Observe } from '../../../telemetry/events.ts';
import { type OperatorHealthDeps, readHealth } from './health.ts';

type HealthWatchDeps = OperatorHealthDeps & {
  jobs: AlertDeps['jobs'];
  publicUrl: () => string;
  observe: Observe;
  config: Pick<Config, 'operatorEmail' | 'operatorWebhook'>;
};

const everyMs = 60_000;

/** Returns how to stop. */
export function watchHealth(deps: HealthWatchDeps): () => void {
  const { db, jobs, publicUrl, observe, config } = deps;
  const { operatorEmail } = config;
  const hasWebhook = config.operatorWebhook !== undefined;
  if (operatorEmail === undefined && !hasWebhook) return () => {};
  const readProblems = async () => (await readHealth(deps)).problems;
  const check = () =>
    checkProblems({ db, jobs, operatorEmail, hasWebhook, readProblems, publicUrl: publicUrl() }).catch((error) => {
      // An outage is logged where it is noticed.
      if (!isOutageError(error)) observe({ kind: 'database_error', error });
    });
  const timer = setInterval(check, everyMs).unref();
  return () => clearInterval(timer);
}
