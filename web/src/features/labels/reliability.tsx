// Reliability: of guesses at a confidence, how many curators confirmed.
import type { LabelReliability } from '../../api/openapi.ts';
import { Section } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { formatNumber, formatPercent, plural } from '../../kit/page/format.ts';
import { useQueryState } from '../../kit/page/query-state.ts';
import { fieldTitles, labelFields } from '../bulk/label-fields.ts';
import { type Bin, binName, families, familyTitles } from './labels-text.ts';

export function Reliability({ reliability }: { reliability: readonly LabelReliability[] }) {
  const [label, setLabel] = useQueryState('label');
  const [kind, setKind] = useQueryState('kind');
  const shown = reliability.find((one) => (one.label ?? '') === label && (one.family ?? '') === kind);
  const noun = label === '' ? 'label' : 'line';
  return (
    <Section
      title="Reliability"
      description="A confidence can be trusted if as many guesses are confirmed: of those at 80%, 80 in 100."
      actions={
        <>
          <SelectField
            name="label"
            label="Label"
            hideLabel
            options={[
              { value: '', label: 'All labels' },
              ...labelFields.map((value) => ({ value, label: fieldTitles[value] })),
            ]}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
          <SelectField
            name="kind"
            label="Kind of text"
            hideLabel
            options={[
              { value: '', label: 'All texts' },
              ...families.map((value) => ({ value, label: familyTitles[value] })),
            ]}
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          />
        </>
      }
    >
      {shown ? (
        <div className="stack gap-3">
          <p className="text-muted">
            Calibration error {shown.calibration_error?.toFixed(3) ?? 'unknown'}, over{' '}
            {plural(shown.decisions, 'decision')}.
          </p>
          <Table
            label="Confirmed guesses by confidence"
            columns={columnsOf(noun)}
            rows={shown.bins.filter(({ decisions }) => decisions > 0).toReversed()}
            rowKey={({ from }) => `${from}`}
          />
        </div>
      ) : (
        <p className="text-muted">No decisions about these yet.</p>
      )}
    </Section>
  );
}

const columnsOf = (noun: 'line' | 'label'): Column<Bin>[] => [
  { id: 'confidence', header: 'Confidence', cell: binName },
  {
    id: 'count',
    header: noun === 'line' ? 'Lines' : 'Labels',
    align: 'right',
    cell: ({ decisions }) => formatNumber(decisions),
  },
  {
    id: 'confirmed',
    header: 'Confirmed',
    align: 'right',
    cell: ({ confirmed, decisions }) => formatPercent(confirmed / decisions),
  },
];
