// Content security policy of a document without scripts, whose style is allowed by its hash.
import { createHash } from 'node:crypto';

/** `forms` are the allowed targets of forms. */
export function documentPolicy(style: string, forms = "'none'"): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
  ].join('; ');
}
