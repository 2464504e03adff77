// Sending email: by SMTP to a real server, and without one as files.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { createMailer } from '../../src/mail/send.ts';

test('email goes to one recipient by SMTP, whatever the address contains; an unreachable server makes send reject', async () => {
  const taken: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('refused') ? done(Object.assign(new Error('No such user'), { responseCode: 550 })) : done(),
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const observed: string[] = [];
  const options = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Hookline <hookline@example.com>', outboxDir: '' };
  const send = createMailer(options, ({ kind }) => observed.push(kind));
  await send({ to: 'ann@example.com', subject: 'Hello\r\nBcc: evil@example.com', text: 'Ünïcode' });
  assert.deepEqual(taken[0]?.to, ['ann@example.com']);
  assert.doesNotMatch(taken[0].text, /^Bcc:/m);
  await send({ to: 'a@example.com\r\nRCPT TO:<evil@example.com>', subject: 'x', text: 'x' }).catch(() => {});
  for (const { to } of taken) assert.ok(to.length === 1 && !to.includes('evil@example.com'), String(to));
  observed.length = 0;
  await send({ to: 'refused@example.com', subject: 'x', text: 'x' });
  assert.deepEqual(observed, ['mail_refused']);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await assert.rejects(send({ to: 'ann@example.com', subject: 'x', text: 'x' }));
});

test('without a mail server email is a file in the outbox', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-outbox-'));
  const outboxDir = join(directory, 'outbox');
  const send = createMailer({ smtpUrl: undefined, from: 'hookline@example.com', outboxDir }, () => {});
  await send({ to: 'ann@example.com', subject: 'Paused', text: 'A line of text' });
  const [name = '', ...more] = readdirSync(outboxDir);
  assert.deepEqual([more.length, name.endsWith('.eml')], [0, true]);
  const mail = readFileSync(join(outboxDir, name), 'utf8');
  for (const part of ['To: ann@example.com', 'Subject: Paused', 'A line of text']) assert.ok(mail.includes(part), part);
  rmSync(directory, { recursive: true });
});
