// Reloads the page once if the service has been updated since it was loaded: the chunks of the former build are gone.

const reloadedFor = 'hookline.reloaded';

/** True if the page is being reloaded. Once per build, so never in a loop, even if processes of both builds answer. */
export async function reloadIfUpdated(): Promise<boolean> {
  const loaded = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
  try {
    const response = await fetch('/', { cache: 'no-cache', signal: AbortSignal.timeout(5000) });
    const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(await response.text()) ?? [];
    if (!script || new URL(script, location.href).href === loaded || sessionStorage.getItem(reloadedFor) === script)
      return false;
    sessionStorage.setItem(reloadedFor, script);
    location.reload();
    return true;
  } catch {
    return false;
  }
}
