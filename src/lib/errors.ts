// Errors: the closed table of codes with their status and title, and the exception that actions throw.

/** Every `code` that the API returns. A test checks that docs/errors.md documents each. */
export const errorTable = {
  invalid_request: { status: 400, title: 'Bad Request' },
  invalid_parameter: { status: 400, title: 'Invalid Parameter' },
  invalid_cursor: { status: 400, title: 'Invalid Cursor' },
  missing_key: { status: 401, title: 'Unauthorized' },
  invalid_key: { status: 401, title: 'Unauthorized' },
  expired_key: { status: 401, title: 'Unauthorized' },
  signed_out: { status: 401, title: 'Unauthorized' },
  invalid_sign_in_link: { status: 401, title: 'Unauthorized' },
  invalid_passkey: { status: 401, title: 'Unauthorized' },
  invalid_link: { status: 403, title: 'Invalid Link' },
  account_suspended: { status: 403, title: 'Account Suspended' },
  plan_required: { status: 403, title: 'Plan Required' },
  scope_required: { status: 403, title: 'Scope Required' },
  address_not_allowed: { status: 403, title: 'Address Not Allowed' },
  session_required: { status: 403, title: 'Session Required' },
  operator_required: { status: 403, title: 'Operator Required' },
  operator_key_required: { status: 403, title: 'Operator Key Required' },
  view_only: { status: 403, title: 'View Only' },
  role_required: { status: 403, title: 'Role Required' },
  cross_site: { status: 403, title: 'Cross-Site Request' },
  not_found: { status: 404, title: 'Not Found' },
  method_not_allowed: { status: 405, title: 'Method Not Allowed' },
  request_timeout: { status: 408, title: 'Request Timeout' },
  conflict: { status: 409, title: 'Conflict' },
  account_switched: { status: 409, title: 'Account Switched' },
  gone: { status: 410, title: 'Gone' },
  payload_too_large: { status: 413, title: 'Payload Too Large' },
  uri_too_long: { status: 414, title: 'URI Too Long' },
  unsupported_media_type: { status: 415, title: 'Unsupported Media Type' },
  range_not_satisfiable: { status: 416, title: 'Range Not Satisfiable' },
  invalid_body: { status: 422, title: 'Invalid Body' },
  idempotency_key_reused: { status: 422, title: 'Idempotency Key Reused' },
  quota_exceeded: { status: 429, title: 'Rate Limit Exceeded' },
  export_quota_exceeded: { status: 429, title: 'Rate Limit Exceeded' },
  quota_unavailable: { status: 429, title: 'Rate Limit Exceeded' },
  rate_limited: { status: 429, title: 'Rate Limit Exceeded' },
  headers_too_large: { status: 431, title: 'Request Header Fields Too Large' },
  internal: { status: 500, title: 'Server Error' },
  unavailable: { status: 503, title: 'Service Unavailable' },
  insufficient_storage: { status: 507, title: 'Insufficient Storage' },
  outcome_unknown: { status: 503, title: 'Service Unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorTable;

/** One of several errors in a request. `parameter` names a query parameter, `pointer` a member of the body (RFC 6901, as a fragment). */
export type Fault = { parameter?: string; pointer?: `#/${string}`; detail: string; did_you_mean?: string };

/** A response lists at most this many, since each takes time to describe. */
export const maxFaults = 10;

type ErrorExtras = {
  errors?: Fault[];
  /** Seconds until a retry can succeed. */
  retryAfterSeconds?: number;
  /** The limit that was reached; sent as `violated-policies` in the problem document. */
  policy?: string;
  /** Added to the problem document unchanged. */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** `message` is public: it describes how to fix the request. */
export class HooklineError extends Error {
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, detail: string, extras: ErrorExtras = {}) {
    super(detail);
    this.name = 'HooklineError';
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

export function fail(code: ErrorCode, detail: string, extras?: ErrorExtras): never {
  throw new HooklineError(code, detail, extras);
}

/** Throws `invalid_body` with all faults and their pointers. */
export function failBody(faults: Fault[]): never {
  return fail('invalid_body', faults.map(({ detail }) => detail).join(' '), { errors: faults });
}

// The `code` of an unknown error, such as ENOENT of Node or an SQLSTATE of PostgreSQL.

/** Returns undefined if there is no code, or if it is not text. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
