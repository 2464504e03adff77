// Ceilings of what one client or account may use: one table, from which config, docs/limits.md and `hookline help limits` are derived.

type Ceiling = { default: number; meaning: string };

/** Each is set by HOOKLINE_LIMIT_ and its name in capitals, such as HOOKLINE_LIMIT_QUERY_PARAMETERS. */
const ceilings = {
  queryParameters: { default: 100, meaning: 'parameters in one query' },
  filterValues: { default: 100, meaning: 'values of one filter' },
} as const satisfies Record<string, Ceiling>;

export type Limits = Readonly<Record<keyof typeof ceilings, number>>;

export const defaultLimits = Object.fromEntries(
  Object.entries(ceilings).map(([field, { default: value }]) => [field, value]),
) as Limits;

/** The rows of docs/limits.md; a test compares them. */
export const limitVariables = Object.entries<Ceiling>(ceilings).map(([field, ceiling]) => ({
  field,
  name: `HOOKLINE_LIMIT_${field.replace(/[A-Z]/g, '_$&').toUpperCase()}`,
  ...ceiling,
}));

/** Reads the ceilings that `env` sets. `fail` gets one sentence for each invalid value. */
export function readLimits(env: Readonly<Record<string, string | undefined>>, fail: (fault: string) => void): Limits {
  const given = limitVariables.flatMap(({ field, name, default: value }) => {
    const text = env[name];
    if (text === undefined || text === '') return [];
    if (/^[1-9]\d{0,14}$/.test(text)) return [[field, Number(text)] as const];
    fail(`${name} must be a whole number from 1, such as ${value}, not "${text}".`);
    return [];
  });
  return Object.freeze({ ...defaultLimits, ...Object.fromEntries(given) });
}
