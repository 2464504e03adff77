// Records of a customer for browser tests and screenshots: an export schedule, saved searches with digests, a collection, trend alerts,
// members, an invitation.
import pg from 'pg';
import { readOutbox } from '../setup/outbox.ts';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

/** `sharePath` and `unsubscribePath` contain tokens. */
export type StagedCustomer = { unsubscribePath: string; collectionId: string; sharePath: string };

export async function stageCustomer(service: TestService, customer: SignedIn, email: string): Promise<StagedCustomer> {
  await customer.send('POST', '/exports/schedules', {
    format: 'csv',
    filters: { niche: ['finance'], archetype: ['how_to'] },
    fields: ['id', 'text', 'views'],
    day: 'monday',
    hour: 6,
    timezone: 'Europe/Berlin',
  });
  await customer.send('POST', '/searches', {
    name: 'Finance hooks over 10M, weekly meeting',
    filters: { niche: ['finance', 'business'], min_views: 10_000_000, q: 'money' },
    digest: 'weekly',
  });
  const unsubscribePath = await stageStoppedDigest(service, customer);
  for (const [member, role] of [
    ['dana.developer@example.com', 'developer'],
    ['billing@example.com', 'billing'],
  ])
    await customer.send('POST', '/members', { email: member, role });
  const inviter = await signIn(service, (await service.account('scale')).email);
  await inviter.send('POST', '/members', { email, role: 'viewer' });
  await customer.send('POST', '/trends/alerts', { by: 'archetype', filters: { niche: ['finance', 'business'] } });
  const { body: alert } = await customer.send('POST', '/trends/alerts', { name: 'For the Monday call', by: 'niche' });
  await customer.send('PATCH', `/trends/alerts/${alert.alert_id}`, { status: 'paused' });
  return { unsubscribePath, ...(await stageCollection(service, customer)) };
}

async function stageStoppedDigest(service: TestService, customer: SignedIn): Promise<string> {
  const everything = { name: 'Everything new', sort: '-added_at', digest: 'daily' };
  const { body: search } = await customer.send('POST', '/searches', everything);
  await customer.send('POST', `/searches/${search.search_id}/digest/test`);
  const [digest = ''] = await until(
    async () => readOutbox(service.dataDir, 'Test digest'),
    ({ length }) => length > 0,
  );
  const [, unsubscribePath = ''] = /^Unsubscribe: http:..[^/]+(\S+)/m.exec(digest) ?? [];
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  await client.query(
    `update digests set next_run_at = null, stopped_at = now() - interval '2 hours', stopped_by = 'bounce',
       error = '550 5.1.1 The email account that you tried to reach does not exist' where search_id = $1`,
    [search.search_id],
  );
  await client.end();
  return unsubscribePath;
}

async function stageCollection(service: TestService, customer: SignedIn) {
  const { body: created } = await customer.send('POST', '/collections', {
    name: 'Openers for spring',
    description: 'Lines that our writers start from. The first three are for the agency.',
  });
  const { collection_id: collectionId } = created;
  await customer.send('POST', '/collections', { name: 'Fear, but kind' });
  const { body: found } = await service.operator('GET', '/operator/hooks?state=published&sort=views&limit=12');
  const ids: string[] = found.hooks.map(({ id }: { id: string }) => id);
  await customer.send('POST', `/collections/${collectionId}/hooks`, { ids });
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const save = (id: string, body: object) => customer.send('PUT', `/collections/${collectionId}/hooks/${id}`, body);
  await save(first, { note: 'Number first, then the doubt. Try it with a date.', tags: ['agency', 'numbers'] });
  await save(second, { tags: ['agency'] });
  await save(fourth, { note: `Too long for us: ${'but the turn in the middle is good. '.repeat(6)}` });
  await service.operator('PATCH', `/operator/hooks/${third}`, { state: 'retired' });
  const { body: shared } = await customer.send('POST', `/collections/${collectionId}/share`, {});
  return { collectionId, sharePath: new URL(shared.share_url).pathname };
}
