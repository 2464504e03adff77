// Reloads the page once if a chunk of it is missing, such as a chunk of the previous build after an update of the service.

const reloadedFor = 'hookline.reloaded';

/** Matches the error messages of Chromium, Firefox and Safari. */
export const isChunkMissing = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);

/**
 * Returns true if the page is being reloaded, because the service serves another build or a chunk is missing. Reloads once per build and
 * path, so never in a loop, even if processes of both builds respond.
 */
export async function reloadIfUpdated(error: unknown): Promise<boolean> {
  const loaded = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
  try {
    const response = await fetch('/', { cache: 'no-cache', signal: AbortSignal.timeout(5000) });
    const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(await response.text()) ?? [];
    if (!script) return false;
    const isUpdated = new URL(script, location.href).href !== loaded;
    const reason = isUpdated ? script : script + location.pathname;
    if (!(isUpdated || isChunkMissing(error)) || sessionStorage.getItem(reloadedFor) === reason) return false;
    sessionStorage.setItem(reloadedFor, reason);
    location.reload();
    return true;
  } catch {
    return false;
  }
}
