// An API call, as shown by ApiCall and its examples.
export type Call = {
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** Authenticated with the operator key. */
  isOperator?: boolean;
};
