// Agreement: how often curators confirmed guesses, by label and method and by source; the most frequent wrong guesses.
import type { ReactNode } from 'react';
import { labelName } from '../../api/label-names.ts';
import type { LabelAgreement, LabelsReport } from '../../api/openapi.ts';
import { Section } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { Tabs } from '../../kit/display/tabs.tsx';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';
import { originNames } from '../../kit/page/label-origin.ts';
import { fieldTitles, type LabelField, labelFields } from '../bulk/label-fields.ts';
import { methods, type Tally } from './labels-text.ts';

type AgreementProps = { agreement: LabelAgreement; confusions: LabelsReport['confusions'] };

export function Agreement({ agreement, confusions }: AgreementProps) {
  const panels: [id: string, label: string, panel: ReactNode][] = [
    ['label', 'By label and method', <ByLabel key="label" agreement={agreement} />],
    ['source', 'By source', <BySource key="source" sources={agreement.sources} />],
    ['wrong', 'Wrong guesses', <Confusions key="wrong" confusions={confusions} />],
  ];
  return (
    <Section title="Right guesses" description="How often curators kept a guess.">
      <Tabs label="Right guesses" name="by" tabs={panels.map(([id, label, panel]) => ({ id, label, panel }))} />
    </Section>
  );
}

/** The share, and the number of decisions. */
function Share({ of }: { of: Tally | undefined }) {
  if (!of || of.share === null) return <span className="text-faint">–</span>;
  return (
    <span className="whitespace-nowrap">
      {formatPercent(of.share)} <span className="text-xs text-muted">of {formatNumber(of.decisions)}</span>
    </span>
  );
}

function ByLabel({ agreement }: { agreement: LabelAgreement }) {
  const used = methods.filter((method) => agreement.methods.some((row) => row.method === method));
  const rows = labelFields.filter((label) => agreement.methods.some((row) => row.label === label));
  const columns: Column<LabelField>[] = [
    { id: 'label', header: 'Label', cell: (label) => fieldTitles[label] },
    {
      id: 'all',
      header: 'All guesses',
      align: 'right',
      cell: (label) => <Share of={agreement.labels.find((row) => row.label === label)} />,
    },
    ...used.map(
      (method): Column<LabelField> => ({
        id: method,
        header: originNames[method],
        align: 'right',
        cell: (label) => <Share of={agreement.methods.find((row) => row.label === label && row.method === method)} />,
      }),
    ),
  ];
  return <Table label="Guesses by label and method" columns={columns} rows={rows} rowKey={(label) => label} />;
}

const sourceColumns: Column<LabelAgreement['sources'][number]>[] = [
  { id: 'source', header: 'Source', cell: ({ source }) => source, className: 'wrap-anywhere' },
  { id: 'guesses', header: 'Guesses', align: 'right', cell: (row) => <Share of={row} /> },
  { id: 'given', header: originNames.given, align: 'right', cell: ({ given }) => <Share of={given} /> },
];

function BySource({ sources }: Pick<LabelAgreement, 'sources'>) {
  return <Table label="Guesses by source" columns={sourceColumns} rows={sources} rowKey={({ source }) => source} />;
}

type Confusion = LabelsReport['confusions'][number];

const confusionColumns: Column<Confusion>[] = [
  { id: 'guessed', header: 'Guessed', cell: ({ guessed }) => labelName(guessed) },
  { id: 'decided', header: 'Curators chose', cell: ({ decided }) => labelName(decided) },
  { id: 'label', header: 'Label', cell: ({ label }) => <span className="text-muted">{fieldTitles[label]}</span> },
  { id: 'hooks', header: 'Hooks', align: 'right', cell: ({ hooks }) => formatNumber(hooks) },
];

function Confusions({ confusions }: { confusions: readonly Confusion[] }) {
  return (
    <Table
      label="Most frequent wrong guesses"
      columns={confusionColumns}
      rows={confusions}
      rowKey={({ label, guessed, decided }) => `${label} ${guessed} ${decided}`}
      empty={<p className="text-muted">No corrected guesses yet.</p>}
    />
  );
}
