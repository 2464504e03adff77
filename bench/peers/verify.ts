// Whether a contender answers the same hooks as the service, and whether it is quick enough for a load.
import { type Contender, fields, type Hook } from './contender.ts';

/** The first values of a niche must be told apart by views alone, since ids are numbers to one contender and text to others. */
const nichesAtMost = 16;

/** For one answer. */
const patienceMs = 30_000;

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
    if (niches.length === nichesAtMost) break;
  }
  if (niches.length === 0) throw new Error('In no niche have the first 21 hooks different views.');
  return niches;
}

/** Compares each list with the service's, field by field; resolves to the ms that one request took, the quickest of all. */
export async function verify(contender: Contender, bodies: readonly Buffer[]): Promise<number> {
  let quickest = Number.POSITIVE_INFINITY;
  for (const [at, body] of bodies.entries()) {
    const startedAt = performance.now();
    const answer = await ask(contender, at);
    quickest = Math.min(quickest, performance.now() - startedAt);
    const expected: Hook[] = JSON.parse(body.toString()).data;
    if (contender.hooksIn) compare(contender.name, contender.hooksIn(JSON.parse(answer)), expected);
  }
  return quickest;
}

export async function ask({ name, url, key, paths, bodies }: Contender, at: number): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  // Such a number as the load's `{n}` becomes, but not one of them.
  const path = paths[at % paths.length].replace('{n}', '0000000000000');
  const response = await fetch(url + path, {
    method: bodies ? 'POST' : 'GET',
    headers,
    body: bodies?.[at],
    signal: AbortSignal.timeout(patienceMs),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} answers ${path} with ${response.status}: ${text.slice(0, 300)}`);
  return text;
}

function compare(name: string, given: readonly Hook[], expected: readonly Hook[]): void {
  if (given.length !== expected.length)
    throw new Error(`${name} answers ${given.length} hooks, not ${expected.length}.`);
  for (const [at, hook] of expected.entries()) {
    for (const field of fields) {
      // Directus and PostGraphile give a bigint as a string.
      if (String(given[at][field]) === String(hook[field])) continue;
      throw new Error(`${name} answers ${field} "${given[at][field]}" for hook ${at}, not "${hook[field]}".`);
    }
  }
}
