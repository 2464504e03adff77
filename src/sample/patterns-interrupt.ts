// Patterns of the interrupt family (breaks, shocks, demonstrations, trends) and the few of no archetype. Data only.
import { type Pattern, patterns } from './pattern.ts';

export const interruptPatterns: readonly Pattern[] = [
  ...patterns(
    'pattern_interrupt',
    'talking_head faceless_text vlog',
    `
Don't scroll. Look at this {thing} first. :: curiosity surprise
This isn't a video about {topic}. Well, it is now. :: humor surprise
I'm whispering so my {person} doesn't hear this: {confess}. :: humor curiosity :: vlog asmr talking_head
You weren't supposed to see this {thing}. :: curiosity surprise
Blink now, because in three seconds I'm going to {demo}. :: excitement surprise
Hold your phone closer. Closer. Now look at this {thing}. :: humor curiosity
Turn your phone sideways. This is the {record}. :: surprise awe
No intro. I'm going to {demo}. :: excitement surprise
When I snap my fingers, {task}. :: surprise excitement :: challenge talking_head
Sorry to interrupt your scrolling, but {slip}, and I need witnesses. :: humor surprise
I'm not going to say anything for five seconds. Look at this {thing}. :: curiosity surprise :: faceless_text asmr`,
  ),
  ...patterns(
    'shock',
    'vlog challenge voiceover_broll montage',
    `
I {absurd.past}. :: surprise awe
Yes, I really {absurd.past}. :: surprise humor
I {absurd.past}, and nobody stopped me. :: humor surprise
They told me not to {absurd}. I did it twice. :: surprise excitement humor
It took {n} people and {span} to {absurd}. :: awe surprise
I {absurd.past} because of a comment. :: humor surprise
I'm about to {absurd}, and I have a bad feeling. :: excitement fear anxiety
You're about to see {gross}, and I'm sorry. :: disgust curiosity :: faceless_text asmr voiceover_broll
Look away now if you can't handle {gross}. :: disgust surprise :: faceless_text voiceover_broll
I wish I'd never looked at {gross}. :: disgust humor :: talking_head voiceover_broll
Brace yourself for {gross}. :: disgust curiosity :: asmr faceless_text montage
Nobody should ever have to see {gross}. :: disgust humor :: faceless_text voiceover_broll`,
  ),
  ...patterns(
    'visual_demo',
    'voiceover_broll faceless_text asmr tutorial',
    `
Watch what happens when I {demo}. :: curiosity surprise
Watch me {demo}. :: awe curiosity
Watch closely while I {demo}. :: curiosity awe
Let me show you what happens if you {demo.you}. :: curiosity excitement
No words, just watch me {demo}. :: awe joy relief :: asmr montage faceless_text
Sound on. I'm going to {demo}. :: joy relief :: asmr faceless_text
See the difference? All I did was {demo}. :: surprise awe :: before_after faceless_text
No cuts, no edits. I'm going to {demo}. :: excitement awe
You asked me to {demo}, so here we go. :: excitement joy :: q_and_a vlog voiceover_broll
I could look at this {thing} all day. :: joy relief :: asmr product_demo
Unboxing the {thing} you kept asking about. :: excitement curiosity joy :: unboxing`,
  ),
  ...patterns(
    'trend_reference',
    'reaction green_screen duet_stitch vlog',
    `
Everyone's doing the {trend} trend, so I tried it. :: fomo humor :: vlog challenge
The {trend} trend has gone too far. :: humor anger
I tried the {trend} trend, and I have questions. :: humor curiosity :: vlog challenge
If your feed is full of the {trend} trend, this is why. :: curiosity fomo :: green_screen explainer
Can we talk about the {trend} trend for a second? :: curiosity frustration
{expert.a} reacts to the {trend} trend. :: trust humor :: reaction duet_stitch
The {trend} trend is back, and I'm not ready. :: nostalgia excitement
You've seen the {trend} trend everywhere this week. Here's where it came from. :: curiosity fomo :: green_screen explainer animation
My {person} discovered the {trend} trend. Help. :: humor joy :: vlog skit
I'm officially too old for the {trend} trend. :: humor nostalgia :: talking_head skit vlog`,
  ),
  ...patterns(
    'other',
    'vlog day_in_the_life other',
    `
Good morning. Today is all about {topic}. :: joy other
A quiet {weekday} of {good.ing.my}. :: relief other
Some notes on {topic}. :: other :: other faceless_text slideshow
Just me, {thing.a} and a free {weekday}. :: joy other relief
Another {weekday}, another {thing}. :: other humor :: vlog other`,
  ),
];
