// Relabel: guesses labels again. It shows what would change, then applies it as one version, which can be undone.
import { useState } from 'react';
import { undoEdit } from '../../api/curation.ts';
import { type RelabelRequest, relabel } from '../../api/labels.ts';
import type { RelabelReport } from '../../api/openapi.ts';
import { Banner } from '../../kit/display/banner.tsx';
import { Card, Section } from '../../kit/display/card.tsx';
import { Button, ButtonRow } from '../../kit/forms/button.tsx';
import { NumberField, SelectField, TextField } from '../../kit/forms/field.tsx';
import { Form, type FormValues } from '../../kit/forms/form.tsx';
import { toast } from '../../kit/overlay/toast.tsx';
import { Problem } from '../../kit/page/problem.tsx';
import { hookCount } from './labels-text.ts';
import { RelabelChanges } from './relabel-changes.tsx';

type RelabelProps = { hasLanguageModel: boolean; onApplied: () => void };

/** `report` belongs to a preview of `request`, or to the run itself. */
type Shown = { request: RelabelRequest; report: RelabelReport };

export function Relabel({ hasLanguageModel, onApplied }: RelabelProps) {
  const [shown, setShown] = useState<Shown>();
  const preview = async (values: FormValues) => {
    const request = toRequest(values);
    setShown({ request, report: await relabel({ ...request, dry_run: true }) });
  };
  return (
    <Section
      title="Relabel"
      description="Guess labels again with current rules and models. Source labels and curator decisions stay."
    >
      <Card>
        <div className="stack gap-5">
          <Form label="Relabel" onSubmit={preview}>
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
              <TextField name="source" label="Source" placeholder="All sources" />
              <SelectField
                name="state"
                label="Hooks"
                options={[
                  { value: 'published', label: 'Published' },
                  { value: 'pending', label: 'Pending review' },
                ]}
              />
              {hasLanguageModel && (
                <SelectField
                  name="method"
                  label="Method"
                  options={[
                    { value: '', label: 'Rules and model' },
                    { value: 'llm', label: 'Language model too' },
                  ]}
                />
              )}
              <NumberField name="sample" label="At most" placeholder="All hooks" min={1} max={100_000} />
            </div>
            <ButtonRow>
              <Button type="submit" icon="search">
                Preview
              </Button>
              <span className="text-muted">Nothing is changed yet.</span>
            </ButtonRow>
          </Form>
          {shown && (
            <Result
              key={JSON.stringify(shown)}
              {...shown}
              onApplied={(report) => {
                setShown({ ...shown, report });
                onApplied();
              }}
              onClose={() => setShown(undefined)}
            />
          )}
        </div>
      </Card>
    </Section>
  );
}

function toRequest({ text, number }: FormValues): RelabelRequest {
  return {
    source: text('source'),
    where: text('state') === 'pending' ? { state: 'pending' } : undefined,
    method: text('method') === 'llm' ? 'llm' : undefined,
    sample: number('sample'),
  };
}

type ResultProps = Shown & { onApplied: (report: RelabelReport) => void; onClose: () => void };

function Result({ request, report, onApplied, onClose }: ResultProps) {
  const { run, isBusy, error } = useAction();
  const { dry_run, edit_id, changed, confidence_changed } = report;
  const isAnyChanged = changed + confidence_changed > 0;
  const undo = async (id: string) => {
    const { restored } = await undoEdit(id);
    toast(`Undone. ${hookCount(restored)} restored.`);
    onClose();
  };
  return (
    <div className="stack gap-4 border-t pt-4">
      {error !== undefined && <Problem error={error} />}
      {!dry_run && edit_id !== null && (
        <Banner
          tone="good"
          title={`${hookCount(changed)} relabelled`}
          action={
            <Button small busy={isBusy} onClick={() => run(() => undo(edit_id))}>
              Undo
            </Button>
          }
        >
          It can be undone for 30 days, here or with “npx hookline admin edits undo {edit_id}”.
        </Banner>
      )}
      <RelabelChanges report={report} />
      {dry_run && (
        <ButtonRow>
          {isAnyChanged && (
            <Button
              kind="primary"
              busy={isBusy}
              onClick={() => run(async () => onApplied(await relabel({ ...request, dry_run: false })))}
            >
              Relabel {hookCount(changed + confidence_changed)}
            </Button>
          )}
          <Button kind="ghost" onClick={onClose}>
            {isAnyChanged ? 'Cancel' : 'Close'}
          </Button>
        </ButtonRow>
      )}
    </div>
  );
}

/** Runs one action at a time and keeps its error. */
function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = (action: () => Promise<unknown>): void => {
    setBusy(true);
    setError(undefined);
    action()
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return { run, isBusy, error };
}
