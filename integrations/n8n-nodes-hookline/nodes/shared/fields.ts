// Fields that several resources have: the operation, the limit, optional fields and labels.
import type {
  IDisplayOptions,
  INodeProperties,
  INodePropertyOptions,
  INodePropertyRouting,
  PostReceiveAction,
} from 'n8n-workflow';
import { listedLabels } from './filters';

type Show = IDisplayOptions['show'];

/** The request has a method and a url, which is an expression if it begins with `=`. */
export function operation(
  [name, value]: readonly [name: string, value: string],
  action: string,
  description: string,
  request: `${'GET' | 'POST'} ${string}`,
  receive: PostReceiveAction,
): INodePropertyOptions {
  const method = request.startsWith('GET') ? 'GET' : 'POST';
  const url = request.slice(method.length + 1);
  const routing: INodePropertyRouting = { request: { method, url }, output: { postReceive: [receive] } };
  return { name, value, action, description, routing };
}

export const operations = (resource: string, options: INodePropertyOptions[], value: string): INodeProperties => ({
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  displayOptions: { show: { resource: [resource] } },
  options,
  default: value,
});

export const limit = (show: Show, place: 'query' | 'body' = 'query'): INodeProperties => ({
  displayName: 'Limit',
  name: 'limit',
  type: 'number',
  typeOptions: { minValue: 1, maxValue: 100 },
  default: 50,
  description: 'Max number of results to return',
  displayOptions: { show },
  routing: { send: { type: place, property: 'limit' } },
});

export const optional = (show: Show, options: INodeProperties[]): INodeProperties => ({
  displayName: 'Options',
  name: 'options',
  type: 'collection',
  placeholder: 'Add Option',
  default: {},
  displayOptions: { show },
  options,
});

export const labels = listedLabels.map(({ title, name }) => ({ name: title, value: name }));
