// AlertForm: what a trend alert watches, which verdicts it reports, and how. A new one watches what the page shows.

import type { TrendAlert } from '@hookline/sdk';
import { useState } from 'react';
import { SelectField, TextField } from '../../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../../kit/forms/form.tsx';
import { Checkbox } from '../../../kit/forms/toggle.tsx';
import { describeFilters } from '../../filters/filter-text.ts';
import { findFilterError, toBody } from '../../filters/form-filters.ts';
import type { HookFilters } from '../../filters/hook-filters.ts';
import { useCollectionNames } from '../../filters/use-collection-names.ts';
import type { TrendLabel, TrendWindow } from '../trend-text.ts';
import { trendLabels, windows } from '../trend-text.ts';
import { changeAlert, createAlert } from './alert-client.ts';
import { NotifyField } from './notify-field.tsx';

/** Label, window and filters that the page shows. */
export type ShownTrends = { by: TrendLabel; window: TrendWindow['id']; filters: HookFilters };

const maxNameLength = 100;
const verdicts = ['heating', 'cooling'] as const;
const verdictTexts = { heating: 'It heats up', cooling: 'It cools down' };

type AlertFormProps = {
  /** undefined for a new trend alert. */
  alert: TrendAlert | undefined;
  shown: ShownTrends;
  onDone: () => void;
  onCancel: () => void;
};

export function AlertForm({ alert, shown, onDone, onCancel }: AlertFormProps) {
  const ofPage = toBody(shown.filters);
  const [usesPage, setUsesPage] = useState(alert === undefined);
  const filters = usesPage ? ofPage : (alert?.filters ?? {});
  const error = usesPage ? findFilterError(shown.filters) : undefined;
  const { by, window } = alert ?? shown;
  const collectionName = useCollectionNames(alert?.filters, ofPage);
  const isOther = alert !== undefined && describeFilters(alert.filters) !== describeFilters(ofPage);

  async function save(values: FormValues): Promise<void> {
    const wanted = verdicts.filter((verdict) => values.checked(verdict));
    if (wanted.length === 0) throw { errors: [{ parameter: 'cooling', detail: 'Choose at least one.' }] };
    const body = {
      name: values.text('name') ?? null,
      by: values.text('by') as TrendAlert['by'],
      window: values.text('window') as TrendAlert['window'],
      verdicts: wanted,
      notify: values.text('notify') as TrendAlert['notify'],
      ...(usesPage ? { filters: ofPage } : {}),
    };
    await (alert ? changeAlert(alert.alert_id, body) : createAlert(body));
    onDone();
  }

  return (
    <Form label={alert ? 'Save changes' : 'Create alert'} onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="by"
          label="Watch"
          options={trendLabels.map(({ id, label }) => ({ value: id, label }))}
          defaultValue={by}
        />
        <SelectField
          name="window"
          label="Period"
          options={windows.map(({ id, label }) => ({ value: id, label }))}
          defaultValue={window}
        />
      </div>
      <div className="stack gap-1.5">
        <p className="font-medium">Among</p>
        <p className="text-muted wrap-anywhere">{error ?? `${describeFilters(filters, collectionName)}.`}</p>
        {isOther && (
          <Checkbox
            name="uses_page"
            label={`Use the filters of the page: ${describeFilters(ofPage, collectionName)}`}
            checked={usesPage}
            onChange={setUsesPage}
          />
        )}
        {!alert && <p className="text-xs text-muted">These are the filters of the page.</p>}
      </div>
      <fieldset className="stack gap-2">
        <legend className="mb-1.5 font-medium">Notify me when</legend>
        {verdicts.map((verdict) => (
          <Checkbox
            key={verdict}
            name={verdict}
            label={verdictTexts[verdict]}
            defaultChecked={(alert?.verdicts ?? ['heating']).includes(verdict)}
          />
        ))}
      </fieldset>
      <NotifyField notify={alert?.notify ?? 'email'} />
      <TextField
        name="name"
        label="Name"
        hint="Optional. Shown in the email."
        maxLength={maxNameLength}
        defaultValue={alert?.name ?? ''}
      />
      <p className="text-xs text-muted">
        Checked whenever the catalog is updated. Each change is reported at most once in 24 hours.{' '}
        <a href="/docs/trends#get-notified-of-changes">How alerts work</a>
      </p>
      <FormActions
        submit={alert ? 'Save changes' : 'Create alert'}
        disabled={error !== undefined}
        onCancel={alert ? onDone : onCancel}
      />
    </Form>
  );
}
