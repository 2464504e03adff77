// Sessions: who is signed in, their list, and how they are ended. Each end is audited in its transaction.
import { z } from 'zod';
import { commit } from '../audit/actions.ts';
import type { Actor, Context } from '../audit/actor.ts';
import type { Database } from '../db/database.ts';
import { fail } from '../lib/errors.ts';
import { dayMs } from '../lib/time.ts';
import type { MemberRole } from '../members/member.ts';
import { freshMinutes, sessionDays } from './better-auth.ts';
import { type Role, rolePermissions } from './role.ts';
import { deleteSessions, operatorEmail, type SessionOwner, selectSessions } from './store.ts';

export type Session = Readonly<{
  id: string;
  userId: string;
  role: Role;
  email: string;
  /** Account that the session works in; null for operators, and for users without an account. */
  accountId: string | null;
  /** Role of the member in that account. */
  memberRole: MemberRole | null;
  /** Account that an operator views (operators.ts). */
  view: Readonly<{ accountId: string; expiresAt: Date }> | null;
  expiresAt: Date;
}>;

export const signInAgain = (what: string) =>
  `You signed in over ${freshMinutes} minutes ago. Sign out and in again, then ${what}.`;

/** Guards changes by which a stolen session could prolong itself. `what` is in the imperative. */
export function failIfStale({ expiresAt }: Session, what: string): void {
  const startedAt = expiresAt.getTime() - sessionDays * dayMs;
  if (Date.now() - startedAt > freshMinutes * 60_000) fail('conflict', signInAgain(what));
}

/** A browser's request. `address` is its IP address. */
export type Client = { address: string; requestId: string };

/** The actor of changes that a session makes. */
export function actorOf({ role, email }: Session, { address, requestId }: Client): Actor {
  const common = { keyId: null, requestId, address };
  if (role === 'holder') return { ...common, kind: 'session', memberEmail: email };
  return { ...common, kind: 'operator', operatorEmail: email === operatorEmail ? null : email };
}

const time = z.iso.datetime();

export const sessionEntrySchema = z
  .object({
    id: z.string().meta({ example: 'ses_8fK2mZ0qLx71TbRe' }),
    email: z.string().nullable().meta({ description: 'null for the operator of `hookline admin sign-in`' }),
    address: z.string().nullable().meta({ description: 'IP address that signed in' }),
    user_agent: z.string().nullable().meta({ description: 'Browser and system', example: 'Firefox on Linux' }),
    started_at: time,
    expires_at: time,
    current: z.boolean().meta({ description: 'The session of this request' }),
  })
  .meta({ id: 'SessionEntry', description: 'A browser that is signed in' });
export type SessionEntry = z.infer<typeof sessionEntrySchema>;

export const endSessionsParameters = z.object({
  include_current: z
    .enum(['true', 'false'], { error: 'include_current is true or false.' })
    .optional()
    .meta({ description: 'Also end the session of this request. Default false' }),
});
export const endedSessionsSchema = z.object({ ended: z.number().int() }).meta({ id: 'EndedSessions' });

/** `current`: id of the caller's own session, if it has one. */
export async function listSessions(
  db: Database,
  { owner, current }: { owner: SessionOwner; current?: string },
): Promise<SessionEntry[]> {
  return (await selectSessions(db, owner)).map(({ id, email, address, userAgent, createdAt, expiresAt }) => ({
    id,
    email: email === operatorEmail ? null : email,
    address,
    user_agent: userAgent && shortUserAgent(userAgent),
    started_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    current: id === current,
  }));
}

/** `accountId`: the account that the session works in. */
type Ending = { owner: SessionOwner; accountId?: string | null };

/** Returns the sessions that an operator may end: of all operators if its role may manage them, else its own. */
export function operatorSessions(session: Session | null): SessionOwner {
  return session && !rolePermissions[session.role].includes('system') ? { userId: session.userId } : 'operators';
}

/** Returns false if the session does not exist or has ended. */
export async function endSession(ctx: Context, { owner, id, accountId }: Ending & { id: string }): Promise<boolean> {
  return commit(ctx, async (trx, audit) => {
    if ((await deleteSessions(trx, owner, { id })) === 0) return false;
    return audit({ action: 'session.ended', subject: id, accountId });
  });
}

/** Ends all sessions except `except`. Returns how many. */
export async function endSessions(
  ctx: Context,
  { owner, except, accountId }: Ending & { except?: string },
): Promise<number> {
  return commit(ctx, async (trx, audit) => {
    const ended = await deleteSessions(trx, owner, { except });
    const subject = accountId ?? (owner === 'operators' ? owner : (owner.userId ?? owner.accountId));
    const details = { sessions: ended };
    if (ended > 0) await audit({ action: 'session.ended_everywhere', subject, accountId, details });
    return ended;
  });
}

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** Returns a text like `Firefox on Linux`; for other programs their own name, up to 60 characters. */
export function shortUserAgent(text: string): string {
  const browser = browsers.find(([token]) => text.includes(`${token}/`))?.[1];
  const system = systems.find(([pattern]) => pattern.test(text))?.[1];
  if (browser === undefined) return text.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
