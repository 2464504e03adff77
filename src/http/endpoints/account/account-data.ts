// GET /account-data/{token}: the data of a deleted account, by the link of the email about its deletion.
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import type { Database } from '../../../db/database.ts';
import { readLinkedData } from '../../../erasure/account-data.ts';
import { accountDataSchema } from '../../../erasure/erasure.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { clientKeyOf } from '../../server/ip-address.ts';

const perAddress = { windowMs: 3_600_000, max: 20 };
const tooMany = 'Too many downloads from this address.';

export function accountDataEndpoints({ db }: { db: Database }): ClientEndpoint[] {
  const downloads = createRateLimiter(Date.now, perAddress);
  return [
    defineEndpoint({
      audience: 'public',
      path: '/account-data/:token',
      summary: 'The data of a deleted account',
      response: accountDataSchema,
      handler: async ({ ip, params }, reply) => {
        throwIfRateLimited(downloads.record(clientKeyOf(ip)), tooMany);
        const data = await readLinkedData(db, params.token);
        reply.header('content-disposition', 'attachment; filename="hookline-account.json"');
        return data;
      },
    }),
  ];
}
