// hookline log: the request log, as a list, or one call with its response.
import type { LoggedRequest, LoggedRequestDetail, RequestQuery } from '../../../sdk/src/index.ts';
import { defineCommand } from '../command.ts';
import { wholeNumber } from '../options.ts';
import { fieldLines, UsageError } from '../terminal/output.ts';

export const log = defineCommand({
  summary: 'Show recent requests and their responses',
  usage: ['[options]', 'REQUEST_ID'],
  options: {
    status: { value: 'LIST', help: 'Status codes such as 429, or classes such as 4xx; comma-separated.' },
    endpoint: { value: 'LIST', help: 'Endpoints, such as /hooks/:id or "POST /export"; comma-separated.' },
    key: { value: 'LIST', help: 'Key ids, comma-separated.' },
    since: { value: 'TIME', help: 'Requests from this time on, such as 2026-11-21T10:00:00Z.' },
    until: { value: 'TIME', help: 'Requests before this time.' },
    limit: { value: 'NUMBER', short: 'n', help: 'Number of requests, at most 100. Default 20.' },
  },
  notes: 'Not counted against the quota. Covers the last 7 days, on Enterprise 30.',
  examples: ['log --status 4xx,5xx', 'log req_k3Xz9A1f'],
  run: async ({ args: [id, ...more], values: { limit = '20', ...given }, output, connect, signal }) => {
    if (more.length > 0) throw new UsageError('log takes one request id.');
    if (id !== undefined) {
      const call = await connect().requests.get(id, { signal });
      return output.record(call, () => describe(call));
    }
    const query: RequestQuery = { ...given, limit: wholeNumber('--limit', limit, { min: 1, max: 100 }) };
    const { data } = await connect().requests.list(query, { signal });
    output.list(
      data,
      [
        { field: 'at' },
        { field: 'status', isNumber: true },
        { field: 'method' },
        { field: 'path' },
        { field: 'ms', isNumber: true },
        { field: 'key_name', title: 'key', isOptional: true },
        { field: 'request_id' },
      ] satisfies { field: keyof LoggedRequest; [more: string]: unknown }[],
      'No requests match.',
    );
  },
});

/** The problem document is long; --json has it. */
function describe({ problem, ...fields }: LoggedRequestDetail): string {
  return fieldLines({ ...fields, ...(problem ? { answered: problem.detail } : {}) });
}
