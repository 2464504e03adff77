// OAuth of the MCP server: metadata, authorization and tokens by better-auth, and our pages in front of it.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, limitsInput } from '../../../accounts/account.ts';
import { findAccount } from '../../../accounts/store.ts';
import { hashKey } from '../../../auth/keys/key.ts';
import { disconnectApp, limitApp, recordConnection } from '../../../auth/oauth/actions.ts';
import { consentPath, createOAuthProvider, oauthErrorPath, signInPath } from '../../../auth/oauth/provider.ts';
import { deleteExpired, findAccountOfGrant, selectApps, selectClient } from '../../../auth/oauth/store.ts';
import { actorOf, type Session } from '../../../auth/sessions.ts';
import { notify } from '../../../db/database.ts';
import { lazily } from '../../../lib/async.ts';
import { fail, HooklineError } from '../../../lib/errors.ts';
import { requireMember } from '../../pipeline/caller/access.ts';
import { hasSession, readSession } from '../../pipeline/caller/authenticate.ts';
import { clientKeyOf } from '../../pipeline/ip-address.ts';
import { asKnown } from '../../pipeline/problem.ts';
import { throwIfRateLimited, tooManyRefused } from '../../pipeline/rate-limits.ts';
import { maxPublicBodyBytes } from '../../pipeline/read-body.ts';
import type { InTurn } from '../../pipeline/register-endpoints.ts';
import type { Services } from '../../services.ts';
import { appsPage, consentPage, errorPage, type Page, signInPage } from './pages.ts';

type OAuthServices = Services & { inTurn: InTurn };

export const resourceMetadataPath = '/.well-known/oauth-protected-resource/mcp';
const authorizePath = '/oauth2/authorize';
const tokenPath = '/oauth2/token';
const revokePath = '/oauth2/revoke';
const metadataPaths = [
  resourceMetadataPath,
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
];
const appsPath = '/connect/apps';
const sweepEveryMs = 3_600_000;

