// ImportForm: shows the columns of the first file and what an import would do. Options (preset, constants, full snapshot) are a form of their own.
import { useEffect, useRef, useState } from 'react';
import { hooksPath, readHooks, useValues } from '../../api/curation.ts';
import type { OperatorValues } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Skeleton } from '../../kit/display/skeleton.tsx';
import { TextField } from '../../kit/forms/field.tsx';
import { Form, FormActions, type FormValues } from '../../kit/forms/form.tsx';
import { Checkbox } from '../../kit/forms/toggle.tsx';
import { Dialog } from '../../kit/overlay/dialog.tsx';
import { formatBytes, formatNumber, plural } from '../../kit/page/format.ts';
import { ImportPreview } from './import-preview.tsx';
import { type ImportOptions, upload } from './import-uploads.ts';
import { MappingFields, readMapping } from './mapping-fields.tsx';
import { Reading } from './progress-bar.tsx';
import { type Preview, requestPreview } from './request-preview.ts';

type ImportFormProps = {
  files: readonly File[];
  /** Options of a failed upload to retry. */
  options?: ImportOptions;
  onClose: () => void;
};

/** Options of files whose preview was closed, so that choosing a file again continues with them. */
const drafts = new Map<string, ImportOptions>();
const draftKey = ({ name, size }: File) => `${size} ${name}`;

export function ImportForm({ files, options: given, onClose }: ImportFormProps) {
  const values = useValues();
  const [options, setOptions] = useState(() => given ?? (files[0] && drafts.get(draftKey(files[0]))));
  const [found, setFound] = useState<Preview>();
  const [isAsked, setAsked] = useState(given !== undefined);
  const reading = useRef<AbortController>(undefined);
  const stop = () => reading.current?.abort();
  useEffect(() => () => reading.current?.abort(), []);
  const isOne = files.length === 1;
  const [first] = files;
  const title = isOne ? `Import ${first?.name}` : `Import ${plural(files.length, 'file')}`;

  const [isEditing, setEditing] = useState(false);
  const close = () => {
    stop();
    if (isEditing) setEditing(false);
    else onClose();
  };

  const preview = async (changed: ImportOptions) => {
    if (!first || !values) return;
    const controller = new AbortController();
    reading.current = controller;
    const limits = { maxBytes: values.preview_bytes, signal: controller.signal };
    const result = await requestPreview(first, { ...changed, source: changed.source ?? first.name }, limits).catch(
      (error) => (controller.signal.aborted ? undefined : Promise.reject(error)),
    );
    // A stopped request keeps the previous preview and options.
    if (!result) return;
    setFound(result);
    setOptions(changed);
    setEditing(false);
    drafts.set(draftKey(first), changed);
  };
  /** A chosen preset sets the source, a detected one does not, as in an import without a preview. */
  const submit = (chosen: ImportOptions) => {
    setAsked(true);
    const presetSource = values?.presets.find(({ name }) => name === chosen.preset)?.source;
    return preview({ ...chosen, source: chosen.source ?? presetSource ?? (isOne ? first?.name : undefined) });
  };
  const importAll = async (accepted: ImportOptions) => {
    if (first) drafts.delete(draftKey(first));
    for (const file of files) upload([file], { ...accepted, source: accepted.source ?? file.name });
    // Without the delay, the second click of a double click would hit the page below the dialog.
    await new Promise((resolve) => setTimeout(resolve, 300));
    onClose();
  };
  return (
    <Dialog isOpen wide={found && !isEditing ? 'table' : true} onClose={close} title={title}>
      {found && options && values && !isEditing ? (
        <ImportPreview
          files={files}
          options={options}
          preview={found}
          fields={values.fields}
          onChange={preview}
          onImport={() => importAll(options)}
          onBack={() => setEditing(true)}
        />
      ) : (
        <Fields
          {...{ files, values, options }}
          detected={found?.is_detected ? found.preset : null}
          onClose={close}
          isAsked={isAsked}
          onSubmit={submit}
        />
      )}
    </Dialog>
  );
}

type FieldsProps = ImportFormProps & {
  values: OperatorValues | undefined;
  detected: string | null;
  /** If false, the file is read at once, since most need no options. */
  isAsked: boolean;
  onSubmit: (options: ImportOptions) => Promise<void>;
};

function Fields({ files, values, options, detected, isAsked, onSubmit, onClose }: FieldsProps) {
  const [preset, setPreset] = useState(options?.preset ?? '');
  const [source, setSource] = useState(options?.source ?? '');
  const [isSnapshot, setSnapshot] = useState(options?.snapshot ?? false);
  const [first] = files;
  const isOne = files.length === 1;
  const presetSource = values?.presets.find(({ name }) => name === preset)?.source;
  const defaultSource = presetSource ?? (isOne && first ? first.name : 'The name of each file');

  const box = useRef<HTMLDivElement>(null);
  const [isReading, setReading] = useState(!isAsked);
  const isLoaded = values !== undefined;
  useEffect(() => {
    if (isLoaded && !isAsked) box.current?.querySelector('form')?.requestSubmit();
  }, [isLoaded, isAsked]);

  const submit = (input: FormValues) => {
    setReading(true);
    const { preset, format, records, records_of, map, set } = readMapping(input);
    return onSubmit({
      preset: preset ?? undefined,
      format: format ?? undefined,
      records: records ?? undefined,
      records_of: records_of ?? undefined,
      ...{ map, set },
      source: input.text('source'),
      snapshot: isSnapshot,
      force: input.checked('force'),
    }).finally(() => setReading(false));
  };
  if (!values || !first) return <Skeleton className="h-80 w-full" />;
  return (
    <>
      {isReading && <Reading text={readingText(first, values.preview_bytes)} onStop={onClose} />}
      <div ref={box} hidden={isReading}>
        <Form onSubmit={submit} label="Import" isDraft>
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
          <MappingFields values={values} initial={options} detects detected={detected} onPreset={setPreset} />
          {isOne ? (
            <Checkbox
              name="snapshot"
              label="This file is the complete list"
              hint="Retires hooks of this source that are not in the file."
              checked={isSnapshot}
              onChange={setSnapshot}
            />
          ) : (
            <p className="text-xs text-muted">
              Files are imported one after the other. For the complete list of a source, choose one file.
            </p>
          )}
          {isSnapshot && <SnapshotWarning source={source.trim() || defaultSource} />}
          <FormActions submit="Preview" onCancel={onClose} />
        </Form>
      </div>
    </>
  );
}

/** Reading the preview may take seconds. */
const readingText = (file: File, maxBytes: number) =>
  `Reading ${file.size > maxBytes ? `the first ${formatBytes(maxBytes)} of ` : ''}${file.name} and guessing labels. Nothing is imported yet.`;

function SnapshotWarning({ source }: { source: string }) {
  const query = { source, state: 'published', limit: 1 };
  const { data } = useApi([hooksPath, query], () => readHooks(query));
  const count = data ? formatNumber(data.total) : '…';
  return (
    <div className="stack gap-3">
      <Banner title={`${source} has ${count} published ${data?.total === 1 ? 'hook' : 'hooks'}`}>
        <p className="wrap-anywhere">
          Hooks that are missing from this file are retired: /hooks/{'{id}'} returns 410 until a later import contains
          them.
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
