// The full record of a hook: text, labels and their origin, performance, video, and the raw JSON.
import type { HookDetail, LabelReason } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { filterTitle } from '../../../../sdk/src/filter-words.ts';
import { labelName } from '../../api/label-names.ts';
import { Code, Id } from '../../kit/code/code.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { Count } from '../../kit/display/count.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatDate, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { describeOrigin, type Origin, textMethods } from '../../kit/page/label-origin.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { valueName } from '../filters/filter-text.ts';
import { type LabelField, linkWith } from '../filters/hook-filters.ts';
import { LabelReasons } from './label-reasons.tsx';
import { Template } from './template.tsx';

const SimilarHooks = lazyPart(
  () => import('./similar-hooks.tsx'),
  'SimilarHooks',
  <Skeleton className="h-100 w-full" />,
);

const labels = ['archetype', 'emotional_trigger', 'niche', 'platform', 'format', 'language'] as const;
/** Longest text in characters that fits two lines of the display size. */
const displayLength = 110;
const unknown = <span className="text-faint">Unknown</span>;

export function HookRecord({ hook }: { hook: HookDetail }) {
  return (
    <>
      <div className="stack gap-3">
        <p
          dir="auto"
          className={`font-semibold whitespace-pre-line wrap-anywhere [unicode-bidi:isolate] ${hook.text.length <= displayLength ? 'text-display max-sm:text-title' : 'text-title'}`}
        >
          {hook.text}
        </p>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          {labels.map((name) => hook[name] && <LabelLink key={name} name={name} value={hook[name]} />)}
          <span className="text-muted">
            <Count value={hook.views} unit="views" />
          </span>
          {hook.sample && <Badge>Sample</Badge>}
        </div>
        {hook.sample && (
          <p className="text-xs text-muted">Sample data with invented figures, shown until real hooks are imported.</p>
        )}
      </div>
      <Tabs
        label="Hook views"
        tabs={[
          { id: 'record', label: 'Details', panel: <Groups hook={hook} /> },
          {
            id: 'json',
            label: 'JSON',
            panel: (
              <Code label="Hook as JSON" wrap>
                {JSON.stringify(hook, null, 2)}
              </Code>
            ),
          },
        ]}
      />
      <SimilarHooks id={hook.id} />
    </>
  );
}

function Groups({ hook }: { hook: HookDetail }) {
  const { views_captured_at: captured, published_at: published } = hook;
  const capturedAt = captured ? <Time at={captured} /> : unknown;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="stack gap-6">
        <Group title="Text">
          <Facts
            facts={{
              Template: hook.template ? <Template hook={hook.id}>{hook.template}</Template> : unknown,
              'Word count': formatNumber(hook.word_count),
              Language: hook.language ? valueName('language', hook.language) : unknown,
            }}
          />
        </Group>
        <Group title="Labels">
          <Facts
            facts={{
              Archetype: (
                <LabelFact value={hook.archetype} origin={hook.labels.archetype} reasons={hook.why.archetype} />
              ),
              Emotion: (
                <LabelFact
                  value={hook.emotional_trigger}
                  origin={hook.labels.emotional_trigger}
                  reasons={hook.why.emotional_trigger}
                />
              ),
              Niche: <LabelFact value={hook.niche} origin={hook.labels.niche} reasons={hook.why.niche} />,
              Format: hook.format ? <LabelFact value={hook.format} origin={hook.labels.format} /> : unknown,
            }}
          />
        </Group>
        <Group title="Catalog">
          <Facts
            facts={{
              ID: <Id>{hook.id}</Id>,
              Added: <Time at={hook.added_at} />,
              Updated: <Time at={hook.updated_at} />,
            }}
          />
        </Group>
      </div>
      <div className="stack gap-6">
        <Group title="Performance">
          <Facts
            facts={{
              Views: formatNumber(hook.views),
              Captured: capturedAt,
              Likes: engagement(hook.likes, hook.views),
              Comments: engagement(hook.comments, hook.views),
              Shares: engagement(hook.shares, hook.views),
            }}
          />
        </Group>
        <Group title="Video">
          <Facts
            facts={{
              Platform: labelName(hook.platform),
              Creator: hook.creator ? <span dir="auto">{hook.creator}</span> : unknown,
              Published: published ? <Time at={published} format={formatDate} /> : unknown,
              Duration: hook.duration_seconds === null ? unknown : `${formatNumber(hook.duration_seconds)} s`,
              ...(hook.series_part === null ? {} : { Part: formatNumber(hook.series_part) }),
              Source: <SourceLink url={hook.source_url} />,
              ...(hook.source_state === 'unavailable' ? { State: 'No longer available' } : {}),
              ...(hook.text_method ? { Text: textMethods[hook.text_method] } : {}),
              ...(hook.raw_text === null ? {} : { 'Source text': <span dir="auto">{hook.raw_text}</span> }),
            }}
          />
        </Group>
      </div>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <Card>{children}</Card>
    </Section>
  );
}

function LabelLink({ name, value }: { name: LabelField; value: string }) {
  return (
    <Link
      href={linkWith('/dashboard/hooks', { [name]: [value] })}
      title={`View hooks with ${filterTitle(name).toLowerCase()} ${valueName(name, value)}`}
      className="rounded-full hover:[&>span]:border-faint hover:[&>span]:text-ink"
    >
      <Chip>{valueName(name, value)}</Chip>
    </Link>
  );
}

type LabelFactProps = { value: string; origin: Origin; reasons?: readonly LabelReason[] };

function LabelFact({ value, origin, reasons = [] }: LabelFactProps) {
  return (
    <>
      {labelName(value)} <span className="text-muted">{describeOrigin(origin)}</span>
      <LabelReasons value={value} reasons={reasons} hookHref={(id) => `/dashboard/hooks/${id}`} />
    </>
  );
}

function engagement(count: number | null, views: number): ReactNode {
  if (count === null) return unknown;
  return (
    <>
      {formatNumber(count)} {views > 0 && <span className="text-muted">· {formatPercent(count / views)} of views</span>}
    </>
  );
}

function SourceLink({ url }: { url: string | null }) {
  if (!url) return unknown;
  if (!/^https?:\/\//i.test(url)) return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent hover:underline">
      {url} <Icon name="external" className="inline size-3.5 align-[-2px]" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
