// Moves the sign-in of an account to its new email. The account keeps an owner, and each change of its members is audited.
import type { MoveSignIn } from '../accounts/actions.ts';
import { writeAudit } from '../audit/actions.ts';
import { fail } from '../lib/errors.ts';
import { countMemberships, deleteMember, lockMembers, upsertOwner } from '../members/store.ts';
import { addUser, deleteUser, hasUser, renameUser } from './store-users.ts';

/**
 * A member with the new email becomes an owner, beside the former. Otherwise the owner with the former email gets the new one, and
 * loses sessions and passkeys: who has them may not read the new mailbox. If one of the two is known otherwise, the new one becomes an
 * owner in place of the former.
 */
export const moveSignIn: MoveSignIn = async (trx, actor, accountId, email) => {
  const [from, to] = [email.from.toLowerCase(), email.to.toLowerCase()];
  const members = await lockMembers(trx, accountId);
  const successor = members.find((member) => member.email === to);
  if (successor) {
    if (successor.role === 'owner') return 'kept';
    await upsertOwner(trx, accountId, successor.userId);
    const details = { email: to, role: { from: successor.role, to: 'owner' } };
    await writeAudit(trx, actor, { action: 'member.changed', subject: successor.id, accountId, details });
    return 'kept';
  }
  const owner = members.find((member) => member.role === 'owner' && member.email === from);
  // Nobody has signed in yet. The first sign-in with the new email makes the owner.
  if (!owner) return 'kept';
  const isElsewhere = (await countMemberships(trx, owner.userId)) > 1;
  if (!isElsewhere && !(await hasUser(trx, to))) {
    await renameUser(trx, owner.userId, to);
    return 'moved';
  }
  await deleteMember(trx, owner, accountId);
  if (!isElsewhere) await deleteUser(trx, owner.userId);
  const userId = (await addUser(trx, to)) ?? fail('conflict', `${to} is the email of an operator.`);
  const subject = await upsertOwner(trx, accountId, userId);
  const role = 'owner';
  await writeAudit(trx, actor, {
    action: 'member.removed',
    subject: owner.id,
    accountId,
    details: { email: from, role },
  });
  await writeAudit(trx, actor, { action: 'member.joined', subject, accountId, details: { email: to, role } });
  return 'replaced';
};
