// /export and /exports: requesting, polling, listing and canceling exports. The file itself is served by download.ts.
import { z } from 'zod';
import { assertRoom } from '../../db/disk-space.ts';
import { cancelExport, getExport, listExports, requestExport } from '../../exports/actions.ts';
import { downloadPath } from '../../exports/download.ts';
import { type Export, exportInput, exportSchema } from '../../exports/export.ts';
import {
  createSchedule,
  getSchedule,
  listSchedules,
  removeSchedule,
  updateSchedule,
} from '../../exports/schedules/actions.ts';
import { createScheduleInput, scheduleSchema, updateScheduleInput } from '../../exports/schedules/schedule.ts';
import { fail } from '../../lib/errors.ts';
import { accountOf, type CallerEndpoint, contextOf, idsOf, keyEndpoint } from '../pipeline/endpoint.ts';
import { nextLink, pageCursor, wholeNumber } from '../pipeline/parameters.ts';
import { list, toList } from '../pipeline/schemas.ts';
import type { Services } from '../services.ts';

const exportListParameters = z.object({
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Exports per page. Default 20' }).optional(),
  cursor: pageCursor,
});

/** Minimum speed of an export in hooks per second, for Retry-After. */
const recordsPerSecond = 200_000;

export function exportEndpoints(services: Services): CallerEndpoint[] {
  const { db, publicUrl } = services;
  const show = showExport(services);
  return [
    keyEndpoint({
      method: 'POST',
      path: '/export',
      feature: 'export',
      tag: 'Exports',
      summary: 'Create export',
      description: 'Requests a file of all hooks that match.',
      headers: z.object({
        'idempotency-key': z
          .string()
          .max(255)
          .optional()
          .meta({ description: 'The same key with the same body returns the same export. Use a UUID' }),
      }),
      body: exportInput.meta({
        example: {
          format: 'csv',
          filters: { niche: ['finance'], min_views: 1_000_000 },
          fields: ['id', 'text', 'views'],
        },
      }),
      status: 202,
      response: exportSchema,
      handler: async (request, reply) => {
        const { caller, body, headers } = request;
        const idempotencyKey = readIdempotencyKey(headers['idempotency-key']);
        await assertRoom([services.disks.database, services.disks.exports]);
        const accepted = await requestExport(contextOf(services, request), { ...body, caller, idempotencyKey });
        reply.header('location', `${publicUrl()}/export/${accepted.export_id}`);
        if (accepted.status === 'processing') reply.header('retry-after', retryAfterSeconds(accepted));
        return show(accepted);
      },
    }),
    keyEndpoint({
      path: '/export/:id',
      feature: 'export',
      tag: 'Exports',
      summary: 'Get export',
      description: 'An export, with a link to its file once it is complete.',
      response: exportSchema,
      handler: async (request, reply) => {
        const found = await getExport(db, idsOf(request));
        if (found.status === 'processing') reply.header('retry-after', retryAfterSeconds(found));
        return show(found);
      },
    }),
    keyEndpoint({
      method: 'DELETE',
      path: '/export/:id',
      feature: 'export',
      tag: 'Exports',
      summary: 'Cancel export',
      description: 'Cancels an export, or deletes its file.',
      response: exportSchema,
      handler: async (request) => show(await cancelExport(contextOf(services, request), idsOf(request))),
    }),
    keyEndpoint({
      path: '/exports',
      feature: 'export',
      tag: 'Exports',
      summary: 'List exports',
      description: 'Your exports, newest first.',
      query: exportListParameters,
      response: list(exportSchema),
      handler: async ({ caller, query: { cursor, ...page }, path }, reply) => {
        const { exports, total, next } = await listExports(db, { ...page, accountId: caller.accountId, after: cursor });
        if (next) reply.header('link', nextLink(publicUrl(), path, { ...page, cursor: next }));
        return toList(exports.map(show), total, next);
      },
    }),
  ];
}

/** Adds a link to the record, which works as long as the file exists. */
export function showExport({ publicUrl, linkSecret }: Services) {
  return <E extends Export>(record: E): E => {
    const { export_id, status, expires_at } = record;
    const path = status === 'complete' && expires_at && downloadPath(linkSecret, export_id, Date.parse(expires_at));
    return { ...record, download_url: path ? publicUrl() + path : null };
  };
}

function retryAfterSeconds({ estimated_records }: Export): string {
  return String(1 + Math.floor(estimated_records / recordsPerSecond));
}

function readIdempotencyKey(key: string | string[] | undefined): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) return key;
  return fail('invalid_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters, sent once. Use a UUID.');
}

// /exports/schedules: weekly exports of an account.

const common = { feature: 'export', tag: 'Exports' } as const;

export function scheduleEndpoints(services: Services): CallerEndpoint[] {
  const { db, publicUrl } = services;
  return [
    keyEndpoint({
      ...common,
      path: '/exports/schedules',
      summary: 'List weekly exports',
      description: 'Your weekly exports, newest first.',
      response: list(scheduleSchema),
      handler: async ({ caller }) => toList(await listSchedules(db, caller.accountId)),
    }),
    keyEndpoint({
      ...common,
      method: 'POST',
      path: '/exports/schedules',
      summary: 'Create weekly export',
      description:
        'Requests an export every week at this day and hour. You get an email with a link when its file is ready. Each counts as an export of its day; if that is used already, it waits for the next day.',
      body: createScheduleInput.meta({
        example: { format: 'csv', filters: { niche: ['finance'] }, day: 'monday', hour: 6, timezone: 'UTC' },
      }),
      status: 201,
      response: scheduleSchema,
      handler: async (request, reply) => {
        const created = await createSchedule(contextOf(services, request), { ...request.body, ...accountOf(request) });
        reply.header('location', `${publicUrl()}/exports/schedules/${created.schedule_id}`);
        return created;
      },
    }),
    keyEndpoint({
      ...common,
      path: '/exports/schedules/:id',
      summary: 'Get weekly export',
      response: scheduleSchema,
      handler: (request) => getSchedule(db, idsOf(request)),
    }),
    keyEndpoint({
      ...common,
      method: 'PATCH',
      path: '/exports/schedules/:id',
      summary: 'Update weekly export',
      description: 'Changes, pauses or resumes a weekly export.',
      body: updateScheduleInput,
      response: scheduleSchema,
      handler: (request) => updateSchedule(contextOf(services, request), { ...request.body, ...idsOf(request) }),
    }),
    keyEndpoint({
      ...common,
      method: 'DELETE',
      path: '/exports/schedules/:id',
      summary: 'Delete weekly export',
      description: 'Deletes a weekly export. Its exports stay.',
      response: scheduleSchema,
      handler: (request) => removeSchedule(contextOf(services, request), idsOf(request)),
    }),
  ];
}
