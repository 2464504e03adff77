// A guess of the rules.
import type { Guess } from '../label.ts';

/** `scores`: of every value that has a cue in the line, 0 to 1 for labels with cues. Without one the value is `other`. */
export type RuleGuess = Guess & { scores: ReadonlyMap<string, number> };
