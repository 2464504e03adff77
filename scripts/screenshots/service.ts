// Starts a service with a month of sample data for screenshots: accounts, keys, usage, exports, webhooks, imports, a review queue.
import { openDatabase } from '../../src/db/database.ts';
import { startReceiver } from '../../test/setup/receiver.ts';
import { hookLine, type TestService, testService } from '../../test/setup/service.ts';
import { signIn } from '../../test/setup/session.ts';

/** `email` and `accountId` belong to the account whose dashboard is shown. */
type Staged = { service: TestService; email: string; webhookId: string; accountId: string };

const day = 86_400_000;

export async function stageService(): Promise<Staged & { close: () => Promise<void> }> {
  const service = await testService({
    HOOKLINE_SIGNUP: 'open',
    HOOKLINE_SAMPLE: '1',
    HOOKLINE_WEBHOOK_ALLOW_PRIVATE: '1',
    HOOKLINE_WEBHOOK_RETRIES: '300ms,300ms,300ms,300ms',
  });
  const good = await startReceiver((res, { path }) => res.writeHead(path === '/gone.jsonl' ? 404 : 200).end());
  const failing = await startReceiver((res) => res.writeHead(500).end('{"error":"database is locked"}'));
  const close = async () => {
    await service.close();
    await Promise.all([good.close(), failing.close()]);
  };
  try {
    return { ...(await fill(service, good.url, failing.url)), close };
  } catch (error) {
    // Otherwise PostgreSQL would keep running.
    await close();
    throw error;
  }
}

async function fill(service: TestService, good: string, failing: string): Promise<Staged> {
  const email = 'ada@northlight.example';
  const operator = async (method: string, path: string, body?: object) =>
    (await service.operator(method, `/operator${path}`, body)).body;
  const open = async (name: string, email: string, plan: string, more: object = {}): Promise<string> =>
    (await operator('POST', '/accounts', { name, email, plan, ...more })).id;
  const limits = { per_day: 10_000, per_month: 200_000 };
  const accountId = await open('Northlight Studio', email, 'enterprise', { limits });
  const keysPath = `/accounts/${accountId}/keys`;
  const keys: { id: string; key: string }[] = [];
  for (const name of ['production', 'staging', 'notebook', 'nightly export'])
    keys.push(await operator('POST', keysPath, { name }));
  const [production, staging, notebook, nightly] = keys.map(({ id }) => id);
  await operator('DELETE', `${keysPath}/${notebook}`);
  const scopes = { scopes: ['read', 'export'], allowed_ips: ['203.0.113.0/24'] };
  await operator('PATCH', `${keysPath}/${nightly}`, scopes);
  await operator('POST', `${keysPath}/${nightly}/regenerate`, {});
  await addUsage(service, accountId, [String(production), String(staging)]);

  const call = (method: string, path: string, body?: object) => service.send(method, path, keys[0]?.key, { body });
  for (const path of `/hooks?niche=finance /hooks/random /trends /hooks?q=rent&platform=TikTok,Reels&min_views=1000000&limit=50
    /hooks/full?emotional_trigger=fear&sort=-added_at&fields=id,text,views,template /hooks/hook_12/similar?limit=5
    /hooks/hook_99999999 /hooks?nich=finance /trends?window=30d&by=niche`.split(/\s+/))
    await call('GET', path);
  await call('POST', '/check', { text: 'Nobody tells you this about money' });
  for (const body of [{ format: 'csv', filters: { niche: ['finance'] } }, { format: 'jsonl' }, { format: 'parquet' }])
    await service.observed('export_finished', (await call('POST', '/export', body)).body.export_id);
  const filters = { niche: ['finance', 'business'] };
  const webhook = await call('POST', '/webhooks', { webhook_url: good, description: 'Script generator', filters });
  const broken = await call('POST', '/webhooks', { webhook_url: failing, description: 'Old staging' });
  await importHooks(service);
  await service.observed('webhook_paused', broken.body.webhook_id);

  await decide(service, operator, open);
  const source = { name: 'partner', location: `${new URL(good).origin}/gone.jsonl`, preset: 'hookline', every: '4h' };
  const { id: sourceId } = await operator('POST', '/sources', source);
  await operator('POST', `/sources/${sourceId}/run`, {});
  await service.observed('source_run_failed', sourceId);
  return { service, email, accountId, webhookId: webhook.body.webhook_id };
}

