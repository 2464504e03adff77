// WhatItIs: the labels of a line with their confidence and why, its template and length.
import type { DraftCheck, DraftLabel } from '@hookline/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { labelName } from '../../api/label-names.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Card, Facts, Section } from '../../kit/display/card.tsx';
import { plural } from '../../kit/page/format.ts';
import { valueName } from '../filters/filter-text.ts';
import { LabelReasons } from '../hooks/label-reasons.tsx';
import { Template } from '../hooks/template.tsx';
import { alternativesText, confidenceText, isOfPublished } from './check-text.ts';

export function WhatItIs({ check }: { check: DraftCheck }) {
  const { language, template, word_count: words, published } = check;
  const label = (of: DraftLabel) => <Label label={of} published={published} />;
  return (
    <Section title="Labels">
      {published && (
        <Banner tone="neutral" title="Already published">
          <Link href={`/dashboard/hooks/${published}`} className="underline underline-offset-2">
            {published}
          </Link>{' '}
          has the same words, so these are its labels.
        </Banner>
      )}
      <Card>
        <Facts
          facts={{
            Archetype: label(check.archetype),
            Emotion: label(check.emotional_trigger),
            Niche: label(check.niche),
            'Video format': label(check.format),
            Template: <Template>{template}</Template>,
            Length: `${plural(words, 'word')}`,
            Language: language.value === null ? undefined : valueName('language', language.value),
          }}
        />
      </Card>
    </Section>
  );
}

function Label({ label, published }: { label: DraftLabel; published: string | null }): ReactNode {
  const alternatives = alternativesText(label);
  if (label.value === 'other') return <span className="text-faint">Nothing fits</span>;
  return (
    <>
      <span className="font-medium">{labelName(label.value)}</span>{' '}
      <span className="text-muted">
        {confidenceText(label, published)}
        {alternatives && ` · ${alternatives}`}
      </span>
      {!isOfPublished(label, published) && (
        <LabelReasons value={label.value} reasons={label.why} hookHref={(id) => `/dashboard/hooks/${id}`} />
      )}
    </>
  );
}
