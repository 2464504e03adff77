import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { embeddedUrl } from './server.ts';

function setVariables(given: Record<string, string>, t: TestContext): void {
  const former = { ...process.env };
  Object.assign(process.env, given);
  t.after(() => {
    for (const name of Object.keys(given))
      if (former[name] === undefined) delete process.env[name];
      else process.env[name] = former[name];
  });
}

test("PG* environment variables override neither a connection string's settings nor the embedded server's", (t) => {
  const external = 'postgres://ann:secret@db.example.com:6543/hookline?sslmode=verify-full';
  // Leaves out the application name of the session.
  const parametersOf = (url: string) => ({
    ...Object(new pg.Client({ connectionString: url, application_name: 'hookline' })).connectionParameters,
  });
  const [ownEmbedded, ownExternal] = [parametersOf(embeddedUrl('/data')), parametersOf(external)];
  const named = { PGHOST: 'nowhere.invalid', PGPORT: '1', PGUSER: 'bob', PGDATABASE: 'other', PGSSLMODE: 'require' };
  setVariables({ ...named, PGPASSWORD: 'other', PGAPPNAME: 'other' }, t);
  assert.deepEqual(parametersOf(external), ownExternal);
  const others = { PGOPTIONS: '-c nonsense=1', PGSSLNEGOTIATION: 'direct', PGREPLICATION: 'database' };
  setVariables({ ...others, PGSERVICE: 'other', PGPASSFILE: '/nowhere', PGTZ: 'Asia/Tokyo' }, t);
  assert.deepEqual(parametersOf(embeddedUrl('/data')), ownEmbedded);
});

test('the socket of a deep data directory is in TMPDIR, or in /tmp if that does not exist', (t) => {
  const host = () => new URLSearchParams(embeddedUrl(`/${'deep/'.repeat(40)}`).split('?')[1]).get('host');
  setVariables({ TMPDIR: '/nowhere' }, t);
  assert.match(host() ?? '', /^\/tmp\/hookline-/);
  setVariables({ TMPDIR: import.meta.dirname }, t);
  assert.ok(host()?.startsWith(`${import.meta.dirname}/hookline-`));
});
