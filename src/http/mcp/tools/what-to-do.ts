// What an agent should do after an error, by its code. The problem's own detail says what was wrong.
import type { ErrorCode } from '../../../lib/errors.ts';

const fixArguments =
  'Change the arguments as the detail says, and call the tool again. In place of GET /meta, list_taxonomy lists the values of labels.';
const askOwner = 'Do not retry. Tell the user what is missing; the owner of the account can change it.';

const steps: Partial<Record<ErrorCode, string>> = {
  invalid_request: fixArguments,
  invalid_parameter: fixArguments,
  invalid_body: fixArguments,
  invalid_cursor: 'Call the tool with the arguments that the cursor came from, or without a cursor.',
  not_found: 'Check the id: search_hooks lists hooks, list_collections collections.',
  conflict: 'Do not retry. Tell the user what the detail says.',
  gone: 'This hook was retired. Use search_hooks to find another one.',
  quota_exceeded: 'Do not retry before retry_after_seconds. Tell the user that the calls of this plan are used up.',
  quota_unavailable: 'Retry after retry_after_seconds.',
  rate_limited: 'Wait retry_after_seconds, then send fewer requests.',
  plan_required: askOwner,
  scope_required: askOwner,
  address_not_allowed: askOwner,
  account_suspended: askOwner,
  unavailable: 'Retry after retry_after_seconds, at most three times.',
};

export function whatToDo(code: ErrorCode): string {
  return steps[code] ?? 'Retry once. If it fails again, tell the user, with the request_id.';
}
