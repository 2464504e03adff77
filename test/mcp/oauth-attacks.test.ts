// Attacks on OAuth of the MCP server: stolen codes and refresh tokens, other clients, other accounts, other resources.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { newAddress, peopleOf } from '../accounts/people.ts';
import { query } from '../setup/refresh.ts';
import type { TestService } from '../setup/service.ts';
import type { SignedIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';
import { addClient } from './clients.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;

const [app, other] = ['attacked-app', 'other-app'] as const;
const redirectUri = 'http://localhost:9/callback';
const verifier = 'v'.repeat(50);
const challenge = createHash('sha256').update(verifier).digest('base64url');

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
  for (const id of [app, other]) await addClient(service, id, 'App', redirectUri);
});

const asked = (more: Record<string, string> = {}) => ({
  client_id: app,
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'read offline_access',
  state: 'x',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  resource: `${service.url}/mcp`,
  ...more,
});

async function authorize(session: SignedIn | undefined, query: Record<string, string>): Promise<URL> {
  const response = await fetch(new URL(`/oauth2/authorize?${new URLSearchParams(query)}`, service.url), {
    headers: session ? { cookie: session.cookie } : {},
    redirect: 'manual',
  });
  return new URL(response.headers.get('location') ?? `error:${response.status} ${await response.text()}`, service.url);
}

const consentForm = (session: SignedIn, page: URL) => fetch(page, { headers: { cookie: session.cookie } });

async function allow(session: SignedIn, page: URL, shown?: string): Promise<Response> {
  const html = shown ?? (await (await consentForm(session, page)).text());
  const inputs = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const body = new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
  body.set('accept', 'true');
  return fetch(new URL('/connect/consent', service.url), {
    method: 'POST',
    headers: { cookie: session.cookie, origin: service.url, 'content-type': 'application/x-www-form-urlencoded' },
    body,
    redirect: 'manual',
  });
}

async function codeOf(session: SignedIn, query = asked()): Promise<string> {
  let target = await authorize(session, query);
  if (target.pathname === '/connect/consent')
    target = new URL((await allow(session, target)).headers.get('location') ?? '');
  return target.searchParams.get('code') ?? assert.fail(target.href);
}

async function post(path: string, form: Record<string, string>) {
  const response = await fetch(new URL(path, service.url), { method: 'POST', body: new URLSearchParams(form) });
  const text = await response.text();
  const body: Record<string, string> = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: response.status, text, body };
}

const exchange = (code: string, more: Record<string, string> = {}) =>
  post('/oauth2/token', {
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: app },
    ...{ code_verifier: verifier, resource: `${service.url}/mcp` },
    ...more,
  });
