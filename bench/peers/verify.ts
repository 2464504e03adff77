// Verifies that a contender returns the same hooks as Hookline, and measures its fastest response.
import { type Contender, fields, type Hook } from './contender.ts';

const maxNiches = 16;

/** For one response. */
const timeoutMs = 30_000;

/** Niches whose first 21 hooks have different views: contenders sort ids differently, as numbers or as text. */
export async function nichesWithoutTies(url: string, key: string): Promise<string[]> {
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: { values: { niche: object } } & Hook[] }).data;
  };
  const niches: string[] = [];
  for (const niche of Object.keys((await get('/meta')).values.niche)) {
    const hooks: Hook[] = await get(`/hooks?niche=${niche}&limit=21`);
    if (hooks.length === 21 && new Set(hooks.map(({ views }) => views)).size === 21) niches.push(niche);
    if (niches.length === maxNiches) break;
  }
  if (niches.length === 0) throw new Error('Every niche has ties in views among its first 21 hooks.');
  return niches;
}

/** Compares each list with Hookline's, field by field. Resolves to the duration of the fastest request in ms. */
export async function verify(contender: Contender, bodies: readonly Buffer[]): Promise<number> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (const [at, body] of bodies.entries()) {
    const startedAt = performance.now();
    const text = await request(contender, at);
    fastestMs = Math.min(fastestMs, performance.now() - startedAt);
    const expected: Hook[] = JSON.parse(body.toString()).data;
    if (contender.hooksIn) compare(contender.name, contender.hooksIn(JSON.parse(text)), expected);
  }
  return fastestMs;
}

/** Requests the path with index `at`, modulo their number. Resolves to the response body. */
export async function request({ name, url, key, paths, bodies }: Contender, at: number): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  // A number in the form of the load's `{n}` that the load does not use.
  const path = (paths[at % paths.length] ?? '/').replace('{n}', '0000000000000');
  const response = await fetch(url + path, {
    method: bodies ? 'POST' : 'GET',
    headers,
    body: bodies?.[at % paths.length],
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${path}: ${response.status} ${text.slice(0, 300)}`);
  return text;
}

function compare(name: string, actual: readonly Hook[], expected: readonly Hook[]): void {
  if (actual.length !== expected.length)
    throw new Error(`${name} returns ${actual.length} hooks, not ${expected.length}.`);
  for (const [at, hook] of expected.entries()) {
    for (const field of fields) {
      // Directus and PostGraphile return a bigint as a string.
      if (String(actual[at]?.[field]) === String(hook[field])) continue;
      throw new Error(`${name} returns ${field} "${actual[at]?.[field]}" for hook ${at}, not "${hook[field]}".`);
    }
  }
}
