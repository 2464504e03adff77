// The pages for connecting an app by OAuth, in a real browser.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { portOf } from '../../src/http/server/server.ts';
import { noBrowser } from '../setup/browser.ts';
import type { TestService } from '../setup/service.ts';
import { sharedService } from '../setup/shared-service.ts';
import { customer } from './customers.ts';
import { keepPage } from './keep-page.ts';

const options = { skip: noBrowser };
const app = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<title>Back</title>Connected'));
let service: TestService;

const open = keepPage(() => service);

before(async () => {
  if (noBrowser) return;
  service = await sharedService();
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
});

after(() => {
  app.close();
  app.closeAllConnections();
});

test('a person allows an app, returns to it with a code, and disconnects it', options, async (t) => {
  const redirectUri = `http://127.0.0.1:${portOf(app)}/back`;
  const db = new pg.Client(service.databaseUrl);
  await db.connect();
  t.after(() => db.end());
  await db.query(
    `insert into oauth_clients (id, client_id, name, redirect_uris, scopes, grant_types, response_types,
       token_endpoint_auth_method, created_at)
     values ('client', 'test-app', 'Claude', $1, '["read","offline_access"]', '["authorization_code"]', '["code"]', 'none', now())`,
    [JSON.stringify([redirectUri])],
  );
  const query = new URLSearchParams({
    client_id: 'test-app',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'read offline_access',
    state: 'x',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    resource: `${service.url}/mcp`,
  });
  const { session } = await customer(service, 'scale');
  const page = await open(`/oauth2/authorize?${query}`, { session });
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/back\?/);
  assert.ok(new URL(page.url()).searchParams.get('code'));
  await page.goto(`${service.url}/connect/apps`);
  await page.getByRole('button', { name: 'Disconnect Claude' }).click();
  await page.getByText('No connected apps.').waitFor();
});
