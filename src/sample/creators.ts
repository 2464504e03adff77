// Invented creators: a few dozen handles per niche. No real person's, brand's or channel's name.
import { pick, type Random } from './random.ts';

const firstNames =
  'mara ilse tobin renske oona jorrit calla bram sunniva teo anneli corvin dagny emeka fenna gideon hanneke idris jolien kofi leda milo nadira orla pieter quinta rasmus saoirse tamsin ulla viggo wanda xanthe yara zeno brisa cato delphi eben farah'.split(
    ' ',
  );

/** What a creator of the niche does and what surrounds it, as it would stand in a handle. */
const handleWords: Readonly<Record<string, string>> = {
  finance: 'saves budgets counts coinjar payday',
  business: 'builds ships sells stockroom invoice',
  lifestyle: 'livesslow unpacks lingers teapot windowsill',
  marketing: 'writescopy posts edits firstline caption',
  ai: 'prompts automates tinkers botnotes tokens',
  tech: 'solders codes unplugs cables debug',
  productivity: 'plans finishes focuses paperlist timer',
  self_improvement: 'grows shows.up restarts dayone streak',
  education: 'teaches explains studies chalk footnote',
  career: 'hires negotiates resigns payslip cubicle',
  science: 'measures orbits observes beaker quark',
  fitness: 'lifts runs trains kettle milenine',
  health: 'sleeps rests checks pulse daylight',
  mental_health: 'breathes feels listens softhours calmroom',
  beauty: 'blends glows paintsfaces lipstain mirror',
  fashion: 'thrifts mends wears seams wardrobe',
  food: 'bakes cooks simmers crust butterknife',
  travel: 'wanders packslight boards nighttrain postcard',
  home: 'fixes paintswalls declutters ladder toolshed',
  real_estate: 'tours inspects unlocks frontdoor floorplan',
  parenting: 'raises.three packslunch tiptoes bedtime stroller',
  relationships: 'dates loves texts.back seconddate pillowtalk',
  pets: 'walksdogs fosters rescues whiskers biscuit',
  gaming: 'plays respawns speedruns savepoint pixel',
  entertainment: 'watches rewinds reviews backrow credits',
  comedy: 'jokes overshares mumbles punchline kazoo',
  music: 'sings hums drums minorkey cassette',
  art: 'draws paints sketches inkpot canvas',
  sports: 'scores dribbles sprints leftwing whistle',
  automotive: 'drives wrenches details tailpipe gearbox',
  news: 'reports factchecks reads frontpage townhall',
  spirituality: 'prays meditates reads.cards moonlit stillness',
  true_crime: 'investigates unlocks.cases retells casefile nightlamp',
  other: 'knots collects puzzles oddments attic',
};

const shapes: readonly ((name: string, word: string) => string)[] = [
  (name, word) => `${name}.${word}`,
  (name, word) => `${name}_${word}`,
  (name, word) => `${word.replace('.', '')}.with.${name}`,
  (name, word) => `its${name}${word.replace('.', '')}`,
];

export function inventCreator(random: Random, niche: string): string {
  const words = handleWords[niche].split(' ');
  const index = Math.floor(random() * 60);
  // Names and words that move together keep a niche to sixty creators, so that each one is met several times.
  const name = firstNames[(index * 7 + niche.length * 3) % firstNames.length];
  const word = words[index % words.length];
  return index < 50 ? shapes[index % 2](name, word) : pick(random, shapes)(name, word);
}
