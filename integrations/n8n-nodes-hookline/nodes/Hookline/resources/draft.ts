// Operations on a line that you write: check it, and find similar hooks.
import type { INodeProperties } from 'n8n-workflow';
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
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['draft'] } },
    options: [
      {
        name: 'Check',
        value: 'check',
        action: 'Check a draft',
        description: 'Compare a line with proven hooks: labels, views of hooks like it, observations',
        routing: { request: { method: 'POST', url: '/check' }, output: { postReceive: [receiveData] } },
      },
      {
        name: 'Find Similar Hooks',
        value: 'findSimilar',
        action: 'Find hooks similar to a draft',
        description: 'Find hooks whose lines are most like a text, with a score and why',
        routing: { request: { method: 'POST', url: '/similar' }, output: { postReceive: [receiveRecords] } },
      },
    ],
    default: 'check',
  },
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
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    displayOptions: { show: show('check') },
    options: [
      {
        displayName: 'Language',
        name: 'language',
        type: 'string',
        default: '',
        placeholder: 'en',
        description: 'Code of the language. Default: detected.',
        routing: { send: { type: 'body', property: 'language', value: '={{ $value || undefined }}' } },
      },
      term('Niche', 'niche', 'Default: guessed from the text'),
      term('Platform', 'platform', 'Where the video is published'),
    ],
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 100 },
    default: 50,
    description: 'Max number of results to return',
    displayOptions: { show: show('findSimilar') },
    routing: { send: { type: 'body', property: 'limit' } },
  },
  filters('body', show('findSimilar')),
];
