// Starts a service with a month of sample data for screenshots: accounts, keys, usage, exports, webhooks, imports, a review queue.
import { type Insertable, sql } from 'kysely';
import { openDatabase } from '../../src/db/database.ts';
import type { Tables } from '../../src/db/tables.ts';
import { startReceiver } from '../../test/setup/receiver.ts';
import { hookLine, type TestService, testService } from '../../test/setup/service.ts';
import { signIn } from '../../test/setup/session.ts';
import { startUpstream } from '../../test/setup/upstream.ts';

export type Staged = {
  service: TestService;
  /** Of the account whose dashboard is shown. */
  email: string;
  webhookId: string;
  accountId: string;
  close: () => Promise<void>;
};

const day = 86_400_000;
const endpoints = ['/hooks', '/hooks/random', '/hooks/full', '/trends', '/meta'];

type Servers = {
  service: TestService;
  good: Awaited<ReturnType<typeof startReceiver>>;
  failing: Awaited<ReturnType<typeof startReceiver>>;
  upstream: Awaited<ReturnType<typeof startUpstream>>;
};

export async function stageService(): Promise<Staged> {
  const service = await testService({
    HOOKLINE_SIGNUP: 'open',
    HOOKLINE_SAMPLE: '1',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_WEBHOOK_RETRIES: '300ms,300ms,300ms,300ms',
  });
  const good = await startReceiver();
  const failing = await startReceiver((res) => res.writeHead(500).end('{"error":"database is locked"}'));
  const upstream = await startUpstream();
  const close = async () => {
    await service.close();
    await Promise.all([good.close(), failing.close(), upstream.close()]);
  };
  try {
    return { ...(await fill({ service, good, failing, upstream })), close };
  } catch (error) {
    // Otherwise PostgreSQL would keep running.
    await close();
    throw error;
  }
}

async function fill({ service, good, failing, upstream }: Servers): Promise<Omit<Staged, 'close'>> {
  const email = 'ada@northlight.example';
  const account = await create(service, {
    name: 'Northlight Studio',
    email,
    plan: 'enterprise',
    limits: { per_day: 10_000, per_month: 200_000 },
  });
  const createKey = async (name: string): Promise<{ id: string; key: string }> =>
    (await service.operator('POST', `/operator/accounts/${account}/keys`, { name })).body;
  const production = await createKey('production');
  const staging = await createKey('staging');
  const revoked = await createKey('notebook');
  await service.operator('DELETE', `/operator/accounts/${account}/keys/${revoked.id}`);
  const replaced = await createKey('nightly export');
  const keyPath = `/operator/accounts/${account}/keys/${replaced.id}`;
  await service.operator('PATCH', keyPath, { scopes: ['read', 'export'], allowed_ips: ['203.0.113.0/24'] });
  await service.operator('POST', `${keyPath}/regenerate`, {});
  await addUsage(service, account, [production, staging]);
  for (const [name, mail, plan] of [
    ['Clipwise', 'dev@clipwise.example', 'scale'],
    ['Kettle & Co', 'hello@kettle.example', 'starter'],
    ['María Fernández', 'maria@example.com', 'free'],
    ['Reelhouse', 'api@reelhouse.example', 'pro'],
  ])
    await create(service, { name, email: mail, plan });

  const call = (method: string, path: string, body?: unknown) => service.send(method, path, production.key, { body });
  for (const path of ['/hooks?niche=finance', '/hooks/random', '/trends']) await call('GET', path);
  for (const path of [
    '/hooks?q=rent&platform=TikTok,Reels&min_views=1000000&limit=50',
    '/hooks/full?emotional_trigger=fear&sort=-added_at&fields=id,text,views,template',
    '/hooks/hook_12/similar?limit=5',
    '/hooks/hook_99999999',
    '/hooks?nich=finance',
    '/trends?window=30d&by=niche',
  ])
    await call('GET', path);
  await call('POST', '/check', { text: 'Nobody tells you this about money' });
  for (const body of [
    { format: 'csv', filters: { niche: ['finance'], min_views: 1_000_000 } },
    { format: 'jsonl' },
    { format: 'parquet', filters: { archetype: ['curiosity_gap'] } },
  ]) {
    const { body: requested } = await call('POST', '/export', body);
    await service.observed('export_finished', requested.export_id);
  }
  const webhook = await call('POST', '/webhooks', {
    webhook_url: good.url,
    description: 'Script generator',
    filters: { niche: ['finance', 'business'] },
  });
  const broken = await call('POST', '/webhooks', { webhook_url: failing.url, description: 'Old staging' });
  await importInParts(service);
  await importRising(service);
  await service.observed('webhook_paused', broken.body.webhook_id);
  await addKeyRequests(service);
  await addDecisions(service);
  await addSources(service, upstream);
  await addUptime(service);
  await addAnnouncements(service);
  return {
    service,
    email,
    accountId: account,
    webhookId: webhook.body.webhook_id,
  };
}

