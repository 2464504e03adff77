// hookline webhooks listen: forwards deliveries to a receiver on this machine, signed, without a public URL.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type Hookline, isHooklineError } from '../../../sdk/src/index.ts';
import { type Context, defineCommand } from '../command.ts';
import { findAccount } from '../connect.ts';
import { type DeliveryLog, openDeliveryLog } from '../delivery-log.ts';
import { filterOptions, filtersOf } from '../filters.ts';
import { wholeNumber } from '../options.ts';
import { readProfiles, writeProfiles } from '../profiles.ts';
import { checkSecret, newSecret, signatureHeaders } from '../sign.ts';
import { isInteractive } from '../terminal/ask.ts';
import { UsageError } from '../terminal/output.ts';
import { printable } from '../terminal/table.ts';
import { retryDelay } from './changes.ts';

const listenOptions = {
  'forward-to': { value: 'URL', help: 'Receiver, such as localhost:3000/hooks.' },
  webhook: { value: 'ID', help: 'Only deliveries of this webhook. Default: all webhooks of the account.' },
  secret: {
    value: 'SECRET',
    help: "Signing secret. Default: HOOKLINE_WEBHOOK_SECRET, else the profile's secret.",
  },
  once: { help: 'Forward one test event and exit; with 1 if the receiver did not respond with 2xx.' },
  count: { value: 'NUMBER', help: 'Number of hooks in a test event, 1 to 100. Default 1.' },
  ...filterOptions,
} as const;
type ListenContext = Context<typeof listenOptions>;

type Message = { id: string; delivery_id: string | null; kind: string; hooks: number; body: string };
type Forward = (message: Message) => Promise<boolean>;

const receiverTimeoutMs = 15_000;

export const webhooks = defineCommand({
  summary: 'Receive webhooks on this machine',
  usage: ['listen --forward-to URL [options]'],
  options: listenOptions,
  notes:
    'Starts with a test event of real hooks that match the filters; press Enter to send another one. On Enterprise it also\nforwards each new delivery of the webhooks of your account: tests, replays and new hooks, also of paused webhooks. Each\nis signed with the printed secret and forwarded once. The receiver has 15 seconds to respond. Each poll of 25 seconds,\ndelivery and test event counts as one call.',
  examples: [
    'webhooks listen --forward-to localhost:3000/hooks',
    'webhooks listen --forward-to localhost:3000 --once --niche finance',
  ],
  subcommands: ['listen'],
  run: async (context) => {
    const { args, values, output, connect, signal } = context;
    if (args[0] !== 'listen' || args.length > 1)
      throw new UsageError('Use webhooks listen --forward-to URL. Create webhooks in the dashboard or with the API.');
    if (!values['forward-to'])
      throw new UsageError('Pass the URL of your receiver, such as --forward-to localhost:3000/hooks.');
    const target = toTarget(values['forward-to']);
    const secret = findSecret(context);
    const hookline = connect();
    const forward = forwardTo(target, secret, context);
    const sendTest = async () => forward(await sampleOf(hookline, context));
    output.note(`Forwarding to ${target}`);
    if (values.once) return (await sendTest()) ? 0 : 1;
    const log = await openLog(hookline, context);
    const isAccepted = await sendTest();
    // Without a log and a terminal, no other event can arrive.
    if (!log && !isInteractive()) return isAccepted ? 0 : 1;
    output.note(`${log ? 'Waiting for deliveries. ' : ''}Press Enter to send another test event, Ctrl-C to stop.`);
    onEnter(context, sendTest);
    await (log ? follow(log, forward, context) : untilStopped(signal));
  },
});

