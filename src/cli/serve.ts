// hookline serve: runs the service until it is told to stop, and says how to make the first call.
import { linkMinutes } from '../auth/sign-in.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type Service, startService } from '../runtime/service.ts';
import type { Options } from './command.ts';

/** Flags stand before the environment. */
export async function serve(env: NodeJS.ProcessEnv, { processes, roles }: Options): Promise<void> {
  const config = readConfig({
    ...env,
    ...(processes === undefined ? {} : { HOOKLINE_PROCESSES: String(processes) }),
    ...(roles === undefined ? {} : { HOOKLINE_ROLES: String(roles) }),
  });
  const stopped = Promise.withResolvers<NodeJS.Signals>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopped.resolve);
  const service = await startService(config);
  const { restart } = service;
  if (restart) process.on('SIGHUP', () => void restart());
  console.log(greeting(service, config));
  // Who presses Ctrl+C has nobody else to send requests to; who sends SIGTERM may have.
  if ((await stopped.promise) === 'SIGTERM') await service.drain();
  await service.close();
}

function greeting({ url, demoKey, operatorKey, hooks, firstLinks: links }: Service, config: Config): string {
  return [
    '',
    `  Hookline serves ${hooks.toLocaleString('en')} hooks at ${url}`,
    `  Reference      ${url}/docs`,
    `  Dashboard      ${links?.dashboard ? `${links.dashboard}  (the demo account, works once)` : `${url}/dashboard`}`,
    links
      ? `  Console        ${links.console}  (works once, within ${linkMinutes} minutes)`
      : `  Console        ${url}/console  (npx hookline sign-in makes a link)`,
    demoKey
      ? `  Demo key       ${demoKey}  (Scale plan, shown this once)`
      : '  Keys           npx hookline keys create ACCOUNT   (npx hookline accounts lists them)',
    `  Operator key   ${config.operatorKey ? '(from HOOKLINE_OPERATOR_KEY)' : operatorKey}`,
    '',
    '  Try:',
    `  curl -H 'Authorization: Bearer ${demoKey ?? '$HOOKLINE_KEY'}' '${url}/hooks?niche=finance&limit=3'`,
    '',
  ].join('\n');
}
