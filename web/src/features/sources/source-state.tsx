// SourceState: running, OK, failing or paused, and whether there are notices.
import type { Source } from '../../api/openapi.ts';
import { Badge, StatusDot, type Tone } from '../../kit/display/badge.tsx';
import { Time } from '../../kit/display/time.tsx';
import { plural } from '../../kit/page/format.ts';

const states: Record<Source['state'], [tone: Tone, text: string]> = {
  running: ['accent', 'Running'],
  waiting: ['good', 'OK'],
  failing: ['bad', 'Failing'],
  paused: ['neutral', 'Paused'],
};

export function SourceState({ of: source }: { of: Source }) {
  const [tone, text] = states[source.state];
  const { notices } = source;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <StatusDot tone={tone}>
        {text}
        {source.state === 'running' && source.running_since && (
          <span className="text-muted">
            since <Time at={source.running_since} />
          </span>
        )}
      </StatusDot>
      {notices.length > 0 && <Badge tone="warn">{plural(notices.length, 'notice')}</Badge>}
    </span>
  );
}
