// hookline source-requests: creators and topics that the account requested.
import { defineActions } from '../actions.ts';

const options = {
  reason: { value: 'TEXT', help: 'Why you need it (create).' },
} as const;

export const sourceRequests = defineActions({
  name: 'source-requests',
  api: ({ sourceRequests }) => sourceRequests,
  summary: 'Request creators and topics, and list your requests',
  usage: ['[list]', 'create NAME [--reason TEXT]'],
  options,
  columns: [
    { field: 'request_id' },
    { field: 'location' },
    { field: 'state' },
    { field: 'hooks', isNumber: true },
    { field: 'answer', isOptional: true },
  ],
  empty: 'No source requests. "hookline source-requests create https://www.tiktok.com/@ada" sends one.',
  notes:
    'NAME is the URL of a channel, profile or list of videos, or the words of a topic. Not counted against the quota.',
  examples: ['source-requests', 'source-requests create "sourdough baking" --reason "We write for bakeries"'],
  actions: {
    list: {},
    'create NAME': {
      options: ['reason'],
      input: ({ reason }, [location]) => ({ location, ...(reason === undefined ? {} : { reason }) }),
    },
  },
});
