// Sending email over SMTP to a real server, and as files without one.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer } from '../../src/mail/send.ts';
import { selfSigned } from '../setup/self-signed.ts';

/** A server on a free port that records recipients, text, and whether the connection was encrypted. */
async function startServer(options: SMTPServerOptions = {}) {
  const taken: { to: string[]; text: string; isSecure: boolean }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    ...options,
    onData: async (stream, session, done) => {
      let text = '';
      for await (const chunk of stream) text += chunk;
      const [, code, reply] = /Subject: (\d+) (.*)/.exec(text) ?? [];
      if (code) return done(Object.assign(new Error(reply), { responseCode: Number(code) }));
      taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), text, isSecure: session.secure });
      done();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { taken, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

function mailerTo(smtpUrl: string, from = 'Hookline <hookline@example.com>') {
  const observed: string[] = [];
  return { send: createMailer({ smtpUrl, from, outboxDir: '' }, ({ kind }) => observed.push(kind)), observed };
}

const toAnn = { to: 'ann@example.com', subject: 'x', text: 'x' };

test('email goes to one recipient by SMTP, whatever the address contains; send rejects without a server', async () => {
  const { taken, port, close } = await startServer({ disabledCommands: ['STARTTLS'] });
  const { send } = mailerTo(`smtp://127.0.0.1:${port}`);
  await send({ to: 'ann@example.com', subject: 'Hello\r\nBcc: evil@example.com', text: 'Ünïcode' });
  assert.deepEqual(taken[0]?.to, ['ann@example.com']);
  assert.doesNotMatch(taken[0].text, /^Bcc:/m);
  await send({ to: 'a@example.com\r\nRCPT TO:<evil@example.com>', subject: 'x', text: 'x' }).catch(() => {});
  for (const { to } of taken) assert.ok(to.length === 1 && !to.includes('evil@example.com'), String(to));
  await close();
  await assert.rejects(send(toAnn), /ECONNREFUSED.*\. Check SMTP_URL\.$/);
});

test('only a refused recipient or message is final: a wrong password, sender or missing TLS is retried', async () => {
  const refuse = (reply: string) =>
    Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
  const { port, close } = await startServer({
    ...selfSigned,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refuse('535 authentication failed')),
    onMailFrom: ({ address }, _session, done) =>
      address.startsWith('wrong') ? done(refuse('553 sender refused')) : done(),
    onRcptTo: ({ address }, _session, done) => {
      const [, reply] = /^([\w.+]+)@refused/.exec(address) ?? [];
      done(reply ? refuse(reply.replaceAll('+', ' ')) : null);
    },
  });
  const { send, observed } = mailerTo(`smtp://127.0.0.1:${port}`);
  const cases: [message: Partial<typeof toAnn>, error: RegExp | undefined][] = [
    [{ to: '550+no.such.user@refused.example' }, undefined],
    [{ subject: '554 spam' }, undefined],
    [{ to: '450+later@refused.example' }, /450/],
    [{ to: '554+5.7.1.relay.denied@refused.example' }, /554/],
    [{ to: '550+5.1.1.unknown.in.relay.recipient.table@refused.example' }, undefined],
    [{ to: '550+5.7.1.refused.by.policy@refused.example' }, /550/],
    [{ to: '530+sign.in.first@refused.example' }, /530/],
    [{ subject: '451 later' }, /451/],
  ];
  for (const [message, error] of cases) {
    observed.length = 0;
    if (error) await assert.rejects(send({ ...toAnn, ...message }), error);
    else await send({ ...toAnn, ...message });
    assert.deepEqual(observed, error ? [] : ['mail_refused'], JSON.stringify(message));
  }
  await send(toAnn);
  await send({ ...toAnn, to: '550+5.7.1.refused.by.policy@refused.example' });
  assert.equal(observed.at(-1), 'mail_refused', 'what may be a refusal of the sender is not, since others get email');
  await assert.rejects(send({ ...toAnn, to: '550+5.7.1.sender.blocked@refused.example' }), /550/);
  await assert.rejects(send({ ...toAnn, to: '554+5.7.1.relay.denied@refused.example' }), /554/);
  const wrongPassword = mailerTo(`smtp://ann:secret@127.0.0.1:${port}`);
  await assert.rejects(wrongPassword.send(toAnn), /535 authentication failed\. Check SMTP_URL\.$/);
  const wrongSender = mailerTo(`smtp://127.0.0.1:${port}`, 'wrong@example.com');
  await assert.rejects(wrongSender.send(toAnn), /553 sender refused/);
  assert.deepEqual(wrongSender.observed, []);
  await assert.rejects(mailerTo(`smtp://127.0.0.1:${port}?requireTLS=true`).send(toAnn), /STARTTLS|TLS/);
  await close();
});

test('smtps:// and requireTLS: nothing is sent unencrypted or to a server with an unknown certificate', async () => {
  const [implicit, upgraded] = [await startServer({ ...selfSigned, secure: true }), await startServer(selfSigned)];
  const ca = `tls.ca=${encodeURIComponent(selfSigned.cert)}`;
  for (const [{ taken, port, close }, url] of [
    [implicit, 'smtps://localhost:PORT?x=1'],
    [upgraded, 'smtp://localhost:PORT?requireTLS=true'],
  ] as const) {
    const smtpUrl = url.replace('PORT', String(port));
    await assert.rejects(mailerTo(smtpUrl).send(toAnn), /self-signed certificate.*Check SMTP_URL/);
    assert.deepEqual(taken, []);
    await mailerTo(`${smtpUrl}&${ca}`).send(toAnn);
    assert.equal(taken.map(({ isSecure }) => isSecure).join(), 'true');
    await close();
  }
});

test('without a mail server email goes to the outbox', async () => {
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