async function create(service: TestService, account: Record<string, unknown>): Promise<string> {
  return (await service.operator('POST', '/operator/accounts', account)).body.id;
}

/** A month of rows in the usage log: more calls on weekdays, a few refused. */
async function addUsage(service: TestService, accountId: string, keys: { id: string }[]): Promise<void> {
  const { db, close } = await openDatabase(service.databaseUrl, () => {});
  const now = Date.now();
  const rows: Insertable<Tables['usage_log']>[] = [];
  for (let ago = 0; ago < 30; ago++) {
    const date = new Date(now - ago * day);
    const isWeekend = date.getUTCDay() % 6 === 0;
    for (const [k, { id }] of keys.entries())
      for (const [e, endpoint] of endpoints.entries()) {
        const calls = Math.round(((isWeekend ? 400 : 1400) * (30 - ago / 2)) / 30 / (k * 4 + 1) / (e + 1));
        const day = date.toISOString().slice(0, 10);
        const row = { account_id: accountId, day, key_id: id, endpoint };
        rows.push({ ...row, status: 200, calls, counted: calls });
        rows.push({ ...row, status: e % 2 ? 400 : 304, calls: Math.round(calls / (ago === 6 ? 5 : 60)), counted: 0 });
      }
  }
  await db.insertInto('usage_log').values(rows).execute();
  const month = new Date(now).toISOString().slice(0, 8);
  const used = (from: string) => rows.filter((row) => row.day >= from).reduce((sum, row) => sum + row.counted, 0);
  const today = new Date(now).toISOString().slice(0, 10);
  await db
    .insertInto('usage_windows')
    .values([
      { account_id: accountId, kind: 'day', starts_on: today, leased: used(today) },
      { account_id: accountId, kind: 'month', starts_on: `${month}01`, leased: used(`${month}01`) },
    ])
    .execute();
  await close();
}

const openings = [
  'Nobody tells you this about your first salary',
  'I tried the 5 a.m. routine for a year, here is what broke',
  'The bank hopes you never read page four',
  'Three words that end every negotiation',
  'Stop buying coffee? Stop listening to people who say that',
  'POV: your landlord finds out you can count',
  'I spent ninety days copying one habit of rich neighbours',
  'If your business makes under ten thousand, do this first',
];

/** Some hooks are published, some rejected, and some, which have no labels, are put into the review queue. */
async function importInParts(service: TestService): Promise<void> {
  const labelled = openings.map((text, n) =>
    hookLine(text, { views: 400_000 * (n + 1), niche: n % 2 ? 'business' : 'finance', archetype: 'curiosity_gap' }),
  );
  await service.import(labelled.join('\n'), 'preset=hookline&format=jsonl&filename=november.jsonl&source=editors');
  const words = ['salt', 'the stairs', 'my aunt', 'paper', 'tuesday', 'a lamp', 'nine', 'the other side'];
  const unlabelled = words.flatMap((word, n) =>
    ['Look at', 'We need to talk about', 'So,'].map((start, m) =>
      JSON.stringify({ text: `${start} ${word}`, views: 200_000 * (n + m + 1), platform: 'TikTok', language: 'en' }),
    ),
  );
  const invalid = ['{"text": "", "views": 500000}', hookLine('Too few looked', { views: 900 }), '{"text": "cut off'];
  await service.import(
    [...unlabelled, ...invalid].join('\n'),
    'preset=hookline&format=jsonl&filename=scraped.jsonl&source=scraper',
  );
}

const starts = ['my agent', 'the model', 'one prompt', 'this robot', 'your next intern', 'a chatbot'];
const ends = [
  'booked the wrong flight, and I am glad',
  'read my contract before I did',
  'costs less than my lunch',
  'cannot do the one thing you would expect',
  'wrote this line, and you stopped scrolling',
  'asked me a question that I could not answer',
  'knows what your landlord pays',
  'failed in front of my whole team',
  'did in a minute what took me a year',
  'should not have said that out loud',
];

