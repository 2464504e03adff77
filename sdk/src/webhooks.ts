// hookline.webhooks: manage webhooks and read and replay their delivery log.
import type {
  Delivery,
  DeliveryDetail,
  DeliveryQuery,
  NewWebhook,
  ReplayInput,
  ResumeInput,
  Webhook,
  WebhookUpdate,
  WebhookWithSecret,
} from './openapi.ts';
import { listPages, type Pages } from './pages.ts';
import type { Call, CallOptions, Transport } from './transport.ts';

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
  list: (options?: CallOptions) => Promise<Webhook[]>;
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
  create: (input: NewWebhook, options?: CallOptions) => Promise<WebhookWithSecret>;
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
  get: (id: string, options?: CallOptions) => Promise<Webhook>;
  /**
   * Changes the URL, the description or the filters. `filters` replaces all previous filters.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list())
   *   await hookline.webhooks.update(webhook_id, { filters: { min_views: 1_000_000 } });
   * ```
   */
  update: (id: string, input: WebhookUpdate, options?: CallOptions) => Promise<Webhook>;
  /**
   * Deletes a webhook with its queued deliveries and its delivery log.
   *
   * @example
   * ```ts
   * const { webhook_id } = await hookline.webhooks.create({ webhook_url: 'https://example.com/hooks' });
   * await hookline.webhooks.delete(webhook_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => Promise<Webhook>;
  /**
   * Sends a test delivery with one made-up hook.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list()) {
   *   const { delivery_id } = await hookline.webhooks.test(webhook_id);
   *   console.log(delivery_id);
   * }
   * ```
   */
  test: (id: string, options?: CallOptions) => Promise<Delivery>;
  /**
   * Pauses a webhook. Its deliveries are queued for up to 30 days.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list()) await hookline.webhooks.pause(webhook_id);
   * ```
   */
  pause: (id: string, options?: CallOptions) => Promise<Webhook>;
  /**
   * Resumes a webhook. Queued deliveries are sent, or dropped if `backlog` is `skip`.
   *
   * @example
   * ```ts
   * for (const { webhook_id } of await hookline.webhooks.list())
   *   await hookline.webhooks.resume(webhook_id, { backlog: 'deliver' });
   * ```
   */
  resume: (id: string, input?: ResumeInput, options?: CallOptions) => Promise<Webhook>;
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
  rotateSecret: (id: string, options?: CallOptions) => Promise<WebhookWithSecret>;
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
  delivery: (id: string, deliveryId: string, options?: CallOptions) => Promise<DeliveryDetail>;
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
  replay: (id: string, input: ReplayInput, options?: CallOptions) => Promise<Delivery[]>;
};

const maxDeliveriesPerPage = 100;

export function createWebhooksApi(transport: Transport): WebhooksApi {
  const call = async ({ signal }: CallOptions = {}, call: Call) => (await transport.send({ ...call, signal })).body;
  const pathOf = (id: string, rest = '') => `/webhooks/${encodeURIComponent(id)}${rest}`;
  const post = (path: string, options?: CallOptions, more: Partial<Call> = {}) =>
    call(options, { method: 'POST', path, ...more });
  return {
    list: async (options) => (await call(options, { path: '/webhooks' })).data,
    create: (body, options) => post('/webhooks', options, { body }),
    get: (id, options) => call(options, { path: pathOf(id) }),
    update: (id, body, options) => call(options, { method: 'PATCH', path: pathOf(id), body }),
    delete: (id, options) => call(options, { method: 'DELETE', path: pathOf(id) }),
    test: (id, options) => post(pathOf(id, '/test'), options),
    pause: (id, options) => post(pathOf(id, '/pause'), options, { isIdempotent: true }),
    resume: (id, body = {}, options) => post(pathOf(id, '/resume'), options, { body }),
    rotateSecret: (id, options) => post(pathOf(id, '/rotate-secret'), options),
    deliveries: (id, query = {}, { signal } = {}) =>
      listPages<Delivery>(transport, pathOf(id, '/deliveries'), { query, maxPerPage: maxDeliveriesPerPage, signal }),
    delivery: (id, deliveryId, options) =>
      call(options, { path: pathOf(id, `/deliveries/${encodeURIComponent(deliveryId)}`) }),
    replay: async (id, body, options) => (await post(pathOf(id, '/replay'), options, { body })).data,
  };
}
