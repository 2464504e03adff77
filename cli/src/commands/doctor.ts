// hookline doctor: checks what a command needs, from the stored key to the quota, and prints what to do.
import { env, versions } from 'node:process';
import { HooklineConnectionError } from '../../../sdk/src/index.ts';
import { type Context, defineCommand } from '../command.ts';
import { type Account, connectTo, findAccount } from '../connect.ts';
import { isExposed, profilesFile } from '../profiles.ts';
import { version } from '../version.ts';

type Check = { check: string; status: 'ok' | 'warning' | 'failed'; detail: string };

const oldestNode = 22;
/** Receivers of webhooks refuse signatures that are older than five minutes. */
const maxSkewMs = 60_000;
const fewCalls = 0.1;

export const doctor = defineCommand({
  summary: 'Check key, connection, clock and quota',
  usage: [''],
  notes: 'Exits with 1 if a check fails. Not counted against the quota.',
  examples: ['doctor'],
  run: async ({ values, output, signal }) => {
    const account = findAccount(values);
    const checks = [checkPrograms(), checkFile(), checkKey(account), ...(await checkService(account, output, signal))];
    const mark = {
      ok: output.style('green', '✓'),
      warning: output.style('yellow', '!'),
      failed: output.style('red', '✗'),
    };
    if (output.form === 'table')
      for (const { check, status, detail } of checks)
        process.stdout.write(`${mark[status]} ${check.padEnd(10)}  ${detail}\n`);
    else output.list(checks, []);
    return checks.some(({ status }) => status === 'failed') ? 1 : 0;
  },
});

function checkPrograms(): Check {
  const isOld = Number(versions.node.split('.')[0]) < oldestNode;
  const detail = `hookline ${version}, Node ${versions.node}${isOld ? `. Install Node ${oldestNode} or later.` : ''}`;
  return { check: 'program', status: isOld ? 'failed' : 'ok', detail };
}

function checkFile(): Check {
  const file = profilesFile();
  return isExposed(file)
    ? { check: 'profiles', status: 'failed', detail: `Other users can read ${file}. Run: chmod 600 '${file}'` }
    : { check: 'profiles', status: 'ok', detail: file };
}

function checkKey({ url, key, source }: Account): Check {
  const check = 'key';
  if (!key) return { check, status: 'failed', detail: 'No API key. Run "hookline login", or set HOOKLINE_KEY.' };
  if (!/^hkl_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/.test(key))
    return { check, status: 'failed', detail: `The key of ${source} is malformed. Copy it again.` };
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname))
    return { check, status: 'warning', detail: `From ${source}, sent unencrypted to ${url}. Use https.` };
  return { check, status: 'ok', detail: `From ${source}, for ${url}` };
}

async function checkService(account: Account, output: Context['output'], signal: AbortSignal): Promise<Check[]> {
  const at = performance.now();
  let response: Response;
  try {
    response = await fetch(`${account.url}/health/ready`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = cause instanceof Error ? cause.message : String(cause);
    const reason = /wrong version number/.test(message) ? 'the server does not use TLS. Use an http:// URL' : message;
    const proxy =
      env.HTTPS_PROXY || env.https_proxy ? ' A proxy is configured: set NODE_USE_ENV_PROXY=1 to use it.' : '';
    return [
      {
        check: 'service',
        status: 'failed',
        detail: `Can't reach ${account.url}: ${reason}.${proxy}`,
      },
    ];
  }
  const tookMs = Math.round(performance.now() - at);
  const service: Check = response.ok
    ? { check: 'service', status: 'ok', detail: `${account.url} responded in ${tookMs} ms` }
    : {
        check: 'service',
        status: 'failed',
        detail: `${account.url} returned status ${response.status}. See its /status page.`,
      };
  return [service, checkClock(response), ...(account.key ? await checkAccount(account, output, signal) : [])];
}

function checkClock(response: Response): Check {
  const skewMs = Math.abs(Date.now() - Date.parse(response.headers.get('date') ?? ''));
  if (Number.isNaN(skewMs)) return { check: 'clock', status: 'warning', detail: 'The response has no Date header.' };
  return skewMs > maxSkewMs
    ? {
        check: 'clock',
        status: 'failed',
        detail: `${Math.round(skewMs / 1000)} s off. Webhook signatures are refused beyond 5 minutes. Set the clock.`,
      }
    : { check: 'clock', status: 'ok', detail: 'Within a minute of the service' };
}

async function checkAccount(account: Account, output: Context['output'], signal: AbortSignal): Promise<Check[]> {
  try {
    const { plan, windows } = await connectTo(account, output).usage({ signal });
    return [
      { check: 'plan', status: 'ok', detail: plan },
      ...windows.map(({ window, limit, remaining, resets_at }): Check => {
        if (limit === null || remaining === null)
          return { check: 'quota', status: 'ok', detail: `No limit per ${window}` };
        const status = remaining === 0 ? 'failed' : remaining < limit * fewCalls ? 'warning' : 'ok';
        return {
          check: 'quota',
          status,
          detail: `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')} calls left until ${resets_at}`,
        };
      }),
    ];
  } catch (error) {
    if (error instanceof HooklineConnectionError || !(error instanceof Error)) throw error;
    return [{ check: 'plan', status: 'failed', detail: error.message }];
  }
}
