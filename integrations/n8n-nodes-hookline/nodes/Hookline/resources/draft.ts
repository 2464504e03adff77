// Operations on a line that you write: check it, and find similar hooks.
import type { INodeProperties } from 'n8n-workflow';
import { limit, operation, operations, optional } from '../../shared/fields';
import { filters } from '../../shared/filters';
import { receiveData, receiveRecords } from '../receive';

const show = (...operation: string[]) => ({ resource: ['draft'], operation });

/** A value of a label to send in the body. */
const term = (displayName: string, name: string, description: string): INodeProperties => ({
  displayName: `${displayName} Name or ID`,
  name,
  type: 'options',
  typeOptions: { loadOptionsMethod: name },
  default: '',
  description: `${description}. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.`,
  routing: { send: { type: 'body', property: name, value: '={{ $value || undefined }}' } },
});

export const draftProperties: INodeProperties[] = [
  operations(
    'draft',
    [
      operation(
        ['Check', 'check'],
        'Check a draft',
        'Compare a line with proven hooks: labels, views of comparable hooks, observations',
        'POST /check',
        receiveData,
      ),
      operation(
        ['Find Similar Hooks', 'findSimilar'],
        'Find hooks similar to a draft',
        'Find the hooks most similar to a text, with a score and reasons',
        'POST /similar',
        receiveRecords,
      ),
    ],
    'check',
  ),
  {
    displayName: 'Text',
    name: 'text',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'Stop saving money before you read this',
    displayOptions: { show: show('check', 'findSimilar') },
    routing: { send: { type: 'body', property: 'text' } },
  },
  optional(show('check'), [
    {
      displayName: 'Language',
      name: 'language',
      type: 'string',
      default: '',
      placeholder: 'en',
      description: 'Language code. Default: detected.',
      routing: { send: { type: 'body', property: 'language', value: '={{ $value || undefined }}' } },
    },
    term('Niche', 'niche', 'Default: guessed from the text'),
    term('Platform', 'platform', 'Platform of the video'),
  ]),
  limit(show('findSimilar'), 'body'),
  filters('body', show('findSimilar')),
];
