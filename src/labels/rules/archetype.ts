// What gives an archetype away: the cues of all families in one list. The cues themselves are in the family's file.
import { claimCues } from './cues/claim.ts';
import { curiosityCues } from './cues/curiosity.ts';
import { identityCues } from './cues/identity.ts';
import { instructionCues } from './cues/instruction.ts';
import { interruptCues } from './cues/interrupt.ts';
import { proofCues } from './cues/proof.ts';
import { storyCues } from './cues/story.ts';
import { warningCues } from './cues/warning.ts';
import type { Cue } from './phrase.ts';

// Where a line has cues of the same weight at the same word, the family that stands first wins.
const families = [
  proofCues,
  claimCues,
  curiosityCues,
  warningCues,
  instructionCues,
  storyCues,
  identityCues,
  interruptCues,
];

export const archetypeRules: readonly Cue[] = families.flatMap((family) =>
  Object.entries(family).flatMap(([value, cues]) =>
    Object.entries(cues).map(([weight, phrases]) => ({ value, weight: Number(weight), phrases })),
  ),
);
