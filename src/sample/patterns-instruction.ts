// Patterns of the instruction family: ways, lists, benefits, fixes, offers. Data only.
import { type Pattern, patterns } from './pattern.ts';

export const instructionPatterns: readonly Pattern[] = [
  ...patterns(
    'how_to',
    'tutorial talking_head voiceover_broll explainer',
    `
How to {goal} without {cost}. :: relief aspiration
How to {goal} in {soon}. :: aspiration excitement
How I {goal.past.my} without {cost}. :: aspiration inspiration :: tutorial talking_head case_study
The easiest way to {goal} if you're {crowd.a}. :: relief validation
How to {goal}, even if you {bad}. :: relief inspiration
Want to {goal}? Start by {good.ing}. :: aspiration inspiration
Let me show you how to {goal} in {steps} steps. :: trust aspiration
How I'd {goal.my} if I had to start again today. :: trust aspiration
How to {goal} the lazy way. :: relief humor
You don't need talent to {goal}. You need this. :: inspiration relief
{expert.a} showed me how to {goal.my}, and it's simpler than you think. :: trust curiosity aspiration`,
  ),
  ...patterns(
    'listicle',
    'listicle slideshow faceless_text green_screen',
    `
{items} {list}. :: curiosity trust
{items} {list}, and the last one is the one people miss. :: curiosity fomo
Here are {items} {list}. :: trust curiosity
{items} things I wish I'd known about {topic}. :: empathy trust nostalgia
{items} signs you're about to {goal}. :: excitement inspiration
{items} lies {crowd.s} tell themselves about {topic}. :: shame humor
In the next minute: {items} {list}. :: excitement curiosity
I keep a note of {list}. Here are my top {items}. :: trust joy
{items} reasons to stop {bad.ing}. :: anxiety inspiration
{items} {thing.s} worth every cent. :: trust excitement :: listicle product_demo unboxing
Swipe for {items} {list}. :: curiosity trust :: slideshow`,
  ),
  ...patterns(
    'direct_value',
    'talking_head tutorial faceless_text',
    `
This will {benefit}. :: relief aspiration
One small trick that will {benefit}. :: aspiration relief
Do this once and it will {benefit}. :: relief excitement
I'm going to teach you how to {goal} in under a minute. :: aspiration trust
Save this. It'll {benefit}. :: relief trust
The simplest change I know that will {benefit}. :: relief aspiration
Thirty seconds from now you'll know how to {goal}. :: excitement aspiration
This one minute is going to {benefit}. :: relief excitement
It takes two minutes, it's free, and it will {benefit}. :: greed relief excitement
I wish somebody had shown me this sooner. It will {benefit}. :: relief empathy`,
  ),
  ...patterns(
    'problem_solution',
    'tutorial talking_head explainer',
    `
If {fix.1}, {fix.2}. :: relief trust
When {fix.1}, do this: {fix.2}. :: relief trust
{fix.1}? Here's the fix: {fix.2}. :: relief frustration
The problem: {fix.1}. The fix: {fix.2}. :: relief frustration :: explainer animation slideshow
{crowd.s}, if {fix.1}, {fix.2}. :: relief validation
Next time {fix.1}, {fix.2}. :: relief trust
Struggling to {goal}? First, {good}. :: relief inspiration
Instead of {bad.ing}, {good}. :: relief inspiration
You can't {goal} because you {bad}. Try this instead. :: frustration relief
It's not your fault that {fix.1}. Just {fix.2}. :: relief empathy
{expert.a} taught me what to do when {fix.1}: {fix.2}. :: trust relief`,
  ),
  ...patterns(
    'offer',
    'talking_head green_screen faceless_text testimonial',
    `
I'm giving away my {gift} to {crowd.s}. :: joy excitement greed
Comment "{word}" and I'll send you my {gift}. :: excitement greed trust
My {gift} is free until {deadline}. :: fomo urgency
I made {gift.a} so you don't have to. It's free. :: relief joy
Get my {gift} for the price of a coffee. :: greed excitement
Free for every {crowd} watching: my {gift}. :: joy validation
The first {count} {crowd.s} to comment get my {gift}. :: fomo urgency
Take my {gift}. It costs nothing, and it will {benefit}. :: relief trust
I could charge for this {gift}, but I'm not going to. :: trust joy surprise
I'm giving this {thing} to one of you on {weekday}. :: excitement greed fomo :: unboxing product_demo talking_head`,
  ),
];
