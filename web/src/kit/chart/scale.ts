// Chart scale: values to pixel positions, axis ticks, and the point under the pointer.

export type Series = {
  name: string;
  /** One value per point; missing values count as 0. */
  values: readonly number[];
  tone?: 'accent' | 'good' | 'warn' | 'bad' | 'neutral' | 'served' | 'quiet' | 'failed';
};

export type Scale = {
  x: (index: number) => number;
  y: (value: number) => number;
  /** Pixels between two points. */
  step: number;
  ticks: readonly number[];
  bottom: number;
  left: number;
  indexAt: (x: number) => number;
};

const left = 36;
const bottomSpace = 20;
const topSpace = 6;

type ScaleInput = { series: readonly Series[]; isStacked: boolean; count: number; width: number; height: number };

export function scaleOf({ series, isStacked, count, width, height }: ScaleInput): Scale {
  const tops = Array.from({ length: count }, (_, index) => {
    const values = series.map((one) => one.values[index] ?? 0);
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  const highest = Math.max(0, ...tops) || 1;
  const tick = niceStep(highest);
  const intervals = Math.max(1, Math.ceil(highest / tick));
  const ticks = Array.from({ length: intervals + 1 }, (_, at) => at * tick);
  const top = intervals * tick;
  const bottom = height - bottomSpace;
  const step = Math.max(1, width - left) / Math.max(1, count);
  return {
    x: (index) => left + step * (index + 0.5),
    y: (value) => bottom - (value / top) * (bottom - topSpace),
    step,
    ticks,
    bottom,
    left,
    indexAt: (x) => Math.floor((x - left) / step),
  };
}

/** A step of 1, 2 or 5 times a power of ten, for about three ticks. */
function niceStep(top: number): number {
  const rough = top / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  return top >= 1 ? Math.max(1, step) : step;
}

const fills = {
  accent: 'var(--color-coral)',
  good: 'var(--color-good-mark)',
  warn: 'var(--color-warn-mark)',
  bad: 'var(--color-bad-mark)',
  neutral: 'var(--color-faint)',
  quiet: 'var(--color-strong)',
  // Next to red, a dark grey would stand out most.
  served: 'color-mix(in srgb, var(--color-faint) 72%, var(--color-surface))',
  failed: 'color-mix(in srgb, var(--color-bad-mark) 55%, var(--color-ink))',
};
const defaultFills = ['var(--color-coral)', 'var(--color-faint)', 'var(--color-strong)'];

export function fillOf({ tone }: Series, index: number): string {
  return tone ? fills[tone] : (defaultFills[index % defaultFills.length] ?? fills.accent);
}
