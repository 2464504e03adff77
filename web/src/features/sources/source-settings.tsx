// SourceSettings: where a source reads from and how, with a long list of locations folded.
import type { ReactNode } from 'react';
import type { SourceDetail } from '../../api/openapi.ts';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { Button, LinkButton } from '../../kit/forms/button.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { presetName } from '../bulk/hook-state.ts';

export function SourceSettings({ source, onEdit }: { source: SourceDetail; onEdit: () => void }) {
  return (
    <Section
      title="Settings"
      actions={
        <>
          <LinkButton small href={`/console/hooks?source=${encodeURIComponent(source.name)}`}>
            View hooks
          </LinkButton>
          <Button small onClick={onEdit}>
            Edit…
          </Button>
        </>
      }
    >
      <Card>
        <Facts facts={factsOf(source)} />
      </Card>
    </Section>
  );
}

const code = (text: string) => <code className="font-mono text-xs wrap-anywhere">{text}</code>;

function factsOf(source: SourceDetail): Record<string, ReactNode> {
  const { request, collect } = source;
  const pairs = [...source.map, ...source.set];
  const isCollected = /^(youtube|yt-dlp):/.test(source.location);
  return {
    [isCollected ? 'Locations' : 'Location']: <Locations location={source.location} isList={isCollected} />,
    Interval: code(source.runs_every),
    ...(collect ? { Videos: videosText(collect) } : {}),
    ...(request?.headers
      ? {
          Headers: code(
            Object.entries(request.headers)
              .map((pair) => pair.join(': '))
              .join('\n'),
          ),
        }
      : {}),
    ...(request?.next || request?.page ? { Pages: code(request.next ?? `?${request.page}=1, 2, 3…`) } : {}),
    Preset: source.preset ? presetName(source.preset) : 'None: the column names are used',
    ...(pairs.length > 0 ? { Mapping: code(pairs.join(', ')) } : {}),
    ...(source.records ? { Records: code(source.records) } : {}),
    ...(source.records_of ? { 'Keys of the records': code(source.records_of) } : {}),
    'Missing hooks': source.snapshot ? `Retired${source.allow_shrink ? ', even more than half at once' : ''}` : 'Kept',
  };
}

const fewLocations = 6;

function Locations({ location, isList }: { location: string; isList: boolean }) {
  const parts = isList ? (location.match(/(?:"[^"]*"|[^\s"])+/g) ?? []) : [location];
  const list = (shown: readonly string[]) => (
    <ul className="stack gap-0.5">
      {shown.map((part) => (
        <li key={part}>{code(part)}</li>
      ))}
    </ul>
  );
  if (parts.length <= fewLocations) return list(parts);
  return (
    <div className="stack gap-1">
      {list(parts.slice(0, fewLocations))}
      <details>
        <summary className="w-fit rounded-sm text-muted">{formatNumber(parts.length - fewLocations)} more</summary>
        {list(parts.slice(fewLocations))}
      </details>
    </div>
  );
}

function videosText({ max_seconds, orientation, max_videos, language, region }: NonNullable<SourceDetail['collect']>) {
  const length = max_seconds === null ? 'any length' : `up to ${formatNumber(max_seconds ?? 180)} s`;
  const parts = [
    length,
    orientation === 'any' ? 'any orientation' : 'vertical or square',
    max_videos && `the newest ${formatNumber(max_videos)} of each location`,
    language && `language ${language}`,
    region && `country ${region}`,
  ];
  return parts.filter(Boolean).join(', ');
}
