// ImportForm: options for files before they are uploaded: source, preset, mapping, full snapshot.
import { useState } from 'react';
import { hooksPath, readHooks, useValues } from '../../api/curation.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatBytes, formatNumber } from '../../kit/page/format.ts';
import { type ImportOptions, upload } from './import-uploads.ts';
import { MappingFields, readMapping } from './mapping-fields.tsx';

type ImportFormProps = {
  files: readonly File[];
  /** Options of a failed upload to retry. */
  options?: ImportOptions;
  onClose: () => void;
};

export function ImportForm({ files, options, onClose }: ImportFormProps) {
  const title = files.length === 1 ? 'Import a file' : `Import ${formatNumber(files.length)} files`;
  return (
    <Dialog isOpen wide onClose={onClose} title={title}>
      <Fields files={files} options={options} onClose={onClose} />
    </Dialog>
  );
}

function Fields({ files, options, onClose }: ImportFormProps) {
  const values = useValues();
  const [preset, setPreset] = useState(options?.preset ?? '');
  const [source, setSource] = useState(options?.source ?? '');
  const [isSnapshot, setSnapshot] = useState(options?.snapshot ?? false);
  const [first] = files;
  const isOne = files.length === 1;
  const presetSource = values?.presets.find(({ name }) => name === preset)?.source;
  const defaultSource = presetSource ?? (isOne && first ? first.name : 'The name of each file');

  const submit = async (input: FormValues) => {
    const { preset, format, records, records_of, map, set } = readMapping(input);
    upload(files, {
      ...{
        preset: preset ?? undefined,
        format: format ?? undefined,
        records: records ?? undefined,
        records_of: records_of ?? undefined,
        map,
        set,
      },
      source: input.text('source'),
      snapshot: isSnapshot,
      force: input.checked('force'),
    });
    // Without the delay, the second click of a double click would hit the page below the dialog.
    await new Promise((resolve) => setTimeout(resolve, 300));
    onClose();
  };
  if (!values) return <Skeleton className="h-80 w-full" />;
  return (
    <Form onSubmit={submit} label="Import">
      <ul className="max-h-32 divide-y overflow-y-auto rounded-md border">
        {files.map((file) => (
          <li key={`${file.name} ${file.size}`} className="flex justify-between gap-4 px-3 py-1.5">
            <span className="min-w-0 wrap-anywhere">{file.name}</span>
            <span className="whitespace-nowrap text-muted">{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
      <TextField
        name="source"
        label="Source"
        placeholder={defaultSource}
        hint="Where the hooks come from. Records with the same source and ID update the same hook."
        maxLength={100}
        value={source}
        onChange={(event) => setSource(event.target.value)}
      />
      <MappingFields values={values} initial={options} onPreset={setPreset} />
      {isOne ? (
        <Checkbox
          name="snapshot"
          label="Full snapshot"
          hint="Retires hooks of this source that are not in the file."
          checked={isSnapshot}
          onChange={setSnapshot}
        />
      ) : (
        <p className="text-xs text-muted">
          Files are imported one after the other. To import a full snapshot, choose a single file.
        </p>
      )}
      {isSnapshot && <SnapshotWarning source={source.trim() || defaultSource} />}
      <FormActions
        submit={isOne ? 'Import' : `Import ${formatNumber(files.length)} files`}
        icon="import"
        onCancel={onClose}
      />
    </Form>
  );
}

function SnapshotWarning({ source }: { source: string }) {
  const query = { source, state: 'published', limit: 1 };
  const { data } = useApi([hooksPath, query], () => readHooks(query));
  const count = data ? formatNumber(data.total) : '…';
  return (
    <div className="stack gap-3">
      <Banner title={`${source} has ${count} published ${data?.total === 1 ? 'hook' : 'hooks'}`}>
        <p className="wrap-anywhere">
          Hooks that are missing from this file are retired: /hooks/{'{id}'} answers 410 until a later snapshot includes
          them again.
        </p>
      </Banner>
      <Checkbox
        name="force"
        label="Allow retiring more than half"
        hint="Otherwise, an import that would retire 10 or more hooks and over half of the source fails."
      />
    </div>
  );
}
