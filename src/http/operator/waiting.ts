// GET /operator/waiting: what waits for an operator, counted beside the links of the navigation.
import { z } from 'zod';
import { selectPendingRequests } from '../../accounts/store-queries.ts';
import { selectReportQueue } from '../../catalog/reports/store.ts';
import { selectReviewQueue } from '../../catalog/store.ts';
import type { Database } from '../../db/database.ts';
import { type ClientEndpoint, defineEndpoint } from '../pipeline/endpoint.ts';

const count = z.number().int();
const waitingSchema = z
  .object({ requests: count, review: count, reports: count })
  .meta({ id: 'Waiting', description: 'Pending requests, hooks that wait for review, and reports of hooks' });

export function waitingEndpoints({ db }: { db: Database }): ClientEndpoint[] {
  return [
    defineEndpoint({
      audience: 'operator',
      permission: 'read',
      tag: 'Operator',
      path: '/operator/waiting',
      summary: 'Count what waits',
      description: 'Requests, hooks and reports that wait for a decision. GET /operator/health says since when.',
      response: waitingSchema,
      handler: async () => {
        const queues = [selectPendingRequests(db), selectReviewQueue(db), selectReportQueue(db)] as const;
        const [requests, review, reports] = await Promise.all(queues);
        return { requests: requests.count, review: review.count, reports: reports.count };
      },
    }),
  ];
}
