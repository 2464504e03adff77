// /operator/announcements: operators write incidents, maintenance and news of the status page.
import { z } from 'zod';
import {
  announcementPageSchema,
  changeAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
  postUpdate,
} from '../../status/announcements/actions.ts';
import {
  announcementSchema,
  changeAnnouncementInput,
  createAnnouncementInput,
  postUpdateInput,
} from '../../status/announcements/announcement.ts';
import { countSubscribers } from '../../status/subscribers/store.ts';
import { type ClientEndpoint, contextOf, operatorEndpoint } from '../pipeline/endpoint.ts';
import { operatorPage } from '../pipeline/parameters.ts';
import type { Services } from '../services.ts';

const pageSchema = z
  .object({
    ...announcementPageSchema.shape,
    subscribers: z.int().meta({ description: 'Emails that get the next update' }),
  })
  .meta({ id: 'OperatorAnnouncementPage' });

export function announcementEndpoints(services: Services): ClientEndpoint[] {
  const { db } = services;
  return [
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/announcements',
      summary: 'List announcements',
      description: 'Incidents, maintenance and news of the status page, newest first.',
      query: z.object({ limit: operatorPage.limit, after: z.string().max(100).optional() }),
      response: pageSchema,
      handler: async ({ query }) => {
        const [page, subscribers] = await Promise.all([listAnnouncements(services, query), countSubscribers(db)]);
        return { ...page, subscribers };
      },
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/announcements',
      summary: 'Create announcement',
      description:
        'Shows an incident, a maintenance or news on the status page and the dashboard, and emails subscribers.',
      body: createAnnouncementInput,
      requiresBody: true,
      status: 201,
      response: announcementSchema,
      handler: (request) => createAnnouncement(contextOf(services, request), request.body),
    }),
    operatorEndpoint({
      permission: 'accounts',
      path: '/operator/announcements/:id',
      summary: 'Get announcement',
      response: announcementSchema,
      handler: ({ params }) => getAnnouncement(services, params),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'PATCH',
      path: '/operator/announcements/:id',
      summary: 'Correct announcement',
      description: 'Changes the title, severity, parts or times. No email is sent.',
      body: changeAnnouncementInput,
      response: announcementSchema,
      handler: (request) => changeAnnouncement(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'POST',
      path: '/operator/announcements/:id/updates',
      summary: 'Post update of announcement',
      description: 'Posts an update and emails subscribers. The last state of its kind ends the announcement.',
      body: postUpdateInput,
      requiresBody: true,
      status: 201,
      response: announcementSchema,
      handler: (request) => postUpdate(contextOf(services, request), { ...request.body, ...request.params }),
    }),
    operatorEndpoint({
      permission: 'accounts',
      method: 'DELETE',
      path: '/operator/announcements/:id',
      summary: 'Delete announcement',
      description: 'Removes an announcement with its updates, such as one that was written by mistake.',
      response: announcementSchema,
      handler: (request) => deleteAnnouncement(contextOf(services, request), request.params),
    }),
  ];
}
