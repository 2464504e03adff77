// Checks the health of the service each minute, where an operator is told of its problems by mail or webhook.

import { type AlertDeps, checkProblems, reportOutage } from '../../../alerts/actions.ts';
import type { Config } from '../../../config/config.ts';
import type { DatabaseState } from '../../../db/watch.ts';
import type { Observe } from '../../../telemetry/events.ts';
import { type OperatorHealthDeps, readHealth } from './health.ts';

type HealthWatchDeps = OperatorHealthDeps & {
  jobs: AlertDeps['jobs'];
  publicUrl: () => string;
  databaseState: () => DatabaseState;
  observe: Observe;
  config: Pick<Config, 'operatorEmail' | 'operatorWebhook'>;
};

const everyMs = 60_000;

/** Returns how to stop. */
export function watchHealth(deps: HealthWatchDeps): () => void {
  const { db, jobs, publicUrl, observe, config, databaseState } = deps;
  const { operatorEmail } = config;
  const hasWebhook = config.operatorWebhook !== undefined;
  if (operatorEmail === undefined && !hasWebhook) return () => {};
  const readProblems = async () => (await readHealth(deps)).problems;
  let awaySince: Date | undefined;
  const check = async () => {
    const { isUp, since } = databaseState();
    if (!isUp) {
      awaySince ??= since;
      return;
    }
    const told = { db, jobs, operatorEmail, hasWebhook, publicUrl: publicUrl() };
    try {
      if (awaySince) await reportOutage(told, { since: awaySince, until: since });
      awaySince = undefined;
      await checkProblems({ ...told, readProblems });
    } catch (error) {
      observe({ kind: 'database_error', error });
    }
  };
  const timer = setInterval(check, everyMs).unref();
  return () => clearInterval(timer);
}
