// SourceForm: creates or edits a source: location, interval, mapping, full snapshot.
import { useState } from 'react';
import { changeSource, createSource, type SourceBody, useValues } from '../../api/curation.ts';
import type { Source } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { MappingFields, readMapping } from '../imports/mapping-fields.tsx';

type SourceFormProps = {
  /** The source to edit; undefined to create one. */
  source: Source | undefined;
  onClose: () => void;
  onSaved: () => void;
};

export function SourceForm({ source, onClose, onSaved }: SourceFormProps) {
  return (
    <Dialog isOpen wide onClose={onClose} title={source ? `Edit ${source.name}` : 'Add source'}>
      <Fields source={source} onClose={onClose} onSaved={onSaved} />
    </Dialog>
  );
}

function Fields({ source, onClose, onSaved }: SourceFormProps) {
  const values = useValues();
  const [isSnapshot, setSnapshot] = useState(source?.snapshot ?? false);
  const submit = async (input: FormValues) => {
    const body = bodyOf(input);
    if (source) await changeSource(source.id, body);
    else await createSource({ name: input.text('name') ?? '', ...body });
    onSaved();
    onClose();
  };
  if (!values) return <Skeleton className="h-100 w-full" />;
  return (
    <Form onSubmit={submit} label={source ? 'Edit source' : 'Add source'}>
      {!source && (
        <TextField
          name="name"
          label="Name"
          hint="Shown on its hooks and in the import log. Can’t be changed later."
          maxLength={100}
        />
      )}
      <TextField
        name="location"
        label="Location"
        hint="An https:// URL. For files on the server, run hookline sources add there: a path needs the operator key."
        defaultValue={source?.location}
        spellCheck={false}
        maxLength={2000}
      />
      <TextField
        name="every"
        label="Interval"
        hint="30m, 4h, 1d, or a cron expression (UTC). Defaults to HOOKLINE_UPDATE_EVERY."
        placeholder={source && source.every === null ? source.runs_every : '4h'}
        defaultValue={source?.every ?? ''}
        maxLength={100}
      />
      <MappingFields values={values} initial={source} />
      <Checkbox
        name="snapshot"
        label="Full snapshot"
        hint="Retires hooks that are missing from the source and restores them when they reappear."
        checked={isSnapshot}
        onChange={setSnapshot}
      />
      {isSnapshot && (
        <>
          <Banner title="Clients get 410 for missing hooks">
            A run that would retire 10 or more hooks and over half of the source fails instead.
          </Banner>
          <Checkbox name="allow_shrink" label="Allow retiring more than half" defaultChecked={source?.allow_shrink} />
        </>
      )}
      <FormActions submit={source ? 'Save changes' : 'Add source'} onCancel={onClose}>
        <span className="text-xs text-muted">{source ? 'Changes apply within a minute.' : 'Runs immediately.'}</span>
      </FormActions>
    </Form>
  );
}

function bodyOf(input: FormValues): SourceBody {
  const { preset, format, records, records_of, map, set } = readMapping(input);
  return {
    location: input.text('location') ?? '',
    every: input.text('every') ?? null,
    preset,
    format: format as Source['format'],
    records,
    records_of,
    map: [...map],
    set: [...set],
    snapshot: input.checked('snapshot'),
    allow_shrink: input.checked('allow_shrink'),
  };
}