const refresh = (token: string, more: Record<string, string> = {}) =>
  post('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token, client_id: app, ...more });

/** The address is separate, since a service looks up ten unknown tokens per address and minute. */
const ping = async (token: string) =>
  (
    await service.send('POST', '/mcp', token, {
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
      headers: { accept: 'application/json, text/event-stream', 'x-forwarded-for': newAddress() },
    })
  ).status;

async function tokensOf(session: SignedIn) {
  const { status, text, body } = await exchange(await codeOf(session));
  assert.equal(status, 200, text);
  const { access_token: access = '', refresh_token: refreshToken = '' } = body;
  assert.equal(await ping(access), 200);
  return { access, refreshToken };
}

/** Other processes learn of it by NOTIFY, within moments. */
const untilEnded = (token: string) =>
  until(
    () => ping(token),
    (status) => status === 401,
  );

test('requests that weaken PKCE, scopes, the resource or the redirect URI get no code', async () => {
  const { session } = await people.owner('free');
  const refused: [Record<string, string>, RegExp][] = [
    [{ code_challenge_method: 'plain', code_challenge: verifier }, /error=invalid_request/],
    [{ code_challenge: '' }, /error=invalid_request/],
    [{ response_type: 'token' }, /error=unsupported_response_type/],
    [{ scope: 'read admin' }, /error=invalid_scope/],
    [{ scope: 'openid email' }, /error=invalid_scope/],
    [{ resource: 'https://evil.example/mcp' }, /error=invalid_target/],
    [{ redirect_uri: 'http://localhost:9/callback?x=1' }, /connect\/error/],
    [{ redirect_uri: 'http://localhost:9/callback/../x' }, /connect\/error/],
    [{ redirect_uri: 'http://localhost:9@evil.example/callback' }, /connect\/error/],
    [{ redirect_uri: 'https://evil.example/callback' }, /connect\/error/],
    [{ request_uri: 'http://127.0.0.1:1/' }, /error=request_uri_not_supported/],
    [{ client_id: 'https://169.254.169.254/latest' }, /^error:400/],
    [{ client_id: 'https://127.0.0.1/app' }, /^error:400/],
  ];
  for (const [query, expected] of refused) {
    const { href } = await authorize(session, asked(query));
    assert.match(href, expected, JSON.stringify(query));
    assert.doesNotMatch(href, /[?&]code=|^https?:\/\/evil/);
  }
});

test('a code is valid once, for its client, redirect URI, resource and verifier', async () => {
  const { session } = await people.owner('free');
  for (const wrong of [
    { code_verifier: 'w'.repeat(50) },
    { code_verifier: '' },
    { client_id: other },
    { redirect_uri: 'http://localhost:9/other' },
    { resource: 'https://evil.example/mcp' },
  ] as Record<string, string>[])
    assert.ok((await exchange(await codeOf(session), wrong)).status >= 400, JSON.stringify(wrong));
  const code = await codeOf(session);
  const { body } = await exchange(code);
  assert.equal(await ping(body.access_token ?? ''), 200);
  assert.equal((await exchange(code)).body.error, 'invalid_grant');
  await untilEnded(body.access_token ?? '');
  assert.equal((await refresh(body.refresh_token ?? '')).status, 400);
});

test('an unknown code or token reloads no keys; one that revokes others names the account', async () => {
  const changes = async () =>
    (await query(service, "select n from signals where channel = 'hookline_accounts'"))[0]?.n as number;
  const { session } = await people.owner('free');
  const code = await codeOf(session);
  const before = await changes();
  for (const made of [await exchange('invented'), await refresh('invented'), await exchange(code)])
    assert.ok(made.status === 200 || made.status === 400, made.text);
  await post('/oauth2/revoke', { token: 'invented', client_id: app });
  assert.equal(await changes(), before, 'a new token is found when it is used');
  assert.equal((await exchange(code)).status, 400);
  assert.equal(await changes(), before + 1, 'a code that is used again ends its tokens');
});

test('a refresh token is valid for its client and scopes, and reuse revokes its successors', async () => {
  const { session } = await people.owner('free');
  const { refreshToken } = await tokensOf(session);
  assert.equal((await refresh(refreshToken, { client_id: other })).status, 400);
  assert.equal((await refresh(refreshToken, { scope: 'read admin' })).status, 400);
  const { body } = await refresh(refreshToken);
  assert.equal(await ping(body.access_token ?? ''), 200);
  // A retry gets the same tokens for half a minute.
  await query(
    service,
    "update oauth_refresh_tokens set rotated_at = now() - interval '1 minute', rotation_replay_expires_at = now()",
  );
  assert.equal((await refresh(refreshToken)).status, 400);
  await untilEnded(body.access_token ?? '');
  assert.equal((await refresh(body.refresh_token ?? '')).status, 400);
});

test('a revoked token ends at once, and an app can revoke only its own', async () => {
  const { session } = await people.owner('free');
  const { access } = await tokensOf(session);
  await post('/oauth2/revoke', { token: access, client_id: other });
  assert.equal(await ping(access), 200);
  assert.equal((await post('/oauth2/revoke?x=1', { token: access, client_id: app })).status, 200);
  await untilEnded(access);
});

test('a consent page of one account does not connect another', async () => {
  const { session, email } = await people.owner('free');
  const stranger = await people.owner('free');
  const page = await authorize(session, asked());
  const shown = await (await consentForm(session, page)).text();
  assert.ok(shown.includes(email));
  const refused = await allow(stranger.session, page, shown);
  assert.equal(refused.status, 409);
  assert.match(await refused.text(), /a different account than the page showed/);
  const changed = new URL(page);
  changed.searchParams.set('scope', 'read admin');
  assert.equal((await allow(session, changed)).status, 400);
  assert.equal((await allow(session, page, shown)).status, 303);
});

test('an app needs consent in each account of a person, works there, and stops in the previous one', async () => {
  const first = await people.owner('free');
  const second = await people.owner('free');
  await people.joined(second.session, 'owner', first.email);
  const { session } = first;
  await session.send('PATCH', '/session', { account_id: first.id });
  const { access, refreshToken } = await tokensOf(session);
  const { name } = (await second.session.send('GET', '/session')).body.data.account;
  await session.send('PATCH', '/session', { account_id: second.id });
  for (const request of [asked(), asked({ prompt: 'none' })]) {
    const page = await authorize(session, request);
    assert.equal(page.pathname, '/connect/consent');
    const shown = await (await consentForm(session, page)).text();
    assert.ok(shown.includes(`<dd>${name}</dd>`) && shown.includes(first.email), shown);
    assert.match(shown, /save hooks to collections or remove them/);
  }
  const now = await tokensOf(session);
  await untilEnded(access);
  assert.equal((await refresh(refreshToken)).status, 400);
  await service.operator('PATCH', `/operator/accounts/${first.id}`, { suspended: true });
  assert.equal(await ping(now.access), 200, 'is of the second account');
  const { body } = await service.operator('GET', `/operator/audit?account=${first.id}&action=app.disconnected`);
  assert.equal(body.records.length, 1);
});

test('a member who loses write access loses the apps at once, until the role allows them again', async () => {
  const owner = await people.owner('free');
  const { session, memberId } = await people.joined(owner.session, 'developer');
  const { access } = await tokensOf(session);
  for (const role of ['viewer', 'billing', 'developer']) {
    await owner.session.send('PATCH', `/members/${memberId}`, { role });
    await until(
      () => ping(access),
      (status) => status === (role === 'developer' ? 200 : 401),
    );
  }
});

test("an app's name cannot alter the text around it", async () => {
  const { session } = await people.owner('free');
  await query(service, 'update oauth_clients set name = $1 where id = $2', [
    `Claude\u202e${'x'.repeat(1000)}<b>`,
    other,
  ]);
  const page = await authorize(session, asked({ client_id: other }));
  const shown = await (await consentForm(session, page)).text();
  assert.match(shown, /<h1>Connect <bdi>Claude\u202ex{73}<\/bdi>\?<\/h1>/);
});

test('reporting a leaked access token disconnects its app, reveals nothing, and emails the owner', async () => {
  const { session, id: accountId, email } = await people.owner('free');
  const { access, refreshToken } = await tokensOf(session);
  const report = () => service.send('POST', '/keys/revoke', undefined, { body: { key: access } });
  for (const { status } of [await report(), await report()]) assert.equal(status, 202);
  await untilEnded(access);
  assert.equal((await refresh(refreshToken)).status, 400);
  const { body: log } = await service.operator('GET', `/operator/audit?account=${accountId}&action=app.disconnected`);
  const details = log.records.map((record: { details: unknown }) => record.details);
  assert.deepEqual(details, [{ client: app, reason: 'reported' }]);
  await people.mailTo(email, 'An app was disconnected');
  assert.equal(people.mailsTo(email, 'An app was disconnected').length, 1);
});

test('metadata lists what is supported, and a request that cannot return to its app fails', async () => {
  const read = async (path: string) =>
    (await fetch(new URL(path, service.url))).json() as Promise<Record<string, unknown>>;
  const resource = await read('/.well-known/oauth-protected-resource/mcp');
  assert.deepEqual([resource.resource, resource.authorization_servers], [`${service.url}/mcp`, [service.url]]);
  const server = await read('/.well-known/oauth-authorization-server');
  assert.deepEqual([server.issuer, server.code_challenge_methods_supported], [service.url, ['S256']]);
  for (const name of Object.keys(server)) assert.doesNotMatch(name, /introspection|dpop/);
  const { pathname, search } = await authorize(undefined, asked({ redirect_uri: 'https://evil.example/' }));
  assert.equal(pathname, '/connect/error');
  assert.equal((await fetch(new URL(pathname + search, service.url))).status, 400);
  const injected = await fetch(new URL('/connect/error?error=%3Cscript%3E&error_description=call+us', service.url));
  assert.doesNotMatch(await injected.text(), /<script|call us/);
});
