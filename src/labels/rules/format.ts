// Rules of video formats: cues in the first line, and the usual format of each archetype. Data only.
import type { Cue } from './phrase.ts';

const cue = (value: string, weight: number, phrases: string): Cue => ({ value, weight, phrases });

export const formatRules: readonly Cue[] = [
  cue('pov', 0.95, '^ pov; pov :'),
  cue('storytime', 0.9, 'story time; storytime'),
  cue(
    'storytime',
    0.65,
    '^ ill never forget; ^ when i was; ^ the day i|my; ^ my @person; ^ i was; ^ # @time ago; ^ last year|night|week|month',
  ),
  cue(
    'tutorial',
    0.82,
    '^ how to; tutorial; step by step; recipe|recipes; diy; beginners guide; guide to; # step; heres how; learn how; ^ lets make|cook|build; warmup; workout',
  ),
  cue('tutorial', 0.6, 'how to; hack|hacks; trick; make your own; routine'),
  cue('listicle', 0.85, '^ # .. @things; ^ top #; ^ here are #; ^ the # .. @things; ^ these #'),
  cue('listicle', 0.65, '# .. @things; ^ # _'),
  cue(
    'explainer',
    0.75,
    'explained; explain|explains; the science of|behind; what is; ^ heres why; ^ why .. is|are; ^ how .. works; the psychology of|behind; the history of; ^ did you know; the difference between; myth|myths',
  ),
  cue(
    'interview',
    0.82,
    'interview|interviewed|interviewing; sits down; talks about; conversation with; in conversation',
  ),
  cue(
    'street_interview',
    0.88,
    'asking strangers|people; i asked strangers|#; asked # strangers|people; on the street; strangers|people what',
  ),
  cue('podcast_clip', 0.9, 'podcast|podcasts; full episode; episode with; on the show'),
  cue('reaction', 0.88, 'react|reacts|reacting|reaction|reactions; responding to; reply|replying to'),
  cue('duet_stitch', 0.92, 'duet; stitch; stitched; # stitch; remix this'),
  cue(
    'vlog',
    0.85,
    'vlog|vlogs|vlogging; come with me; travel diary; weekend in; my trip; # @time in; follow me as|around; spend the',
  ),
  cue(
    'day_in_the_life',
    0.93,
    'day in the|my life; day in life; morning|night|evening|daily routine; what i eat in a day; a day as|with|of; grwm; get ready with; week in my life; dayinmylife',
  ),
  cue(
    'before_after',
    0.88,
    'before and after; transformation|makeover; glow up; before vs after; room makeover; weight loss journey; # @time later',
  ),
  cue(
    'challenge',
    0.85,
    'challenge|challenges; last one to; i bet|dare; try not to; loser; # hours in|without; i survived',
  ),
  cue(
    'comparison',
    0.88,
    'vs; versus; compared to; which is better; cheap .. expensive; dupe|dupes; what i ordered; side by side; #$ or #$',
  ),
  cue('tier_list', 0.93, 'tier list; ranking|ranked; worst to best; best to worst; rating every'),
  cue('case_study', 0.82, 'case study; breakdown; breaking down; ^ how .. @gain #*; how they @gain; how .. went from'),
  cue(
    'product_demo',
    0.8,
    'review|reviews; hands on; first look; honest review; demo; new feature; i bought; tested; testing; product; amazon finds; worth it; worth the hype',
  ),
  cue('unboxing', 0.95, 'unboxing; unbox; haul|hauls; whats in the box'),
  cue(
    'testimonial',
    0.78,
    'changed my life; my clients|customers; testimonial|testimonials; i was skeptical; saved my skin|life|marriage|business; helped me; results; obsessed with; convert',
  ),
  cue(
    'q_and_a',
    0.9,
    'q a; q and a; ask me anything; ama; answering your; your questions; faq; you asked; someone asked|commented',
  ),
  cue('faceless_text', 0.6, 'quote|quotes; reminder; read this; this is your sign; dear; read the caption; caption'),
  cue('slideshow', 0.85, 'photo dump; swipe; carousel; slideshow; photos from; dump'),
  cue('animation', 0.85, 'animation|animated; cartoon; motion graphics; 3d; anime; rendered'),
  cue('asmr', 0.95, 'asmr; satisfying; no talking'),
  cue(
    'montage',
    0.8,
    'highlights; compilation; best of; recap; trailer|teaser; music video; official video; fan edit; best moments',
  ),
  cue('series', 0.88, 'episode #; ep #; part #; pt #; day # of|:; day #; series; season #; vol #; chapter #'),
  cue(
    'skit',
    0.82,
    'skit|skits; sketch; parody; when your|my|the .. be like; be like; ^ me : ; ^ nobody :; types of; ^ when you|your|my; ^ _ : .. me :; if .. were honest; pov you',
  ),
  cue('green_screen', 0.9, 'green screen; this article|tweet|headline; look at this tweet|post|headline'),
];

export const formatOfArchetype: Readonly<Record<string, string>> = {
  pov: 'pov',
  listicle: 'listicle',
  ranking: 'tier_list',
  comparison: 'comparison',
  how_to: 'tutorial',
  story: 'storytime',
  confession: 'talking_head',
  cold_open: 'storytime',
  conflict: 'storytime',
  transformation: 'before_after',
  experiment: 'vlog',
  challenge: 'challenge',
  investigation: 'explainer',
  myth_bust: 'explainer',
  statistic: 'explainer',
  result_first: 'case_study',
  visual_demo: 'product_demo',
  offer: 'product_demo',
  problem_solution: 'tutorial',
  relatable_pain: 'skit',
  shock: 'vlog',
  trend_reference: 'montage',
};

/** The format of lines without a cue whose archetype has no usual format. */
export const defaultFormat = 'talking_head';
