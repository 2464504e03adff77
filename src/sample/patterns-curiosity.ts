// Patterns of the curiosity family: gaps, cliffhangers, secrets, investigations, questions, hypotheses. Data only.
import { type Pattern, patterns } from './pattern.ts';

export const curiosityPatterns: readonly Pattern[] = [
  ...patterns(
    'curiosity_gap',
    'talking_head voiceover_broll explainer faceless_text animation',
    `
There's a reason {gap.1}, and it's not {gap.2}. :: curiosity surprise
The real reason {gap.1} has nothing to do with {gap.2}. :: curiosity surprise
I finally found out why {gap.1}. I wasn't ready for the answer. :: surprise curiosity :: talking_head green_screen voiceover_broll
One detail explains why {gap.1}, and almost everyone misses it. :: curiosity fomo
You'd think it was {gap.2}. So why is it that {gap.1}? :: curiosity surprise
{win}, and I only changed one thing. :: curiosity envy aspiration :: talking_head case_study voiceover_broll
There's one thing about {topic} that nobody ever mentions. :: curiosity fomo
Nobody ever asks why {gap.1}. I did. :: curiosity pride
Only one question matters about {topic}, and it isn't the one you're asking. :: curiosity anxiety
Almost nobody knows this about {topic}, and you can't unsee it once you do. :: curiosity fomo excitement
Something about {topic} never made sense to me. Until last week. :: curiosity surprise :: talking_head voiceover_broll podcast_clip`,
  ),
  ...patterns(
    'cliffhanger',
    'vlog montage faceless_text series voiceover_broll',
    `
Wait until you see {cliff}. :: curiosity excitement
Watch to the last second for {cliff}. :: curiosity excitement
Do not leave before you see {cliff}. :: curiosity fomo
Nothing about this looks strange yet. Keep watching for {cliff}. :: curiosity anxiety
I've watched this nine times, and I still can't believe {cliff}. :: surprise awe :: reaction vlog montage
{tale}. What happened next is in part two. :: curiosity surprise :: storytime series
Part one: {tale}. :: curiosity excitement :: series storytime
At the end of this video I'm going to {demo}. :: excitement curiosity
I thought that was the end of it, and then {tale}. :: surprise curiosity :: storytime podcast_clip
By the end of this video you'll know {why}. :: curiosity trust :: explainer voiceover_broll animation
We've got about a minute until we find out {cliff}. :: excitement curiosity :: vlog montage challenge
Place your bets now, because nobody guesses {cliff}. :: excitement surprise :: challenge vlog montage`,
  ),
  ...patterns(
    'insider_secret',
    'talking_head green_screen podcast_clip interview voiceover_broll',
    `
Here's what {expert.s} won't tell you about {topic}. :: curiosity anger
I used to work as {expert.a}, and there's something you should know about {topic}. :: trust curiosity
{expert.s} have a rule about {topic} that they never say out loud. :: curiosity fomo
The one thing {expert.s} only tell each other about {topic}. :: curiosity fomo
{expert.a} told me this about {topic}, and I probably shouldn't repeat it. :: curiosity excitement
Ask any {expert} about {topic} and watch them change the subject. :: curiosity anger
What {expert.s} really do when no one is watching: they {good.their}. :: surprise trust
I asked {expert.a} for the one secret about {topic}. Here it is. :: curiosity trust :: interview podcast_clip street_interview
{expert.a} gave me one quiet trick to {goal.my}. :: aspiration curiosity :: tutorial talking_head voiceover_broll
They'll hate me for sharing this, but here's how {expert.s} really see {topic}. :: curiosity excitement :: talking_head faceless_text`,
  ),
  ...patterns(
    'investigation',
    'voiceover_broll explainer case_study green_screen animation',
    `
I wanted to know {why}, so I looked into it. :: curiosity trust
I spent {span} finding out {why}. :: curiosity awe
Nobody could tell me {why}, so I went and asked {expert.a}. :: curiosity trust :: interview vlog voiceover_broll
Let's break down {why}. :: curiosity trust :: explainer animation case_study
I kept asking {why}. Here's what I found. :: curiosity surprise
The full story of {why}. :: curiosity awe :: explainer animation series
I dug into {topic} for {span}. This is what turned up. :: curiosity surprise :: case_study green_screen voiceover_broll
Everyone repeats it, so I checked where the story about {topic} comes from. :: curiosity trust :: green_screen case_study explainer
Episode {n} of finding out {why}. :: curiosity excitement :: series`,
  ),
  ...patterns(
    'question',
    'talking_head street_interview faceless_text podcast_clip q_and_a',
    `
{ask}? :: curiosity empathy
Honest question: {ask}? :: curiosity validation
I asked ten strangers: {ask}? :: curiosity surprise joy :: street_interview
Quick question before you scroll: {ask}? :: curiosity anxiety
Have you ever wondered {why}? :: curiosity awe :: explainer voiceover_broll animation
Why do so many {crowd.s} {bad.their}? :: frustration curiosity
What's really stopping you from {goal.ing}? :: inspiration shame
Do you {good}, or do you just mean to? :: shame curiosity
Remember when {past}? :: nostalgia joy :: slideshow montage faceless_text
Does anyone else miss the days when {past}? :: nostalgia sadness :: slideshow voiceover_broll talking_head
Be honest: do you still {bad}? :: shame humor
Can somebody please explain {why}? :: curiosity frustration humor :: duet_stitch talking_head reaction
You asked me this all week, so let's talk: {ask}? :: curiosity validation :: q_and_a podcast_clip`,
  ),
  ...patterns(
    'hypothetical',
    'talking_head animation faceless_text street_interview podcast_clip',
    `
What would you do if {whatif}? :: curiosity anxiety
Imagine if {whatif}. :: curiosity fear awe
Let's say {whatif}. What's your first move? :: curiosity excitement
If {whatif}, what would change first? :: curiosity anxiety
Suppose {whatif}. Here's how I'd handle it. :: trust curiosity :: talking_head explainer
What if {whatif}? I thought it through so you don't have to. :: curiosity humor :: animation explainer talking_head
If I had to {goal.my} all over again, here's what I'd do. :: aspiration trust :: talking_head tutorial explainer
Imagine you could {goal} by next summer. :: aspiration inspiration
Hear me out. What if {whatif}? :: humor excitement`,
  ),
];
