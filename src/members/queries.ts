// Reads members of an account.
import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import type { Member } from './member.ts';
import { selectMembers } from './store.ts';

/** `email`: of the person who asks. */
export async function listMembers(db: Database, accountId: string, email?: string): Promise<Member[]> {
  return (await selectMembers(db, accountId)).map((member) => ({
    ...member,
    you: member.state === 'active' && member.email === email,
  }));
}

export async function getMember(db: Database, accountId: string, id: string, email?: string): Promise<Member> {
  const found = (await listMembers(db, accountId, email)).find(({ member_id }) => member_id === id);
  return found ?? fail('not_found', `There is no member or invitation ${id.slice(0, 40)}. GET /members lists them.`);
}
