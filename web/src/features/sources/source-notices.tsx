// SourceNotices: what to know of a source or its preview although it did not fail, with what to do and until when.
import type { SourceNotice } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatNumber } from '../../kit/page/format.ts';

const shown = 5;

export function SourceNotices({ notices }: { notices: readonly SourceNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <div className="stack gap-3">
      {notices.slice(0, shown).map(({ location, message, remedy, until }) => (
        <Banner key={`${location} ${message}`} title={message}>
          {location && <p className="font-mono text-xs wrap-anywhere">{location}</p>}
          {remedy && <p className="wrap-anywhere">{remedy}</p>}
          {until && (
            <p>
              Continues by itself <Time at={until} />.
            </p>
          )}
        </Banner>
      ))}
      {notices.length > shown && (
        <details className="rounded-md border p-3">
          <summary className="w-fit rounded-sm font-medium">
            {formatNumber(notices.length - shown)} more notices
          </summary>
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
