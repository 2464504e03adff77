// The record of a hook: labels and their origin, performance, video, and the raw JSON. One line lists what the plan lacks.
import type { Hook, HookDetail, LabelReason } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { filterTitle } from '../../../../sdk/src/filter-words.ts';
import { labelName } from '../../api/label-names.ts';
import { Code } from '../../kit/code/code.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { Count } from '../../kit/display/count.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { Time } from '../../kit/display/time.tsx';
import { formatCompact, formatDate, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { describeOrigin, type Origin, textMethods } from '../../kit/page/label-origin.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { useQueryState } from '../../kit/page/query-state.ts';
import { valueName } from '../filters/filter-text.ts';
import { type LabelField, linkWith } from '../filters/hook-filters.ts';
import { LabelReasons } from './label-reasons.tsx';
import { Template } from './template.tsx';

const FillTemplate = lazyPart(
  () => import('../templates/fill-template.tsx'),
  'FillTemplate',
  <Skeleton className="h-72 w-full" />,
);
const NeededPlan = lazyPart(() => import('../plan/needed-plan.tsx'), 'default');
const SimilarHooks = lazyPart(
  () => import('./similar-hooks.tsx'),
  'SimilarHooks',
  <Skeleton className="h-100 w-full" />,
);

const labels = ['archetype', 'emotional_trigger', 'niche', 'platform', 'format', 'language'] as const;

/** The seven basic fields, and all others where the plan has them. */
export type AnyHook = Hook & Partial<HookDetail>;

export function HookRecord({ hook }: { hook: AnyHook }) {
  const [isAdapted] = useQueryState('adapt');
  return (
    <>
      <div className="stack gap-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          {labels.map((name) => hook[name] && <LabelLink key={name} name={name} value={hook[name]} />)}
          <span className="text-muted">
            <Count value={hook.views} unit="views" />
          </span>
          {hook.sample && <Badge>Sample</Badge>}
        </div>
        {hook.sample && (
          <p className="text-xs text-muted">Sample data with sample figures, shown until real hooks are imported.</p>
        )}
      </div>
      {isAdapted !== '' && (
        <Section title="Adapt to my topic">
          <div className="max-w-140">
            <FillTemplate hook={hook.id} template="" />
          </div>
        </Section>
      )}
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

/** Returns undefined for an unknown value, so that the fact is left out. */
function known<T>(value: T | null | undefined, show: (value: T) => ReactNode): ReactNode {
  return value === null || value === undefined ? undefined : show(value);
}

const time = (at: string) => <Time at={at} />;

function Groups({ hook }: { hook: AnyHook }) {
  const { labels: origins, why } = hook;
  const isLocked = origins === undefined;
  const label = (name: 'archetype' | 'emotional_trigger' | 'niche' | 'format') =>
    known(hook[name], (value) => (
      <LabelFact value={value} origin={origins?.[name]} reasons={name === 'format' ? undefined : why?.[name]} />
    ));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {isLocked && (
        <Link href="/dashboard/plan" className="flex items-center gap-1 text-muted hover:text-ink lg:col-span-2">
          <Icon name="lock" className="size-3.5 shrink-0" />
          <span>
            <NeededPlan feature="full" /> adds the template, format, creator, source, dates, word count, language,
            likes, comments and shares. <span className="underline underline-offset-2">Compare plans</span>
          </span>
        </Link>
      )}
      <div className="stack gap-6">
        <Group
          title="Text"
          facts={{
            Template: known(hook.template, (template) =>
              template.includes('[') ? <Template hook={hook.id}>{template}</Template> : undefined,
            ),
            'Word count': known(hook.word_count, formatNumber),
            Language: known(hook.language, (language) => valueName('language', language)),
          }}
        />
        <Group
          title="Labels"
          facts={{
            Archetype: label('archetype'),
            Emotion: label('emotional_trigger'),
            Niche: label('niche'),
            Format: label('format'),
          }}
        />
        <Group title="Catalog" facts={{ Added: known(hook.added_at, time), Updated: known(hook.updated_at, time) }} />
      </div>
      <div className="stack gap-6">
        <Group
          title="Performance"
          facts={{
            Views: formatNumber(hook.views),
            Counted: known(hook.views_captured_at, time),
            'Against usual': known(
              hook.views_vs_creator,
              (ratio) =>
                `${formatNumber(ratio)}× the usual views of ${hook.creator} (median of ${hook.creator_videos} videos)`,
            ),
            Growth: known(
              hook.views_per_day,
              (rate) => `${formatCompact(rate)} views a day ${isRecent(hook) ? 'lately' : 'when last counted'}`,
            ),
            Likes: engagement(hook.likes, hook.views),
            Comments: engagement(hook.comments, hook.views),
            Shares: engagement(hook.shares, hook.views),
          }}
        />
        <Group
          title="Video"
          facts={{
            Platform: labelName(hook.platform),
            Creator: known(hook.creator, (creator) => <span dir="auto">{creator}</span>),
            Published: known(hook.published_at, (published) => <Time at={published} format={formatDate} />),
            Duration: known(hook.duration_seconds, (seconds) => `${formatNumber(seconds)} s`),
            'Part of a series': known(hook.series_part, formatNumber),
            Source: known(hook.source_url, (url) => <SourceLink url={url} />),
            State: hook.source_state === 'unavailable' ? 'No longer available' : undefined,
            'Source of the text': known(hook.text_method, (method) => textMethods[method]),
            'Original text': known(hook.raw_text, (text) => <span dir="auto">{text}</span>),
          }}
        />
      </div>
    </div>
  );
}

const recentMs = 14 * 86_400_000;

function isRecent({ views_captured_at: at, updated_at }: AnyHook): boolean {
  return Date.parse(at ?? updated_at ?? '') > Date.now() - recentMs;
}

/** Renders nothing without known facts. */
function Group({ title, facts }: { title: string; facts: Readonly<Record<string, ReactNode>> }) {
  if (Object.values(facts).every((fact) => fact === undefined)) return null;
  return (
    <Section title={title}>
      <Card>
        <Facts facts={facts} />
      </Card>
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
      <Chip kind={name}>{valueName(name, value)}</Chip>
    </Link>
  );
}

type LabelFactProps = { value: string; origin: Origin | undefined; reasons: readonly LabelReason[] | undefined };

function LabelFact({ value, origin, reasons = [] }: LabelFactProps) {
  return (
    <>
      {labelName(value)}{' '}
      {origin && origin.method !== 'given' && <span className="text-muted">{describeOrigin(origin)}</span>}
      <LabelReasons value={value} reasons={reasons} hookHref={(id) => `/dashboard/hooks/${id}`} />
    </>
  );
}

function engagement(count: number | null | undefined, views: number): ReactNode {
  return known(count, (known) => (
    <>
      {formatNumber(known)}{' '}
      {known / views >= 0.001 && <span className="text-muted">· {formatPercent(known / views)} of views</span>}
    </>
  ));
}

function SourceLink({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent hover:underline">
      {url} <Icon name="external" className="inline size-3.5 align-[-2px]" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
