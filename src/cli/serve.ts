// hookline admin serve: runs the service until SIGINT or SIGTERM, and prints how to make a first call.
import { linkMinutes } from '../auth/sign-in.ts';
import { type Config, readConfig } from '../config/config.ts';
import { operatorKeyFile } from '../config/operator-key.ts';
import type { Service } from '../runtime/service.ts';
import { endOnUncaughtError } from '../runtime/start.ts';
import { logTo } from '../telemetry/log.ts';
import type { Options } from './options.ts';

/** Flags take precedence over the environment. */
export async function serve(env: NodeJS.ProcessEnv, { processes, roles }: Options): Promise<void> {
  const config = readConfig({
    ...env,
    ...(processes === undefined ? {} : { HOOKLINE_PROCESSES: processes }),
    ...(roles === undefined ? {} : { HOOKLINE_ROLES: roles }),
  });
  const stopped = Promise.withResolvers<NodeJS.Signals>();
  const stopping = new AbortController();
  void stopped.promise.then(() => stopping.abort());
  // Not `once`: Ctrl+C reaches the whole process group and the launcher passes it on, so the second would end the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopped.resolve);
  // Loaded on demand: a mistake in the configuration is reported without it.
  const { startService } = await import('../runtime/service.ts');
  const service = await startService(config, undefined, stopping.signal).catch((error) => {
    // A look-up of the system's resolver that hangs, or a wait that was given up, would keep the process alive.
    setTimeout(() => process.exit(), 100).unref();
    if (!stopping.signal.aborted) throw error;
  });
  if (!service) return;
  endOnUncaughtError(logTo(config.logLevel), service.close);
  const { restart } = service;
  if (restart) process.on('SIGHUP', () => void restart());
  console.log(greeting(service, config));
  // SIGTERM comes from a process manager that may still route requests here; Ctrl+C does not.
  if ((await stopped.promise) === 'SIGTERM') await service.drain();
  await service.close();
}

/** One block with everything for a first call. The demo key and sign-in links are shown on the first start only. */
function greeting({ url, demoKey, hooks, firstLinks: links }: Service, config: Config): string {
  return [
    '',
    `  Hookline is running at ${url} with ${hooks.toLocaleString('en')} hooks`,
    '',
    demoKey
      ? `  Demo key       ${demoKey}  (Scale plan; not shown again)`
      : '  Keys           npx hookline admin keys create ACCOUNT   (npx hookline admin accounts lists accounts)',
    `  Operator key   ${config.operatorKey ? '(from HOOKLINE_OPERATOR_KEY)' : `in ${operatorKeyFile(config)}`}`,
    `  Dashboard      ${links?.dashboard ? `${links.dashboard}  (demo account; works once)` : `${url}/dashboard`}`,
    links
      ? `  Console        ${links.console}  (works once, within ${linkMinutes} minutes)`
      : `  Console        ${url}/console  (npx hookline admin sign-in creates a link)`,
    `  Docs           ${url}/docs`,
    `  Data           ${config.dataDir}${config.databaseUrl ? '  (database: DATABASE_URL)' : ''}`,
    '',
    '  Try:',
    `  curl -H "Authorization: Bearer ${demoKey ?? '$HOOKLINE_KEY'}" '${url}/hooks?niche=finance&limit=3'`,
    '',
  ].join('\n');
}