/** OAuth requires https, or http on this machine. */
export function hasOAuth(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

export async function registerOAuth(app: FastifyInstance, services: OAuthServices): Promise<void> {
  const { db, signIn, operatorKey, publicUrl, fetchMetadata, refusals, inTurn, observe } = services;
  const schema = { hide: true };
  const config = { isPublic: true };
  const options = { schema, config, bodyLimit: maxPublicBodyBytes };
  const providerOf = lazily(() => {
    const isSecure = publicUrl().startsWith('https:');
    return createOAuthProvider({ db, operatorKey, isSecure, publicUrl: publicUrl(), fetchMetadata });
  });
  let sweptAt = Date.now();

  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    const form = 'application/x-www-form-urlencoded';
    forms.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    forms.addHook('onRequest', async (request) => {
      if (!hasOAuth(publicUrl())) fail('not_found', 'OAuth requires HOOKLINE_PUBLIC_URL with https. Use an API key.');
      throwIfRateLimited(refusals.waitSeconds(clientKeyOf(request.ip)), tooManyRefused);
    });
    for (const path of metadataPaths) forms.get(path, options, forward);
    for (const path of [tokenPath, revokePath]) forms.post(path, options, forward);
    forms.get(authorizePath, options, (request, reply) => forward(request, reply, withConsent(request)));
    forms.get(oauthErrorPath, options, (request, reply) => show(request, reply, async () => refuseRequest(request)));
    forms.get(signInPath, options, (request, reply) =>
      show(request, reply, async () => signInPage(`${authorizePath}?${withoutSignature(queryOf(request))}`)),
    );
    forms.get(consentPath, options, (request, reply) => show(request, reply, () => askConsent(request)));
    forms.post(consentPath, options, (request, reply) => show(request, reply, () => decide(request)));
    forms.get(appsPath, options, (request, reply) => show(request, reply, () => listApps(request)));
    forms.post(appsPath, options, (request, reply) => show(request, reply, () => changeApp(request)));
  });

  async function forward(request: FastifyRequest, reply: FastifyReply, url = request.raw.url ?? '') {
    // A revoked token, or a token or code that is used again, ends other tokens. New tokens are found when they are used.
    const accountId = request.method === 'POST' ? await findAccountOfGrant(db, secretsIn(request.body)) : undefined;
    const response = await inTurn(request.raw, () => callProvider(request, url, request.body));
    const path = request.routeOptions.url ?? '';
    const text = await response.text();
    if (response.status >= 400) refusals.record(clientKeyOf(request.ip));
    if (accountId !== undefined && (response.status < 400 || isRefusedGrant(text)))
      await notify(db, 'hookline_accounts', accountId);
    await sweep();
    for (const name of ['location', 'content-type', 'cache-control', 'pragma', 'www-authenticate'])
      if (response.headers.has(name)) reply.header(name, response.headers.get(name));
    return reply.code(response.status).send(metadataPaths.includes(path) ? onlyServed(text) : text);
  }

  async function callProvider(request: FastifyRequest, path: string, body: unknown): Promise<Response> {
    const { handler } = await providerOf();
    const headers = new Headers(passedOn(request.headers));
    const init = typeof body === 'string' ? { method: 'POST', headers, body } : { headers };
    return handler(new Request(new URL(path, publicUrl()), init));
  }

  /** Renders problems as pages for people. */
  async function show(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Page | string>) {
    let shown: Page | string;
    try {
      shown = await inTurn(request.raw, work);
    } catch (thrown) {
      const error = asKnown(thrown);
      const status = error instanceof HooklineError ? error.status : 500;
      if (status < 500) refusals.record(clientKeyOf(request.ip));
      if (!(error instanceof HooklineError)) {
        const { method, routeOptions } = request;
        observe({ kind: 'request_failed', requestId: request.id, method, route: routeOptions.url ?? '', error });
      }
      const { headers, body } = errorPage(error);
      return reply.code(status).headers(headers).send(body);
    }
    if (typeof shown === 'string') return reply.header('cache-control', 'no-store').redirect(shown, 303);
    return reply.headers(shown.headers).send(shown.body);
  }

  /** Returns the session of an account's holder. Other sessions have no account to connect. */
  async function holderOf(request: FastifyRequest): Promise<Session & { accountId: string; account: Account }> {
    const session = await readSession(request.raw, signIn, publicUrl());
    if (session.role !== 'holder' || session.accountId === null || session.memberRole === null)
      fail('session_required', 'Operators have no account to connect. Sign in to a customer account.');
    requireMember(session.memberRole, 'change');
    const { accountId } = session;
    const account = (await findAccount(db, accountId)) ?? fail('not_found', 'The account was deleted.');
    return { ...session, accountId, account };
  }

  async function askConsent(request: FastifyRequest): Promise<Page | string> {
    const query = queryOf(request);
    if (!hasSession(request.raw)) return signInPage(`${authorizePath}?${withoutSignature(query)}`);
    const { email, account } = await holderOf(request);
    const params = new URLSearchParams(query);
    const clientId = params.get('client_id') ?? '';
    const redirectUri = URL.parse(params.get('redirect_uri') ?? '');
    const client = await selectClient(db, clientId);
    if (!client || !redirectUri) fail('invalid_request', 'This request is incomplete. Start again from the app.');
    const scopes = (params.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
    return consentPage({ clientId, clientName: client.name, redirectUri, scopes, email, account, query });
  }

  async function decide(request: FastifyRequest): Promise<string> {
    const session = await holderOf(request);
    const form = new URLSearchParams(String(request.body));
    const query = form.get('oauth_query') ?? '';
    // Another tab may have signed in to another account since the page was shown.
    if (form.get('account') !== session.accountId)
      fail('conflict', 'You are signed in to a different account than the page showed. Start again from the app.');
    const accept = form.get('accept') === 'true';
    const { handler } = await providerOf();
    const headers = new Headers({ ...passedOn(request.headers), 'content-type': 'application/json' });
    headers.set('origin', publicUrl());
    const body = JSON.stringify({ accept, oauth_query: query });
    const url = new URL('/oauth2/consent', publicUrl());
    const response = await handler(new Request(url, { method: 'POST', headers, body }));
    const answer = (await response.json().catch(() => ({}))) as { url?: string; redirect_uri?: string };
    const target = answer.url ?? answer.redirect_uri;
    if (!response.ok || target === undefined)
      fail('invalid_request', 'This request has expired or was changed. Start again from the app.');
    const actor = actorOf(session, { address: request.ip, requestId: request.id });
    const clientId = new URLSearchParams(query).get('client_id') ?? '';
    if (accept) await recordConnection({ db, actor }, { ...session, clientId });
    return target;
  }

  async function listApps(request: FastifyRequest): Promise<Page> {
    const session = await holderOf(request);
    return appsPage(await selectApps(db, session), session.account.name);
  }

  async function changeApp(request: FastifyRequest): Promise<string> {
    const session = await holderOf(request);
    const { accountId } = session;
    const form = new URLSearchParams(String(request.body));
    const ctx = { db, actor: actorOf(session, { address: request.ip, requestId: request.id }) };
    const limited = form.get('limit');
    if (limited === null) await disconnectApp(ctx, { id: form.get('disconnect') ?? '', accountId });
    else await limitApp(ctx, { id: limited, accountId, limits: limitsIn(form) });
    return appsPath;
  }

  async function sweep(): Promise<void> {
    if (Date.now() < sweptAt + sweepEveryMs) return;
    sweptAt = Date.now();
    await deleteExpired(db);
  }
}

