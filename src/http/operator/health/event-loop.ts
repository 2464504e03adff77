// Event loop delay of this process, over windows of five minutes.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HealthFigures } from './health-schema.ts';

const resolutionMs = 20;
const windowMs = 5 * 60_000;

export type EventLoop = { read: () => HealthFigures['process']['event_loop']; stop: () => void };

export function watchEventLoop(): EventLoop {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  let since = new Date();
  histogram.enable();
  // The histogram records the time between two ticks of a timer; only what exceeds its period is delay.
  const toMs = (ns: number) => (Number.isFinite(ns) ? Math.max(0, Math.round((ns / 1e6 - resolutionMs) * 10) / 10) : 0);
  return {
    read: () => {
      const { mean, max } = histogram;
      const figures = { mean_ms: toMs(mean), p99_ms: toMs(histogram.percentile(99)), max_ms: toMs(max) };
      const read = { ...figures, since: since.toISOString() };
      if (Date.now() - since.getTime() > windowMs) {
        histogram.reset();
        since = new Date();
      }
      return read;
    },
    stop: () => void histogram.disable(),
  };
}
