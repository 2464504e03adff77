// Operations on hooks: get, get many, random and similar.
import type { INodeProperties } from 'n8n-workflow';
import { labels, limit, operation, operations, optional } from '../../shared/fields';
import { filters } from '../../shared/filters';
import { receiveData, receiveRecords } from '../receive';

const show = (...operation: string[]) => ({ resource: ['hook'], operation });

export const hookProperties: INodeProperties[] = [
  operations(
    'hook',
    [
      operation(
        ['Get', 'get'],
        'Get a hook',
        'Get a hook with all its fields. All plans but Free.',
        'GET =/hooks/{{ encodeURIComponent($parameter.hookId) }}',
        receiveData,
      ),
      operation(
        ['Get Many', 'getAll'],
        'Get many hooks',
        'Search hooks, most viewed first by default',
        'GET ={{ $parameter.allFields ? "/hooks/full" : "/hooks" }}',
        receiveRecords,
      ),
      operation(
        ['Get Random', 'getRandom'],
        'Get random hooks',
        'Draw random hooks without repeats',
        'GET /hooks/random',
        receiveRecords,
      ),
      operation(
        ['Get Similar', 'getSimilar'],
        'Get similar hooks',
        'Get the hooks most similar to a hook, with a score and reasons',
        'GET =/hooks/{{ encodeURIComponent($parameter.hookId) }}/similar',
        receiveRecords,
      ),
    ],
    'getAll',
  ),
  {
    displayName: 'Hook ID',
    name: 'hookId',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'hook_1',
    displayOptions: { show: show('get', 'getSimilar') },
  },
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
    hint: 'Each page of 100 hooks counts as one call',
    displayOptions: { show: show('getAll') },
    routing: {
      send: { paginate: '={{ $value }}', type: 'query', property: 'limit', value: '={{ $value ? 100 : undefined }}' },
      operations: {
        pagination: {
          type: 'generic',
          properties: {
            continue: '={{ Boolean($response.body.next_cursor) }}',
            request: { qs: '={{ ({ ...$request.qs, cursor: $response.body?.next_cursor }) }}' as never },
          },
        },
      },
    },
  },
  limit({ ...show('getAll'), returnAll: [false] }),
  limit(show('getSimilar')),
  {
    displayName: 'Count',
    name: 'count',
    type: 'number',
    typeOptions: { minValue: 1, maxValue: 100 },
    default: 10,
    description: 'Number of hooks to draw',
    displayOptions: { show: show('getRandom') },
    routing: { send: { type: 'query', property: 'count' } },
  },
  {
    displayName: 'All Fields',
    name: 'allFields',
    type: 'boolean',
    default: false,
    description: 'Whether to return all fields of a hook, such as likes and source URL. All plans but Free.',
    displayOptions: { show: show('getAll') },
  },
  filters('query', show('getAll', 'getRandom', 'getSimilar')),
  optional(show('getAll'), [
    {
      displayName: 'Distinct Texts',
      name: 'distinct',
      type: 'boolean',
      default: true,
      description: 'Whether to return only one hook per text',
      routing: { send: { type: 'query', property: 'distinct', value: '={{ $value ? "text" : undefined }}' } },
    },
    {
      displayName: 'Sort',
      name: 'sort',
      type: 'options',
      default: '-views',
      options: [
        { name: 'Fewest Views', value: 'views' },
        { name: 'Most Likes', value: '-likes' },
        { name: 'Most Views', value: '-views' },
        { name: 'Most Views Gained in 7 Days', value: '-views_gained_7d' },
        { name: 'Newest', value: '-added_at' },
        { name: 'Oldest', value: 'added_at' },
        { name: 'Recently Published', value: '-published_at' },
        { name: 'Relevance', value: 'relevance', description: 'Requires the Words filter' },
      ],
      routing: { send: { type: 'query', property: 'sort' } },
    },
  ]),
  optional(show('getRandom'), [
    {
      displayName: 'Diverse By',
      name: 'diverse',
      type: 'options',
      default: 'archetype',
      description: 'Alternate between the values of this label',
      options: labels,
      routing: { send: { type: 'query', property: 'diverse' } },
    },
    {
      displayName: 'Seed',
      name: 'seed',
      type: 'string',
      default: '',
      description: 'The same seed draws the same hooks until the catalog changes',
      routing: { send: { type: 'query', property: 'seed', value: '={{ $value || undefined }}' } },
    },
  ]),
];
