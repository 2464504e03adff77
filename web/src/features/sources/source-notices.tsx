// SourceNotices: notices of a source or its preview that are no failures, with the remedy and until when they apply.
import type { SourceNotice } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { plural } from '../../kit/page/format.ts';

/** Notices with an end time come first, since they concern the whole source. */
const shown = 3;

type SourceNoticesProps = {
  notices: readonly SourceNotice[];
  /** A preview is not retried automatically. */
  isPreview?: boolean;
};

export function SourceNotices({ notices: given, isPreview }: SourceNoticesProps) {
  if (given.length === 0) return null;
  const notices = given.toSorted((a, b) => Number(b.until !== null) - Number(a.until !== null));
  return (
    <div className="stack gap-3">
      {notices.slice(0, shown).map(({ location, message, remedy, until }) => (
        <Banner key={`${location} ${message}`} title={message}>
          {location && <p className="font-mono text-xs wrap-anywhere">{location}</p>}
          {remedy && <p className="wrap-anywhere">{remedy}</p>}
          {until && (
            <p>
              {isPreview ? 'Try again' : 'Retries automatically'} <Time at={until} />.
            </p>
          )}
        </Banner>
      ))}
      {notices.length > shown && (
        <details className="rounded-md border p-3">
          <summary className="w-fit rounded-sm font-medium">{plural(notices.length - shown, 'more notice')}</summary>
          <ul className="stack gap-2 pt-3 text-muted">
            {notices.slice(shown).map(({ location, message, remedy }) => (
              <li key={`${location} ${message}`} className="wrap-anywhere">
                <span className="font-mono text-xs">{location}</span> {message} {remedy}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
