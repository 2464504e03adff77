// Intervals of updates as text.

const intervalUnits: Readonly<Record<string, [one: string, many: string]>> = {
  m: ['min', 'min'],
  h: ['h', 'h'],
  d: ['day', 'days'],
};

/** “4 h” or “1 day” for a configured interval such as `4h`. */
export function formatInterval(interval: string): string {
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(interval) ?? [];
  const names = intervalUnits[unit];
  return names ? `${count} ${names[count === '1' ? 0 : 1]}` : interval;
}
