// Reads the values of a record at a column path. Inherited properties are ignored.

/** Values read of one array under `*`. */
const maxValues = 100;

export type ColumnPath = { name: string; steps: string[] };

export function compilePath(name: string): ColumnPath {
  return { name, steps: name.split('.') };
}

/** The values at a path: none, one, or several with `*`. A column whose own name contains dots takes precedence. */
export function valuesAt(record: Record<string, unknown>, path: ColumnPath): unknown[] {
  if (Object.hasOwn(record, path.name)) return [record[path.name]];
  if (path.steps.length === 1) return [];
  let level: unknown[] = [record];
  for (const step of path.steps) {
    const next: unknown[] = [];
    for (const value of level) {
      if (step === '*') {
        if (Array.isArray(value)) next.push(...value.slice(0, maxValues));
      } else if (hasOwn(value, step)) next.push(value[step]);
    }
    level = next.slice(0, maxValues);
  }
  return level;
}

function hasOwn<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
