// GET /usage/history: what an account called, as JSON or as CSV. What is the same for the operator is shared with operator-usage.ts.
import { z } from 'zod';
import { toCell } from '../../exports/formats/csv.ts';
import { closestMatch } from '../../lib/did-you-mean.ts';
import {
  defaultDays,
  type HistoryDeps,
  type HistoryInput,
  readHistory,
  type UsageHistory,
  usageDimensions,
  usageKeptDays,
} from '../../quota/usage-history.ts';
import { failParameters, parseParameters } from '../pipeline/parameters.ts';
import type { Call } from '../pipeline/pipeline.ts';
import { toByteString } from '../pipeline/records.ts';
import { type Answer, type FlatHeaders, jsonAnswer } from '../pipeline/response.ts';

const day = (name: string, description: string) =>
  z.iso
    .date({ error: `${name} is a UTC date such as 2026-11-21.` })
    .optional()
    .meta({ description });
const keyId = z.string().regex(/^\w{1,60}$/, { error: 'key is the id of a key, such as key_8fK2mZ0qLx71TbRe.' });

/** `by` is what the asker may tell calls apart by. */
export function historyParameters<const Dimensions extends readonly [string, ...string[]]>(dimensions: Dimensions) {
  const error = `by is any of ${dimensions.join(', ')}.`;
  return z.object({
    since: day('since', `First UTC day; ${defaultDays} days up to \`until\` unless told, at most ${usageKeptDays}`),
    until: day('until', 'Last UTC day, today unless told'),
    by: z.array(z.enum(dimensions, { error })).min(1, { error }).optional().meta({
      description: 'What calls are told apart by, `day` unless told. By day alone, days without calls are there too',
    }),
    key: z.array(keyId).optional().meta({ description: 'Ids of keys' }),
    endpoint: z.array(z.string()).optional().meta({ description: 'As records name it: `/hooks/:id`, `POST /export`' }),
    status: z
      .array(z.string().regex(/^[2-5]\d\d$/, { error: 'status is an HTTP status such as 429.' }))
      .optional()
      .meta({ description: 'Statuses of answers' }),
    format: z.enum(['json', 'csv'], { error: 'format is json or csv.' }).optional(),
  });
}

export const usageHistoryParameters = historyParameters(usageDimensions);

type Given = Omit<HistoryInput, 'keys' | 'endpoints' | 'statuses'> & {
  key?: string[] | undefined;
  endpoint?: string[] | undefined;
  status?: string[] | undefined;
};

/** Reads what the parameters ask for. An endpoint that does not exist is a slip, and is answered as one. */
export function askHistory(
  deps: HistoryDeps,
  accountId: string | undefined,
  { key, endpoint, status, ...range }: Given,
): Promise<UsageHistory> {
  const known = deps.usageLog.endpoints();
  const unknown = endpoint?.find((one) => !known.includes(one))?.slice(0, 60);
  if (unknown !== undefined) {
    const suggestion = closestMatch(unknown, known);
    const hint = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${known.join(', ')}.`;
    const detail = `There is no endpoint ${unknown}. ${hint}`;
    failParameters([{ parameter: 'endpoint', detail, did_you_mean: suggestion }]);
  }
  const filter = { keys: key, endpoints: endpoint, statuses: status?.map(Number) };
  return readHistory(deps, accountId, { ...range, ...filter });
}

export function createUsageHistoryHandlers(deps: HistoryDeps) {
  return { usageHistory };

  async function usageHistory({ caller, query }: Call): Promise<Answer> {
    const { format, ...given } = parseParameters(usageHistoryParameters, query);
    const history = await askHistory(deps, caller.accountId, given);
    if (format === 'csv') {
      return {
        status: 200,
        headers: ['cache-control', 'no-store', ...csvHeaders(history)],
        body: toByteString(toCsv(history)),
      };
    }
    const { records: data, ...asked } = history;
    const envelope = { data, count: data.length, total: data.length, next_cursor: null, ...asked };
    return jsonAnswer(envelope, { cacheControl: 'no-store' });
  }
}

export function csvHeaders({ since, until }: UsageHistory): FlatHeaders {
  const disposition = `attachment; filename="hookline-usage-${since}-to-${until}.csv"`;
  return ['content-type', 'text/csv; charset=utf-8; header=present', 'content-disposition', disposition];
}

/** RFC 4180 with a header, safe to open in a spreadsheet. */
export function toCsv({ by, records }: UsageHistory): string {
  const named = by.flatMap((one) => (one === 'key' || one === 'account' ? [`${one}_id`, `${one}_name`] : [one]));
  const columns = [...named, 'calls', 'counted'] as (keyof (typeof records)[number])[];
  const lines = records.map((record) => columns.map((column) => toCell(record[column] ?? null)).join());
  return [columns.join(), ...lines, ''].join('\r\n');
}
