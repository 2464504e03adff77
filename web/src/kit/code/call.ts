// A call of the API, as ApiCall is given it and its examples are written from it.
export type Call = {
  /** GET unless told. */
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  /** Takes the operator key. */
  isOperator?: boolean;
};
