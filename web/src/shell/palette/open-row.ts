// openRow: goes to a list and moves the focus to the row of a record once it is there; or to a field of a form, by its name.
import { navigate } from 'wouter/use-browser-location';

const maxWaitMs = 5000;

export function openRow(path: string, id: string | undefined): void {
  navigate(path);
  if (!id || path.includes(id)) return;
  const until = performance.now() + maxWaitMs;
  const attempt = (now: number) => {
    const name = CSS.escape(id);
    const row = document.querySelector<HTMLElement>(`[data-row="${name}"], .field[name="${name}"]`);
    if (!row) {
      if (now < until) requestAnimationFrame(attempt);
      return;
    }
    // Revoked keys are folded.
    row.closest('details')?.setAttribute('open', '');
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  };
  // The page takes the focus first when it has changed.
  requestAnimationFrame(attempt);
}
