// Names the productions whose titles are no opening lines: trailers, music videos, matches, lyrics.
import type { HookValues } from '../../db/hook-columns.ts';
import type { Wording } from './stand-alone.ts';

type ReviewReason = NonNullable<HookValues<Date>['review_reason']>;

const musicVideo =
  /\b(?:official|officiel(?:le)?|oficial|ufficiale|offizielles?|resmi)[\s-]+(?:\w+[\s-]+){0,3}?(?:video|vid[eé]o|audio|clip|visuali[sz]er|mv)\b|\b(?:video|vid[eé]o|audio|clip|klip|mv)\s+(?:oficial|officiel(?:le)?|ufficiale|oficjalny|resmi|clip officiel)\b|\b(?:music|lyrics?|visual|full|new|latest|animated)\s+(?:video|audio)\b(?=\s*(?:[)\]|]|song|$))|[([]\s*(?:audio|m\/?v|visuali[sz]er|clip|live|remix|acoustic|cover)\s*[)\]]|\bm\/v\b|\bMV\b|\bvideo songs?\b|\bfull (?:video )?songs?\b|\(?\bprod\.?\s+(?:by|\w)|\bremix\b|[([][^)\]]*\b(?:audio|video)\s*[)\]]/iu;
const lyrics = /[([]\s*(?:with\s+)?(?:lyrics?|letra|paroles|liedtext|testo)(?:\s*\/[^)\]]*)?\s*[)\]]|\blyrics?$|[♪♫]/iu;
const trailer =
  /\b(?:trailers?|teasers?|tr[aá]iler|bande[\s-]annonce|fragman[ıi]?|zwiastun|трейлер|sneak peek|official clip|tv spot|first look teaser|promo)\b|ट्रेलर|예고|予告/iu;
const officialTrailer = /\bofficial\s+(?:\w+\s+)?(?:trailer|teaser)\b/i;
/** A trailer that a sentence speaks of is none. */
const spokenOf = /\b(?:an?|my|your|our|his|her|their|this)\s+(?:\w+\s+)?(?:trailers?|teasers?)\b/iu;
const match =
  /\b\d{1,3}\s?[-–:]\s?\d{1,3}\b(?=\D*$|[^a-z]*[|(•-])|\b(?:extended |match |game |full |race |qualifying |fight )?highlights?\b|\bfull (?:match|game|fight|race)\b|\br[ée]sum[ée]n?\b.*[-–:]|\b(?:matchday|spieltag|grand prix|quarter-?final|semi-?final|post[- ]?(?:game|match)|press conference|pressekonferenz)\b|\b(?:ufc|wwe|nfl|nba|mlb|nhl|ipl)\s+\d+/iu;
const versus = /^[^?]{2,60}\s(?:vs?\.?|versus|x|gegen|contre|contra)\s[^?]{2,}/iu;
/** Of names: capitals, numbers, marks and the small words between. */
const ofName = /^(?:\P{Ll}+|\p{Lu}\S*|of|the|and|de|la|du|des|x|vs?\.?)$/u;

/** Cheap: none of the patterns matches without one of these. */
const mayBeProduction =
  /[♪♫([]|\d\s?[-–:]\s?\d|offi|ofici|ufficia|lyric|letra|paroles|video|vid[eé]o|audio|clip|klip|\bmv\b|m\/v|remix|prod|song|trail|teas|tr[aá]iler|annonce|fragman|zwiastun|трейлер|peek|spot|promo|ट्रेलर|예고|予告|highlight|r[ée]sum|match|full game|nba|nfl|ufc|spieltag|prix|final|conferen|konferenz|\svs?\.?\s|versus|\sx\s|gegen|contr/iu;

/** A sentence may speak of a match or a trailer, a headline is one. The kind of production that the title names, or null. `niche` as the source gives it. */
export function findProduction(title: string, wording: Wording, niche: string | null): ReviewReason | null {
  if (!mayBeProduction.test(title)) return null;
  if (lyrics.test(title)) return 'lyrics';
  if (musicVideo.test(title)) return 'music_video';
  if (wording === 'caption') return officialTrailer.test(title) ? 'trailer' : null;
  if (trailer.test(title) && !spokenOf.test(title)) return 'trailer';
  if (
    match.test(title) &&
    (niche === 'sports' || isVersus(title) || /highlights|r[ée]sum|grand prix|spieltag/iu.test(title))
  )
    return 'match_title';
  if (isVersus(title) && (niche === 'sports' || niche === 'gaming')) return 'match_title';
  return null;
}

function isVersus(title: string): boolean {
  const found = versus.exec(title);
  return found?.[0].split(/\s+/).every((word) => word === '' || ofName.test(word)) ?? false;
}
