// Operation on trends: get the trend of each value of a label.
import type { INodeProperties } from 'n8n-workflow';
import { labels, operation, operations } from '../../shared/fields';
import { receiveRecords } from '../receive';

const show = { resource: ['trend'], operation: ['getAll'] };

export const trendProperties: INodeProperties[] = [
  operations(
    'trend',
    [
      operation(
        ['Get Many', 'getAll'],
        'Get many trends',
        'Get the growth of views of each value of a label. Plans Scale and Enterprise.',
        'GET /trends',
        receiveRecords,
      ),
    ],
    'getAll',
  ),
  {
    displayName: 'By',
    name: 'by',
    type: 'options',
    default: 'archetype',
    description: 'Label whose values are compared',
    options: labels,
    displayOptions: { show },
    routing: { send: { type: 'query', property: 'by' } },
  },
  {
    displayName: 'Window',
    name: 'window',
    type: 'options',
    default: '7d',
    description: 'Period up to the end of the data',
    options: [
      { name: '24 Hours', value: '24h' },
      { name: '30 Days', value: '30d' },
      { name: '7 Days', value: '7d' },
    ],
    displayOptions: { show },
    routing: { send: { type: 'query', property: 'window' } },
  },
  {
    displayName: 'Verdict Names or IDs',
    name: 'verdicts',
    type: 'multiOptions',
    default: [],
    description: 'Only trends with any of these verdicts. Default: all.',
    options: [
      { name: 'Cooling', value: 'cooling' },
      { name: 'Heating', value: 'heating' },
      { name: 'Insufficient Data', value: 'insufficient_data' },
      { name: 'Steady', value: 'steady' },
    ],
    displayOptions: { show },
    routing: {
      output: {
        postReceive: [
          {
            type: 'filter',
            properties: {
              pass: '={{ $parameter.verdicts.length === 0 || $parameter.verdicts.includes($responseItem.verdict) }}',
            },
          },
        ],
      },
    },
  },
];
