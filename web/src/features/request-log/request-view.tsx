// RequestView: one logged call with its parameters, the error response, and “Run again”.

import type { LoggedRequestDetail } from '@hookline/sdk';
import { useApi } from '../../api/use-api.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Code, Id } from '../../kit/code/code.tsx';
import { StatusDot } from '../../kit/display/badge.tsx';
import { Facts } from '../../kit/display/card.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { LinkButton } from '../../kit/forms/button.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { formatBytes, formatMoment, formatMs } from '../../kit/page/format.ts';
import { Load } from '../../kit/page/load.tsx';
import { statusText } from '../usage/usage-records.ts';
import type { RequestLog } from './log-client.ts';
import { explorerLink, isFeed, parametersOf, sampleText, toneOf, whyNotRepeatable } from './log-query.ts';
import { RunAgain } from './run-again.tsx';

type RequestViewProps = { log: RequestLog; id: string; isOwn: boolean };

export function RequestView({ log, id, isOwn }: RequestViewProps) {
  const response = useApi([log.path, id], () => log.get(id), { once: true });
  return (
    <Load from={response} skeleton={<Skeleton className="h-96 w-full" />}>
      {(call) => (
        <div className="stack gap-5">
          <p className="font-mono text-sm wrap-anywhere">
            <span className="text-muted">{call.method}</span> {call.path}
          </p>
          <Summary call={call} />
          <RunAgain key={call.request_id} path={call.path} whyNot={isOwn ? whyNotRepeatable(call) : ''}>
            <CopyButton text={() => location.href} label="Copy link" showLabel />
            {isOwn && explorerLink(call) && <LinkButton href={explorerLink(call) ?? ''}>Open in Hooks</LinkButton>}
            {call.method === 'GET' && (
              <span className="ml-auto">
                <ApiCall call={toCall(call)} title="Show this API call" />
              </span>
            )}
          </RunAgain>
          <Parameters path={call.path} />
          {call.problem && <Answered problem={call.problem} />}
        </div>
      )}
    </Load>
  );
}

function Summary({ call }: { call: LoggedRequestDetail }) {
  const { status, at, key_name, key_id, ms, bytes, request_id, endpoint, via, sample_rate, expires_at } = call;
  return (
    <Facts
      facts={{
        Status: (
          <StatusDot tone={toneOf(status)}>
            {status} {statusText(status).title}
          </StatusDot>
        ),
        Time: formatMoment(at),
        Took: formatMs(ms),
        Size: `${formatBytes(bytes)} before compression`,
        [isFeed(key_id) ? 'Feed' : 'Key']: key_name ?? key_id,
        Endpoint: <code className="font-mono text-xs">{endpoint}</code>,
        ...(via ? { Via: 'A tool of the MCP server' } : {}),
        'Request ID': <Id>{request_id}</Id>,
        ...(sample_rate < 1 ? { Sample: `${sampleText(sample_rate)} such calls of this second was logged` } : {}),
        'Kept until': formatMoment(expires_at),
      }}
    />
  );
}

/** The error response, as sentences and as the whole document. */
function Answered({ problem }: { problem: Record<string, unknown> }) {
  const { detail, errors } = problem as { detail?: string; errors?: { detail?: string }[] };
  const more = (errors ?? []).flatMap((error) => (error.detail && error.detail !== detail ? [error.detail] : []));
  return (
    <section className="stack gap-2">
      <h3 className="font-medium">Response</h3>
      {[...(detail ? [detail] : []), ...more].map((text) => (
        <p key={text} className="wrap-anywhere">
          {text}
        </p>
      ))}
      <Code label="Problem document" wrap>
        {JSON.stringify(problem, null, 2)}
      </Code>
    </section>
  );
}

function Parameters({ path }: { path: string }) {
  const parameters = Object.entries(parametersOf(path));
  if (parameters.length === 0) return null;
  return (
    <section className="stack gap-2">
      <h3 className="font-medium">Parameters</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md border p-3 font-mono text-xs">
        {parameters.map(([name, values]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere">{values.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function toCall({ path }: LoggedRequestDetail) {
  return { path: path.split('?', 1)[0] ?? path, query: parametersOf(path) };
}
