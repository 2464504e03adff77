// The pages of connecting an app, in a real browser.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { portOf } from '../../src/http/server/server.ts';
import { noBrowser } from '../setup/browser.ts';
import { openPage } from '../setup/open-page.ts';
import { type TestService, testService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const phone = { width: 390, height: 844 };
const app = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<title>Back</title>Connected'));

let service: TestService;
let session: SignedIn;

before(async () => {
  if (noBrowser) return;
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
  service = await testService();
  const { email } = await service.account('scale');
  session = await signIn(service, email);
  const db = new pg.Client(service.databaseUrl);
  await db.connect();
  await db.query(
    `insert into oauth_clients (id, client_id, name, redirect_uris, scopes, grant_types, response_types,
       token_endpoint_auth_method, created_at)
     values ('client', 'test-app', 'Claude', $1, '["read","offline_access"]', '["authorization_code"]', '["code"]', 'none', now())`,
    [JSON.stringify([`http://127.0.0.1:${portOf(app)}/back`])],
  );
  await db.end();
});
after(async () => {
  app.close();
  app.closeAllConnections();
  await service?.close();
});

const authorizePath = () => {
  const query = new URLSearchParams({
    client_id: 'test-app',
    redirect_uri: `http://127.0.0.1:${portOf(app)}/back`,
    response_type: 'code',
    scope: 'read offline_access',
    state: 'x',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    resource: `${service.url}/mcp`,
  });
  return `/oauth2/authorize?${query}`;
};

test('a person allows an app, returns to it with a code, and disconnects it', { skip: noBrowser }, async () => {
  const { page, close } = await openPage(service, authorizePath(), { session });
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(/\/back\?/);
  assert.ok(new URL(page.url()).searchParams.get('code'));
  await page.goto(`${service.url}/connect/apps`);
  await page.getByRole('button', { name: 'Disconnect Claude' }).click();
  await page.getByText('No connected apps.').waitFor();
  await close();
});

test('the pages are clean by axe and fit a phone, light and dark', { skip: noBrowser }, async () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [path, as] of [
      [authorizePath(), session],
      [authorizePath(), undefined],
      ['/connect/apps', session],
    ] as const) {
      const context = { colorScheme, viewport: phone, bypassCSP: true };
      const { page, close } = await openPage(service, path, { context, session: as });
      await page.evaluate(axe);
      const found = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
      );
      assert.deepEqual(found, [], `${page.url()}, ${colorScheme}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width, path);
      await close();
    }
});
