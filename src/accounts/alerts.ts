// What the operator is told of key requests and plan changes. One line each.
import type { Actor } from '../audit/actor.ts';
import type { Account } from './account.ts';
import type { KeyRequest } from './key-request.ts';
import { plans } from './plan.ts';

const maxUseCaseLength = 300;

/** Marks what strangers wrote as a unit, so that text from right to left does not turn the line around, nor ends the unit itself. */
const isolated = (text: string) => `\u2068${text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')}\u2069`;

/** By anybody. `account`: that of the request's email, which a stranger may have typed. */
export function requestText(request: KeyRequest, account: Account | undefined): string {
  const { name, email, plan, expected_calls_per_month: calls, use_case } = request;
  const wanted = plan ? plans[plan].title : 'no plan named';
  const who = account
    ? `Somebody who gave the email of ${isolated(account.name)} (${email}, ${plans[account.plan].title})`
    : `${isolated(name)} (${email})`;
  return `${who} asks for: ${[wanted, ...volumeOf(calls)].join(', ')}. ${excerptOf(use_case)}`;
}

/** Sent by the signed-in holder of the account. */
export function ownRequestText(request: KeyRequest, account: Account): string {
  const { kind, plan, expected_calls_per_month: calls, use_case } = request;
  const wanted = kind === 'plan' && plan ? [`the ${plans[plan].title} plan`, ...volumeOf(calls)] : ['its reactivation'];
  const who = `${isolated(account.name)} (${account.email}, ${plans[account.plan].title})`;
  return `${who} asks for: ${wanted.join(', ')}.${use_case ? ` ${excerptOf(use_case)}` : ''}`;
}

function volumeOf(calls: number | null): string[] {
  return calls === null ? [] : [`${calls.toLocaleString('en-US')} ${calls === 1 ? 'call' : 'calls'} a month`];
}

function excerptOf(text: string): string {
  return isolated(text.length > maxUseCaseLength ? `${text.slice(0, maxUseCaseLength)}…` : text);
}

export function planChangeText(before: Account, account: Account, { operatorEmail }: Actor): string {
  const by = operatorEmail ? ` by ${operatorEmail}` : '';
  return `${isolated(account.name)} (${account.email}): ${plans[before.plan].title} to ${plans[account.plan].title}${by}`;
}
