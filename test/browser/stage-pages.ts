// A service with content on every page, and long texts where people write them.

import { startReceiver } from '../setup/receiver.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn, signInAsOperator } from '../setup/session.ts';
import { stageCustomer } from './stage-customer.ts';

export type StagedPages = {
  service: TestService;
  customer: SignedIn;
  operator: SignedIn;
  /** URLs of routes that need the ID of a record or a token. */
  paths: Readonly<Record<string, string>>;
  sharePath: string;
  requestPath: string;
  deliveryPath: string;
  close: () => Promise<void>;
};

const long = `${'w'.repeat(120)} and a line that says very much about ${'nothing '.repeat(20)}`;
const longName = `A ${'long '.repeat(15)}name`;

export async function stagePages(): Promise<StagedPages> {
  const service = await testService({ HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1', HOOKLINE_WEBHOOK_RETRIES: '20ms' });
  const receiver = await startReceiver((res) => res.writeHead(500).end('{"error":"database is locked"}'));
  const { id: accountId, key, email } = await service.account('enterprise');
  const send = async (method: string, path: string, body?: unknown) =>
    (await service.send(method, path, key, { body })).body;
  const create = async (path: string, body: unknown) =>
    (await service.operator('POST', `/operator/${path}`, body)).body;

  const { webhook_id: webhookId } = await send('POST', '/webhooks', {
    webhook_url: `${receiver.url}/${'path/'.repeat(30)}`,
  });
  await importHooks(service);
  await service.observed('webhook_paused', webhookId);
  await receiver.close();
  for (const path of ['/hooks?niche=finance', `/hooks?q=${'long+'.repeat(15)}`, '/hooks?nich=finance'])
    await send('GET', path);
  for (const location of ['https://www.tiktok.com/@ada', `About ${'nothing '.repeat(20)}`, 'sourdough'])
    await send('POST', '/source-requests', { location, reason: long });
  const { source_requests: asked } = (await service.operator('GET', '/operator/source-requests')).body;
  await service.operator('POST', `/operator/source-requests/${asked[0].request_id}/approve`, { message: long });
  const { export_id: exportId } = await send('POST', '/export', { format: 'csv', filters: { q: 'line' } });
  await service.observed('export_finished', exportId);

  const customer = await signIn(service, email);
  const { collectionId, sharePath, unsubscribePath } = await stageCustomer(service, customer, email);
  await customer.send('POST', '/account/requests', { plan: 'scale', use_case: long, expected_calls_per_month: 60_000 });

  const person = { name: longName, email: `${'long'.repeat(10)}@example.com` };
  const keyRequest = { ...person, use_case: long, expected_calls_per_month: 1000 };
  for (let n = 0; n < 2; n++) await service.send('POST', '/key-requests', undefined, { body: keyRequest });
  const { body: requested } = await service.operator('GET', '/operator/key-requests?state=pending');
  await create(`key-requests/${requested.key_requests.at(-1).id}/decline`, { reason: long });
  await service.operator('PATCH', `/operator/accounts/${(await create('accounts', person)).id}`, { suspended: true });
  await create('operators', { email: 'support@example.com', role: 'support' });
  await create('sources', { name: 'daily', location: 'https://127.0.0.1:9/a/long/path/of/a/file.jsonl', every: '1d' });
  await create('announcements', {
    kind: 'incident',
    severity: 'major',
    title: 'Exports are slow',
    message: long,
    parts: ['exports'],
    mail: false,
  });

  const { body: hooks } = await service.operator('GET', '/operator/hooks?state=published&sort=views&limit=1');
  const hookId: string = hooks.hooks[0].id;
  const report = { hook_id: hookId, reason: 'other', email: person.email, details: long };
  await service.send('POST', '/report', undefined, { body: report });
  const { body: refused } = await service.operator('GET', `/operator/accounts/${accountId}/requests?status=400`);
  const { body: failed } = await service.operator('GET', '/operator/deliveries?status=failed&limit=1');
  return {
    service,
    customer,
    operator: await signInAsOperator(service),
    paths: {
      '/dashboard/hooks/:id': `/dashboard/hooks/${hookId}`,
      '/dashboard/collections/:id': `/dashboard/collections/${collectionId}`,
      '/dashboard/webhooks/:id': `/dashboard/webhooks/${webhookId}`,
      '/console/accounts/:id': `/console/accounts/${accountId}`,
      '/digests/unsubscribe': unsubscribePath,
    },
    sharePath,
    requestPath: `/dashboard/requests?request=${refused.requests[0].request_id}`,
    deliveryPath: `/console/deliveries?delivery=${failed.deliveries[0].delivery_id}`,
    close: service.close,
  };
}

/** Imports published hooks with long texts and many views, hooks without labels for the review queue, and a rejected record. */
async function importHooks(service: TestService): Promise<void> {
  const published = Array.from({ length: 8 }, (_, n) => hookLine(`${n} ${long}`, { views: 8_000_000_000 - n }));
  const unlabelled = ['Look at the stairs', 'So, nine', `We need to talk about ${long}`].map((text) =>
    JSON.stringify({ text, views: 200_000, platform: 'TikTok', language: 'en' }),
  );
  await service.import([...published, ...unlabelled, '{"text": "cut off'].join('\n'), 'preset=hookline&format=jsonl');
}
