// Pages for connecting an app: sign in, allow or deny, and the list of connected apps. Documents without scripts.
import { readFileSync } from 'node:fs';
import type { Account } from '../../../accounts/account.ts';
import type { App } from '../../../auth/oauth/store.ts';
import { HooklineError } from '../../../lib/errors.ts';
import { escapeHtml } from '../../../lib/escape-html.ts';
import { documentPolicy } from '../../pages/document-policy.ts';

export type Page = { body: string; headers: Record<string, string> };

const frame = readFileSync(new URL('./page.html', import.meta.url), 'utf8');
const [, style = ''] = /<style>(.*?)<\/style>/s.exec(frame) ?? [];

/** `target` is allowed for forms in addition to this origin, since browsers also check redirects after a form. */
function page(title: string, main: string, target = ''): Page {
  return {
    body: frame.replace('{{title}}', () => escapeHtml(title)).replace('{{main}}', () => main),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': documentPolicy(style, `'self' ${target}`.trim()),
      // The query of the page contains the state of the app.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  };
}

/** An app chooses its name, so neither its length nor its text direction may change the text around it. */
function nameOf(name: string): string {
  return `<bdi>${escapeHtml(name.slice(0, maxNameLength))}</bdi>`;
}
const maxNameLength = 80;

/** `continueUrl` is the request that needs the session. */
export function signInPage(continueUrl: string): Page {
  return page(
    'Sign in to connect',
    `<h1>Sign in to connect an app</h1>
<p>Sign in to your account in a new tab, then return to this one.</p>
<form><a class="button" href="/sign-in" target="_blank">Sign in</a>
<a class="button primary" href="${escapeHtml(continueUrl)}">Continue</a></form>`,
  );
}

export type ConsentRequest = {
  clientId: string;
  clientName: string | null;
  redirectUri: URL;
  scopes: readonly string[];
  email: string;
  account: Pick<Account, 'id' | 'name'>;
  /** The query of the page, signed by the OAuth provider. */
  query: string;
};

const scopeTexts: Readonly<Record<string, readonly string[]>> = {
  read: [
    'Search and read the catalog, and check drafts. This counts against your quota',
    'Read your saved searches and collections, and save hooks to collections or remove them, with notes and tags',
  ],
  offline_access: ['Stay connected until you disconnect it'],
};

export function consentPage(request: ConsentRequest): Page {
  const { clientId, clientName, redirectUri, scopes, email, account, query } = request;
  const { origin, protocol, host } = redirectUri;
  const isWeb = /^https?:$/.test(protocol);
  const name = clientName ?? clientId;
  const publisher = URL.parse(clientId)?.host ?? 'unknown';
  return page(
    `Connect ${name}`,
    `<h1>Connect ${nameOf(name)}?</h1>
<p>An app named ${nameOf(name)} requests access to your account.</p>
<ul>${scopes
      .flatMap((scope) => scopeTexts[scope] ?? [scope])
      .map((text) => `<li>${escapeHtml(text)}</li>`)
      .join('')}</ul>
<dl><dt>Account</dt><dd>${escapeHtml(account.name)}</dd>
<dt>Signed in as</dt><dd>${escapeHtml(email)}</dd>
<dt>Published by</dt><dd>${escapeHtml(publisher)}</dd>
<dt>Returns to</dt><dd>${escapeHtml(isWeb ? host : protocol)}</dd></dl>
<form method="post" action="/connect/consent"><input type="hidden" name="oauth_query" value="${escapeHtml(query)}">
<input type="hidden" name="account" value="${escapeHtml(account.id)}">
<button class="primary" name="accept" value="true">Allow</button>
<button name="accept" value="false">Deny</button></form>
<p>Allow it only if you started this request. You can disconnect it at any time under <a href="/connect/apps">connected apps</a>.</p>`,
    isWeb ? origin : protocol,
  );
}

export function appsPage(apps: readonly App[], account: string): Page {
  const rows = apps.map(
    ({ id, clientId, name, connectedAt, limits }) => `<dl><dt>App</dt><dd>${nameOf(name ?? clientId)}</dd>
<dt>Published by</dt><dd>${escapeHtml(URL.parse(clientId)?.host ?? clientId)}</dd>
<dt>Connected</dt><dd>${connectedAt.toISOString().slice(0, 10)}</dd></dl>
<form method="post" action="/connect/apps"><label>Calls per day <input name="per_day" inputmode="numeric" value="${limits.per_day ?? ''}"></label>
<label>Calls per month <input name="per_month" inputmode="numeric" value="${limits.per_month ?? ''}"></label>
<p>Limits for this app only. Leave empty for no limit.</p>
<button name="limit" value="${escapeHtml(id)}">Save limits</button></form>
<form method="post" action="/connect/apps"><button name="disconnect" value="${escapeHtml(id)}">Disconnect ${nameOf(name ?? clientId)}</button></form>`,
  );
  return page(
    'Connected apps',
    `<h1>Connected apps</h1>
<p>Apps that you connected to ${escapeHtml(account)} with OAuth. <a href="/docs/connect">Connect an agent</a></p>
${rows.join('\n') || '<p>No connected apps.</p>'}
<p><a href="/dashboard/keys">Keys</a></p>`,
  );
}

export function errorPage(error: unknown): Page {
  const known = error instanceof HooklineError;
  const detail = known ? error.message : 'Unexpected error on our side. Start again from the app.';
  return page(
    'Not connected',
    `<h1>Not connected</h1><p>${escapeHtml(detail)}</p><p><a href="/dashboard">Dashboard</a></p>`,
  );
}
