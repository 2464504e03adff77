// hookline.webhooks: test deliveries, and verification of deliveries that a server received.
import type { Delivery } from './openapi.ts';
import type { Resources, WebhookMethods } from './resources.ts';
import { readVariable } from './transport/environment.ts';
import { type ApiPromise, toApiPromise } from './transport/response.ts';
import type { CallOptions, Transport } from './transport/transport.ts';
import type { VerifiedWebhook, VerifyWebhookInput, WebhookEvent } from './verify-webhook.ts';

/**
 * `hookline.webhooks`. Plan Enterprise.
 *
 * @example
 * ```ts
 * const webhooks: WebhooksApi = hookline.webhooks;
 * for (const { webhook_url, status } of await webhooks.list()) console.log(webhook_url, status);
 * ```
 */
export type WebhooksApi = WebhookMethods & {
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

export function createWebhooksApi({ send }: Transport, { webhooks }: Resources): WebhooksApi {
  return {
    ...webhooks,
    test: (id, { event, ...options } = {}) =>
      toApiPromise(
        send({ method: 'POST', path: `/webhooks/${encodeURIComponent(id)}/test`, body: { event } }, options),
        ({ body }): Delivery => body,
      ),
    unwrap: async (body, headers, { secret = readVariable('HOOKLINE_WEBHOOK_SECRET'), ...options } = {}) => {
      if (!secret) throw new TypeError('Pass `secret` or set HOOKLINE_WEBHOOK_SECRET.');
      // Loaded when used, since most clients receive no webhooks.
      const { verifyWebhook } = await import('./verify-webhook.ts');
      return verifyWebhook({ body, headers, secret, ...options });
    },
  };
}
