// /trends/alerts: trend alerts of an account.
import type { Database } from '../../../db/database.ts';
import {
  createTrendAlert,
  removeTrendAlert,
  type TrendAlertDeps as TrendAlertActionDeps,
  updateTrendAlert,
} from '../../../trend-alerts/actions.ts';
import { getTrendAlert, listTrendAlerts } from '../../../trend-alerts/queries.ts';
import { createTrendAlertInput, trendAlertSchema, updateTrendAlertInput } from '../../../trend-alerts/trend-alert.ts';
import { list, toList } from '../../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../../pipeline/endpoint.ts';

export type TrendAlertDeps = TrendAlertActionDeps & { db: Database; publicUrl: () => string };

const common = { audience: 'key', feature: 'trends', tag: 'Trend alerts', isCounted: false } as const;

export function trendAlertEndpoints(deps: TrendAlertDeps): CallerEndpoint[] {
  const { db, publicUrl } = deps;
  const acting = ({ actor }: Pick<CallerRequest, 'actor'>) => ({ ...deps, actor: actor() });
  return [
    defineEndpoint({
      ...common,
      path: '/trends/alerts',
      summary: 'List trend alerts',
      description: 'Your trend alerts, newest first. Not counted.',
      response: list(trendAlertSchema),
      handler: async ({ caller }) => toList(await listTrendAlerts(db, caller.accountId)),
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/trends/alerts',
      summary: 'Create trend alert',
      description:
        'Tells you when the verdict of a value changes, by email or webhook. What is heating already is not told. Not counted.',
      body: createTrendAlertInput.meta({
        example: {
          name: 'Finance archetypes',
          by: 'archetype',
          filters: { niche: ['finance'] },
          verdicts: ['heating'],
        },
      }),
      status: 201,
      response: trendAlertSchema,
      handler: async (request, reply) => {
        const created = await createTrendAlert(acting(request), request.caller, request.body);
        reply.header('location', `${publicUrl()}/trends/alerts/${created.alert_id}`);
        return created;
      },
    }),
    defineEndpoint({
      ...common,
      path: '/trends/alerts/:id',
      summary: 'Get trend alert',
      description: 'Not counted.',
      response: trendAlertSchema,
      handler: ({ caller, params }) => getTrendAlert(db, params.id, caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/trends/alerts/:id',
      summary: 'Update trend alert',
      description:
        'Changes, pauses or resumes a trend alert. After a change of `by`, `filters` or `window` what is heating already is not told. Not counted.',
      body: updateTrendAlertInput,
      response: trendAlertSchema,
      handler: (request) => updateTrendAlert(acting(request), request.caller, request.params.id, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/trends/alerts/:id',
      summary: 'Delete trend alert',
      description: 'Not counted.',
      response: trendAlertSchema,
      handler: (request) => removeTrendAlert(acting(request), request.params.id, request.caller.accountId),
    }),
  ];
}
