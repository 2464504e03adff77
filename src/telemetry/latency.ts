// How long answers take, of the last minutes, in fixed buckets: counting one allocates nothing. Moments come from the caller.

const windowMinutes = 15;
const minuteMs = 60_000;
/** A power of two with room for the window, so that a minute finds its slot by its last bits. */
const slots = 16;
/** Eight to a doubling, up to 35 minutes: a figure is at most an eighth too high. */
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
  /** `at` is the moment of the answer, of a clock that never goes back. */
  record: (tookMs: number, at: number) => void;
  /** Of the minute of `at` and the fourteen before; null where nothing was answered. */
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
    counts[slot * buckets + bucketOf(tookMs)] += 1;
  }

  function read(at: number): LatencyFigures {
    const last = Math.floor(at / minuteMs);
    const sums = new Float64Array(buckets);
    let requests = 0;
    for (let slot = 0; slot < slots; slot++) {
      if (minutes[slot] < 0 || minutes[slot] <= last - windowMinutes) continue;
      for (let bucket = 0; bucket < buckets; bucket++) {
        sums[bucket] += counts[slot * buckets + bucket];
        requests += counts[slot * buckets + bucket];
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

/** What every answer of the bucket took less than, in milliseconds. */
function upperBound(bucket: number): number {
  const us = bucket < 8 ? bucket + 1 : ((bucket & 7) + 9) * 2 ** ((bucket >> 3) - 1);
  return Number((us / 1000).toPrecision(3));
}

function percentileOf(sums: Float64Array, rank: number): number {
  let seen = 0;
  for (let bucket = 0; bucket < buckets; bucket++) {
    seen += sums[bucket];
    if (seen >= rank) return upperBound(bucket);
  }
  return upperBound(buckets - 1);
}
