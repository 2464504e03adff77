// Sizes of large inputs and repeated kills: full in CI, small elsewhere, so that a local run is quick.

export function scaled(full: number, small: number): number {
  return process.env.CI === 'true' ? full : small;
}
