// Results of a check as text: confidence, standing, trend.
import type { DraftCheck, DraftLabel } from '@hookline/sdk';
import { labelName } from '../../api/label-names.ts';
import { formatPercent, formatWholePercent, plural } from '../../kit/page/format.ts';

/** Figures of one group of hooks. */
export type Figures = Omit<DraftCheck['standing'], 'wider'>;

/** The API returns no figures for fewer hooks. */
const minHooks = 30;

type Origin = Pick<DraftLabel, 'method' | 'confidence'> & Partial<Pick<DraftLabel, 'why'>>;

/** Whether the label comes from the published hook with the same words. */
export function isOfPublished({ why = [] }: Origin, published: string | null): boolean {
  return why.some((reason) => reason.kind === 'line' && reason.id === published);
}

/** “Likely, 83%” */
export function confidenceText(label: Origin, published: string | null = null): string {
  if (isOfPublished(label, published)) return 'As published';
  const { method, confidence } = label;
  if (method === 'given') return 'As you set it';
  // Uses the percentage as shown, so that 70% is always the same word.
  const shown = Math.round(confidence * 100);
  const words = shown >= 90 ? 'Very likely' : shown >= 70 ? 'Likely' : shown >= 50 ? 'Perhaps' : 'Unsure';
  return `${words}, ${formatWholePercent(confidence)}`;
}

/** “or Bold claim 9%”; empty if no alternative reaches 5%. */
export function alternativesText({ alternatives }: DraftLabel): string {
  const likely = alternatives.filter(({ confidence }) => confidence >= 0.05).slice(0, 2);
  return likely.map(({ value, confidence }) => `or ${labelName(value)} ${formatWholePercent(confidence)}`).join(', ');
}

/** “412 Curiosity gap hooks in Fitness on TikTok” */
export function groupText({ archetype, niche, platform, n }: Figures): string {
  const place = `${niche ? ` in ${labelName(niche)}` : ''}${platform ? ` on ${platform}` : ''}`;
  return `${plural(n, `${labelName(archetype)} hook`)}${place}`;
}

const verdicts = {
  heating: 'heating up, ',
  cooling: 'cooling down, ',
  steady: 'no clear change, ',
  insufficient_data: '',
} as const;

/** “heating up, 14% of the hooks added in the last 7 days, 9.1% in the 7 days before.” */
export function risingText({ share, share_before: before, n, window, verdict }: DraftCheck['rising']): string {
  if (share === null) return `too few new hooks, ${n} of ${minHooks}.`;
  const days = `${Number.parseInt(window, 10)} days`;
  const earlier = before === null ? 'no hooks were added' : formatPercent(before);
  return `${verdicts[verdict]}${formatPercent(share)} of the hooks added in the last ${days}, ${earlier} in the ${days} before.`;
}
