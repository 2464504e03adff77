// /operator/…/usage/history: what accounts called, one of them or all.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getAccount } from '../../accounts/queries.ts';
import { type HistoryDeps, operatorDimensions, type UsageHistory } from '../../quota/usage-history.ts';
import {
  askHistory,
  csvHeaders,
  historyParameters,
  toCsv,
  usageHistoryParameters,
} from '../endpoints/usage-history.ts';
import { parseParameters } from '../pipeline/parameters.ts';
import { queryOf } from '../server/server.ts';

const allParameters = historyParameters(operatorDimensions);

export function registerOperatorUsage(app: FastifyInstance, deps: HistoryDeps): void {
  const query = (request: FastifyRequest) => queryOf(request.raw);

  app.get('/operator/accounts/:id/usage/history', async (request, reply) => {
    const { format, ...given } = parseParameters(usageHistoryParameters, query(request));
    const { id } = await getAccount(deps.db, (request.params as { id: string }).id);
    return answer(reply, await askHistory(deps, id, given), format);
  });

  app.get('/operator/usage/history', async (request, reply) => {
    const { format, ...given } = parseParameters(allParameters, query(request));
    return answer(reply, await askHistory(deps, undefined, given), format);
  });
}

function answer(reply: FastifyReply, history: UsageHistory, format: 'json' | 'csv' | undefined): FastifyReply {
  const { records: usage, ...asked } = history;
  if (format !== 'csv') return reply.send({ ...asked, usage });
  const [, type, , disposition] = csvHeaders(history);
  return reply.header('content-type', type).header('content-disposition', disposition).send(toCsv(history));
}
