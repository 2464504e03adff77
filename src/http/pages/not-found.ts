// The page that a browser gets for an unknown address: one document without scripts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const body = readFileSync(new URL('./not-found.html', import.meta.url), 'utf8');
const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];

export const notFoundPage = {
  body,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  },
};
