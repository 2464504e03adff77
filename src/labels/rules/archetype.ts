// Rules of archetypes: the cues of all families in one list. The cues are in cues/ by family, and in foreign-cues/ by language.
import { claimCues } from './cues/claim.ts';
import { curiosityCues } from './cues/curiosity.ts';
import { identityCues } from './cues/identity.ts';
import { instructionCues } from './cues/instruction.ts';
import { interruptCues } from './cues/interrupt.ts';
import { proofCues } from './cues/proof.ts';
import { storyCues } from './cues/story.ts';
import { warningCues } from './cues/warning.ts';
import { frenchCues } from './foreign-cues/french.ts';
import { germanCues } from './foreign-cues/german.ts';
import { portugueseCues } from './foreign-cues/portuguese.ts';
import { sharedCues } from './foreign-cues/shared.ts';
import { spanishCues } from './foreign-cues/spanish.ts';
import { toCues } from './phrase.ts';

// On a tie of weights at the same word, the family that comes first wins.
export const archetypeRules = toCues([
  proofCues,
  claimCues,
  curiosityCues,
  warningCues,
  instructionCues,
  storyCues,
  identityCues,
  interruptCues,
]);

/** For lines that are not English. A line rarely has the words of a cue by accident, so the languages need not be told apart. */
export const foreignArchetypeRules = toCues([sharedCues, spanishCues, portugueseCues, frenchCues, germanCues]);
