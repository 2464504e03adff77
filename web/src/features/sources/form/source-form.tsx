// SourceForm: adds or edits a source: where from, the fields of that kind, a missing secret, a preview, then save.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useValues } from '../../../api/curation.ts';
import type { OperatorValues, Source, SourcePreview } from '../../../api/openapi.ts';
import { Skeleton } from '../../../kit/display/skeleton.tsx';
import { Button, ButtonRow } from '../../../kit/forms/button.tsx';
import { TextField } from '../../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../../kit/forms/form.tsx';
import { Dialog } from '../../../kit/overlay/dialog.tsx';
import { Problem } from '../../../kit/page/problem.tsx';
import { Reading } from '../../imports/progress-bar.tsx';
import { changeSource, createSource, previewSource, type SourceBody } from '../source-client.ts';
import { readYouTube, readYtDlp, YouTubeFields, YtDlpFields } from './channel-fields.tsx';
import { FileHelp } from './file-help.tsx';
import { KindCards, kindTitle } from './kind-cards.tsx';
import { kindOf, type SourceKind } from './locations.ts';
import { SecretForm, useIsOwner } from './secret-form.tsx';
import { SourcePreviewView } from './source-preview.tsx';
import { ApifyFields, readApify, readUrl, UrlFields } from './url-fields.tsx';

type SourceFormProps = {
  /** The source to edit; undefined to create one. */
  source: Source | undefined;
  /** The location of a new source, if known. */
  location?: string;
  onClose: () => void;
  onSaved: (source: Source) => void;
};

type Step =
  | { at: 'fields' }
  | { at: 'reading' }
  /** `body` is previewed after the secret is set. */
  | { at: 'secret'; name: string; body?: SourceBody }
  | { at: 'preview'; found: SourcePreview; body: SourceBody };

const readers: Readonly<Record<Exclude<SourceKind, 'file'>, (input: FormValues) => SourceBody>> = {
  youtube: readYouTube,
  'yt-dlp': readYtDlp,
  apify: readApify,
  url: readUrl,
};

export function SourceForm({ source, location = '', onClose, onSaved }: SourceFormProps) {
  const values = useValues();
  const [kind, setKind] = useState<SourceKind | undefined>(
    source || location ? kindOf(source ?? { location }) : undefined,
  );
  const [step, setStep] = useState<Step>({ at: 'fields' });
  /** Error of a preview after a secret was set. */
  const [problem, setProblem] = useState<unknown>();
  const fields = useRef<HTMLDivElement>(null);
  const isOwner = useIsOwner();
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const preview = async (body: SourceBody) => {
    const controller = new AbortController();
    reading.current = controller;
    setStep({ at: 'reading' });
    setProblem(undefined);
    try {
      const found = await previewSource(body, controller.signal);
      const [name] = found.missing_secrets;
      setStep(name === undefined ? { at: 'preview', found, body } : { at: 'secret', name, body });
    } catch (error) {
      if (controller.signal.aborted) return back();
      setStep({ at: 'fields' });
      throw error;
    }
  };
  const save = async (body: SourceBody) => {
    const { name: _, ...settings } = body;
    const saved = source ? await changeSource(source.id, settings) : await createSource(body);
    onSaved(saved);
    onClose();
  };
  const back = () => {
    flushSync(() => setStep({ at: 'fields' }));
    // The focus was in the replaced content.
    fields.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  };
  /** `then` is previewed after a secret is set. */
  const secretButtons = (body: SourceBody | undefined, then?: SourceBody) =>
    isOwner &&
    secretsOf(kind, body).map((name) => (
      <Button key={name} kind="ghost" icon="key" onClick={() => setStep({ at: 'secret', name, body: then })}>
        {secretTitles[name] ?? `Secret ${name}…`}
      </Button>
    ));
  const action = source ? 'Save changes' : 'Add source';
  const title = source ? `Edit ${source.name}` : kind ? `Add source: ${kindTitle(kind)}` : 'Add source';
  return (
    <Dialog isOpen wide={step.at === 'preview' ? 'table' : true} onClose={onClose} title={title}>
      {kind === undefined && <KindCards onChoose={setKind} />}
      {kind === 'file' && <FileHelp source={source} onBack={source ? undefined : () => setKind(undefined)} />}
      {kind !== undefined && kind !== 'file' && (
        <div ref={fields} hidden={step.at !== 'fields'} className={step.at === 'fields' ? 'stack gap-4' : undefined}>
          {problem !== undefined && <Problem error={problem} />}
          <Fields
            key={kind}
            kind={kind}
            source={source}
            initial={source ?? { location }}
            values={values}
            action={action}
            onPreview={preview}
            onSave={save}
            secretButtons={secretButtons}
            onBack={source ? onClose : () => setKind(undefined)}
          />
        </div>
      )}
      {step.at === 'reading' && (
        <Reading
          text="Reading the newest records. This takes up to a minute."
          onStop={() => reading.current?.abort()}
        />
      )}
      {step.at === 'secret' && (
        <SecretForm
          key={step.name}
          name={step.name}
          onSet={async () => (step.body ? preview(step.body).catch(setProblem) : back())}
          onBack={back}
        />
      )}
      {step.at === 'preview' && (
        <SourcePreviewView
          found={step.found}
          action={action}
          onSave={() => save(step.body)}
          onBack={back}
          secrets={secretButtons(step.body, step.body)}
        />
      )}
    </Dialog>
  );
}

