// The words of all niches, spelt as in hashtags (`realestate`), in English and in Hindi in Latin letters (work.ts, life.ts and
// culture.ts) and in other languages (foreign.ts).
import { cultureWords } from './culture.ts';
import { foreignWords } from './foreign.ts';
import { lifeWords } from './life.ts';
import type { NicheWords } from './word-list.ts';
import { workWords } from './work.ts';

/** On a tie the niche that comes first wins. */
export const nicheWords: NicheWords = Object.fromEntries(
  Object.entries({ ...workWords, ...lifeWords, ...cultureWords }).map(([niche, { strong, weak }]) => {
    const foreign = foreignWords[niche];
    return [niche, { strong: `${strong} ${foreign?.strong ?? ''}`, weak: `${weak} ${foreign?.weak ?? ''}` }];
  }),
);

/** Parts of hashtags that say nothing about the niche. */
export const hashtagFillers = `the and for of in my your to is a indian india insta instagram reels reel viral trending best daily easy good
  life lovers lover love time day top new video videos page fyp foryou foryoupage explore explorepage ideas inspo tips goals gram
  girl girls boy men women man woman blogger blog creator creators content online club community desi asian american british
  with from that this home made real world global super big small little healthy simple quick perfect morning night weekend
  special style guide journey challenge series mumbai delhi bangalore hyderabad chennai kolkata pune london dubai australia
  usa uk canada telugu tamil hindi kannada malayalam marathi punjabi gujarati bengali`;
