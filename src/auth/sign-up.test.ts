import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../test/setup/database.ts';
import { mailboxOf } from './sign-up.ts';
import { mailboxExpression } from './store-sign-ups.ts';

test('the database folds emails to mailboxes as the service does', async () => {
  const { pool, close } = await testDatabase();
  const folded = {
    'Ada@Example.com': 'ada@example.com',
    'ada+one+two@example.com': 'ada@example.com',
    'a.d.a+x@gmail.com': 'ada@gmail.com',
    'A.D.A@GoogleMail.com': 'ada@gmail.com',
    'a.d.a@example.com': 'a.d.a@example.com',
    "o'neil_%$@sub.example.co.uk": "o'neil_%$@sub.example.co.uk",
  };
  const emails = Object.keys(folded);
  const sql = `select ${mailboxExpression} as mailbox from unnest($1::text[]) as email`;
  const { rows } = await pool.query<{ mailbox: string }>(sql, [emails]);
  await close();
  assert.deepEqual(
    rows.map(({ mailbox }) => mailbox),
    Object.values(folded),
  );
  assert.deepEqual(emails.map(mailboxOf), Object.values(folded));
});
