// /console/imports: upload files, follow running imports, and browse the import log; `?import=` opens one.
import { useState } from 'react';
import { mutate as reload } from 'swr';
import { waitingPath } from '../../api/client.ts';
import { importsPath, readImports, unknownValuesPath } from '../../api/curation.ts';
import type { GivenValues, ImportRecord } from '../../api/openapi.ts';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Section } from '../../kit/display/card.tsx';
import { FilterBar } from '../../kit/display/filter-bar.tsx';
import { PageBody, PageHeader } from '../../kit/display/page-header.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { useActions } from '../../kit/page/actions.ts';
import { lazyPart } from '../../kit/page/lazy-part.tsx';
import { LoadList } from '../../kit/page/load-list.tsx';
import { changeQuery, useFilters, useQueryState } from '../../kit/page/query-state.ts';
import { DropZone, pickFiles } from './drop-zone.tsx';
import { ImportTable } from './import-table.tsx';
import { dismiss, type ImportOptions, type Upload, useUploads } from './import-uploads.ts';
import { RunningImports } from './running-imports.tsx';

const ImportDialog = lazyPart(() => import('./import-dialog.tsx'), 'ImportDialog');
const UnknownValues = lazyPart(() => import('./unknown-values.tsx'), 'UnknownValues');
const OwnValues = lazyPart(() => import('./own-values.tsx'), 'OwnValues');
const WhatToCollect = lazyPart(() => import('./what-to-collect.tsx'), 'WhatToCollect');
const UploadList = lazyPart(() => import('./upload-list.tsx'), 'UploadList');
const ImportForm = lazyPart(() => import('./import-form.tsx'), 'ImportForm');

const states = [
  { value: '', label: 'Any state' },
  { value: 'running', label: 'Running' },
  { value: 'done', label: 'Done' },
  { value: 'unchanged', label: 'Unchanged' },
  { value: 'failed', label: 'Failed' },
];

/** Files chosen for import; `options` if a failed upload is retried. */
type Selection = { files: readonly File[]; options?: ImportOptions };

export function ImportsPage() {
  const [selection, setSelection] = useState<Selection>();
  const setFiles = (files: readonly File[]) => setSelection({ files });
  const [open, setOpen] = useQueryState('import');
  const hasUploads = useUploads().length > 0;
  const [state, setState] = useQueryState('state');
  const filters = useFilters(['source']);
  const query = { source: filters.source?.[0], state: state || undefined };
  const pages = usePages<ImportRecord>([importsPath, query], (after) => readImports({ ...query, limit: 30, after }));
  const { mutate } = pages;
  const unknown = useApi<GivenValues>(unknownValuesPath);
  const changed = () => void Promise.all([mutate(), unknown.mutate(), reload(waitingPath)]);
  useActions([{ title: 'Import files', icon: 'import', run: () => pickFiles(setFiles) }]);
  const retry = ({ key, file, options }: Upload) => {
    dismiss(key);
    setSelection({ files: [file], options });
  };
  return (
    <PageBody>
      <PageHeader
        title="Imports"
        description="All or nothing: an import that fails changes nothing."
        call={{ path: importsPath, query, isOperator: true }}
      />
      <DropZone onFiles={setFiles} />
      {hasUploads && <UploadList onEnd={changed} onOpen={setOpen} onRetry={retry} />}
      {unknown.data && unknown.data.values.length > 0 && (
        <UnknownValues values={unknown.data.values} onMapped={unknown.mutate} showsSource />
      )}
      <RunningImports onEnd={changed} onOpen={setOpen} />
      <Section
        title="Log"
        actions={
          <SelectField
            name="state"
            label="State"
            hideLabel
            options={states}
            value={state}
            onChange={(event) => setState(event.target.value)}
          />
        }
      >
        <FilterBar
          filters={filters}
          onChange={(name, values) => changeQuery({ [name]: values })}
          onClear={() => changeQuery({ source: undefined })}
        />
        <LoadList
          from={pages}
          table={(imports) => (
            <ImportTable
              imports={imports}
              selected={open}
              onOpen={setOpen}
              isFiltered={Boolean(query.source || state)}
            />
          )}
        />
      </Section>
      <WhatToCollect />
      <OwnValues />
      {open && (
        <ImportDialog
          key={open}
          id={open}
          onClose={() => changeQuery({ import: undefined, undo: undefined })}
          onChange={changed}
        />
      )}
      {selection && selection.files.length > 0 && <ImportForm {...selection} onClose={() => setSelection(undefined)} />}
    </PageBody>
  );
}
