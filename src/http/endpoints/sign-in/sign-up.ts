// /sign-ups: anyone gets a Free account and a key by email, if HOOKLINE_SIGNUP is open. Used by the pages.

import { system } from '../../../audit/actor.ts';
import { createRateLimiter } from '../../../auth/rate-limiter.ts';
import { createMailboxLimiter } from '../../../auth/sign-in.ts';
import {
  confirmSignUp,
  confirmSignUpInput,
  failIfUnwanted,
  mailboxOf,
  newAccountSchema,
  sendSignUpLink,
  signUpInput,
} from '../../../auth/sign-up.ts';
import { fail } from '../../../lib/errors.ts';
import { refuseOtherSites, replaceSession } from '../../pipeline/caller/authenticate.ts';
import { type ClientEndpoint, publicEndpoint } from '../../pipeline/endpoint.ts';
import { clientKeyOf } from '../../pipeline/ip-address.ts';
import { throwIfRateLimited } from '../../pipeline/rate-limits.ts';
import { single, toSingle } from '../../pipeline/schemas.ts';
import type { Services } from '../../services.ts';

/** Limits are counted per process and reset at a restart. */
const hourMs = 3_600_000;
const triesPerAddress = { windowMs: 600_000, max: 20 };
const tooMany = 'Too many sign-ups from this address. Retry later.';

export function signUpEndpoints(services: Services): ClientEndpoint[] {
  const { config, signIn, publicUrl, observe } = services;
  const { signUpsPerHour, signInEmails } = config.limits;
  const byAddress = createRateLimiter(Date.now, { windowMs: hourMs, max: signUpsPerHour });
  const perMailbox = createMailboxLimiter(signInEmails);
  const tries = createRateLimiter(Date.now, triesPerAddress);
  return [
    publicEndpoint({
      method: 'POST',
      path: '/sign-ups',
      summary: 'Email a link that creates an account',
      ignoresQuery: true,
      requiresBody: true,
      body: signUpInput,
      status: 202,
      response: single(signUpInput),
      onRequest: (ip) => throwIfRateLimited(byAddress.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, body }) => {
        failIfClosed();
        await failIfUnwanted(body, config);
        throwIfRateLimited(byAddress.record(clientKeyOf(ip)), tooMany);
        const { email } = body;
        // This is not awaited, since its duration would reveal whether the account exists.
        if (perMailbox.isDue(mailboxOf(email)))
          sendSignUpLink(services, { email }).catch((error) => observe({ kind: 'sign_in_link_failed', error }));
        return toSingle({ email });
      },
    }),
    publicEndpoint({
      method: 'POST',
      path: '/sign-ups/confirm',
      summary: 'Create the account by the token of a link, and sign in',
      ignoresQuery: true,
      requiresBody: true,
      body: confirmSignUpInput,
      status: 201,
      response: single(newAccountSchema),
      onRequest: (ip) => throwIfRateLimited(tries.waitSeconds(clientKeyOf(ip)), tooMany),
      handler: async ({ ip, headers, method, body, requestId }, reply) => {
        failIfClosed();
        refuseOtherSites({ headers, method }, publicUrl());
        const client = { address: ip, requestId };
        const actor = { ...system, ...client, kind: 'link' } as const;
        const created = await confirmSignUp({ ...services, actor }, body);
        if (!created) {
          throwIfRateLimited(tries.record(clientKeyOf(ip)), tooMany);
          fail('invalid_sign_in_link', 'This link has been used, or has expired. Request a new one at /sign-up.');
        }
        const userAgent = (headers['user-agent'] ?? '').slice(0, 300);
        // The key is shown once, so it is sent even where no session starts.
        const begun = await signIn.beginFor(created.email, { ...client, userAgent }, true).catch((error) => {
          observe({ kind: 'sign_in_link_failed', error });
        });
        if (begun) await replaceSession({ headers, signIn, client, cookies: begun.cookies }, reply);
        return toSingle(created);
      },
    }),
  ];

  function failIfClosed(): void {
    if (config.signUp === 'open') return;
    fail('not_found', 'Accounts are created on request. Send POST /key-requests, or use /request-a-key.');
  }
}
