// Operation on trends: get the trend of each value of a label.
import type { INodeProperties } from 'n8n-workflow';
import { receiveRecords } from '../receive';

const show = { resource: ['trend'], operation: ['getAll'] };

export const trendProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['trend'] } },
    options: [
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many trends',
        description: 'Get the growth of views of each value of a label. Plans Scale and Enterprise.',
        routing: { request: { method: 'GET', url: '/trends' }, output: { postReceive: [receiveRecords] } },
      },
    ],
    default: 'getAll',
  },
  {
    displayName: 'By',
    name: 'by',
    type: 'options',
    default: 'archetype',
    description: 'The label to compare the values of',
    options: [
      { name: 'Archetype', value: 'archetype' },
      { name: 'Emotional Trigger', value: 'emotional_trigger' },
      { name: 'Format', value: 'format' },
      { name: 'Niche', value: 'niche' },
      { name: 'Platform', value: 'platform' },
    ],
    displayOptions: { show },
    routing: { send: { type: 'query', property: 'by' } },
  },
  {
    displayName: 'Window',
    name: 'window',
    type: 'options',
    default: '7d',
    description: 'Time back from the end of the data',
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
