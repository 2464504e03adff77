// Reliability of confidences: decided guesses in ten bins of confidence, and the expected calibration error.
import { type GuessedLabel, guessedLabels, type SourceFamily, sourceFamilies } from '../../../labels/label.ts';
import type { Reliability } from './report-schema.ts';

/** Decided guesses of a bin of confidence, from 0 (0–0.1) to 9 (0.9–1, both included). `confidence` is their sum. */
export type BinRow = {
  label: GuessedLabel;
  source_family: SourceFamily | null;
  bin: number;
  decisions: number;
  confirmed: number;
  confidence: number;
};

const bins = 10;

/** For all labels together and for each, over all sources and by family. Those without decisions are left out. */
export function reliabilityOf(rows: readonly BinRow[]): Reliability[] {
  return [null, ...guessedLabels]
    .flatMap((label) => [null, ...sourceFamilies].map((family) => ({ label, family })))
    .map(({ label, family }) => {
      const isIncluded = (row: BinRow) =>
        (label === null || row.label === label) && (family === null || row.source_family === family);
      return { label, family, ...summarise(rows.filter(isIncluded)) };
    })
    .filter(({ decisions }) => decisions > 0);
}

function summarise(rows: readonly BinRow[]): Pick<Reliability, 'decisions' | 'calibration_error' | 'bins'> {
  const summed = Array.from({ length: bins }, (_, bin) => {
    const own = rows.filter((row) => row.bin === bin);
    const sumOf = (field: 'decisions' | 'confirmed' | 'confidence') => own.reduce((sum, row) => sum + row[field], 0);
    return { bin, decisions: sumOf('decisions'), confirmed: sumOf('confirmed'), confidence: sumOf('confidence') };
  });
  const decisions = summed.reduce((sum, bin) => sum + bin.decisions, 0);
  const distance = summed.reduce((sum, { confirmed, confidence }) => sum + Math.abs(confirmed - confidence), 0);
  return {
    decisions,
    calibration_error: decisions === 0 ? null : round(distance / decisions),
    bins: summed.map(({ bin, decisions, confirmed, confidence }) => ({
      from: bin / bins,
      to: (bin + 1) / bins,
      decisions,
      confirmed,
      mean_confidence: decisions === 0 ? null : round(Math.min(1, confidence / decisions)),
    })),
  };
}

/** Floating point sums have digits that mean nothing. */
export function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
