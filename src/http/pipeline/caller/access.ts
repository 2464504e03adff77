// Access checks for an authenticated caller: suspension, plan, scopes and allowed addresses of the key.
import type { Caller, KeyCaller } from '../../../accounts/caller.ts';
import { lowestPlanWith, plans } from '../../../accounts/plan.ts';
import { maxTextLength } from '../../../catalog/search/filter-input.ts';
import { type ByMeaning, comparedText } from '../../../catalog/search/text-search.ts';
import { fail } from '../../../lib/errors.ts';
import { type MemberPermission, type MemberRole, memberPermissions, rolesWith } from '../../../members/member.ts';
import { normalizeAddress } from '../../../net/address.ts';
import { eventScopes, type WebhookEvent } from '../../../webhooks/events/event.ts';
import type { CallerEndpoint, CallerRequest, Target } from '../endpoint.ts';
import { maxAddressLength } from '../ip-address.ts';

/** Throws if the account is suspended, or its plan does not have the feature. */
export function requireAccess(
  { plan, features, suspended }: Pick<Caller, 'plan' | 'features' | 'suspended'>,
  { feature, allowsSuspended }: Pick<CallerEndpoint, 'feature' | 'allowsSuspended'>,
): void {
  if (suspended && !allowsSuspended)
    fail('account_suspended', 'This account is suspended. Contact support to have it reopened.');
  if (features.has(feature)) return;
  const required = lowestPlanWith(feature);
  fail(
    'plan_required',
    `The ${plans[plan].title} plan does not include this endpoint. The ${plans[required].title} plan does.`,
    {
      members: { required_plan: required, plan },
    },
  );
}

/** A request served from memory, such as a query in a body, changes nothing. */
export function isChange({ method, isInMemory }: Pick<CallerEndpoint, 'method' | 'isInMemory'>): boolean {
  return method !== 'GET' && !isInMemory;
}

/** Refuses changes by an operator who views an account. */
export function failIfChange(endpoint: Pick<CallerEndpoint, 'method' | 'isInMemory'>): void {
  if (!isChange(endpoint)) return;
  fail('view_only', 'You are viewing this account read-only. Exit, and use the page of the account in the console.');
}

/** Throws if the role of the signed-in member does not include the permission. */
export function requireMember(role: MemberRole, needs: MemberPermission): void {
  if (memberPermissions[role].includes(needs)) return;
  const others = rolesWith(needs).join(' or ');
  fail('role_required', `Your role in this account, ${role}, does not include this. It needs ${others}.`);
}

/** URLs of feeds and share pages outlive a membership, so only members who can rotate them see them. */
export function shownTo<Deps>({ member, actor }: Pick<CallerRequest, 'actor' | 'member'>, deps: Deps) {
  const role = member?.memberRole;
  const hidesTokens = role ? !memberPermissions[role].includes('change') : actor().kind === 'operator';
  return { ...deps, hidesTokens };
}

const ownerChanges = 'Its owner can change that in the dashboard, at /dashboard/keys.';

export function requireScope({ scopes }: KeyCaller, { scope }: Pick<CallerEndpoint, 'scope'>): void {
  if (scopes === null || scopes.has(scope)) return;
  fail('scope_required', `This key does not have the scope ${scope}. ${ownerChanges}`, {
    members: { required_scope: scope, scopes: [...scopes] },
  });
}

/** A webhook receives the data of its events, so a key needs the scopes to read that data. */
export function requireEventScopes(caller: Caller | KeyCaller, events: readonly WebhookEvent[]): void {
  if (!('scopes' in caller)) return;
  for (const event of events) requireScope(caller, { scope: eventScopes[event] });
}

/** The error includes the address, since it is often a proxy's. */
export function failElsewhere(client: string): never {
  const address = normalizeAddress(client).slice(0, maxAddressLength);
  fail('address_not_allowed', `This key cannot be used from the address ${address}. ${ownerChanges}`, {
    members: { address },
  });
}

// Finds the collections in the filters of a request before they are parsed: they are loaded first, since a search is synchronous.

const ids = /col_[0-9A-Za-z]{16}/g;
/** The name of a parameter may be percent-encoded. */
const isNamed = (query: string) =>
  query.includes('collection=') || (query.includes('%') && /(?:^|&)[^=&]*%/.test(query));

/** Returns ids of collections; undefined if the request has no such filter. Another value may look like an id. */
export function namedCollections({ query, body }: Pick<Target, 'query' | 'body'>): string[] | undefined {
  const inQuery = isNamed(query) ? query : '';
  const inBody = collectionIn(body);
  if (inQuery === '' && inBody === undefined) return undefined;
  return [...new Set(`${decoded(inQuery)} ${inBody ?? ''}`.match(ids))];
}

/** Returns the text that filters compare by meaning, since its nearest hooks are found first too. */
export function namedMeaning({ query, body }: Pick<Target, 'query' | 'body'>): ByMeaning | undefined {
  if (body === undefined && !query.includes('match=')) return undefined;
  const inQuery = new URLSearchParams(query);
  const given = (name: string) =>
    memberOf(body, name) ?? memberOf(memberOf(body, 'filters'), name) ?? inQuery.get(name);
  const [q, match] = [given('q'), given('match')];
  if (typeof q !== 'string' || q.length > maxTextLength.q || (match !== 'meaning' && match !== 'both'))
    return undefined;
  const text = comparedText(q);
  return text === '' ? undefined : { match, text };
}

function collectionIn(body: unknown): string | undefined {
  // Tools have filters both inside and outside of `filters`.
  const named = [memberOf(memberOf(body, 'filters'), 'collection'), memberOf(body, 'collection')];
  return named.some((one) => one !== undefined) ? JSON.stringify(named) : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}
