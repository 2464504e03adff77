// Reliability: share of guesses that curators confirmed, by confidence.
import type { LabelReliability } from '../../api/openapi.ts';
import { Section } from '../../kit/display/card.tsx';
import { type Column, Table } from '../../kit/display/table.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { formatNumber, formatPercent } from '../../kit/page/format.ts';
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
      description="Whether guesses are right as often as expected: of guesses that are 80% sure, 80 in 100 should be right."
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
        <Table
          label="Right guesses by how sure they were"
          columns={columnsOf(noun)}
          rows={shown.bins.filter(({ decisions }) => decisions > 0).toReversed()}
          rowKey={({ from }) => `${from}`}
        />
      ) : (
        <p className="text-muted">No decisions yet.</p>
      )}
    </Section>
  );
}

const columnsOf = (noun: 'line' | 'label'): Column<Bin>[] => [
  { id: 'confidence', header: 'How sure', cell: binName },
  {
    id: 'count',
    header: noun === 'line' ? 'Lines' : 'Labels',
    align: 'right',
    cell: ({ decisions }) => formatNumber(decisions),
  },
  {
    id: 'confirmed',
    header: 'Right',
    align: 'right',
    cell: ({ confirmed, decisions }) => formatPercent(confirmed / decisions),
  },
];
