// Passkeys: how a user lists, adds and removes them, and signs in with one. Offered over https only, as browsers require.
import { z } from 'zod';
import { commit } from '../audit/actions.ts';
import type { Actor } from '../audit/actor.ts';
import { pingDatabase } from '../db/health.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { lazily } from '../lib/async.ts';
import { fail } from '../lib/errors.ts';
import { composeMail, type MailMessage } from '../mail/message.ts';
import { type AuthOptions, createPasskeyAuth, isRejection, type OnPasskey } from './better-auth.ts';
import { type Session, signInAgain } from './sessions.ts';
import {
  countPasskeys,
  deletePasskey,
  hasCredential,
  operatorEmail,
  type PasskeyRow,
  selectPasskeys,
  touchPasskey,
} from './store.ts';

const maxPasskeys = 10;
const refused = 'The passkey could not be verified. Try again.';

const credentialInput = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  response: z.record(z.string(), z.unknown()),
});
/** Result of `toJSON` of a browser's credential. */
export const assertionInput = credentialInput.extend({
  response: z.looseObject({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});
export type Assertion = z.infer<typeof assertionInput>;
/** Input of the browser's `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
export const ceremonySchema = z.record(z.string(), z.unknown());
export const addPasskeyInput = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'A name has at most 60 characters.'),
  passkey: credentialInput,
});

export const passkeySchema = z
  .object({
    id: z.string().meta({ example: 'psk_8fK2mZ0qLx71TbRe' }),
    name: z.string(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });
type Passkey = z.infer<typeof passkeySchema>;

/** Options for the browser, and the cookies that bind its response to them. */
type Ceremony = { options: z.infer<typeof ceremonySchema>; cookies: string[] };
type By = { session: Session; actor: Actor };

export type Passkeys = {
  isOffered: (session: Session) => boolean;
  list: (session: Session) => Promise<Passkey[]>;
  beginAdding: (session: Session, cookie: string) => Promise<Ceremony>;
  add: (by: By & { cookie: string }, input: z.infer<typeof addPasskeyInput>) => Promise<Passkey>;
  /** Returns false if the user has no such passkey. */
  remove: (by: By, input: { id: string }) => Promise<boolean>;
  beginSignIn: () => Promise<Ceremony>;
  /** Starts a session and returns its cookies. Throws a rejection of better-auth. */
  verify: (passkey: Assertion, headers: Headers) => Promise<{ headers: Headers }>;
};

type PasskeyDeps = AuthOptions & { jobs: Pick<Jobs, 'send'>; publicUrl: () => string };

export function createPasskeys({ jobs, publicUrl, ...options }: PasskeyDeps): Passkeys {
  const { db, isSecure } = options;
  const isOffered = ({ email }: Session) => isSecure && email !== operatorEmail;
  const signInAuth = lazily(() => createPasskeyAuth({ ...options, publicUrl: requireSecure(), onSignIn: verifyUse }));

  return {
    isOffered,
    list: async ({ userId }) => (await selectPasskeys(db, userId)).map(toPasskey),
    beginAdding: async (session, cookie) => {
      failIfNotOffered(session);
      const auth = await signInAuth();
      const headers = new Headers({ cookie });
      const begun = await auth.api
        .generatePasskeyRegistrationOptions({ headers, returnHeaders: true })
        .catch((error) =>
          isRejection(error) ? fail('conflict', signInAgain('add the passkey')) : Promise.reject(error),
        );
      return { options: { ...begun.response }, cookies: begun.headers.getSetCookie() };
    },
    add: async ({ session, actor, cookie }, { name, passkey }) => {
      failIfNotOffered(session);
      const { userId, email, accountId } = session;
      const added = await commit({ db, actor }, async (trx, audit) => {
        if ((await countPasskeys(trx, userId)) >= maxPasskeys)
          fail('conflict', `You have ${maxPasskeys} passkeys, which is the maximum. Remove one first.`);
        const onAdd: OnPasskey = async ({ credentialId, isUserVerified }) => {
          if (!isUserVerified || (await hasCredential(trx, credentialId))) fail('invalid_body', refused);
        };
        // Runs in the transaction, so that no passkey is stored without its audit record and email.
        const auth = await createPasskeyAuth({ ...options, db: trx, publicUrl: publicUrl(), onAdd });
        const body = { name, response: passkey };
        const created = await auth.api
          .verifyPasskeyRegistration({ body, headers: new Headers({ cookie }) })
          // Errors are not rethrown, so that a refused challenge stays used. better-auth hides the cause; during an outage the ping throws.
          .catch(async () => {
            await pingDatabase(trx);
            return undefined;
          });
        if (!created) return undefined;
        const { id } = created;
        await audit({ action: 'passkey.added', subject: id, accountId, details: { name } });
        await jobs.send(trx, 'mail', passkeyEmail({ email, name, address: actor.address, publicUrl: publicUrl() }));
        return (await selectPasskeys(trx, userId)).find((row) => row.id === id);
      });
      return added ? toPasskey(added) : fail('invalid_body', refused);
    },
    remove: ({ session: { userId, accountId }, actor }, { id }) =>
      commit({ db, actor }, async (trx, audit) => {
        const name = await deletePasskey(trx, userId, id);
        if (name === undefined) return false;
        return audit({ action: 'passkey.removed', subject: id, accountId, details: { name } });
      }),
    beginSignIn: async () => {
      const auth = await signInAuth();
      const begun = await auth.api.generatePasskeyAuthenticationOptions({
        headers: new Headers(),
        returnHeaders: true,
      });
      // better-auth only prefers verification of the user, so it is required here.
      return { options: { ...begun.response, userVerification: 'required' }, cookies: begun.headers.getSetCookie() };
    },
    verify: async (response, headers) => {
      const auth = await signInAuth();
      return auth.api.verifyPasskeyAuthentication({ body: { response }, headers, returnHeaders: true });
    },
  };

  /** Called before the session starts. */
  async function verifyUse({ credentialId, isUserVerified }: Parameters<OnPasskey>[0]): Promise<void> {
    if (!isUserVerified) fail('invalid_passkey', 'The authenticator did not verify the user.');
    await touchPasskey(db, credentialId);
  }

  function requireSecure(): string {
    return isSecure ? publicUrl() : fail('conflict', 'Passkeys need a HOOKLINE_PUBLIC_URL that starts with https.');
  }

  function failIfNotOffered(session: Session): void {
    requireSecure();
    if (!isOffered(session)) fail('conflict', 'Passkeys are for operators with an email. Ask an owner to add yours.');
  }
}

function toPasskey({ id, name, created_at, last_used_at }: PasskeyRow): Passkey {
  return { id, name, created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null };
}

// Email that a passkey was added.

type Added = { email: string; name: string; address: string | null; publicUrl: string };

function passkeyEmail({ email, name, address, publicUrl }: Added): MailMessage {
  const by = `somebody signed in as you${address === null ? '' : ` at ${address}`}`;
  return composeMail({
    to: email,
    subject: 'New passkey for Hookline',
    parts: [
      `The passkey “${name.replace(/\s+/g, ' ')}” was added by ${by}. It signs in without an email.`,
      'If you did not add it, sign in, remove it under “Passkeys” and sign out everywhere.',
      { button: 'Sign in', url: `${publicUrl}/sign-in` },
    ],
  });
}
