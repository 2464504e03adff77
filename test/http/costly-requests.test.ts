// Requests that cost a client nothing, or others their turn: each is limited, and everybody else notices nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { hashKey, newKey } from '../../src/auth/keys/key.ts';
import { insertKey } from '../../src/auth/keys/store.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/database.ts';
import { hookLine, type TestService, testService } from '../setup/service.ts';
import { signIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

const [atOnce, waiting, sessionReads] = [4, 20, 3];

let service: TestService;
let database: OpenDatabase;

before(async () => {
  service = await testService({
    HOOKLINE_LIMIT_ACCOUNT_REQUESTS_WAITING: String(waiting),
    HOOKLINE_LIMIT_SESSION_READS_FREE: String(sessionReads),
    HOOKLINE_LIMIT_FILTER_VALUE_LENGTH: '40',
  });
  database = openDatabase(service.databaseUrl, () => {});
  await service.import([hookLine('A hook'), hookLine('Another hook')].join('\n'), 'preset=hookline&format=jsonl');
});

after(async () => {
  await database.close();
  await service.close();
});

const requestExport = (key: string, filters = {}) =>
  service.send('POST', '/export', key, { body: { format: 'json', filters } });

test('requests of an account that wait for the database leave it to others, and too many of them are refused', async () => {
  const [flooding, other] = [await service.account('enterprise'), await service.account('enterprise')];
  const session = await signIn(service, other.email);
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = database.db.transaction().execute(async (trx) => {
    await sql`select 1 from accounts where id = ${flooding.id} for no key update`.execute(trx);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  let answered = 0;
  const flood = Array.from({ length: atOnce + waiting + 10 }, async () => {
    const answer = await requestExport(flooding.key);
    answered += 1;
    return answer;
  });
  await until(
    async () => answered,
    (count) => count >= 10,
  );
  for (const path of ['/exports', '/usage', '/hooks'])
    assert.equal((await service.get(path, other.key)).status, 200, path);
  assert.equal((await session.send('GET', '/account')).status, 200);
  assert.equal((await service.get('/hooks', flooding.key)).status, 200, 'reads from memory do not wait');
  released.resolve();
  await holding;
  const answers = await Promise.all(flood);
  assert.equal(answers.filter(({ status }) => status === 202).length, atOnce + waiting);
  for (const { headers } of answers.filter(({ status }) => status === 429))
    assert.equal(headers.get('retry-after'), '1');
});

test('429s count as refusals, so who repeats them is refused before the database is asked', async () => {
  const { key } = await service.account('scale');
  assert.equal((await requestExport(key)).status, 202);
  for (let round = 0; round < 3; round++) {
    const refused = await Promise.all(Array.from({ length: 20 }, () => requestExport(key)));
    for (const { body } of refused) assert.equal(body.code, 'export_quota_exceeded');
  }
  for (let count = 0; count < 2; count++) assert.equal((await requestExport(key)).body.code, 'rate_limited');
});

test('a filter has at most 100 values of a limited length, in a query and in a body', async () => {
  const { key } = await service.account('enterprise');
  const letters = [...'abcdefghijk'];
  const tags = letters.flatMap((first) => letters.map((second) => `en-${first}${second}`)).slice(0, 101);
  const long = `en${'-abcdefgh'.repeat(5)}`;
  for (const [values, fault] of [
    [tags, /`language` has 101 values\. Send at most 100\./],
    [[long], /A value of `language` has 47 characters\. Send at most 40\./],
  ] as const) {
    const queried = await service.get(`/hooks?language=${values.join()}`, key);
    assert.equal(queried.status, 400);
    assert.match(queried.body.errors[0].detail, fault);
    const sent = await requestExport(key, { language: values });
    assert.equal(sent.status, 422);
    assert.match(sent.body.errors[0].detail, fault);
    assert.equal(sent.body.errors[0].pointer, '#/filters/language');
  }
  assert.equal((await service.get(`/hooks?language=${tags.slice(1).join()}`, key)).status, 200);
});

test('refused exports with large filters take no memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const { key } = await service.account('scale');
  assert.equal((await requestExport(key)).status, 202);
  const refuse = async (at: number) => {
    const { status } = await requestExport(key, { language: `en${`-x${at}y`.repeat(40_000)}`.slice(0, 240_000) });
    assert.ok(status === 422 || status === 429, String(status));
  };
  await refuse(100);
  const before = heap();
  for (let at = 0; at < 45; at++) await refuse(at);
  const grown = heap() - before;
  assert.ok(grown < 4, `the heap grew by ${grown.toFixed(1)} MB`);
});

test('only an ETag that was given gets a free 304, also when a proxy made it weak or strong', async () => {
  const { key } = await service.account('pro');
  const remaining = async () => Number((await service.get('/usage', key)).headers.get('x-ratelimit-remaining'));
  const paths = ['/hooks?limit=1', '/hooks/hook_1', '/taxonomy', '/archetypes', '/changes?since=0', '/templates'];
  for (const path of paths) {
    const first = await service.get(path, key);
    assert.equal(first.status, 200, path);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^W\/"/);
    const before = await remaining();
    for (const sent of [etag, etag.slice(2), `"other", ${etag}`]) {
      const again = await service.get(path, key, { 'if-none-match': sent });
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag], `${path} ${sent}`);
    }
    assert.equal(await remaining(), before, path);
    for (const guess of ['*', '"other"', etag.replace(/.{5}"$/, 'AAAAA"')])
      assert.equal((await service.get(path, key, { 'if-none-match': guess })).status, 200, `${path} ${guess}`);
    assert.equal(await remaining(), before - 3, path);
  }
  const [one, two] = await Promise.all([1, 2].map((limit) => service.get(`/hooks?limit=${limit}&sort=views`, key)));
  const taken = { 'if-none-match': one?.headers.get('etag') ?? '' };
  assert.equal((await service.get('/hooks?limit=2&sort=views', key, taken)).status, 200, 'of another page');
  assert.equal(two?.status, 200);
});

test('a session reads the catalog so often a day; then it needs a key, and its other pages go on', async () => {
  const { email, key } = await service.account('free');
  const session = await signIn(service, email);
  const page = await session.send('GET', '/hooks?limit=1');
  const etag = { 'if-none-match': page.headers.get('etag') ?? '' };
  assert.equal((await session.send('GET', '/hooks?limit=1', undefined, etag)).status, 304);
  for (let count = 1; count < sessionReads; count++)
    assert.equal((await session.send('GET', '/hooks/random')).status, 200);
  for (const path of ['/hooks', '/hooks/random', '/meta', '/taxonomy']) {
    const { status, headers, body } = await session.send('GET', path);
    assert.deepEqual([status, body.code], [429, 'quota_exceeded'], path);
    assert.match(body.detail, /Use an API key/);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  for (const path of ['/account', '/usage', '/account/keys'])
    assert.equal((await session.send('GET', path)).status, 200, path);
  assert.equal((await service.get('/hooks', key)).status, 200);
});

test('a key works before the notification of its creation, for changes too', async () => {
  const { id } = await service.account('enterprise');
  // As in a process that has not heard of them yet: nothing announces these.
  const create = async () => {
    const key = newKey();
    const [hash, now] = [hashKey(key), new Date()];
    const row = { id: `key_${hash.slice(0, 16)}`, account_id: id, name: 'new', hash, hint: '', created_at: now };
    await insertKey(database.db, { ...row, expires_at: null });
    return key;
  };
  assert.equal((await service.get('/hooks', await create())).status, 200);
  assert.equal((await requestExport(await create())).status, 202);
  assert.equal((await service.get('/hooks', newKey())).status, 401);
});
