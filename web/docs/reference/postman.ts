// The Postman collection (format 2.1): a folder per group, a request per operation, the key and the base URL as variables.
import { baseUrl } from '../build/base-url.ts';
import type { OpenApi, Operation } from './document.ts';
import type { ExampleCall } from './examples.ts';

export function toPostman(
  { tags }: OpenApi,
  operations: readonly Operation[],
  exampleOf: (operation: Operation) => ExampleCall,
) {
  return {
    info: {
      name: 'Hookline',
      description: 'Set the variable `key` to your API key.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer('key'),
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'key', value: '' },
      { key: 'operatorKey', value: '' },
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ tag }) => tag === name).map((operation) => toItem(operation, exampleOf(operation))),
    })),
  };
}

function bearer(variable: string) {
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }] };
}

function toItem({ name, description, method, path, parameters, authentication }: Operation, example: ExampleCall) {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const inPlace = (place: string) => parameters.filter(({ in: one }) => one === place);
  const query = inPlace('query').map(({ name: key, description: text }) => {
    const value = example.query?.[key];
    return { key, value: value ?? '', description: text, disabled: value === undefined };
  });
  const headers = Object.entries(example.headers ?? {}).map(([key, value]) => ({ key, value }));
  const search = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  return {
    name,
    request: {
      method,
      description,
      ...(authentication === 'key' ? {} : { auth: authentication ? bearer('operatorKey') : { type: 'noauth' } }),
      header: [...headers, ...(example.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }])],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}${search.length > 0 ? `?${search.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: segments,
        query,
        variable: inPlace('path').map(({ name: key }) => ({ key, value: example.params?.[key] ?? '' })),
      },
      ...(example.body === undefined
        ? {}
        : {
            body: { mode: 'raw', raw: JSON.stringify(example.body, null, 2), options: { raw: { language: 'json' } } },
          }),
    },
  };
}
