// Details: what an audit record has in addition to its sentence, with values before and after.
import { Fragment } from 'react';
import type { Detail } from './audit-text.ts';

export function Details({ details }: { details: readonly Detail[] }) {
  if (details.length === 0) return null;
  return (
    <dl className="grid gap-x-2 text-xs text-muted grid-cols-[auto_1fr]">
      {details.map(({ name, from, to }) => (
        <Fragment key={name}>
          <dt className="text-faint">{name}</dt>
          <dd dir="auto" className="min-w-0 wrap-anywhere">
            {from !== undefined && (
              <>
                <span>{from}</span> <span aria-hidden="true">→</span>
                <span className="sr-only">to</span>{' '}
              </>
            )}
            <span className="text-ink">{to}</span>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
