// /exports/schedules: weekly exports of an account.
import type { Database } from '../../db/database.ts';
import {
  createSchedule,
  removeSchedule,
  type ScheduleDeps as ScheduleActionDeps,
  updateSchedule,
} from '../../exports/schedules/actions.ts';
import { getSchedule, listSchedules } from '../../exports/schedules/queries.ts';
import { createScheduleInput, scheduleSchema, updateScheduleInput } from '../../exports/schedules/schedule.ts';
import { list, toList } from '../openapi/schemas.ts';
import { type CallerEndpoint, type CallerRequest, defineEndpoint } from '../pipeline/endpoint.ts';

export type ScheduleDeps = ScheduleActionDeps & { db: Database; publicUrl: () => string };

const common = { audience: 'key', feature: 'export', tag: 'Exports' } as const;

export function scheduleEndpoints(deps: ScheduleDeps): CallerEndpoint[] {
  const { db, publicUrl } = deps;
  const acting = ({ actor }: Pick<CallerRequest, 'actor'>) => ({ ...deps, actor: actor() });
  return [
    defineEndpoint({
      ...common,
      path: '/exports/schedules',
      summary: 'List weekly exports',
      description: 'Your weekly exports, newest first.',
      response: list(scheduleSchema),
      handler: async ({ caller }) => toList(await listSchedules(db, caller.accountId)),
    }),
    defineEndpoint({
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
        const created = await createSchedule(acting(request), request.caller.accountId, request.body);
        reply.header('location', `${publicUrl()}/exports/schedules/${created.schedule_id}`);
        return created;
      },
    }),
    defineEndpoint({
      ...common,
      path: '/exports/schedules/:id',
      summary: 'Get weekly export',
      response: scheduleSchema,
      handler: ({ caller, params }) => getSchedule(db, params.id, caller.accountId),
    }),
    defineEndpoint({
      ...common,
      method: 'PATCH',
      path: '/exports/schedules/:id',
      summary: 'Update weekly export',
      description: 'Changes, pauses or resumes a weekly export.',
      body: updateScheduleInput,
      response: scheduleSchema,
      handler: (request) => updateSchedule(acting(request), request.params.id, request.caller.accountId, request.body),
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/exports/schedules/:id',
      summary: 'Delete weekly export',
      description: 'Its exports stay.',
      response: scheduleSchema,
      handler: (request) => removeSchedule(acting(request), request.params.id, request.caller.accountId),
    }),
  ];
}
