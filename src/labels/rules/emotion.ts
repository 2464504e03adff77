// Rules of emotional triggers: their cues, and what archetype and niche usually trigger.
import { emotionCues } from './cues/emotions.ts';
import { emotionSigns, foreignEmotionCues } from './foreign-cues/emotions.ts';
import { toCues } from './phrase.ts';

export const emotionRules = toCues([emotionCues, emotionSigns]);

/** For lines that are not English. */
export const foreignEmotionRules = toCues([foreignEmotionCues, emotionSigns]);

/** The usual trigger of an archetype, for lines without a cue of their own. */
export const emotionOfArchetype: Readonly<Record<string, string>> = {
  curiosity_gap: 'curiosity',
  cliffhanger: 'curiosity',
  insider_secret: 'curiosity',
  investigation: 'curiosity',
  question: 'curiosity',
  hypothetical: 'humor',
  bold_claim: 'surprise',
  contrarian: 'surprise',
  myth_bust: 'surprise',
  prediction: 'curiosity',
  superlative: 'curiosity',
  statistic: 'surprise',
  result_first: 'pride',
  authority: 'trust',
  social_proof: 'fomo',
  experiment: 'curiosity',
  comparison: 'curiosity',
  ranking: 'curiosity',
  negative_command: 'fear',
  mistake_callout: 'shame',
  stakes_warning: 'fear',
  urgency: 'urgency',
  how_to: 'aspiration',
  listicle: 'curiosity',
  direct_value: 'aspiration',
  problem_solution: 'relief',
  offer: 'excitement',
  story: 'curiosity',
  cold_open: 'humor',
  confession: 'humor',
  transformation: 'inspiration',
  conflict: 'anger',
  pov: 'humor',
  identity_callout: 'validation',
  relatable_pain: 'humor',
  challenge: 'curiosity',
  pattern_interrupt: 'humor',
  shock: 'surprise',
  visual_demo: 'awe',
  trend_reference: 'humor',
};

/** The usual trigger of a niche that says more about it than most archetypes. */
export const emotionOfNiche: Readonly<Record<string, string>> = { comedy: 'humor' };
