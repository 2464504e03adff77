// JSON bodies against their schema: everything that is wrong at once, each with a pointer to its place.
import type { z } from 'zod';
import { fail } from '../errors.ts';

export function readBody<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, 20).map(({ path, message }) => ({
    pointer: `#/${path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`,
    detail: message,
  }));
  return fail('invalid_body', `${errors[0].pointer}: ${errors[0].detail}`, { errors });
}
