// What is known of one hook, in groups: its wording, its labels and where they are from, its video, its record.
import type { FullHook } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Code, Id } from '../../kit/code/code.tsx';
import { Badge } from '../../kit/display/badge.tsx';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { Chip } from '../../kit/display/chip.tsx';
import { Count } from '../../kit/display/count.tsx';
import { Icon } from '../../kit/display/icons.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { Time } from '../../kit/display/time.tsx';
import { CopyButton } from '../../kit/forms/copy-button.tsx';
import { formatDate, formatNumber, formatPercent } from '../../kit/page/format.ts';
import { type LabelField, linkWith, titles } from '../filters/hook-filters.ts';
import { SimilarHooks } from './similar-hooks.tsx';

const labels = ['archetype', 'emotional_trigger', 'niche', 'platform', 'format', 'language'] as const;
/** What fits in two lines of the largest type. */
const shortLine = 110;
const unknown = <span className="text-faint">unknown</span>;

export function HookRecord({ hook }: { hook: FullHook }) {
  return (
    <>
      <div className="stack gap-3">
        <p
          dir="auto"
          className={`font-semibold whitespace-pre-line wrap-anywhere [unicode-bidi:isolate] ${hook.text.length <= shortLine ? 'text-display max-sm:text-title' : 'text-title'}`}
        >
          {hook.text}
        </p>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
          {labels.map((name) => hook[name] && <LabelLink key={name} name={name} value={hook[name]} />)}
          <span className="text-muted">
            <Count value={hook.views} unit="views" />
          </span>
          {hook.sample && <Badge>Starter set</Badge>}
        </div>
        {hook.sample && (
          <p className="text-xs text-muted">
            Invented, with invented figures: it belongs to the starter set, which is there until real hooks are
            imported.
          </p>
        )}
      </div>
      <Tabs
        label="Views of the hook"
        tabs={[
          { id: 'record', label: 'Record', panel: <Groups hook={hook} /> },
          {
            id: 'json',
            label: 'JSON',
            panel: (
              <Code label="The record as JSON" wrap>
                {JSON.stringify(hook, null, 2)}
              </Code>
            ),
          },
        ]}
      />
      <SimilarHooks of={hook} />
    </>
  );
}

function Groups({ hook }: { hook: FullHook }) {
  const { views_captured_at: captured, published_at: published } = hook;
  const counted = captured ? <Time at={captured} /> : unknown;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="stack gap-6">
        <Group title="Wording">
          <Facts
            facts={{
              Template: hook.template ? <Template>{hook.template}</Template> : unknown,
              Words: formatNumber(hook.word_count),
              Language: hook.language ?? unknown,
            }}
          />
        </Group>
        <Group title="Labels">
          <Facts
            facts={{
              Archetype: hook.archetype,
              Emotion: hook.emotional_trigger,
              Niche: hook.niche,
              Format: hook.format ?? unknown,
              From: <LabelSource labels={hook.labels} />,
            }}
          />
        </Group>
        <Group title="In the catalog">
          <Facts
            facts={{
              Id: <Id>{hook.id}</Id>,
              Added: <Time at={hook.added_at} />,
              Changed: <Time at={hook.updated_at} />,
            }}
          />
        </Group>
      </div>
      <div className="stack gap-6">
        <Group title="Reach">
          <Facts
            facts={{
              Views: formatNumber(hook.views),
              Counted: counted,
              Likes: engagement(hook.likes, hook.views),
              Comments: engagement(hook.comments, hook.views),
              Shares: engagement(hook.shares, hook.views),
            }}
          />
        </Group>
        <Group title="Video">
          <Facts
            facts={{
              Platform: hook.platform,
              Creator: hook.creator ? <span dir="auto">{hook.creator}</span> : unknown,
              Published: published ? <Time at={published} format={formatDate} /> : unknown,
              Length: hook.duration_seconds === null ? unknown : `${formatNumber(hook.duration_seconds)} s`,
              Source: <SourceLink url={hook.source_url} />,
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
      title={`All hooks: ${titles[name]} ${value}`}
      className="rounded-full hover:[&>span]:border-faint hover:[&>span]:text-ink"
    >
      <Chip>{value}</Chip>
    </Link>
  );
}

const methods: Readonly<Record<FullHook['labels']['method'], string>> = {
  given: 'Given by the source',
  rules: 'Found by rules from the wording',
  curator: 'Set by a curator',
};

function LabelSource({ labels: { method, confidence } }: Pick<FullHook, 'labels'>) {
  return (
    <>
      {methods[method]}, <span title={String(confidence)}>{formatPercent(confidence)} confidence</span>
    </>
  );
}

/** The slots stand out from the words that stay. */
function Template({ children }: { children: string }) {
  const parts = children.split(/(\[[^[\]]{1,60}\])/);
  return (
    <span className="inline-flex items-start gap-1">
      <span dir="auto" className="wrap-anywhere">
        {parts.map((part, at) =>
          at % 2 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which does not change
            <mark key={at} className="rounded-sm bg-accent-soft px-0.5 text-accent">
              {part}
            </mark>
          ) : (
            part
          ),
        )}
      </span>
      <CopyButton text={children} label="Copy the template" />
    </span>
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
