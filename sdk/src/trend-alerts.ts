// hookline.trendAlerts: tell about changes of trends by email or webhook.
import type { NewTrendAlert, TrendAlert, TrendAlertUpdate } from './openapi.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import type { Call, CallOptions, Transport } from './transport/transport.ts';

/**
 * `hookline.trendAlerts`. Scale and Enterprise plans. Not counted against the quota.
 *
 * @example
 * ```ts
 * const alerts: TrendAlertsApi = hookline.trendAlerts;
 * for (const { by, last_told_at, last_told } of await alerts.list()) console.log(by, last_told_at, last_told);
 * ```
 */
export type TrendAlertsApi = {
  /**
   * All trend alerts of the account, the newest first.
   *
   * @example
   * ```ts
   * const alerts = await hookline.trendAlerts.list();
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<TrendAlert[]>;
  /**
   * Watches the verdicts of a label's values. What is heating already is not told. Not retried after a lost connection, since it is not
   * idempotent: check `list` then.
   *
   * @example
   * ```ts
   * const { alert_id } = await hookline.trendAlerts.create({ by: 'archetype', filters: { niche: ['finance'] } });
   * await hookline.trendAlerts.delete(alert_id);
   * ```
   */
  create: (input: NewTrendAlert, options?: CallOptions) => ApiPromise<TrendAlert>;
  /**
   * One trend alert.
   *
   * @example
   * ```ts
   * const [first] = await hookline.trendAlerts.list();
   * if (first) console.log((await hookline.trendAlerts.get(first.alert_id)).last_told_at);
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<TrendAlert>;
  /**
   * Changes, pauses or resumes a trend alert. `filters` replaces all previous filters.
   *
   * @example
   * ```ts
   * for (const { alert_id } of await hookline.trendAlerts.list())
   *   await hookline.trendAlerts.update(alert_id, { status: 'paused' });
   * ```
   */
  update: (id: string, input: TrendAlertUpdate, options?: CallOptions) => ApiPromise<TrendAlert>;
  /**
   * Deletes a trend alert.
   *
   * @example
   * ```ts
   * for (const { alert_id, status } of await hookline.trendAlerts.list())
   *   if (status === 'paused') await hookline.trendAlerts.delete(alert_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<TrendAlert>;
};

export function createTrendAlertsApi({ send }: Transport): TrendAlertsApi {
  const path = '/trends/alerts';
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const call = (request: Call, options?: CallOptions) =>
    toApiPromise(send(request, options), ({ body }: ApiResponse): TrendAlert => body);
  return {
    list: (options) => toApiPromise(send({ path }, options), ({ body }): TrendAlert[] => body.data),
    create: (body, options) => call({ method: 'POST', path, body }, options),
    get: (id, options) => call({ path: pathOf(id) }, options),
    update: (id, body, options) => call({ method: 'PATCH', path: pathOf(id), body, isIdempotent: true }, options),
    delete: (id, options) => call({ method: 'DELETE', path: pathOf(id) }, options),
  };
}
