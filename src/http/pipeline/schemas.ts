// Envelopes and errors of responses: their schemas, and how a handler fills them.
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type ErrorCode, errorTable } from '../../lib/errors.ts';
import { currentTime } from './records.ts';

export const moment = z.iso.datetime();
export const single = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data, timestamp: moment });
export const list = <T extends z.ZodType>(data: T) =>
  z.object({
    success: z.literal(true),
    data: z.array(data),
    count: z.number().int(),
    timestamp: moment,
    total: z.number().int(),
    next_cursor: z.string().nullable(),
    facets: z.record(z.string(), z.record(z.string(), z.number().int())).optional(),
  });

export function toSingle<T>(data: T) {
  return { success: true as const, data, timestamp: currentTime() };
}

/** `data` is one page of `total`; without the two other arguments it is the whole list. */
export function toList<T>(data: T[], total: number = data.length, next: string | null = null) {
  return { success: true as const, data, count: data.length, total, next_cursor: next, timestamp: currentTime() };
}

const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    success: z.literal(false),
    code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
    request_id: z.string(),
    timestamp: moment,
    errors: z
      .array(
        z.looseObject({
          parameter: z.string().optional(),
          pointer: z.string().optional(),
          detail: z.string(),
          did_you_mean: z.string().optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document' });

/** Documents an error with this status. */
export function problemResponse(status: number) {
  return {
    description: STATUS_CODES[status] ?? '',
    content: { 'application/problem+json': { schema: problemSchema } },
  };
}

// Groups of endpoints, as the reference lists them.

export const tags = [
  { name: 'Catalog', description: 'Hooks, archetypes, the taxonomy, trends and changes' },
  { name: 'Lines', description: 'Your own lines: similar hooks, checks of drafts, templates' },
  { name: 'Exports', description: 'All hooks that match, as a file' },
  { name: 'Searches', description: 'Saved searches, and their feeds for spreadsheets and readers' },
  { name: 'Collections', description: 'Hooks that you saved, in your order, with notes and tags' },
  { name: 'Trend alerts', description: 'Changes of trends, sent by email or webhook' },
  { name: 'Webhooks', description: 'New hooks, sent to you' },
  { name: 'Account', description: 'Usage, plans and key requests' },
  { name: 'Health', description: 'Whether the service is up' },
  {
    name: 'Operator',
    description: 'Running the service: accounts, imports, sources and review. Needs the operator key',
  },
] as const;

export type Tag = (typeof tags)[number]['name'];
