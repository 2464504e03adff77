// Model: the model in use, what it was trained on, and its predecessors. "Train now" starts a training.
import { useState } from 'react';
import { trainLabels } from '../../api/labels.ts';
import type { LabelModel, LabelsReport, TrainingReport } from '../../api/openapi.ts';
import { Badge } from '../../kit/display/badge.tsx';
import { Section } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Time } from '../../kit/display/time.tsx';
import { Button } from '../../kit/forms/button.tsx';
import { toast, toastError } from '../../kit/overlay/toast.tsx';
import { formatNumber, formatPercent, plural } from '../../kit/page/format.ts';
import { fieldTitles } from '../bulk/label-fields.ts';
import { modelState, scoresOf } from './labels-text.ts';

type ModelProps = { models: LabelsReport['models']; onTrained: () => void };

export function Model({ models, onTrained }: ModelProps) {
  const { active, recent, new_decisions, decisions_per_training } = models;
  const [isBusy, setBusy] = useState(false);
  const train = async () => {
    setBusy(true);
    await trainLabels().then(showTraining, toastError);
    setBusy(false);
    onTrained();
  };
  return (
    <Section
      title="Model"
      description="Trained on hooks that curators correct or accept one by one, not on bulk accepts. A new model is used only if more of its guesses are right than the starter model’s."
      actions={
        <Button icon="refresh" busy={isBusy} onClick={() => void train()}>
          Train now
        </Button>
      }
    >
      <p>
        {active === null && 'The starter model is in use. '}
        {plural(new_decisions, 'new decision')} since the last training. The next one starts at {decisions_per_training}
        , or when an import adds as many labelled hooks.
      </p>
      {recent.length > 0 && (
        <Table label="Trained models" columns={columns} rows={recent} rowKey={({ version }) => `${version}`} />
      )}
    </Section>
  );
}

function showTraining({ state, version, scores }: TrainingReport): void {
  if (state === 'active') toast(`Model ${version} is in use now.`);
  else if (state === 'refused')
    toast(`Model ${version} is not used: ${modelState({ state, scores: scores ?? {} })[0].toLowerCase()}.`);
  else toast('Training is still running. Its result appears here.');
}

const columns: Column<LabelModel>[] = [
  { id: 'version', header: 'Version', cell: ({ version }) => formatNumber(version) },
  {
    id: 'state',
    header: 'State',
    cell: (model) => {
      const [text, tone] = modelState(model);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  { id: 'trained', header: 'Trained', cell: ({ created_at }) => <Time at={created_at} /> },
  { id: 'agreement', header: 'Right guesses on decided test lines', cell: (model) => <Scores model={model} /> },
  { id: 'lines', header: 'Lines', align: 'right', cell: ({ lines }) => formatNumber(lines) },
];

function Scores({ model }: { model: LabelModel }) {
  const scores = scoresOf(model.scores);
  if (scores.length === 0) return <span className="text-faint">Not measured: too few decisions</span>;
  return scores
    .map(({ label, agreement, starter }) => {
      const before = starter === undefined ? '' : ` (starter model ${formatPercent(starter)})`;
      return `${fieldTitles[label]} ${formatPercent(agreement)}${before}`;
    })
    .join(', ');
}
