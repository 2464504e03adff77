// ReportList: reports with the hook they name, and the two decisions.
import type { Report } from '../../api/openapi.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { HookText } from '../../kit/display/hook-text.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { reasonTexts } from './report-reasons.ts';

type ReportListProps = {
  reports: readonly Report[];
  onDecide: (kind: 'dismiss' | 'takedown', report: Report) => void;
};

export function ReportList({ reports, onDecide }: ReportListProps) {
  return (
    <ul aria-label="Reports" className="divide-y rounded-md border bg-surface">
      {reports.map((report) => (
        <li key={report.id} id={report.id} className="flex flex-wrap items-start gap-x-6 gap-y-3 p-4">
          <div className="stack min-w-0 flex-1 basis-80 gap-2">
            <Subject report={report} />
            <p dir="auto" className="max-w-180 whitespace-pre-line text-muted wrap-anywhere">
              {report.details}
            </p>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
              <Badge tone={report.reason === 'other' ? 'neutral' : 'warn'}>{reasonTexts[report.reason]}</Badge>
              <a href={`mailto:${encodeURIComponent(report.email)}`} className="wrap-anywhere hover:text-ink">
                {report.email}
              </a>
              <span className="text-faint">
                reported <Time at={report.created_at} />
              </span>
            </p>
          </div>
          {report.state === 'waiting' ? (
            <div className="flex gap-2">
              {report.hook && report.hook.text !== '' && (
                <Button small icon="trash" onClick={() => onDecide('takedown', report)}>
                  Take down…
                </Button>
              )}
              <Button small kind="ghost" onClick={() => onDecide('dismiss', report)}>
                Dismiss…
              </Button>
            </div>
          ) : (
            report.decided_at && (
              <span className="text-xs text-muted">
                decided <Time at={report.decided_at} />
              </span>
            )
          )}
        </li>
      ))}
    </ul>
  );
}

/** The hook, or the video that was given in its place. */
function Subject({ report: { hook, hook_id, url } }: { report: Report }) {
  if (hook_id !== null && hook !== null)
    return (
      <div className="stack gap-1.5">
        <HookText whole>{hook.text}</HookText>
        <span>
          <LinkButton small href={`/console/hooks?hook=${hook_id}`}>
            Open hook
          </LinkButton>
        </span>
      </div>
    );
  if (hook_id !== null) return <p className="font-medium">{hook_id}, which doesn’t exist</p>;
  if (url === null) return <p className="font-medium">Taken down</p>;
  return (
    <div className="stack gap-1.5">
      {/* Not a link, since the URL is untrusted input. */}
      <p className="font-mono text-xs wrap-anywhere">{url}</p>
      <span>
        <LinkButton small icon="search" href={`/console/hooks?source_url=${encodeURIComponent(url)}&state=any`}>
          Find hook
        </LinkButton>
      </span>
    </div>
  );
}
