// Records the example responses of the API reference: node scripts/record-responses.ts URL KEY OPERATOR_KEY
//
// The service has the sample and HOOKLINE_WEBHOOK_ALLOW_PRIVATE=1; the key belongs to a new account on Enterprise. Empty lists of operators
// are not shown, so add a source and a key request before.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { baseUrl } from '../web/docs/build/base-url.ts';
import { type OpenApi, type Operation, readOperations } from '../web/docs/reference/document.ts';
import { exampleOf } from '../web/docs/reference/examples.ts';

const [, , url = '', key = '', operatorKey = ''] = process.argv;
const file = join(import.meta.dirname, '../web/docs/reference/responses.json');
/** Operations that return binary data, create records for operators, or are empty here. */
const skipped = /^(downloadExport|requestKey|reportHook|revokeLeakedKey|replayDeliveries|sendDeliveryNow)$/;
/** `first` create records that others read, `last` remove them. */
const first =
  `createExport createWeeklyExport createSavedSearch createCollection saveHook saveSeveralHooks shareCollection createTrendAlert
  createWebhook testWebhook`.split(/\s+/);
const last =
  `rotateWebhookSecret deleteWebhook cancelExport deleteWeeklyExport rotateFeedAddress deleteSavedSearch stopSharingCollection
  removeHook removeSeveralHooks deleteCollection deleteTrendAlert`.split(/\s+/);
const mostItems = 3;
const mostKeys = 6;

const receiver = createServer((_request, response) => response.writeHead(204).end());
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;

const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
const operations = readOperations(document).filter(
  ({ id, method, authentication }) => !skipped.test(id) && (authentication !== 'operatorKey' || method === 'GET'),
);
const order = ({ id }: Operation) => (first.includes(id) ? first.indexOf(id) - 10 : last.indexOf(id) + 1);
const recorded: Record<string, unknown> = {};
/** IDs by the path of the list that has them. */
const ids = new Map<string, string>();

for (const operation of operations.toSorted((a, b) => order(a) - order(b))) {
  const answer = await call(operation);
  if (!answer) continue;
  recorded[operation.id] = shorten(answer);
  noteIds(operation.path, answer);
  // Waits until the export is written and the test is delivered.
  if (first.includes(operation.id)) await new Promise((resolve) => setTimeout(resolve, 2000));
}
receiver.close();

const written = JSON.stringify(Object.fromEntries(operations.map(({ id }) => [id, recorded[id]])), null, 2)
  .replaceAll(url, baseUrl)
  .replaceAll(receiverUrl, 'https://example.com')
  .replaceAll(process.env.HOOKLINE_DATA ?? '/nowhere', '/var/lib/hookline')
  .replace(/\/([cf])\/\w{26}/g, '/$1/8fK2mZ0qLx71TbRe5vNc3wYpH9')
  .replace(/whsec_[\w+/=-]+/g, 'whsec_…');
writeFileSync(file, `${written}\n`);

async function call(operation: Operation): Promise<object | undefined> {
  const { id, method, path, authentication } = operation;
  const { params = {}, query, body, headers } = exampleOf(operation, document.components.schemas);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string, at: number) =>
    name === 'hook_id'
      ? 'hook_1204'
      : path.startsWith('/hooks')
        ? (params[name] ?? '')
        : (ids.get(path.slice(0, at - 1)) ?? '-'),
  );
  const sent = body === undefined ? undefined : JSON.stringify(body).replace('https://example.com', receiverUrl);
  const response = await fetch(`${url}${filled}?${new URLSearchParams(query)}`, {
    method,
    headers: {
      ...headers,
      ...(sent ? { 'content-type': 'application/json' } : {}),
      authorization: `Bearer ${authentication === 'operatorKey' ? operatorKey : key}`,
    },
    body: sent,
  });
  const text = await response.text();
  if (response.ok && response.headers.get('content-type')?.startsWith('application/json;')) return JSON.parse(text);
  console.log(id, filled, response.status, text);
}

/** Notes the ID of the first record of a list, which later operations use. */
function noteIds(path: string, answer: object): void {
  const isList = (value: unknown) => Array.isArray(value) && typeof value[0] === 'object';
  const list: Record<string, string>[] = Object.values(answer).find(isList) ?? [answer];
  const names = ['alert', 'collection', 'delivery', 'export', 'request', 'schedule', 'search'].map(
    (one) => `${one}_id`,
  );
  const id = [...names, 'id', 'webhook_id'].map((name) => list[0]?.[name]).find((one) => one !== undefined);
  const paths = path === '/webhooks/deliveries' ? [path, '/webhooks/{id}/deliveries'] : [path];
  for (const one of path === '/exports' ? ['/export'] : paths) if (id && !ids.has(one)) ids.set(one, id);
}

/** Replaces omitted values by a mark, which the reference shows as "… 12 more". */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostItems).map(shorten);
    return value.length > mostItems ? [...shown, `⋯${value.length - mostItems}`] : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]): [string, unknown] => [name, shorten(one)]);
  // Other objects are records.
  const isMapOfCounts = entries.length > mostKeys && entries.every(([, one]) => typeof one === 'number');
  if (!isMapOfCounts) return Object.fromEntries(entries);
  return Object.fromEntries([...entries.slice(0, mostKeys), ['⋯', String(entries.length - mostKeys)]]);
}
