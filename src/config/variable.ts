// Variable of the configuration: its schema with name, default and meaning, from which the documentation is derived.
import { z } from 'zod';

type Variable = {
  name: string;
  /** The text that an unset or empty variable stands for. */
  default?: string;
  /** What the documentation shows where there is no such text. */
  shownDefault?: string;
  meaning: string;
};

export const registry = z.registry<Variable>();

export function variable<Schema extends z.ZodType<unknown, string | undefined>>(
  schema: Schema,
  about: Variable,
): Schema {
  // The registry knows a schema by identity, and two variables may share one.
  const own = schema.clone();
  registry.add(own, about);
  return own;
}
