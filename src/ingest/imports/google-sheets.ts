// Google Sheets: the link of a sheet, as copied from the browser, as the URL of its CSV.

const sheet = /^\/spreadsheets\/(?:u\/\d+\/)?d\/(e\/)?([\w-]{10,})(?:\/(edit|view|preview|htmlview|pubhtml))?\/?$/;

function isGoogle(url: URL): boolean {
  return url.hostname === 'docs.google.com' && url.pathname.startsWith('/spreadsheets/');
}

/** Other URLs unchanged, also those of a CSV: `pub?output=csv`, `export?format=csv`. */
export function downloadUrlOf(url: URL): URL {
  const found = isGoogle(url) ? sheet.exec(url.pathname) : null;
  if (found === null) return url;
  const [, published = '', id] = found;
  const download = new URL(`/spreadsheets/d/${published}${id}/${published ? 'pub?output' : 'export?format'}=csv`, url);
  const gid = new URLSearchParams(url.hash.slice(1)).get('gid') ?? url.searchParams.get('gid');
  if (gid !== null) download.searchParams.set('gid', gid);
  return download;
}

/** The last part of its path is the same for all sheets. */
export function sheetIdOf(url: URL): string | undefined {
  return isGoogle(url) ? /\/d\/(?:e\/)?([\w-]+)/.exec(url.pathname)?.[1] : undefined;
}

/** What to do if a sheet answers with a page instead of its CSV, or undefined. */
export function findSharingProblem(
  url: URL,
  status: number,
  contentType: string | null | undefined,
): string | undefined {
  const isPage = status === 401 || status === 403 || (status === 200 && contentType?.startsWith('text/html'));
  if (!isGoogle(url) || !isPage) return undefined;
  return 'The Google sheet is not shared. In Google Sheets, choose Share, then General access: Anyone with the link. Then try again.';
}
