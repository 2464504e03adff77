// Asserts that a value exists, such as the first of a list.
import assert from 'node:assert/strict';

export function defined<T>(value: T | undefined, message = 'expected a value'): T {
  assert.ok(value !== undefined, message);
  return value;
}