/** A target without a scheme, such as `localhost:3000`, is http. */
function toTarget(text: string): string {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--forward-to must be a URL, such as localhost:3000/hooks, not ${text}.`);
  return url.href;
}

function findSecret({ values, output }: ListenContext): string {
  const given = values.secret ?? process.env.HOOKLINE_WEBHOOK_SECRET;
  if (given) return checkSecret(given);
  const { profile } = findAccount(values);
  const secret = profile?.webhook_secret ? checkSecret(profile.webhook_secret) : newSecret();
  if (profile && !profile.webhook_secret) {
    const { name, ...kept } = profile;
    const all = readProfiles();
    writeProfiles({ ...all, profiles: { ...all.profiles, [name]: { ...kept, webhook_secret: secret } } });
  }
  output.warn(`Signing with ${secret}. Set it as HOOKLINE_WEBHOOK_SECRET in the receiver.`);
  return secret;
}

async function sampleOf(hookline: Hookline, { values, output, signal }: ListenContext): Promise<Message> {
  const count = wholeNumber('--count', values.count ?? '1', { min: 1, max: 100 });
  const event = await hookline.webhooks.sample({ ...filtersOf(values), count }, { signal });
  if (event.data.count === 0) output.warn('No hooks match these filters, so the test event is empty.');
  const id = `msg_test${randomBytes(8).toString('hex')}`;
  return { id, delivery_id: null, kind: 'test', hooks: event.data.count, body: JSON.stringify(event) };
}

/** Makes one attempt, prints its outcome, and returns whether the receiver accepted it. */
function forwardTo(target: string, secret: string, { output, signal }: ListenContext): Forward {
  return async ({ id, delivery_id, kind, hooks, body }) => {
    const at = performance.now();
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Hookline',
      ...signatureHeaders(id, body, secret),
    };
    const limit = AbortSignal.any([signal, AbortSignal.timeout(receiverTimeoutMs)]);
    const outcome = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal: limit }).then(
      async (response) => ({
        status_code: response.status,
        error: null,
        response: (await response.text()).slice(0, 4096),
      }),
      (error) => ({ status_code: null, error: reasonOf(error), response: null }),
    );
    const took_ms = Math.round(performance.now() - at);
    const isAccepted = outcome.status_code !== null && outcome.status_code >= 200 && outcome.status_code < 300;
    const event = {
      time: new Date().toISOString(),
      message_id: id,
      delivery_id,
      kind,
      hooks,
      ...outcome,
      took_ms,
    };
    output.event(event, () => {
      const result = outcome.status_code ?? outcome.error;
      const shown = output.style(isAccepted ? 'green' : 'red', printable(String(result)));
      return `${event.time.slice(11, 19)}  ${kind.padEnd(6)}  ${delivery_id ?? id}  ${hooks} ${hooks === 1 ? 'hook' : 'hooks'}  → ${shown}  ${took_ms} ms`;
    });
    return isAccepted;
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `no response within ${receiverTimeoutMs / 1000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || String('code' in cause ? cause.code : cause.name) : String(cause);
}

/** Undefined on plans without webhooks. */
async function openLog(
  hookline: Hookline,
  { values, output, signal }: ListenContext,
): Promise<DeliveryLog | undefined> {
  try {
    const log = await openDeliveryLog(hookline, signal);
    if (values.webhook !== undefined) await hookline.webhooks.get(values.webhook, { signal });
    return log;
  } catch (error) {
    if (values.webhook !== undefined || !isHooklineError(error, 'plan_required', 'scope_required')) throw error;
    output.note(
      `Test events only. ${error.requiredPlan ? `Webhook deliveries require plan ${error.requiredPlan}.` : error.message}`,
    );
    return undefined;
  }
}

async function follow(log: DeliveryLog, forward: Forward, { values, output, signal }: ListenContext): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const delivery of await log.read()) {
        const isWanted = values.webhook === undefined || delivery.webhook_id === values.webhook;
        const body = isWanted ? await log.bodyOf(delivery) : '';
        log.markSeen(delivery);
        if (body === '') continue;
        const { message_id: id, delivery_id, kind, hooks } = delivery;
        await forward({ id, delivery_id, kind, hooks, body });
      }
    } catch (error) {
      const retryAfterMs = retryDelay(error);
      if (signal.aborted) return;
      if (retryAfterMs === undefined) throw error;
      const waitMs = Math.max(5000, retryAfterMs);
      output.warn(
        `hookline: ${error instanceof Error ? error.message : error} Retrying in ${Math.round(waitMs / 1000)} s.`,
      );
      await pause(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}

function onEnter({ output, signal }: ListenContext, sendTest: () => Promise<unknown>): void {
  if (!isInteractive()) return;
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => void sendTest().catch((error) => output.warn(`hookline: ${error.message}`)));
  signal.addEventListener('abort', () => lines.close());
}

async function untilStopped(signal: AbortSignal): Promise<void> {
  // The wait keeps the process alive.
  await pause(2 ** 31 - 1, undefined, { signal }).catch(() => {});
}
