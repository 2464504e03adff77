// Compiles a function from an expression that is generated from a table.

/**
 * `expression` may use `parameter` and the names of `scope`. Only for loops over the whole catalog, and never with input of users:
 * an object filled in a loop over its members makes a rebuild of 200,000 hooks 8 % slower than an object literal.
 */
export function compile<Argument, Result>(
  parameter: string,
  expression: string,
  scope: Readonly<Record<string, unknown>>,
): (argument: Argument) => Result {
  const create = new Function(...Object.keys(scope), `return (${parameter}) => (${expression});`);
  return create(...Object.values(scope));
}
