// DropZone: drop or choose files to import. Drops elsewhere on the page are ignored instead of opening the file.
import { type DragEvent, useEffect, useState } from 'react';
import { Icon } from '../../kit/display/icons.tsx';
import { Button } from '../../kit/forms/button.tsx';

const accepted = '.json,.jsonl,.ndjson,.csv,.tsv,.xlsx,.txt,.gz';

type OnFiles = (files: readonly File[]) => void;

/** Opens the browser's file dialog. */
export function pickFiles(onFiles: OnFiles): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, accept: accepted });
  input.addEventListener('change', () => onFiles([...(input.files ?? [])]));
  input.click();
}

export function DropZone({ onFiles }: { onFiles: OnFiles }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const preventOpening = (event: globalThis.DragEvent) => event.preventDefault();
    addEventListener('dragover', preventOpening);
    addEventListener('drop', preventOpening);
    return () => {
      removeEventListener('dragover', preventOpening);
      removeEventListener('drop', preventOpening);
    };
  }, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    // Directories have no content to upload; the CLI imports directories.
    const entries = [...event.dataTransfer.items].flatMap((item) => {
      const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile();
      return file ? [file] : [];
    });
    if (entries.length > 0) onFiles(entries);
  };
  return (
    <section
      aria-label="Import files"
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-dashed p-5 transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-strong'}`}
    >
      <Icon name="import" className="pointer-events-none size-5 text-faint" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">Drop files here</p>
        <p className="text-muted">
          JSON, JSON Lines, CSV, TSV or XLSX, optionally gzipped. You’ll see a preview first.
        </p>
      </div>
      <Button kind="primary" icon="plus" onClick={() => pickFiles(onFiles)}>
        Choose files
      </Button>
    </section>
  );
}