/** A month of usage, with more calls on weekdays and a few refused. */
async function addUsage(service: TestService, accountId: string, keys: readonly string[]): Promise<void> {
  const { db, close } = await openDatabase(service.databaseUrl, () => {});
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const rows = Array.from({ length: 30 }, (_, ago) => Date.now() - ago * day).flatMap((at, ago) =>
    keys.flatMap((key_id, k) =>
      ['/hooks', '/hooks/random', '/hooks/full', '/trends', '/meta'].flatMap((endpoint, e) => {
        const most = new Date(at).getUTCDay() % 6 === 0 ? 400 : 1400;
        const calls = Math.round((most * (30 - ago / 2)) / 30 / (k * 4 + 1) / (e + 1));
        const row = { account_id: accountId, day: dayOf(at), key_id, endpoint };
        const failed = { status: e % 2 ? 400 : 304, calls: Math.round(calls / (ago === 6 ? 5 : 60)), counted: 0 };
        return [
          { ...row, status: 200, calls, counted: calls },
          { ...row, ...failed },
        ];
      }),
    ),
  );
  await db.insertInto('usage_log').values(rows).execute();
  const today = dayOf(Date.now());
  for (const [kind, starts_on] of [['day', today] as const, ['month', `${today.slice(0, 8)}01`] as const]) {
    const leased = rows.filter((row) => row.day >= starts_on).reduce((sum, { counted }) => sum + counted, 0);
    await db.insertInto('usage_windows').values({ account_id: accountId, kind, starts_on, leased }).execute();
  }
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
const starts = [
  'my agent',
  'the model',
  'one prompt',
  'this robot',
  'your next intern',
  'a chatbot',
  'an app',
  'my car',
];
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
const words = ['salt', 'the stairs', 'my aunt', 'paper', 'tuesday', 'a lamp', 'nine', 'the other side'];

/** Some hooks are published, some are rejected, and some, which have no labels, are put into the review queue. One archetype rises. */
async function importHooks(service: TestService): Promise<void> {
  const put = (lines: readonly string[], source: string) =>
    service.import(lines.join('\n'), `preset=hookline&format=jsonl&filename=${source}.jsonl&source=${source}`);
  const labelled = openings.map((text, n) =>
    hookLine(text, { views: 400_000 * (n + 1), niche: n % 2 ? 'business' : 'finance', archetype: 'curiosity_gap' }),
  );
  await put(labelled, 'editors');
  const unlabelled = words.flatMap((word, n) =>
    ['Look at', 'We need to talk about', 'So,'].map((start, m) =>
      JSON.stringify({ text: `${start} ${word}`, views: 200_000 * (n + m + 1), platform: 'TikTok', language: 'en' }),
    ),
  );
  await put(
    [...unlabelled, '{"text": "", "views": 500000}', hookLine('Few', { views: 900 }), '{"text": "cut off'],
    'scraper',
  );
  // In the last week the archetype gets far more new hooks than before, each with two captures of its views.
  const rising = starts.flatMap((start, s) =>
    ends.flatMap((end, e) => {
      const [views, now] = [120_000 + 9_000 * s * e, Date.now()];
      const hook = JSON.parse(hookLine(`What if ${start} ${end}`, { niche: 'ai', archetype: 'hypothetical' }));
      const capture = (views: number, at: number) =>
        JSON.stringify({ ...hook, id: `${s}-${e}`, views, views_captured_at: new Date(at).toISOString() });
      return [capture(views, now - ((s + e) % 6) * day - day / 2), capture(Math.round(views * (1.2 + s / 3)), now)];
    }),
  );
  await put(rising, 'rising');
}

/** Key requests, a plan request, a suspended and a deleted account. */
async function decide(
  service: TestService,
  operator: (method: string, path: string, body?: object) => Promise<unknown>,
  open: (name: string, email: string, plan: string) => Promise<string>,
): Promise<void> {
  for (const [name, email, use_case, expected_calls_per_month] of [
    ['Juno Park', 'juno@scriptly.example', 'Suggest opening lines in our script editor while creators type.', 40_000],
    ['Okafor Media', 'data@okafor.example', 'Weekly report on which hooks rise in the education niche.', 800],
    ['Lina', 'lina@example.org', 'A course on storytelling; students look at examples by archetype.', 2_000],
  ]) {
    const body = { name, email, use_case, expected_calls_per_month };
    await service.send('POST', '/key-requests', undefined, { body });
  }
  const reelhouse = await open('Reelhouse', 'api@reelhouse.example', 'pro');
  const reel = await signIn(service, 'api@reelhouse.example');
  for (const location of ['https://www.tiktok.com/@ada.cooks', 'sourdough baking', 'https://www.youtube.com/@nateo'])
    await reel.send('POST', '/source-requests', { location, reason: 'Our clients in food ask for it.' });
  const asked = (await operator('GET', '/source-requests')) as { source_requests: { request_id: string }[] };
  await operator('POST', `/source-requests/${asked.source_requests[1]?.request_id}/approve`);
  for (const q of ['sourdough', 'rye bread', 'sourdough']) await reel.send('GET', `/hooks?q=${q}&niche=food`);
  const wanted = { plan: 'scale', use_case: 'Weekly exports for 40 clients.', expected_calls_per_month: 60_000 };
  await reel.send('POST', '/account/requests', wanted);
  await operator('PATCH', `/accounts/${reelhouse}`, { note: 'Pays by invoice. Ask for Tom.' });
  await operator('PATCH', `/accounts/${await open('María Fernández', 'maria@example.com', 'free')}`, {
    suspended: true,
  });
  const kettle = await open('Kettle & Co', 'hello@kettle.example', 'starter');
  await operator('DELETE', `/accounts/${kettle}`, { reason: 'You asked for it.' });
}