type FieldsProps = {
  kind: Exclude<SourceKind, 'file'>;
  source: Source | undefined;
  initial: Pick<SourceBody, 'location' | 'collect'>;
  values: OperatorValues | undefined;
  /** Text of the button that saves. */
  action: string;
  onPreview: (body: SourceBody) => Promise<void>;
  onSave: (body: SourceBody) => Promise<void>;
  /** Buttons that set a secret again, since the form requests one only while it is missing. */
  secretButtons: (body: SourceBody | undefined) => ReactNode;
  onBack: () => void;
};

function Fields({ kind, source, initial, values, action, onPreview, onSave, secretButtons, onBack }: FieldsProps) {
  const saves = useRef(false);
  const [sent, setSent] = useState<SourceBody>();
  const box = useRef<HTMLDivElement>(null);
  const isLoaded = values !== undefined;
  // The dialog set the focus before the fields were loaded.
  useEffect(() => {
    if (isLoaded) box.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isLoaded]);
  const submit = async (input: FormValues) => {
    const withoutPreview = saves.current;
    saves.current = false;
    const body: SourceBody = {
      name: source?.name ?? input.text('name'),
      every: input.text('every') ?? null,
      ...readers[kind](input),
    };
    // The form of Apify shows no request, so a request that was set by API is kept.
    if (kind === 'apify' && source?.request) body.request = source.request;
    // A preview needs no name, but the source does.
    if (body.name === undefined) throw { errors: [{ parameter: 'name', detail: 'Enter a name.' }] };
    if (!body.location) throw { errors: [{ parameter: 'location', detail: missing[kind] }] };
    setSent(body);
    await (withoutPreview ? onSave(body) : onPreview(body));
  };
  if (!values) return <Skeleton className="h-100 w-full" />;
  return (
    <div ref={box}>
      <Form onSubmit={submit} label={source ? 'Edit source' : 'Add source'} isDraft>
        {!source && (
          <TextField
            name="name"
            label="Name"
            hint="Shown on its hooks and in the import log. Can’t be changed later."
            maxLength={100}
          />
        )}
        {kind === 'youtube' && <YouTubeFields initial={initial} />}
        {kind === 'yt-dlp' && <YtDlpFields initial={initial} />}
        {kind === 'apify' && <ApifyFields initial={source} values={values} />}
        {kind === 'url' && <UrlFields initial={source} values={values} />}
        <TextField
          name="every"
          label="Interval"
          hint={`30m, 4h, 1d, or a cron expression (UTC). Leave empty for the default, ${values.update_every}.`}
          placeholder={values.update_every}
          defaultValue={source?.every ?? ''}
          maxLength={100}
        />
        <ButtonRow>
          {/* While a preview is read, its own button stops it. */}
          <Button type="submit" kind="primary" busy={false}>
            Preview
          </Button>
          <Button
            onClick={({ currentTarget }) => {
              saves.current = true;
              currentTarget.form?.requestSubmit();
            }}
          >
            {source ? action : 'Save without preview'}
          </Button>
          <Button kind="ghost" onClick={onBack}>
            {source ? 'Cancel' : 'Back'}
          </Button>
          {secretButtons(sent ?? source)}
        </ButtonRow>
      </Form>
    </div>
  );
}

const secretTitles: Readonly<Record<string, string>> = { youtube: 'API key…', apify: 'API token…' };

/** Names of the secrets that a source of the kind sends. */
function secretsOf(kind: SourceKind | undefined, body: SourceBody | undefined): string[] {
  if (kind === 'youtube' || kind === 'apify') return [kind];
  const text = `${body?.location} ${JSON.stringify(body?.request ?? '')}`;
  return [...new Set([...text.matchAll(/\$secret:([\w-]+)/g)].map(([, name = '']) => name.toLowerCase()))];
}

const missing: Readonly<Record<Exclude<SourceKind, 'file'>, string>> = {
  youtube: 'Enter a channel, a search or a country.',
  'yt-dlp': 'Enter a link.',
  apify: 'Enter the link or the ID of a dataset.',
  url: 'Enter a URL.',
};
