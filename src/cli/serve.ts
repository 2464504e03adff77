// hookline admin serve: runs the service until SIGINT or SIGTERM, and prints how to make a first call.
import { existsSync } from 'node:fs';
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
  // Ctrl+C reaches the whole process group and the launcher passes it on; with `once`, the second signal would end the process at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopped.resolve);
  // Loaded on demand, so a configuration error is reported without it.
  const { startService } = await import('../runtime/service.ts');
  const service = await startService(config, undefined, stopping.signal).catch((error) => {
    // A hanging lookup of the system's resolver or an abandoned wait would keep the process alive.
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

type Started = Pick<Service, 'url' | 'demoKey' | 'hooks' | 'firstLinks'>;

/** Returns one block with everything for a first call. The demo key and sign-in links are shown on the first start only. */
export function greeting(
  { url, demoKey, hooks, firstLinks: links }: Started,
  config: Config,
  arePagesBuilt = existsSync(new URL('../../web/dist/index.html', import.meta.url)),
): string {
  const command = (words: string) => commandFor(words, url, config);
  return [
    '',
    `  Hookline is running at ${url} with ${hooks.toLocaleString('en')} hooks`,
    '',
    demoKey
      ? `  Demo key       ${demoKey}  (Scale plan; not shown again)`
      : `  Keys           ${command('keys create ACCOUNT')}   (${command('accounts')} lists accounts)`,
    `  Operator key   ${config.operatorKey ? '(from HOOKLINE_OPERATOR_KEY)' : `in ${operatorKeyFile(config)}`}`,
    `  Dashboard      ${links?.dashboard ? `${links.dashboard}  (demo account; works once)` : `${url}/dashboard`}`,
    links
      ? `  Console        ${links.console}  (works once, within ${linkMinutes} minutes)`
      : `  Console        ${url}/console`,
    `  Sign-in link   ${command('sign-in')}   (prints one for the console)`,
    `  Docs           ${url}/docs`,
    ...(arePagesBuilt ? [] : ['  Pages          not built. Run npm run build, then start the service again.']),
    `  Data           ${config.dataDir}${config.databaseUrl ? '  (database: DATABASE_URL)' : ''}`,
    '',
    '  Try:',
    `  curl -H "Authorization: Bearer ${demoKey ?? '$HOOKLINE_KEY'}" '${url}/hooks?niche=finance&limit=3'`,
    '',
  ].join('\n');
}

/** Returns an operator command for another shell, with the settings that differ from the defaults. */
function commandFor(words: string, url: string, { dataDir, operatorKey }: Config): string {
  const { host, port, dataDir: usual } = readConfig({});
  const quoted = /^[\w./-]+$/.test(dataDir) ? dataDir : `'${dataDir.replaceAll("'", "'\\''")}'`;
  const key = operatorKey ? 'HOOKLINE_OPERATOR_KEY=… ' : dataDir === usual ? '' : `HOOKLINE_DATA=${quoted} `;
  return `${key}npx hookline admin ${words}${url === `http://${host}:${port}` ? '' : ` --url ${url}`}`;
}
