// A logged call, as the API shows it.
import { z } from 'zod';
import type { FoundRequest } from './store.ts';

export const requestSchema = z
  .object({
    request_id: z.string().meta({ description: 'As `x-request-id` of the response', example: 'req_k3Xz9A1f' }),
    at: z.iso.datetime().meta({ description: 'When it arrived' }),
    key_id: z.string(),
    key_name: z.string().nullable().meta({ description: 'null without a name, or where the key is gone' }),
    method: z.string(),
    path: z.string().meta({
      description: 'With its parameters, at most 1,000 characters. Secrets are replaced by [redacted]',
      example: '/hooks?niche=finance&limit=20',
    }),
    endpoint: z
      .string()
      .meta({ description: 'As in usage history; `unknown` where none is at the address', example: '/hooks/:id' }),
    via: z.literal('mcp').nullable().meta({ description: '`mcp` for a tool of the MCP server' }),
    status: z.int(),
    ms: z.number().meta({ description: 'Time until the response, in milliseconds' }),
    bytes: z.int().meta({ description: "Size of the response's body before compression" }),
    sample_rate: z
      .number()
      .meta({ description: 'Share of the calls like it in its second that were logged: 1 is all of them' }),
  })
  .meta({ id: 'LoggedRequest', description: 'A call in the request log' });
export type LoggedRequest = z.infer<typeof requestSchema>;

export const requestDetailSchema = z
  .object({
    ...requestSchema.shape,
    problem: z.looseObject({}).nullable().meta({
      description: 'What was answered to a call that was refused, as a problem document; null if it was served',
    }),
    expires_at: z.iso.datetime().meta({ description: 'When it is deleted' }),
  })
  .meta({ id: 'LoggedRequestDetail', description: 'A call in the request log, with what was answered' });
export type LoggedRequestDetail = z.infer<typeof requestDetailSchema>;

export function toRequest(row: FoundRequest): LoggedRequest {
  const { key_id, key_name, method, path, endpoint, via, status, bytes } = row;
  return {
    request_id: row.id,
    at: row.at.toISOString(),
    ...{ key_id, key_name, method, path, endpoint, via, status },
    ms: Math.round(row.took_ms * 100) / 100,
    bytes,
    sample_rate: Math.round(row.sample_rate * 10_000) / 10_000,
  };
}

export function toRequestDetail(row: FoundRequest): LoggedRequestDetail {
  return { ...toRequest(row), problem: row.problem, expires_at: new Date(row.expires_on).toISOString() };
}