/** Returns hashes of the tokens or the code of a form. */
function secretsIn(body: unknown): string[] {
  const form = new URLSearchParams(String(body));
  return ['token', 'refresh_token', 'code'].map((name) => hashKey(form.get(name) ?? ''));
}

/** A code or refresh token that is used again is refused, and ends the tokens issued from it. */
function isRefusedGrant(text: string): boolean {
  return text.includes('"invalid_grant"');
}

/** Removes features that better-auth lists but that are not served: introspection, DPoP, clients with secrets. */
function onlyServed(text: string): string {
  const metadata = Object.entries(JSON.parse(text)).filter(([name]) => !/^(introspection|dpop)_/.test(name));
  const methods = ['none', 'private_key_jwt'];
  return JSON.stringify(
    Object.fromEntries(metadata.map(([name, value]) => [name, /_auth_methods_/.test(name) ? methods : value])),
  );
}

/** Shows an error to the person, since the app cannot receive it: its request is invalid. */
function refuseRequest(request: FastifyRequest): never {
  const code = new URLSearchParams(queryOf(request)).get('error') ?? '';
  const reason = /^[a-z_]{1,40}$/.test(code) ? ` (${code})` : '';
  fail('invalid_request', `The app sent you here with an invalid request${reason}. Start again from the app.`);
}

/** An empty field means no limit. */
function limitsIn(form: URLSearchParams): { per_day: number | null; per_month: number | null } {
  const callsOf = (name: string) => (form.get(name)?.trim() ? Number(form.get(name)) : null);
  const limits = { per_day: callsOf('per_day'), per_month: callsOf('per_month') };
  if (!limitsInput.safeParse(limits).success)
    fail('invalid_request', 'Limits must be whole numbers of calls, such as 500. Leave the field empty for no limit.');
  return limits;
}

function passedOn(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ['cookie', 'authorization', 'content-type', 'accept', 'origin', 'user-agent'];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

function queryOf(request: FastifyRequest): string {
  return request.raw.url?.split('?').slice(1).join('?') ?? '';
}

/**
 * Always shows the consent page: better-auth remembers consents by app and person, so it would skip the page for another account of the
 * person.
 */
function withConsent(request: FastifyRequest): string {
  const params = new URLSearchParams(queryOf(request));
  params.set('prompt', 'consent');
  return `${authorizePath}?${params}`;
}

/** Restores the app's request, without the parameters that better-auth added. */
function withoutSignature(query: string): string {
  const params = new URLSearchParams(query);
  for (const name of [...params.keys()])
    if (name === 'sig' || name === 'exp' || name.startsWith('ba_')) params.delete(name);
  return params.toString();
}
