// Customers for one test: owners of new accounts and members who may only read.
import assert from 'node:assert/strict';
import type { TestService } from '../setup/service.ts';
import { type SignedIn, signIn } from '../setup/session.ts';

export type Customer = { id: string; key: string; email: string; session: SignedIn };

/** The owner of a new account. */
export async function customer(service: TestService, plan: string): Promise<Customer> {
  const account = await service.account(plan);
  return { ...account, session: await signIn(service, account.email) };
}

/** Signs in a new member of the owner's account, who may only read it. */
export async function viewerOf(service: TestService, owner: SignedIn): Promise<SignedIn> {
  const viewer = await customer(service, 'free');
  const { body } = await owner.send('POST', '/members', { email: viewer.email, role: 'viewer' });
  const accepted = await viewer.session.send('POST', `/session/invitations/${body.data.member_id}/accept`);
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  return viewer.session;
}
