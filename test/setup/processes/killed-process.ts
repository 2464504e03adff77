// A service process that is ended by kill -9 at a named point of its work, and the service that starts after it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from '../database.ts';
import { faultPoint } from '../fault-point.ts';
import { query } from '../refresh.ts';
import { operatorKey, type TestService, testService } from '../service.ts';
import { type Running, startProcess } from '../service-process.ts';

export type KilledProcess = {
  running: Running;
  dataDir: string;
  databaseUrl: string;
  /** Kills the process when the work that `begin` starts waits at a fault point. Returns the next service, on the same database. */
  killAt: (statement: string, when: string, begin: () => Promise<unknown>) => Promise<TestService>;
};

/** `shell` runs before it, as in `startProcess`. */
export async function startKilledProcess(env: Record<string, string> = {}, shell?: string): Promise<KilledProcess> {
  const { url: databaseUrl } = await createDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'hookline-killed-'));
  const given = { DATABASE_URL: databaseUrl, HOOKLINE_OPERATOR_KEY: operatorKey, HOOKLINE_SAMPLE: '0', ...env };
  const running = await startProcess(dataDir, given, shell);
  return {
    running,
    dataDir,
    databaseUrl,
    killAt: async (statement, when, begin) => {
      const point = await faultPoint(databaseUrl, statement, when);
      await begin();
      await point.reached();
      running.child.kill('SIGKILL');
      await running.exit;
      await point.rollBack();
      // Other processes take over its jobs and webhooks after it has been silent for a while.
      await query(
        { databaseUrl },
        "update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'",
      );
      await query({ databaseUrl }, 'update webhook_endpoints set claimed_until = now() where claimed_until > now()');
      const next = await testService({ DATABASE_URL: databaseUrl, ...env });
      return {
        ...next,
        databaseUrl,
        close: async () => {
          await next.close();
          rmSync(dataDir, { recursive: true });
        },
      };
    },
  };
}
