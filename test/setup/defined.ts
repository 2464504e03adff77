// The value that a test knows to be there, such as the first of a list.
import assert from 'node:assert/strict';

/** Fails where the value is undefined. */
export function defined<T>(value: T | undefined, message = 'expected a value'): T {
  assert.ok(value !== undefined, message);
  return value;
}
