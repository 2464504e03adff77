// People who sign in to accounts of the shared service. Each has their own IP address, since one may request twenty links per hour.
import assert from 'node:assert/strict';
import type { MemberRole } from '../../src/members/member.ts';
import { readOutbox, signInLinkIn } from '../setup/outbox.ts';
import type { TestService } from '../setup/service.ts';
import { openLink, type SignedIn } from '../setup/session.ts';
import { until } from '../setup/until.ts';

/** Counts over all files of a lane, which share the service. */
let people = 0;

export const newEmail = (name = 'person') => `${name}${++people}@example.net`;
export const newAddress = () => `198.18.${people >> 8}.${++people & 255}`;

export function peopleOf(service: TestService) {
  const requested = new Map<string, number>();

  async function linkFor(email: string): Promise<string> {
    const nth = (requested.get(email) ?? 0) + 1;
    requested.set(email, nth);
    const headers = { 'x-forwarded-for': newAddress() };
    await service.send('POST', '/sign-in-links', undefined, { body: { email }, headers });
    const mailed = await service.observed('sign_in_link_mailed', email.toLowerCase(), nth);
    assert.ok(mailed.kind === 'sign_in_link_mailed' && mailed.link);
    return mailed.link;
  }

  const signIn = async (email: string) => openLink(service, await linkFor(email));

  const mailsTo = (email: string, subject: string) =>
    readOutbox(service.dataDir, subject).filter((mail) => mail.includes(`To: ${email}`));

  /** Returns the newest email with the subject, when there are at least `count`. */
  async function mailTo(email: string, subject: string, count = 1): Promise<string> {
    const mails = await until(
      async () => mailsTo(email, subject),
      ({ length }) => length >= count,
    );
    return mails.at(-1) ?? '';
  }

  async function owner(plan = 'enterprise') {
    const account = await service.account(plan);
    return { ...account, session: await signIn(account.email) };
  }

  async function invite(by: SignedIn, role: MemberRole, email = newEmail()) {
    const sent = await by.send('POST', '/members', { email, role });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const { account } = (await by.send('GET', '/session')).body.data;
    return { mail: await mailTo(email, `invites you to ${account.name} `), id: String(sent.body.data.member_id) };
  }

  /** Invites a person, who signs in with the link of the email, or as usual if it has no link. */
  async function invited(by: SignedIn, role: MemberRole, email = newEmail()) {
    const { mail, id } = await invite(by, role, email);
    const session = await (mail.includes('#token=') ? openLink(service, signInLinkIn(mail)) : signIn(email));
    return { email, session, id, mail };
  }

  async function joined(by: SignedIn, role: MemberRole, email = newEmail()) {
    const person = await invited(by, role, email);
    const accepted = await person.session.send('POST', `/session/invitations/${person.id}/accept`);
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
    return { ...person, memberId: await memberIdOf(person.session) };
  }

  return { linkFor, signIn, mailsTo, mailTo, owner, invite, invited, joined };
}

export async function memberIdOf(session: SignedIn): Promise<string> {
  const { body } = await session.send('GET', '/members');
  return body.data.find(({ you }: { you: boolean }) => you).member_id;
}
