// Patterns of the proof family: figures, results, authority, crowds, trials, comparisons, rankings. Data only.
import { type Pattern, patterns } from './pattern.ts';

export const proofPatterns: readonly Pattern[] = [
  ...patterns(
    'statistic',
    'talking_head faceless_text explainer animation green_screen',
    `
{pct} percent of {crowd.s} {stat}. :: surprise anxiety
{pct} percent of us {stat.our}. :: surprise validation
Nine out of ten {crowd.s} {stat}. :: surprise validation
Only one in {n} {crowd.s} ever manages to {goal.their}. :: aspiration surprise
I asked {big} {crowd.s}. {pct} percent of them {stat}. :: surprise trust :: talking_head case_study green_screen
{pct} percent. That's how many {crowd.s} {stat}. :: surprise shame
The average {crowd} loses {loss} to this. :: fear frustration
Two thirds of {crowd.s} {stat}, and it shows. :: humor shame
Statistically, most {crowd.s} {stat}. :: surprise curiosity
More than half of us {stat.our}, and nobody admits it. :: shame validation`,
  ),
  ...patterns(
    'result_first',
    'case_study talking_head voiceover_broll before_after',
    `
{win}. Here's exactly how. :: aspiration greed inspiration
{win}, and this is the whole setup. :: aspiration envy
{win}. No tricks, just this. :: trust aspiration
The result first: {win}. Now the boring part. :: curiosity humor
This is what {span} of {good.ing} looks like. :: inspiration pride :: before_after montage slideshow
{win}, and it started with {good.ing.my}. :: inspiration aspiration
I finally {goal.past.my}. Here's what it took. :: pride inspiration :: talking_head storytime slideshow
{ago} I decided to {goal.my}. Done. :: pride inspiration :: before_after montage slideshow
{win}. I still can't believe it. :: joy pride surprise :: vlog talking_head testimonial`,
  ),
  ...patterns(
    'authority',
    'talking_head podcast_clip interview q_and_a',
    `
I've been {expert.a} for {years}, and I would never {bad.my}. :: trust fear
I'm {expert.a}. Here's the one thing I'd tell every {crowd}. :: trust curiosity
After {years} as {expert.a}, this is the only advice I give: {good}. :: trust inspiration
I've worked with hundreds of {crowd.s}, and the good ones all {good.their}. :: trust aspiration
{expert.a} answers your questions about {topic}. :: trust curiosity :: q_and_a interview
I've spent {years} as {expert.a}. Ask me anything about {topic}. :: trust curiosity :: q_and_a
{years} as {expert.a} taught me one thing: {claim}. :: trust surprise
I'm {expert.a}, and this is what I see when {crowd.s} {bad.their}. :: trust shame frustration
As {expert.a}, I hear this every day: "{myth}." :: frustration trust`,
  ),
  ...patterns(
    'social_proof',
    'voiceover_broll testimonial talking_head montage',
    `
{big} people decided to {switch.their} last month. :: fomo surprise
Everyone around me has started to {switch.their}. :: fomo curiosity
There's a reason so many {crowd.s} {switch.their} now. :: fomo curiosity
{big} of you asked about {topic}, so here it is. :: validation trust :: q_and_a talking_head
My comments are full of {crowd.s} who just {goal.past.their}. :: inspiration fomo :: green_screen talking_head
{big} {crowd.s} can't all be wrong about this {thing}. :: fomo trust :: product_demo testimonial
This {thing} has sold out {n} times, and now I get it. :: fomo excitement :: product_demo unboxing
Suddenly every {crowd} I know owns this {thing}. :: envy fomo :: product_demo unboxing testimonial
My whole family decided to {switch.their}, so I gave in. :: humor fomo :: vlog talking_head`,
  ),
  ...patterns(
    'experiment',
    'vlog voiceover_broll series case_study',
    `
I tried {good.ing.my} for {days}. Here's what changed. :: curiosity inspiration
I tried {good.ing.my} for {days} so you don't have to. :: curiosity humor
Day {n} of {good.ing.my}. :: inspiration curiosity :: series vlog
Day {count} of {good.ing.my}, and something is different. :: curiosity excitement :: series vlog
I stopped {bad.ing.my} for {days}. This is what happened. :: curiosity inspiration
I tested {count} {thing.s}. Only one survived. :: curiosity humor trust :: product_demo tier_list comparison
What happens if you {good} for {days}? I tried it. :: curiosity aspiration
I did everything {expert.a} told me to do for {days}. :: curiosity humor :: vlog challenge
I gave myself {days} to {goal.my}. :: excitement aspiration :: challenge vlog series
{days} without {bad.ing.my}: an honest report. :: trust relief :: talking_head vlog`,
  ),
  ...patterns(
    'comparison',
    'comparison voiceover_broll faceless_text',
    `
{vs.1} against {vs.2}: can you tell? :: curiosity surprise
{vs.1} or {vs.2}? I tried both. :: curiosity trust
Is {vs.2} really better than {vs.1}? :: curiosity surprise
{choice.1} versus {choice.2}, settled once and for all. :: excitement humor
{choice.1} or {choice.2}: which one wins? :: curiosity excitement :: comparison street_interview
Most {crowd.s} go for {choice.1}. I go for {choice.2}. :: pride curiosity :: talking_head comparison
On the left, {vs.1}. On the right, {vs.2}. :: curiosity surprise :: comparison faceless_text slideshow
Put {vs.1} next to {vs.2} and tell me what you see. :: surprise curiosity
Cheap {thing.s} versus expensive {thing.s}: the truth. :: trust surprise relief
I compared {vs.1} with {vs.2}, and I feel betrayed. :: surprise humor anger`,
  ),
  ...patterns(
    'ranking',
    'tier_list listicle green_screen',
    `
Ranking every {thing} I've tried from worst to best. :: curiosity trust
I've tried {count} {thing.s}. Here's my ranking. :: trust curiosity
Rating {thing.s} until I find a perfect ten. :: humor excitement :: tier_list series vlog
{thing.s}, ranked by {expert.a}. :: trust curiosity
My {thing} tier list will start a fight in the comments. :: humor excitement
The top {items} {list}, ranked. :: curiosity fomo
From worst to best: {thing.s} under $50. :: curiosity relief
Blind ranking {list}. No take-backs. :: excitement humor :: tier_list challenge
Three {crowd.s} rank {list}. :: humor curiosity :: tier_list podcast_clip`,
  ),
];
