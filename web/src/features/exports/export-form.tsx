// The form of a new export: format, filters, and before it is asked for how many hooks will be in it.
import type { Export } from '@hookline/sdk';
import { useEffect, useRef, useState } from 'react';
import type { PlanRecord } from '../../../../src/http/endpoints/plans.ts';
import { hookline } from '../../api/hookline.ts';
import { ApiCall } from '../../kit/code/api-call.tsx';
import { Banner } from '../../kit/display/banner.tsx';
import { Time, useNow } from '../../kit/display/time.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { formatNumber } from '../../kit/page/format.ts';
import { Problem } from '../../kit/page/problem.tsx';
import { FilterBuilder } from '../filters/filter-builder.tsx';
import { useMatches } from '../filters/filter-matches.tsx';
import { findFault, type HookFilters, toBody } from '../filters/hook-filters.ts';
import { estimate, type FileFormat, fileFormats, nextDayAt, toFormat } from './export-state.ts';

type ExportFormProps = {
  initial: { format: FileFormat; filters: HookFilters };
  plan: PlanRecord | undefined;
  /** null where the plan sets no limit. */
  left: number | null | undefined;
  onCreated: (created: Export) => void;
  onCancel: () => void;
};

export function ExportForm({ initial, plan, left, onCreated, onCancel }: ExportFormProps) {
  const [format, setFormat] = useState(initial.format);
  const [filters, setFilters] = useState(initial.filters);
  const body = { format, filters: toBody(filters) };
  const isUsedUp = left === 0;
  const submit = async (values: FormValues) =>
    onCreated(await hookline.exports.create({ ...body, format: toFormat(values.text('format') ?? null) }));
  return (
    <Form onSubmit={submit} label="New export">
      {isUsedUp && <UsedUp plan={plan} />}
      <FormatField value={format} onChange={setFormat} />
      <FilterBuilder value={filters} onChange={setFilters} />
      <Estimate filters={filters} plan={plan} left={left} />
      <FormActions submit="Make export" disabled={isUsedUp || findFault(filters) !== undefined} onCancel={onCancel}>
        <span className="ml-auto">
          <ApiCall call={{ method: 'POST', path: '/export', body }} title="Make this export by API" />
        </span>
      </FormActions>
    </Form>
  );
}

function FormatField({ value, onChange }: { value: FileFormat; onChange: (format: FileFormat) => void }) {
  const box = useRef<HTMLFieldSetElement>(null);
  // The form comes after the dialog that it is in, which then had nothing to give the focus to.
  useEffect(() => box.current?.querySelector<HTMLElement>(':checked')?.focus(), []);
  return (
    <fieldset ref={box}>
      <legend className="mb-1.5 font-medium">Format</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {fileFormats.map(({ id, about }) => (
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
            <span className="text-xs text-muted">{about}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Of a height of its own, so that the buttons stay where they are while it counts. */
function Estimate({ filters, plan, left }: { filters: HookFilters } & Pick<ExportFormProps, 'plan' | 'left'>) {
  const { data, error, isSettled } = useMatches(filters, 1);
  if (error) return <Problem error={error} />;
  const told = data && plan && estimate(data.total, plan);
  return (
    <div aria-live="polite" className="min-h-10 rounded-md bg-sunken px-3 py-2.5">
      {told ? (
        <p className={isSettled ? '' : 'text-muted'}>
          <span className="font-medium">{formatNumber(told.records)}</span> {told.records === 1 ? 'hook' : 'hooks'} will
          be in the file{told.records === 0 && ': it will be empty'}.
        </p>
      ) : (
        <p className="text-muted">Counting the hooks that match…</p>
      )}
      {plan?.records_per_export && (
        <p className="text-xs text-muted">
          {plan.title}: at most the {formatNumber(plan.records_per_export)} most viewed in a file
          {typeof left === 'number' && `, ${left} of ${plan.exports_per_day} exports left today`}.
        </p>
      )}
      {told?.note && <p className="mt-1 text-warn">{told.note}</p>}
    </div>
  );
}

function UsedUp({ plan }: { plan: PlanRecord | undefined }) {
  const now = useNow();
  return (
    <Banner title={`Today’s ${plan?.exports_per_day === 1 ? 'export is' : 'exports are'} used up`}>
      {plan?.title} has {plan?.exports_per_day} a UTC day. The next one can be asked for <Time at={nextDayAt(now)} />.
    </Banner>
  );
}
