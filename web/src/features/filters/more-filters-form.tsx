// Content of More filters: excluded values, figures, video, and how hooks are known and labelled. Applied as they are set.

import { type ReactNode, useEffect, useRef } from 'react';
import { filterFields } from '../../../../sdk/src/filter-fields.ts';
import { filterTitle } from '../../../../sdk/src/filter-words.ts';
import { useMeta } from '../../api/meta.ts';
import { Button } from '../../kit/forms/button.tsx';
import { CommitField } from '../../kit/forms/commit-field.tsx';
import { DateField } from '../../kit/forms/date-field.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { capitalized, formatWholePercent } from '../../kit/page/format.ts';
import type { MoreFiltersProps } from './collection-filter.tsx';
import { CollectionFilter } from './collection-filter.tsx';
import { CountRange } from './count-range.tsx';
import { filterExamples } from './filter-examples.ts';
import { FilterValues } from './filter-values.tsx';
import { countFields, textNames, timeNames } from './form-filters.ts';
import { type FilterName, isSet, labelFields, toggled, without } from './hook-filters.ts';

const shares = ['0.5', '0.7', '0.8', '0.9', '0.95'];

export function MoreFiltersForm(props: MoreFiltersProps & { onDone: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  // The form loads after its dialog opens, so the dialog has no field to focus.
  useEffect(() => panel.current?.querySelector<HTMLElement>('button, input')?.focus(), []);
  return (
    <div ref={panel} className="stack gap-6">
      <Excluded {...props} />
      <Group title="Figures">
        {countFields.map((field) => field !== 'views' && <CountRange key={field} field={field} {...props} />)}
      </Group>
      <VideoFilters {...props} />
      <KnownFields {...props} />
      <CollectionFilter {...props} />
      <LabelFilters {...props} />
      <div className="sticky -bottom-px -mx-5 -mb-5 border-t bg-surface px-5 py-3">
        <Button kind="primary" onClick={props.onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="stack gap-3">
      <legend className="mb-2 font-semibold">
        {title} {hint && <span className="font-normal text-muted">· {hint}</span>}
      </legend>
      {children}
    </fieldset>
  );
}

function Excluded({ filters, onChange }: MoreFiltersProps) {
  const { data: meta } = useMeta();
  return (
    <Group title="Exclude" hint="hooks that have one of these">
      <div className="grid grid-cols-2 gap-2">
        {labelFields.map((name) => (
          <FilterValues
            key={name}
            name={name}
            title={`Not ${filterTitle(name).toLowerCase()}`}
            counts={meta?.values[name]}
            chosen={(filters[name] ?? []).flatMap((value) => (value.startsWith('-') ? [value.slice(1)] : []))}
            onToggle={(value) => onChange(toggled(filters, name, `-${value}`))}
          />
        ))}
      </div>
    </Group>
  );
}

function VideoFilters({ filters, onChange }: MoreFiltersProps) {
  const set = (name: FilterName, values: string[]) =>
    onChange({ ...filters, [name]: values.map((value) => value.trim()).filter(Boolean) });
  return (
    <Group title="Video and text">
      <CommitField
        name="creator"
        label={filterTitle('creator')}
        placeholder={filterExamples.creator}
        hint="Separate names by commas. A leading - excludes one."
        value={filters.creator?.join(', ') ?? ''}
        onCommit={(text) => set('creator', text.split(','))}
      />
      {textNames.map(
        (name) =>
          name !== 'q' && (
            <CommitField
              key={name}
              name={name}
              label={filterTitle(name)}
              placeholder={filterExamples[name]}
              maxLength={name === 'template' ? 500 : 2048}
              value={filters[name]?.[0] ?? ''}
              onCommit={(text) => set(name, [text])}
            />
          ),
      )}
      <div className="grid grid-cols-2 gap-2">
        {timeNames.map(
          (name) =>
            name !== 'added_since' && (
              <DateField
                key={name}
                name={name}
                label={filterTitle(name)}
                value={filters[name]?.[0]?.slice(0, 10) ?? ''}
                onCommit={(value) => set(name, [value])}
              />
            ),
        )}
      </div>
    </Group>
  );
}

function KnownFields({ filters, onChange }: MoreFiltersProps) {
  return (
    <Group title="Has" hint="hooks where all of these are known">
      <div className="grid grid-cols-2 gap-x-2 gap-y-1.5">
        {Object.entries(filterFields.has.values).map(([field, title]) => (
          <Checkbox
            key={field}
            name="has"
            value={field}
            label={capitalized(title)}
            checked={isSet(filters, 'has', field)}
            onChange={() => onChange(toggled(filters, 'has', field))}
          />
        ))}
      </div>
    </Group>
  );
}

function LabelFilters({ filters, onChange }: MoreFiltersProps) {
  const confidence = filters.min_confidence?.[0] ?? '';
  const options = [...new Set([...shares, ...(confidence ? [confidence] : [])])].map((value) => ({
    value,
    label: `At least ${Number.isNaN(Number(value)) ? value : formatWholePercent(Number(value))}`,
  }));
  return (
    <Group title="Labels and data">
      <SelectField
        name="min_confidence"
        label="Confidence of labels"
        value={confidence}
        options={[{ value: '', label: 'Any' }, ...options]}
        onChange={({ target }) => onChange({ ...filters, min_confidence: target.value ? [target.value] : [] })}
      />
      <Checkbox
        name="labels_method"
        label="Labels set by a curator"
        checked={isSet(filters, 'labels_method', 'curator')}
        onChange={() => onChange(toggled(filters, 'labels_method', 'curator'))}
      />
      <Checkbox
        name="sample"
        label="Hide sample data"
        checked={isSet(filters, 'sample', 'false')}
        onChange={(isChecked) => onChange(isChecked ? { ...filters, sample: ['false'] } : without(filters, 'sample'))}
      />
    </Group>
  );
}
