// hookline serve: runs the service until it is told to stop, and says how to make the first call.
import { linkMinutes } from '../accounts/sign-in.ts';
import { type Config, readConfig } from '../config.ts';
import { type Service, startService } from '../service.ts';

export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env);
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.resolve());
  const service = await startService(config);
  console.log(greeting(service, config));
  await stopped.promise;
  await service.close();
}

function greeting({ url, demoKey, operatorKey, operatorLink, hooks }: Service, config: Config): string {
  const key = demoKey ?? '$HOOKLINE_KEY';
  return [
    '',
    `  Hookline serves ${hooks.toLocaleString('en')} hooks at ${url}`,
    `  Dashboard      ${url}/dashboard`,
    `  Reference      ${url}/docs`,
    demoKey
      ? `  Demo key       ${demoKey}  (Scale plan, shown this once)`
      : '  Keys           npx hookline keys create ACCOUNT   (npx hookline accounts lists them)',
    operatorLink
      ? `  Console        ${operatorLink}  (works once, within ${linkMinutes} minutes)`
      : `  Console        ${url}/console  (npx hookline sign-in makes a link)`,
    `  Operator key   ${config.operatorKey ? '(from HOOKLINE_OPERATOR_KEY)' : operatorKey}`,
    '',
    '  Try:',
    `  curl -H 'Authorization: Bearer ${key}' '${url}/hooks?niche=finance&limit=3'`,
    '',
  ].join('\n');
}
