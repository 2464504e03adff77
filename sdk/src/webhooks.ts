// hookline.webhooks: manage webhooks and read and replay their delivery log.
import type {
  Delivery,
  DeliveryDetail,
  DeliveryLogQuery,
  DeliveryQuery,
  NewWebhook,
  ReplayInput,
  ResumeInput,
  SampleQuery,
  Webhook,
  WebhookUpdate,
  WebhookWithSecret,
} from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import { readVariable } from './transport/environment.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import type { Call, CallOptions, Transport } from './transport/transport.ts';
import type { NewHooksEvent, VerifiedWebhook, VerifyWebhookInput, WebhookEvent } from './verify-webhook.ts';

/**
 * `hookline.webhooks`. Plan Enterprise.
 *
 * @example
 * ```ts
 * const webhooks: WebhooksApi = hookline.webhooks;
 * for (const { webhook_url, status } of await webhooks.list()) console.log(webhook_url, status);
 * ```
 */
export type WebhooksApi = {
  /**
   * All webhooks of the account, at most five.
   *
   * @example
   * ```ts
   * const webhooks = await hookline.webhooks.list();
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<Webhook[]>;
  /**
   * Creates a webhook and returns its secret, which is shown only here. Not retried after a lost connection, since it is
   * not idempotent: check `list` then.
   *
   * @example
   * ```ts
   * const { webhook_id, secret } = await hookline.webhooks.create({
   *   webhook_url: 'https://example.com/hooks',
   *   filters: { niche: ['finance'], min_views: 1_000_000 },
   * });
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  create: (input: NewWebhook, options?: CallOptions) => ApiPromise<WebhookWithSecret>;
  /**
   * One webhook.
   *
   * @example
   * ```ts
   * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks' });
   * const { status, paused_by, backlog } = await hookline.webhooks.get(webhook_id);
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Changes the URL, the description or the filters. `filters` replaces all previous filters.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list())
   *   await hookline.webhooks.update(webhook_id, { filters: { min_views: 1_000_000 } });
   * ```
   */
  update: (id: string, input: WebhookUpdate, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Deletes a webhook with its queued deliveries and its delivery log.
   *
   * @example
   * ```ts
   * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks' });
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Sends a test delivery: a sample of an event, by default of `hooks.new` with one made-up hook.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list()) {
   *   const { delivery_id } = await hookline.webhooks.test(webhook_id);
   *   console.log(delivery_id);
   * }
   * ```
   */
  test: (id: string, options?: CallOptions & { event?: WebhookEvent['event'] }) => ApiPromise<Delivery>;
  /**
   * Pauses a webhook. Its deliveries are queued for up to 30 days.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list()) await hookline.webhooks.pause(webhook_id);
   * ```
   */
  pause: (id: string, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Resumes a webhook. Queued deliveries are sent, or dropped if `backlog` is `skip`.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list())
   *   await hookline.webhooks.resume(webhook_id, { backlog: 'deliver' });
   * ```
   */
  resume: (id: string, input?: ResumeInput, options?: CallOptions) => ApiPromise<Webhook>;
  /**
   * Creates a new secret. For 24 hours deliveries are signed with both.
   *
   * @example
   * ```ts
   * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks' });
   * const { secret, previous_secret_until } = await hookline.webhooks.rotateSecret(webhook_id);
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  rotateSecret: (id: string, options?: CallOptions) => ApiPromise<WebhookWithSecret>;
  /**
   * The delivery log of the last 30 days, newest first.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list())
   *   for await (const { delivery_id, attempts } of hookline.webhooks.deliveries(webhook_id, { status: 'failed' }))
   *     console.log(delivery_id, attempts);
   * ```
   */
  deliveries: (id: string, query?: DeliveryQuery, options?: CallOptions) => Pages<Delivery>;
  /**
   * The deliveries of all webhooks, newest first. With `wait`, seconds up to 25, it waits for a delivery that is newer than
   * `newest`, so that a program can follow the log.
   *
   * @example
   * ```ts
   * const { data } = await hookline.webhooks.log({ limit: 1 });
   * const newer = await hookline.webhooks.log({ newest: data[0]?.delivery_id, wait: 1 });
   * console.log(newer.data.length);
   * ```
   */
  log: (query?: DeliveryLogQuery, options?: CallOptions) => Pages<Delivery>;
  /**
   * The body of a delivery with real hooks, to develop a receiver against. Nothing is sent. All plans.
   *
   * @example
   * ```ts
   * const { event, data } = await hookline.webhooks.sample({ niche: 'finance', count: 3 });
   * console.log(event, data.hooks.length);
   * ```
   */
  sample: (query?: SampleQuery, options?: CallOptions) => ApiPromise<NewHooksEvent>;
  /**
   * One delivery with its body and every attempt.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list()) {
   *   const { delivery_id } = await hookline.webhooks.test(webhook_id);
   *   const { log } = await hookline.webhooks.delivery(webhook_id, delivery_id);
   *   for (const { status_code, error, took_ms } of log) console.log(status_code ?? error, took_ms);
   * }
   * ```
   */
  delivery: (id: string, deliveryId: string, options?: CallOptions) => ApiPromise<DeliveryDetail>;
  /**
   * Delivers again: one delivery, or all of a period.
   *
   * @example
   * ```ts
   * const since = new Date(Date.now() - 3_600_000).toISOString();
   * for (const { webhook_id } of await hookline.webhooks.list()) {
   *   const deliveries = await hookline.webhooks.replay(webhook_id, { since });
   *   console.log(deliveries.length);
   * }
   * ```
   */
  replay: (id: string, input: ReplayInput, options?: CallOptions) => ApiPromise<Delivery[]>;
  /**
   * Verifies a delivery that your server received and returns its id and its event, like `verifyWebhook`. Sends no request.
   *
   * @example
   * ```ts
   * async function receive(request: Request): Promise<Response> {
   *   const { id, event } = await hookline.webhooks.unwrap(await request.text(), request.headers);
   *   if (event.event === 'hooks.new') console.log(id, event.data.hooks.length);
   *   return new Response(null, { status: 204 });
   * }
   * ```
   */
  unwrap: (
    body: VerifyWebhookInput['body'],
    headers: VerifyWebhookInput['headers'],
    options?: UnwrapOptions,
  ) => Promise<VerifiedWebhook>;
};

/**
 * Options of `webhooks.unwrap`. `secret` is by default the environment variable HOOKLINE_WEBHOOK_SECRET.
 *
 * @example
 * ```ts
 * const options: UnwrapOptions = { secret: 'whsec_c2VjcmV0', toleranceSeconds: 60 };
 * const error = await hookline.webhooks.unwrap('{}', {}, options).catch((error) => error);
 * console.log(error.reason);
 * ```
 */
export type UnwrapOptions = Partial<Pick<VerifyWebhookInput, 'secret' | 'toleranceSeconds' | 'by'>>;

const maxDeliveriesPerPage = 100;
const bodyOf = ({ body }: ApiResponse) => body;
const dataOf = ({ body }: ApiResponse) => body.data;

export function createWebhooksApi(transport: Transport): WebhooksApi {
  const call = (call: Call, options?: CallOptions, read = bodyOf) => toApiPromise(transport.send(call, options), read);
  const pathOf = (id: string, rest = '') => `/webhooks/${encodeURIComponent(id)}${rest}`;
  const post = (path: string, options?: CallOptions, more: Partial<Call> = {}, read = bodyOf) =>
    call({ method: 'POST', path, ...more }, options, read);
  return {
    list: (options) => call({ path: '/webhooks' }, options, dataOf),
    create: (body, options) => post('/webhooks', options, { body }),
    get: (id, options) => call({ path: pathOf(id) }, options),
    update: (id, body, options) => call({ method: 'PATCH', path: pathOf(id), body }, options),
    delete: (id, options) => call({ method: 'DELETE', path: pathOf(id) }, options),
    test: (id, { event, ...options } = {}) => post(pathOf(id, '/test'), options, { body: { event } }),
    pause: (id, options) => post(pathOf(id, '/pause'), options, { isIdempotent: true }),
    resume: (id, body = {}, options) => post(pathOf(id, '/resume'), options, { body }),
    rotateSecret: (id, options) => post(pathOf(id, '/rotate-secret'), options),
    deliveries: (id, query, options) =>
      listPages<Delivery>(
        transport,
        { path: pathOf(id, '/deliveries'), query, maxPerPage: maxDeliveriesPerPage },
        options,
      ),
    log: (query, options) =>
      listPages<Delivery>(
        transport,
        { path: '/webhooks/deliveries', query, maxPerPage: maxDeliveriesPerPage },
        options,
      ),
    sample: (query, options) => call({ path: '/webhooks/sample', query }, options),
    delivery: (id, deliveryId, options) =>
      call({ path: pathOf(id, `/deliveries/${encodeURIComponent(deliveryId)}`) }, options),
    replay: (id, body, options) => post(pathOf(id, '/replay'), options, { body }, dataOf),
    unwrap: async (body, headers, { secret = readVariable('HOOKLINE_WEBHOOK_SECRET'), ...options } = {}) => {
      if (!secret) throw new TypeError('Pass `secret` or set HOOKLINE_WEBHOOK_SECRET.');
      // Loaded when used, since most clients receive no webhooks.
      const { verifyWebhook } = await import('./verify-webhook.ts');
      return verifyWebhook({ body, headers, secret, ...options });
    },
  };
}
