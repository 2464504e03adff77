// ExportForm: creates an export, once or every week, of a format, filters and columns, with the number of hooks it will contain.
import type { Export } from '@hookline/sdk';
import { useEffect, useRef, useState } from 'react';
import { hookline } from '../../api/hookline.ts';
import type { Plan } from '../../api/openapi.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { Form, FormActions } from '../../kit/forms/form.tsx';
import { formatNumber, plural } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { FilterBuilder } from '../filters/filter-builder.tsx';
import { useMatches } from '../filters/filter-matches.tsx';
import { findFilterError, toBody } from '../filters/form-filters.ts';
import type { HookFilters } from '../filters/hook-filters.ts';
import { estimate, type FileFormat, fileFormats, nextDayAt } from './export-state.ts';
import { FieldsField } from './fields-field.tsx';
import type { Weekly } from './weekly.ts';
import { WeeklyField } from './weekly-field.tsx';

type ExportFormProps = {
  initial: { format: FileFormat; filters: HookFilters; fields: Export['fields']; weekly?: Weekly };
  /** Id of the weekly export to edit. */
  scheduleId?: string;
  plan: Plan | undefined;
  /** Exports left today; null if unlimited. */
  left: number | null | undefined;
  /** `isWeekly` is true for a created or changed weekly export. */
  onSaved: (isWeekly: boolean) => void;
  onCancel: () => void;
};

export function ExportForm({ initial, scheduleId, plan, left, onSaved, onCancel }: ExportFormProps) {
  const [format, setFormat] = useState(initial.format);
  const [filters, setFilters] = useState(initial.filters);
  const [fields, setFields] = useState(initial.fields);
  const [weekly, setWeekly] = useState(initial.weekly);
  const content = { format, filters: toBody(filters) };
  const body = { ...content, ...(fields && { fields }), ...weekly };
  const isUsedUp = left === 0 && !weekly;
  const matches = useMatches(filters, 1);
  // A weekly export without matches contains hooks once some are added.
  const isEmpty = matches.isSettled && matches.data?.total === 0 && !weekly;
  const submit = async () => {
    const { schedules } = hookline.exports;
    if (scheduleId) await schedules.update(scheduleId, { ...content, fields, ...weekly });
    else if (weekly) await schedules.create({ ...content, fields, ...weekly });
    else await hookline.exports.create({ ...content, ...(fields && { fields }) });
    onSaved(weekly !== undefined);
  };
  const path = weekly ? '/exports/schedules' : '/export';
  return (
    <Form onSubmit={submit} label={scheduleId ? 'Edit weekly export' : 'Create export'}>
      {isUsedUp && <LimitReached plan={plan} />}
      <FormatField value={format} onChange={setFormat} />
      <FilterBuilder value={filters} onChange={setFilters} />
      <FieldsField value={fields} onChange={setFields} />
      <WeeklyField value={weekly} onChange={setWeekly} isFixed={scheduleId !== undefined} />
      <Estimate matches={matches} isEmpty={isEmpty} plan={plan} left={left} isWeekly={weekly !== undefined} />
      <FormActions
        submit={scheduleId ? 'Save' : weekly ? 'Create weekly export' : 'Create export'}
        disabled={isUsedUp || isEmpty || fields?.length === 0 || findFilterError(filters) !== undefined}
        onCancel={onCancel}
      >
        <span className="ml-auto">
          <ApiCall
            call={
              scheduleId ? { method: 'PATCH', path: `${path}/${scheduleId}`, body } : { method: 'POST', path, body }
            }
            title="Create this export with the API"
          />
        </span>
      </FormActions>
    </Form>
  );
}

function FormatField({ value, onChange }: { value: FileFormat; onChange: (format: FileFormat) => void }) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  // The form loads after its dialog opens, so the dialog has no field to focus.
  useEffect(() => fieldset.current?.querySelector<HTMLElement>(':checked')?.focus(), []);
  return (
    <fieldset ref={fieldset}>
      <legend className="mb-1.5 font-medium">Format</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {fileFormats.map(({ id, description }) => (
          <label
            key={id}
            className="grid cursor-pointer rounded-md border border-strong px-3 py-2 transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="format"
              value={id}
              checked={value === id}
              className="sr-only"
              onChange={() => onChange(id)}
            />
            <span className="font-medium">{id}</span>
            <span className="text-xs text-muted">{description}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Has a minimum height so that the buttons don't move while the count loads. */
type EstimateProps = { matches: ReturnType<typeof useMatches>; isEmpty: boolean; isWeekly: boolean } & Pick<
  ExportFormProps,
  'plan' | 'left'
>;

function Estimate({ matches: { data, error, isSettled }, isEmpty, plan, left, isWeekly }: EstimateProps) {
  if (error) return <Problem error={error} />;
  const estimated = data && plan && estimate(data.total, plan);
  return (
    <div aria-live="polite" className="min-h-10 rounded-md bg-sunken px-3 py-2.5">
      {estimated ? (
        <p className={isSettled ? '' : 'text-muted'}>
          {isWeekly ? 'Today the' : 'The'} file {isWeekly ? 'would' : 'will'} contain{' '}
          <span className="font-medium">{formatNumber(estimated.records)}</span>{' '}
          {estimated.records === 1 ? 'hook' : 'hooks'}.
        </p>
      ) : (
        <p className="text-muted">Counting matching hooks…</p>
      )}
      {plan?.records_per_export && (
        <p className="text-xs text-muted">
          {plan.title}: up to {plural(plan.records_per_export, 'hook')} per export
          {typeof left === 'number' && !isWeekly && `, ${left} of ${plan.exports_per_day} left today`}.
        </p>
      )}
      {isWeekly && (
        <p className="text-xs text-muted">
          {plan?.exports_per_day
            ? `Each run counts as that day’s export (UTC). If you already used it, the run waits for the next day. `
            : ''}
          You get an email with a link when the file is ready.
        </p>
      )}
      {isEmpty && <p className="mt-1 text-warn">No hooks match. Change the filters to create an export.</p>}
      {estimated?.note && <p className="mt-1 text-warn">{estimated.note}</p>}
    </div>
  );
}

function LimitReached({ plan }: { plan: Plan | undefined }) {
  const now = useNow();
  return (
    <Banner title="Daily export limit reached">
      {plan?.title} includes {plan?.exports_per_day} {plan?.exports_per_day === 1 ? 'export' : 'exports'} per UTC day.
      The limit resets <Time at={nextDayAt(now)} />.
    </Banner>
  );
}