/** In the last week one archetype gets far more new hooks than before, each with two captures of its views. */
async function importRising(service: TestService): Promise<void> {
  const now = Date.now();
  const lines = starts.flatMap((start, s) =>
    ends.flatMap((end, e) => {
      const views = 120_000 + 9_000 * s * e;
      const seen = now - ((s + e) % 6) * day - day / 2;
      const record = JSON.parse(hookLine(`What if ${start} ${end}`, { views, niche: 'ai', archetype: 'hypothetical' }));
      const capture = (views: number, at: number) =>
        JSON.stringify({ ...record, id: `${s}-${e}`, views, views_captured_at: new Date(at).toISOString() });
      return [capture(views, seen), capture(Math.round(views * (1.2 + s / 3)), now)];
    }),
  );
  await service.import(lines.join('\n'), 'preset=hookline&format=jsonl&filename=rising.jsonl&source=rising');
}

async function addKeyRequests(service: TestService): Promise<void> {
  for (const [name, email, use_case, expected_calls_per_month] of [
    ['Juno Park', 'juno@scriptly.example', 'Suggest opening lines in our script editor while creators type.', 40_000],
    ['Okafor Media', 'data@okafor.example', 'Weekly report on which hooks rise in the education niche.', 800],
    ['Lina', 'lina@example.org', 'A course on storytelling; students look at examples by archetype.', 2_000],
  ])
    await service.send('POST', '/key-requests', undefined, {
      body: { name, email, use_case, expected_calls_per_month },
    });
}

/** A plan request, a suspended and a deleted account. */
async function addDecisions(service: TestService): Promise<void> {
  const reelhouse = await signIn(service, 'api@reelhouse.example');
  await reelhouse.send('POST', '/account/requests', {
    plan: 'scale',
    use_case: 'Weekly exports for 40 clients, from January.',
    expected_calls_per_month: 60_000,
  });
  const { body } = await service.operator('GET', '/operator/accounts?sort=newest');
  const idOf = (name: string) => body.accounts.find((account: { name: string }) => account.name === name).id;
  await service.operator('PATCH', `/operator/accounts/${idOf('Reelhouse')}`, { note: 'Pays by invoice. Ask for Tom.' });
  const maria = await signIn(service, 'maria@example.com');
  await service.operator('PATCH', `/operator/accounts/${idOf('María Fernández')}`, { suspended: true });
  await maria.send('POST', '/account/requests', { kind: 'reactivation', use_case: 'The leaked key is gone.' });
  const kettle = `/operator/accounts/${idOf('Kettle & Co')}`;
  await service.operator('DELETE', kettle, { reason: 'You asked for it.' });
}

async function addSources(service: TestService, upstream: Awaited<ReturnType<typeof startUpstream>>): Promise<void> {
  upstream.put('/daily.jsonl', hookLine('A line that came by itself', { views: 2_000_000 }));
  for (const [name, path] of [
    ['daily', '/daily.jsonl'],
    ['partner', '/gone.jsonl'],
  ] as const) {
    const source = { name, location: upstream.url(path), preset: 'hookline', every: '4h' };
    const { body } = await service.operator('POST', '/operator/sources', source);
    await service.operator('POST', `/operator/sources/${body.id}/run`, {});
    await service.observed(path === '/gone.jsonl' ? 'source_run_failed' : 'source_run_finished', body.id);
  }
}

/** One that is over, and one that is too far away for a banner on every page. */
async function addAnnouncements(service: TestService): Promise<void> {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const announce = async (body: object): Promise<string> =>
    (await service.operator('POST', '/operator/announcements', { mail: false, ...body })).body.id;
  const incident = await announce({
    kind: 'incident',
    severity: 'major',
    title: 'Exports are slow',
    message: 'Exports wait for up to ten minutes. Reads and webhooks are not affected.',
    parts: ['exports'],
  });
  for (const [state, message] of [
    ['identified', 'A disk of the export store is full. We move files to another one.'],
    ['resolved', 'Exports are written at once again. Nothing was lost.'],
  ])
    await service.operator('POST', `/operator/announcements/${incident}/updates`, { state, message, mail: false });
  await announce({
    kind: 'maintenance',
    title: 'Database upgrade',
    message: 'Keys, exports and webhooks cannot be changed for about five minutes. Reads go on.',
    parts: ['dashboard', 'exports', 'webhooks'],
    starts_at: inDays(3),
    ends_at: inDays(3.02),
  });
}

/** Seventy days of uptime with two outages: one of half an hour, one of a night. */
async function addUptime(service: TestService): Promise<void> {
  const { db, close } = await openDatabase(service.databaseUrl, () => {});
  await sql`insert into uptime_minutes (minute)
    select minute from generate_series(date_trunc('minute', now()) - interval '70 days', now(), interval '1 minute') minute
    where minute not between now() - interval '200 hours' and now() - interval '199.4 hours'
      and minute not between now() - interval '41 days' and now() - interval '40.8 days'
    on conflict do nothing`.execute(db);
  await close();
}
