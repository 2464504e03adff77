// The kinds of reads to measure, as paths for a catalog of generated hooks.

/** Service that receives the requests of a case. */
export type Target = { url: string; key: string };
export type Case = { name: string; paths: readonly string[] };

const labels = ['archetype', 'niche', 'emotional_trigger', 'platform', 'format'];
const windows = ['24h', '7d', '30d'];

/** A unique number above every view count: makes the query new without changing its results. */
const uncached = 'max_views=9{n}';

/** Words of the catalog, including a typo and a prefix. */
const searches = [
  ...['morning routine', 'money', 'stop scrolling', 'mistake', 'coffee', 'nobody tells you', 'skin', 'workout'],
  ...['recipe', 'morming routine', 'secret', 'my dog', 'budget', 'phot', 'first day', 'never again'],
].map((words) => `/hooks?q=${encodeURIComponent(words)}`);

export async function readCases(target: Target): Promise<Case[]> {
  const { niche, archetype } = await valuesInUse(target);
  const lists = await listPaths(target);
  const facets = niche.map((name, at) => {
    const two = [archetype[at % archetype.length], archetype[(at + 7) % archetype.length]];
    return `/hooks?niche=${name}&archetype=${two}&min_views=150000&facets=platform,emotional_trigger`;
  });
  const deep = await cursorsFrom(target, '/hooks?', 100_000, 200);
  // More pages of 100 hooks than the page cache holds.
  const changes = await cursorsFrom(target, '/changes?', 0, 1_000);
  const changePages = changes.map((cursor) => `/changes?limit=100&cursor=${cursor}`);
  const trends = labels.flatMap((by) => windows.map((window) => `/trends?by=${by}&window=${window}`));
  const cases: Case[] = [
    { name: 'list', paths: lists },
    { name: 'list, every query new', paths: lists.map((path) => `${path}&${uncached}`) },
    { name: 'three filters and facets', paths: facets },
    { name: 'three filters and facets, every query new', paths: facets.map((path) => `${path}&${uncached}`) },
    { name: 'random', paths: niche.map((name) => `/hooks/random?niche=${name}&count=20`) },
    { name: 'random, every query new', paths: niche.map((name) => `/hooks/random?niche=${name}&count=20&${uncached}`) },
    { name: '`q`', paths: searches },
    { name: '`q`, every query new', paths: searches.map((path) => `${path}&${uncached}`) },
    { name: 'trends', paths: trends },
    { name: 'trends, every query new', paths: niche.map((name) => `/trends?niche=${name}&${uncached}`) },
    { name: 'changes', paths: changePages.slice(0, 100) },
    { name: 'changes, every page new', paths: changePages.length > 900 ? changePages : [] },
    { name: 'page at depth 100,000', paths: deep.map((cursor) => `/hooks?limit=20&cursor=${cursor}`) },
  ];
  return cases.filter(({ paths }) => paths.length > 0);
}

/** Lists of 20 hooks by niche, and by niche and platform. */
export async function listPaths(target: Target): Promise<string[]> {
  const { niche, platform } = await valuesInUse(target);
  const platforms = ['', ...platform.slice(0, 4).map((name) => `&platform=${name}`)];
  return niche.flatMap((name) => platforms.map((more) => `/hooks?niche=${name}&limit=20${more}`));
}

async function valuesInUse(target: Target): Promise<Record<'niche' | 'archetype' | 'platform', string[]>> {
  const { data } = await get<{ data: { values: Record<string, object> } }>(target, '/meta');
  const names = (label: string) => Object.keys(data.values[label] ?? {});
  return { niche: names('niche'), archetype: names('archetype'), platform: names('platform') };
}

/** Cursors of consecutive pages from `depth` hooks on, at most `count`. */
async function cursorsFrom(target: Target, list: string, depth: number, count: number): Promise<string[]> {
  const cursors: string[] = [];
  let next: string | null = null;
  for (let seen = 0; cursors.length < count; ) {
    const limit = seen < depth || depth === 0 ? 100 : 20;
    const page: { next_cursor: string | null } = await get(
      target,
      `${list}limit=${limit}${next ? `&cursor=${next}` : ''}`,
    );
    next = page.next_cursor;
    seen += limit;
    if (next === null) return cursors;
    if (seen >= depth) cursors.push(next);
  }
  return cursors;
}

async function get<T>({ url, key }: Target, path: string): Promise<T> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Mean size of the response bodies of the first 30 paths, in bytes. */
export async function typicalBytes({ url, key }: Target, paths: readonly string[]): Promise<number> {
  const sizes: number[] = [];
  for (const path of paths.slice(0, 30)) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(url + path.replace('{n}', '1000000000000'), { headers });
    sizes.push((await response.arrayBuffer()).byteLength);
  }
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
}
