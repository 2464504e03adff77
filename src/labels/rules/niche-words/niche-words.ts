// The words of all niches, joined as hashtags join them (`realestate`), in English and in the Hindi of captions written in
// Latin letters. The words themselves are in the files of the spheres.
import { cultureWords } from './culture.ts';
import { lifeWords } from './life.ts';
import { workWords } from './work.ts';

/** `strong` words decide alone, `weak` ones lean. A word of several niches shares its vote. */
export type NicheWords = Readonly<Record<string, { strong: string; weak: string }>>;

/** Where two niches have as many votes, the one that stands first wins. */
export const nicheWords: NicheWords = { ...workWords, ...lifeWords, ...cultureWords };

/** Words that hashtags are glued together with and that say nothing of a niche. */
export const hashtagFillers = `the and for of in my your to is a indian india insta instagram reels reel viral trending best daily easy good
  life lovers lover love time day top new video videos page fyp foryou foryoupage explore explorepage ideas inspo tips goals gram
  girl girls boy men women man woman blogger blog creator creators content online club community desi asian american british
  with from that this home made real world global super big small little healthy simple quick perfect morning night weekend
  special style guide journey challenge series mumbai delhi bangalore hyderabad chennai kolkata pune london dubai australia
  usa uk canada telugu tamil hindi kannada malayalam marathi punjabi gujarati bengali`;
