// A new source, or one that is changed: location, interval, mapping, and what becomes of hooks that are missing.
import { useState } from 'react';
import type { Source } from '../../../../src/ingest/sources/source.ts';
import { changeSource, createSource, type SourceBody, useValues } from '../../api/curation.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { MappingFields, readMapping } from '../imports/mapping-fields.tsx';

type SourceFormProps = {
  /** undefined makes a new one. */
  source: Source | undefined;
  onClose: () => void;
  onSaved: () => void;
};

export function SourceForm({ source, onClose, onSaved }: SourceFormProps) {
  return (
    <Dialog isOpen wide onClose={onClose} title={source ? `Change ${source.name}` : 'Add source'}>
      <Fields source={source} onClose={onClose} onSaved={onSaved} />
    </Dialog>
  );
}

function Fields({ source, onClose, onSaved }: SourceFormProps) {
  const values = useValues();
  const [isSnapshot, setSnapshot] = useState(source?.snapshot ?? false);
  const submit = async (given: FormValues) => {
    const body = bodyOf(given);
    if (source) await changeSource(source.id, body);
    else await createSource({ name: given.text('name') ?? '', ...body });
    onSaved();
    onClose();
  };
  if (!values) return <Skeleton className="h-100 w-full" />;
  return (
    <Form onSubmit={submit} label={source ? 'Change source' : 'Add source'}>
      {!source && (
        <TextField
          name="name"
          label="Name"
          hint="The source of its hooks, as the log and the filters name it. It stays."
          maxLength={100}
        />
      )}
      <TextField
        name="location"
        label="Location"
        hint="An https:// address, or the whole path of a file or directory on the machine of the service."
        defaultValue={source?.location}
        spellCheck={false}
        maxLength={2000}
      />
      <TextField
        name="every"
        label="Every"
        hint="30m, 4h, 1d, or five cron fields in UTC. Empty is the service’s own interval, HOOKLINE_UPDATE_EVERY."
        placeholder={source && source.every === null ? source.runs_every : '4h'}
        defaultValue={source?.every ?? ''}
        maxLength={100}
      />
      <MappingFields values={values} given={source} />
      <Checkbox
        name="snapshot"
        label="What is there is everything"
        hint="A snapshot: hooks that are missing are retired, and return when they are there again."
        checked={isSnapshot}
        onChange={setSnapshot}
      />
      {isSnapshot && (
        <>
          <Banner title="Hooks that go missing are answered 410">
            A run that would retire 10 or more, over half of the source’s, fails instead.
          </Banner>
          <Checkbox
            name="allow_shrink"
            label="Let it also shrink by more than half"
            defaultChecked={source?.allow_shrink}
          />
        </>
      )}
      <FormActions submit={source ? 'Save changes' : 'Add source'} onCancel={onClose}>
        <span className="text-xs text-muted">
          {source ? 'What changes is run within a minute.' : 'It is run at once.'}
        </span>
      </FormActions>
    </Form>
  );
}

function bodyOf(given: FormValues): SourceBody {
  const { preset, format, records, map, set } = readMapping(given);
  return {
    location: given.text('location') ?? '',
    every: given.text('every') ?? null,
    preset,
    format: format as Source['format'],
    records,
    map: [...map],
    set: [...set],
    snapshot: given.checked('snapshot'),
    allow_shrink: given.checked('allow_shrink'),
  };
}
