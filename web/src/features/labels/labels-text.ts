// Names and sentences of the page "Labels".
import type { LabelModel, LabelReliability, LabelsReport } from '../../api/openapi.ts';
import { plural } from '../../kit/page/format.ts';
import { type LabelField, labelFields } from '../bulk/label-fields.ts';

type Method = LabelsReport['agreement']['methods'][number]['method'];
type Family = NonNullable<LabelReliability['family']>;
export type Tally = Pick<LabelsReport['agreement'], 'decisions' | 'agreed' | 'share'>;
export type Bin = LabelReliability['bins'][number];

/** Methods in the order of the columns. */
export const methods: readonly Method[] = ['rules', 'model', 'creator', 'llm', 'given'];

export const familyTitles: Readonly<Record<Family, string>> = {
  spoken: 'Spoken lines',
  caption: 'Captions',
  title: 'Titles',
};
export const families = Object.keys(familyTitles) as Family[];

/** “80–90%”. */
export const binName = ({ from, to }: Bin) => `${Math.round(from * 100)}–${Math.round(to * 100)}%`;

/** “1 hook”, “1,204 hooks”. */
export const hookCount = (count: number) => plural(count, 'hook');

/** Returns a model's agreement by label from its cross-validation, and the starter model's agreement on the same lines. */
export function scoresOf(scores: Readonly<Record<string, unknown>>) {
  const byLabel = scores.byLabel as Partial<Record<LabelField, { agreement?: number }>> | undefined;
  const compared = scores.comparison as { byLabel?: Partial<Record<LabelField, { starter?: number }>> } | undefined;
  return labelFields.flatMap((label) => {
    const agreement = byLabel?.[label]?.agreement;
    return agreement === undefined ? [] : [{ label, agreement, starter: compared?.byLabel?.[label]?.starter }];
  });
}

const modelStates: Readonly<Record<LabelModel['state'], [text: string, tone: 'good' | 'warn' | 'neutral']>> = {
  active: ['In use', 'good'],
  former: ['Replaced', 'neutral'],
  refused: ['Scored worse', 'warn'],
};

/** A model is also not used if there are too few labels to compare it with its predecessor. */
export function modelState({
  state,
  scores,
}: Pick<LabelModel, 'state' | 'scores'>): [text: string, tone: 'good' | 'warn' | 'neutral'] {
  const { verdict } = (scores.comparison ?? {}) as { verdict?: string };
  return state === 'refused' && verdict === 'too_few_labels' ? ['Too few labels', 'neutral'] : modelStates[state];
}
