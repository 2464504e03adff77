// Rules of archetypes: the cues of all families in one list. The cues are in cues/, by family.
import { claimCues } from './cues/claim.ts';
import { curiosityCues } from './cues/curiosity.ts';
import { identityCues } from './cues/identity.ts';
import { instructionCues } from './cues/instruction.ts';
import { interruptCues } from './cues/interrupt.ts';
import { proofCues } from './cues/proof.ts';
import { storyCues } from './cues/story.ts';
import { warningCues } from './cues/warning.ts';
import type { Cue } from './phrase.ts';

// On a tie of weights at the same word, the family that comes first wins.
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
