// JSON bodies: validated by their schema. All errors are reported at once, each with a JSON pointer.

import { z } from 'zod';
import { closestMatch, maxSuggestions } from '../../lib/did-you-mean.ts';
import { type Fault, fail, maxFaults } from '../../lib/errors.ts';

/** Body limit of public endpoints: fits the longest key request with every character escaped. */
export const maxPublicBodyBytes = 32 * 1024;

export function readBody<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) => toFaults(schema, issue)).slice(0, maxFaults);
  const [first] = errors;
  return fail('invalid_body', `${first?.pointer}: ${first?.detail}`, { errors });
}

const noObject = 'The body must be a JSON object, sent with Content-Type: application/json.';

function toFaults(schema: z.ZodType, issue: z.core.$ZodIssue): Fault[] {
  if (issue.code === 'invalid_type' && issue.path.length === 0) return [{ pointer: '#/', detail: noObject }];
  if (issue.code !== 'unrecognized_keys') return [{ pointer: pointerTo(issue.path), detail: issue.message }];
  const known = namesAt(schema, issue.path);
  return issue.keys.slice(0, maxFaults).map((name, index) => {
    const suggestion = index < maxSuggestions ? closestMatch(name, known) : undefined;
    const hint = suggestion ? `Did you mean ${suggestion}?` : `Known are: ${known.join(', ')}.`;
    return {
      pointer: pointerTo([...issue.path, name.slice(0, 60)]),
      detail: `${name.slice(0, 60)} is not known here. ${hint}`,
      did_you_mean: suggestion,
    };
  });
}

function pointerTo(path: readonly PropertyKey[]): `#/${string}` {
  return `#/${path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}

/** Names of the members that the schema has at a path. */
function namesAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return namesAt(schema.unwrap(), path);
  if (!(schema instanceof z.ZodObject)) return [];
  const [name, ...rest] = path;
  return name === undefined ? Object.keys(schema.shape) : namesAt(schema.shape[String(name)], rest);
}
