// How often a language model is right, measured on the decisions of curators.
import type { Db } from '../../../db/database.ts';
import type { RequiredLabel } from '../../../labels/label.ts';
import type { Agreement } from '../../../labels/llm/with-answer.ts';
import { type AgreementCount, countAgreement } from './store-answers.ts';

/** Before any decision, and as much as so many of them. */
const prior: Agreement = { archetype: 0.8, emotional_trigger: 0.75, niche: 0.85 };
const priorDecisions = 30;

export async function measureAgreement(db: Db, model: string): Promise<Agreement> {
  return agreementOf(await countAgreement(db, model));
}

function agreementOf(counts: readonly AgreementCount[]): Agreement {
  const of = (label: RequiredLabel) => {
    const { decisions = 0, agreed = 0 } = counts.find((one) => one.label === label) ?? {};
    return (prior[label] * priorDecisions + agreed) / (priorDecisions + decisions);
  };
  return { archetype: of('archetype'), emotional_trigger: of('emotional_trigger'), niche: of('niche') };
}
