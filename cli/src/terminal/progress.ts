// Progress bar on stderr, redrawn in place. Draws nothing if stderr is not a terminal.
import { stderr } from 'node:process';

export type Progress = {
  /** `total` is 0 as long as it is unknown. */
  update: (label: string, done: number, total: number) => void;
  /** Removes the bar. */
  end: () => void;
};

const barWidth = 24;
const redrawMs = 80;

export function createProgress(): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let startedAt = performance.now();
  let startedWith = 0;
  let shownLabel = '';
  const clear = () => stderr.isTTY && stderr.write('\r\u001b[K');
  return {
    update: (label, done, total) => {
      const now = performance.now();
      if (label !== shownLabel)
        [startedAt, startedWith, shownLabel, drawnAt] = [now, done, label, Number.NEGATIVE_INFINITY];
      if (!stderr.isTTY || now - drawnAt < redrawMs) return;
      drawnAt = now;
      const perMs = (done - startedWith) / (now - startedAt);
      const tail =
        total > 0
          ? `${bar(done / total)} ${formatBytes(done)} of ${formatBytes(total)}${rest(perMs, total - done)}`
          : `${Math.round((now - startedAt) / 1000)} s`;
      stderr.write(`\r\u001b[K${`${label} ${tail}`.slice(0, (stderr.columns || 80) - 1)}`);
    },
    end: clear,
  };
}

function bar(share: number): string {
  const full = Math.round(share * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${String(Math.floor(share * 100)).padStart(3)} %`;
}

function rest(perMs: number, left: number): string {
  if (!(perMs > 0)) return '';
  return `, ${formatBytes(perMs * 1000)}/s, ${Math.ceil(left / perMs / 1000)} s left`;
}

/** “2.4 MB” */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  const power = Math.min(4, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${['B', 'kB', 'MB', 'GB', 'TB'][power]}`;
}
