// Reliability: of guesses at a confidence, how many curators confirmed; as a diagram, and as a table that says the same.
import type { LabelReliability } from '../../api/openapi.ts';
import { Card, Section } from '../../kit/display/card.tsx';
import { SelectField } from '../../kit/forms/field.tsx';
import { formatNumber, formatPercent, plural } from '../../kit/page/format.ts';
import { useQueryState } from '../../kit/page/query-state.ts';
import { fieldTitles, labelFields } from '../bulk/label-fields.ts';
import { type Bin, binName, binText, families, familyTitles } from './labels-text.ts';
import { ReliabilityDiagram } from './reliability-diagram.tsx';

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
      <Card>
        {shown ? (
          <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,22rem)_1fr]">
            <ReliabilityDiagram bins={shown.bins} />
            <div className="stack gap-3">
              <p className="text-muted">
                Calibration error {shown.calibration_error?.toFixed(3) ?? 'unknown'}, over{' '}
                {plural(shown.decisions, 'decision')}.
              </p>
              <BinTable bins={shown.bins} noun={noun} />
            </div>
          </div>
        ) : (
          <p className="text-muted">No decisions about these yet.</p>
        )}
      </Card>
    </Section>
  );
}

type BinTableProps = { bins: readonly Bin[]; noun: 'line' | 'label' };

function BinTable({ bins, noun }: BinTableProps) {
  return (
    <table className="w-full">
      <caption className="sr-only">Confirmed guesses by confidence</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="h-8 text-left font-medium">
            Confidence
          </th>
          <th scope="col" className="text-right font-medium">
            {noun === 'line' ? 'Lines' : 'Labels'}
          </th>
          <th scope="col" className="text-right font-medium">
            Confirmed
          </th>
        </tr>
      </thead>
      <tbody>
        {bins
          .filter(({ decisions }) => decisions > 0)
          .toReversed()
          .map((bin) => (
            <tr key={bin.from} title={binText(bin, noun)} className="h-8 border-t">
              <th scope="row" className="text-left font-normal">
                {binName(bin)}
              </th>
              <td className="text-right">{formatNumber(bin.decisions)}</td>
              <td className="text-right">{formatPercent(bin.confirmed / bin.decisions)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
