// /session/passkeys and /session/passkey-options: how the pages manage passkeys, and start to sign in with one.
import { z } from 'zod';
import { addPasskeyInput, ceremonySchema, passkeySchema } from '../../../auth/passkeys.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { actorOf } from '../../../auth/sessions.ts';
import type { SignIn } from '../../../auth/sign-in.ts';
import { fail } from '../../../lib/errors.ts';
import { single, toSingle } from '../../openapi/schemas.ts';
import { readSession, refuseOtherSites } from '../../pipeline/caller/session.ts';
import { type ClientEndpoint, defineEndpoint } from '../../pipeline/endpoint.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { clientKeyOf } from '../../server/ip-address.ts';

export type PasskeyDeps = { signIn: SignIn; publicUrl: () => string };

/** Each stores a challenge for five minutes. Counted per process and reset at a restart. */
const optionsPerAddress = { windowMs: 600_000, max: 40 };
const tooMany = 'Too many requests for passkeys. Wait, then try again.';

const ownPasskeysSchema = z
  .object({
    offered: z.boolean().meta({ description: 'Whether passkeys can be added: over https, by users with an email' }),
    passkeys: z.array(passkeySchema),
  })
  .meta({ id: 'OwnPasskeys', description: 'Passkeys of the signed-in user' });

const common = { audience: 'public', ignoresQuery: true } as const;

export function passkeyEndpoints({ signIn, publicUrl }: PasskeyDeps): ClientEndpoint[] {
  const byAddress = createRateLimiter(Date.now, optionsPerAddress);
  const onRequest = (ip: string) => throwIfRateLimited(byAddress.waitSeconds(clientKeyOf(ip)), tooMany);
  return [
    defineEndpoint({
      ...common,
      path: '/session/passkeys',
      summary: 'Passkeys of the signed-in user, newest first',
      response: single(ownPasskeysSchema),
      handler: async (request) => {
        const session = await readSession(request, signIn, publicUrl());
        return toSingle({ offered: signIn.passkeys.isOffered(session), passkeys: await signIn.passkeys.list(session) });
      },
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/session/passkeys/options',
      summary: 'Start to add a passkey',
      response: single(ceremonySchema),
      onRequest,
      handler: async (request, reply) => {
        const session = await readSession(request, signIn, publicUrl());
        throwIfRateLimited(byAddress.record(clientKeyOf(request.ip)), tooMany);
        const { options, cookies } = await signIn.passkeys.beginAdding(session, request.headers.cookie ?? '');
        for (const cookie of cookies) reply.header('set-cookie', cookie);
        return toSingle(options);
      },
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/session/passkeys',
      summary: 'Add a passkey',
      requiresBody: true,
      body: addPasskeyInput,
      status: 201,
      response: single(passkeySchema),
      handler: async (request) => {
        const session = await readSession(request, signIn, publicUrl());
        const actor = actorOf(session, { address: request.ip, requestId: request.requestId });
        const cookie = request.headers.cookie ?? '';
        return toSingle(await signIn.passkeys.add({ session, actor, cookie }, request.body));
      },
    }),
    defineEndpoint({
      ...common,
      method: 'DELETE',
      path: '/session/passkeys/:id',
      summary: 'Remove a passkey',
      status: 204,
      response: z.undefined(),
      handler: async (request) => {
        const session = await readSession(request, signIn, publicUrl());
        const actor = actorOf(session, { address: request.ip, requestId: request.requestId });
        const { id } = request.params;
        if (!(await signIn.passkeys.remove(session, actor, id))) fail('not_found', `You have no passkey ${id}.`);
        return undefined;
      },
    }),
    defineEndpoint({
      ...common,
      method: 'POST',
      path: '/session/passkey-options',
      summary: 'Start to sign in with a passkey',
      response: single(ceremonySchema),
      onRequest,
      handler: async (request, reply) => {
        refuseOtherSites(request, publicUrl());
        throwIfRateLimited(byAddress.record(clientKeyOf(request.ip)), tooMany);
        const { options, cookies } = await signIn.passkeys.beginSignIn();
        for (const cookie of cookies) reply.header('set-cookie', cookie);
        return toSingle(options);
      },
    }),
  ];
}
