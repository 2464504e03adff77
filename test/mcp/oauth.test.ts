// OAuth of the MCP server: the official client connects to a signed-in account, and loses its access with it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { peopleOf } from '../accounts/people.ts';
import { defined } from '../setup/defined.ts';
import type { TestService } from '../setup/service.ts';
import type { SignedIn } from '../setup/session.ts';
import { sharedService } from '../setup/shared-service.ts';
import { until } from '../setup/until.ts';
import { addClient, callTool } from './clients.ts';

let service: TestService;
let people: ReturnType<typeof peopleOf>;

const redirectUri = 'http://localhost:9/callback';
const clientId = 'connecting-app';

before(async () => {
  service = await sharedService();
  people = peopleOf(service);
  await addClient(service, clientId, 'Test <app>', redirectUri);
});

/** An app that records the URLs for its user. */
function createApp() {
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  const sent: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: 'Test',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      sent.push(url);
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      discovered = given;
    },
    discoveryState: () => discovered,
  };
  return { provider, sent, tokens: () => defined(tokens) };
}

const locationOf = ({ headers }: Response) => headers.get('location') ?? '';
const transportOf = (provider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL('/mcp', service.url), { authProvider: provider });
const newClient = () =>
  new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });

/** Acts as a browser: follows redirects of the service with the session, and presses a button of the page. */
async function press(session: SignedIn, url: URL, accept: boolean): Promise<{ page: string; target: URL }> {
  const headers = { cookie: session.cookie };
  const authorized = await fetch(url, { headers, redirect: 'manual' });
  const consentUrl = new URL(locationOf(authorized), service.url);
  assert.equal(consentUrl.pathname, '/connect/consent');
  const shown = await fetch(consentUrl, { headers });
  const page = await shown.text();
  assert.equal(shown.status, 200, page);
  assert.match(shown.headers.get('content-security-policy') ?? '', /form-action 'self' http:\/\/localhost:9;/);
  const answered = await fetch(new URL('/connect/consent', service.url), {
    method: 'POST',
    headers: { ...headers, origin: service.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...{ oauth_query: consentUrl.search.slice(1), accept: String(accept) },
      account: /name="account" value="([^"]+)"/.exec(page)?.[1] ?? '',
    }),
    redirect: 'manual',
  });
  assert.equal(answered.status, 303, await answered.text());
  return { page, target: new URL(locationOf(answered)) };
}

async function connectApp(email: string) {
  const app = createApp();
  const transport = transportOf(app.provider);
  await assert.rejects(newClient().connect(transport), UnauthorizedError);
  const session = await people.signIn(email);
  const { page, target } = await press(session, defined(app.sent[0]), true);
  assert.match(page, /Test &lt;app&gt;/);
  assert.ok(page.includes(email));
  await transport.finishAuth(target.searchParams);
  const client = newClient();
  await client.connect(transportOf(app.provider));
  return { ...app, client, session };
}

test('an app connects by OAuth, calls tools on the plan of the account, and refreshes its token', async () => {
  const account = await service.account('free');
  const { client, tokens, provider } = await connectApp(account.email);
  const found = await callTool(client, 'search_hooks', { q: 'lesson 40' });
  assert.deepEqual([found.quota[0].limit, found.quota[0].remaining], [100, 99]);
  assert.equal(found.hooks[0].text, 'What comedy taught me in lesson 40');
  assert.ok(!(await client.listTools()).tools.some(({ name }) => name === 'get_trends'));
  const { access_token, refresh_token } = tokens();
  const usage = await service.get('/usage', account.key);
  assert.equal(usage.body.data.windows[0].used, 1);
  // The token is valid for the MCP server only.
  assert.equal((await service.get('/hooks', access_token)).status, 401);
  const form = { grant_type: 'refresh_token', refresh_token: defined(refresh_token), client_id: clientId };
  const body = new URLSearchParams({ ...form, resource: `${service.url}/mcp` });
  const refreshed = await fetch(new URL('/oauth2/token', service.url), { method: 'POST', body });
  const fresh = (await refreshed.json()) as OAuthTokens;
  assert.equal(refreshed.status, 200, JSON.stringify(fresh));
  provider.saveTokens(fresh);
  assert.notEqual(fresh.access_token, access_token);
  assert.equal((await callTool(client, 'search_hooks', { niche: ['food'] })).total, 8);
});

test('disconnected apps and suspended accounts are refused at once', async () => {
  const account = await service.account('scale');
  const { client, session, tokens } = await connectApp(account.email);
  assert.equal((await callTool(client, 'search_hooks')).isError, false);
  await service.operator('PATCH', `/operator/accounts/${account.id}`, { suspended: true });
  assert.equal((await callTool(client, 'search_hooks')).error.code, 'account_suspended');
  await service.operator('PATCH', `/operator/accounts/${account.id}`, { suspended: false });
  assert.equal((await callTool(client, 'search_hooks')).isError, false);

  const headers = { cookie: session.cookie, origin: service.url };
  const listed = await (await fetch(new URL('/connect/apps', service.url), { headers })).text();
  const [, id = ''] = /name="disconnect" value="([^"]+)"/.exec(listed) ?? [];
  assert.match(id, /^app_/);
  const limited = await fetch(new URL('/connect/apps', service.url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ limit: id, per_day: '3', per_month: '' }),
  });
  assert.match(await limited.text(), /name="per_day" [^>]*value="3"/);
  // Two calls were made before the limit was set.
  await until(
    () => callTool(client, 'search_hooks'),
    ({ error, quota }) => error?.code === 'quota_exceeded' && quota.at(-1)?.window === 'key-day',
  );
  const done = await fetch(new URL('/connect/apps', service.url), {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ disconnect: id }),
  });
  assert.match(await done.text(), /No connected apps/);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const refused = await service.send('POST', '/mcp', tokens().access_token, { body });
  assert.equal(refused.status, 401);
  const { body: audit } = await service.operator('GET', `/operator/audit?account=${account.id}&limit=10`);
  const actions = audit.records.map(({ action }: { action: string }) => action);
  assert.ok(actions.includes('app.connected') && actions.includes('app.disconnected'), actions.join());
});

test('without a session the app is sent to sign in, and a denial is returned', async () => {
  const account = await service.account('free');
  const app = createApp();
  await assert.rejects(newClient().connect(transportOf(app.provider)), UnauthorizedError);
  const url = defined(app.sent[0]);
  assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
  const redirected = await fetch(url, { redirect: 'manual' });
  const signInUrl = new URL(locationOf(redirected), service.url);
  assert.equal(signInUrl.pathname, '/connect/sign-in');
  const page = await (await fetch(signInUrl)).text();
  const [, again = ''] = /class="button primary" href="([^"]+)"/.exec(page) ?? [];
  const session = await people.signIn(account.email);
  const continued = new URL(again.replaceAll('&amp;', '&'), service.url);
  const { target } = await press(session, continued, false);
  assert.equal(target.searchParams.get('error'), 'access_denied');
});

test('forms on other sites connect no app', async () => {
  const { session } = await people.owner('free');
  for (const origin of ['https://evil.example', undefined]) {
    const answered = await fetch(new URL('/connect/consent', service.url), {
      method: 'POST',
      headers: { cookie: session.cookie, ...(origin ? { origin } : {}) },
      body: new URLSearchParams({ accept: 'true', oauth_query: `client_id=${clientId}` }),
    });
    assert.equal(answered.status, 403);
  }
});
