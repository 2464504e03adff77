// /export and /exports: what a client asks for, as HTTP. The download itself is in download.ts.
import { z } from 'zod';
import { cancelExport, getExport, listExports, type RequestDeps, requestExport } from '../../exports/actions.ts';
import { type Export, exportInput } from '../../exports/export.ts';
import { signLink } from '../../exports/files/signed-link.ts';
import { fail } from '../../lib/errors.ts';
import { parseParameters, wholeNumber } from '../pipeline/parameters.ts';
import type { Call } from '../pipeline/pipeline.ts';
import { readBody } from '../pipeline/read-body.ts';
import { type Answer, type AnswerOptions, bareAnswer, jsonAnswer } from '../pipeline/response.ts';

export type ExportLinkDeps = {
  publicUrl: () => string;
  /** Signs the links. */
  linkSecret: string;
};
export type ExportDeps = RequestDeps & ExportLinkDeps;

export const exportListParameters = z.object({
  limit: wholeNumber('limit', { min: 1, max: 100, description: 'Exports per page, 20 unless told' }).optional(),
  cursor: z.string().max(100).optional().meta({ description: '`next_cursor` of the page before' }),
});

const noParameters = z.object({});
/** Hooks a second that an export is certain to write, for telling when to look again. */
const recordsPerSecond = 200_000;

export function createExportHandlers(deps: ExportDeps) {
  const { db, publicUrl } = deps;
  const show = showExport(deps);
  return { requestExport: request, listExports: list, getExport: get, cancelExport: cancel };

  async function request({ caller, query, body, headers, actor }: Call): Promise<Answer> {
    parseParameters(noParameters, query);
    const key = readIdempotencyKey(headers['idempotency-key']);
    const accepted = await requestExport({ ...deps, actor: actor() }, caller, readBody(exportInput, body ?? {}), key);
    const location = ['location', `${publicUrl()}/export/${accepted.export_id}`];
    return answer(accepted, { status: 202, headers: [...location, ...retryAfter(accepted)] });
  }

  async function get({ caller, query, params }: Call): Promise<Answer> {
    parseParameters(noParameters, query);
    const found = await getExport(db, params.id, caller.accountId);
    return answer(found, { headers: retryAfter(found) });
  }

  async function cancel({ caller, query, params, actor }: Call): Promise<Answer> {
    parseParameters(noParameters, query);
    return answer(await cancelExport({ db, actor: actor() }, params.id, caller.accountId), {});
  }

  async function list({ caller, query, path }: Call): Promise<Answer> {
    const { limit, cursor } = parseParameters(exportListParameters, query);
    const { exports, total, next } = await listExports(db, caller.accountId, { limit, after: cursor });
    const nextQuery = next && new URLSearchParams({ ...(limit ? { limit: String(limit) } : {}), cursor: next });
    const link = nextQuery ? `<${publicUrl()}${path}?${nextQuery}>; rel="next"` : undefined;
    const data = exports.map(show);
    return jsonAnswer({ data, count: data.length, total, next_cursor: next }, { link, cacheControl: 'no-store' });
  }

  function answer(one: Export, options: AnswerOptions): Answer {
    return bareAnswer(show(one), { ...options, cacheControl: 'no-store' });
  }
}

/** The record with a link that works as long as the file is there. */
export function showExport({ publicUrl, linkSecret }: ExportLinkDeps) {
  return <E extends Export>(one: E) => {
    const isThere = one.status === 'complete' && one.expires_at !== null;
    const token = isThere && signLink(linkSecret, one.export_id, Date.parse(one.expires_at ?? ''));
    return { ...one, download_url: token ? `${publicUrl()}/export/${one.export_id}/download?token=${token}` : null };
  };
}

function retryAfter({ status, estimated_records }: Export): string[] {
  if (status !== 'processing') return [];
  return ['retry-after', String(1 + Math.floor(estimated_records / recordsPerSecond))];
}

function readIdempotencyKey(given: string | string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (typeof given === 'string' && /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(given)) return given;
  return fail('invalid_request', 'Idempotency-Key is 1 to 255 printable ASCII characters, once. A UUID does well.');
}
