// Clients of OAuth are known by the metadata documents that their client ids name; nothing is registered.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/setup/database.ts';
import { createPublicFetch } from '../../net/connect.ts';
import { createOAuthProvider } from './provider.ts';
import { deleteExpired } from './store.ts';

let database: TestDatabase;

before(async () => {
  database = await testDatabase();
});
after(() => database.close());

const publicUrl = 'https://hooks.example';
const redirectUri = 'https://client.example/callback';

/** Returns the response to an app with this document. */
async function authorize(document: object | undefined, clientId = 'https://client.example/app.json') {
  const requested: string[] = [];
  const fetchMetadata = async (input: string | URL | Request) => {
    requested.push(new Request(input).url);
    const status = document ? 200 : 404;
    return new Response(JSON.stringify(document ?? {}), { status, headers: { 'content-type': 'application/json' } });
  };
  const options = {
    db: database.db,
    operatorKey: 'operator-key-of-the-tests',
    isSecure: true,
    publicUrl,
    fetchMetadata,
  };
  const { handler } = await createOAuthProvider(options);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'read',
    state: 'x',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    resource: `${publicUrl}/mcp`,
  });
  const response = await handler(new Request(`${publicUrl}/oauth2/authorize?${query}`));
  return { requested, status: response.status, location: response.headers.get('location') ?? '' };
}

const document = {
  client_id: 'https://client.example/app.json',
  client_name: 'Example',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

test('an app is sent to sign in if its metadata document names it and its redirect URI', async () => {
  const { requested, location } = await authorize(document);
  assert.deepEqual(requested, ['https://client.example/app.json']);
  assert.match(location, /\/connect\/sign-in\?/);
});

test('an app is rejected without a document, or with one for another client or redirect URI', async () => {
  for (const [given, clientId] of [
    [undefined, 'https://missing.example/app.json'],
    [document, 'https://other.example/app.json'],
    [
      { ...document, client_id: 'https://third.example/app.json', redirect_uris: ['https://third.example/callback'] },
      'https://third.example/app.json',
    ],
  ] as const) {
    const { location } = await authorize(given, clientId);
    assert.doesNotMatch(location, /sign-in|client\.example\/callback\?code/, clientId);
  }
});

test('documents are fetched only over https from public IPs', async () => {
  const read = createPublicFetch({ allowPrivate: false });
  for (const url of ['https://127.0.0.1:1/app.json', 'https://localhost:1/app.json', 'https://169.254.169.254/'])
    await assert.rejects(read(url), url);
});

test('clients without consent are deleted after a day', async () => {
  const { db, pool } = database;
  for (const [id, age] of [
    ['new', '1 hour'],
    ['allowed', '1 month'],
    ['unused', '2 days'],
  ])
    await pool.query(
      `insert into oauth_clients (id, client_id, client_discovery_id, redirect_uris, created_at)
       values ($1, $1, 'cimd', '[]', now() - $2::interval)`,
      [id, age],
    );
  await pool.query(
    `insert into oauth_consents (id, client_id, scopes, created_at, updated_at) values ('app_1', 'allowed', '[]', now(), now())`,
  );
  await deleteExpired(db);
  const { rows } = await pool.query(
    "select id from oauth_clients where id in ('new', 'allowed', 'unused') order by id",
  );
  assert.deepEqual(rows, [{ id: 'allowed' }, { id: 'new' }]);
});
