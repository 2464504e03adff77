// hookline.exports.schedules: weekly exports, with an email when each is ready.
import type { ExportSchedule, ExportScheduleUpdate, NewExportSchedule } from './openapi.ts';
import { type ApiPromise, type ApiResponse, toApiPromise } from './transport/response.ts';
import type { Call, CallOptions, Transport } from './transport/transport.ts';

/**
 * `hookline.exports.schedules`. Plans Scale and Enterprise.
 *
 * @example
 * ```ts
 * const schedules: SchedulesApi = hookline.exports.schedules;
 * for (const { day, hour, status } of await schedules.list()) console.log(day, hour, status);
 * ```
 */
export type SchedulesApi = {
  /**
   * All weekly exports of the account, at most ten.
   *
   * @example
   * ```ts
   * const schedules = await hookline.exports.schedules.list();
   * ```
   */
  list: (options?: CallOptions) => ApiPromise<ExportSchedule[]>;
  /**
   * Creates a weekly export. Not retried after a lost connection, since it is not idempotent: check `list` then.
   *
   * @example
   * ```ts
   * const { schedule_id, next_run_at } = await hookline.exports.schedules.create({
   *   format: 'csv',
   *   filters: { niche: ['finance'] },
   *   fields: ['id', 'text', 'views'],
   *   day: 'monday',
   *   hour: 6,
   *   timezone: 'Europe/Berlin',
   * });
   * await hookline.exports.schedules.delete(schedule_id);
   * ```
   */
  create: (input: NewExportSchedule, options?: CallOptions) => ApiPromise<ExportSchedule>;
  /**
   * One weekly export.
   *
   * @example
   * ```ts
   * const [first] = await hookline.exports.schedules.list();
   * if (first) console.log((await hookline.exports.schedules.get(first.schedule_id)).next_run_at);
   * ```
   */
  get: (id: string, options?: CallOptions) => ApiPromise<ExportSchedule>;
  /**
   * Changes, pauses or resumes it. `filters` and `fields` replace all previous ones.
   *
   * @example
   * ```ts
   * for (const { schedule_id } of await hookline.exports.schedules.list())
   *   await hookline.exports.schedules.update(schedule_id, { status: 'paused' });
   * ```
   */
  update: (id: string, input: ExportScheduleUpdate, options?: CallOptions) => ApiPromise<ExportSchedule>;
  /**
   * Deletes it. Its exports stay.
   *
   * @example
   * ```ts
   * for (const { schedule_id, status } of await hookline.exports.schedules.list())
   *   if (status === 'paused') await hookline.exports.schedules.delete(schedule_id);
   * ```
   */
  delete: (id: string, options?: CallOptions) => ApiPromise<ExportSchedule>;
};

export function createSchedulesApi({ send }: Transport): SchedulesApi {
  const path = '/exports/schedules';
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const call = (request: Call, options?: CallOptions) =>
    toApiPromise(send(request, options), ({ body }: ApiResponse): ExportSchedule => body);
  return {
    list: (options) => toApiPromise(send({ path }, options), ({ body }): ExportSchedule[] => body.data),
    create: (body, options) => call({ method: 'POST', path, body }, options),
    get: (id, options) => call({ path: pathOf(id) }, options),
    update: (id, body, options) => call({ method: 'PATCH', path: pathOf(id), body, isIdempotent: true }, options),
    delete: (id, options) => call({ method: 'DELETE', path: pathOf(id) }, options),
  };
}
