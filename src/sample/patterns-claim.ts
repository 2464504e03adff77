// Patterns of the claim family: bold claims, contrary views, myths, predictions, superlatives. Data only.
import { type Pattern, patterns } from './pattern.ts';

export const claimPatterns: readonly Pattern[] = [
  ...patterns(
    'bold_claim',
    'talking_head podcast_clip voiceover_broll faceless_text street_interview',
    `
{claim}. :: surprise curiosity
I'll say it: {claim}. :: surprise validation
{claim}, and I can prove it. :: curiosity trust
I'd bet a month's pay on it: {claim}. :: surprise excitement
I've never been more sure of anything: {claim}. :: trust surprise
In ten years you'll agree with me: {claim}. :: curiosity inspiration
Write this on your wall: {claim}. :: inspiration pride
You can {goal} in {soon}, and I'm not exaggerating. :: aspiration excitement
I have one rule, and it's simple: {claim}. :: trust inspiration
Anyone can {goal.their}. Yes, even you. :: inspiration aspiration`,
  ),
  ...patterns(
    'contrarian',
    'talking_head podcast_clip duet_stitch green_screen',
    `
Unpopular opinion: {claim}. :: surprise validation
Hot take: {claim}. :: surprise anger
Everyone says {myth}. I think they have it the wrong way round. :: curiosity surprise
I know this will upset some {crowd.s}, but {claim}. :: anger validation
Call me difficult, but {claim}. :: humor pride
You've been told that {myth}. I disagree. :: surprise curiosity
People keep saying that {myth}. Who decided that? :: frustration anger
I'm {expert.a}, and I don't believe for a second that {myth}. :: trust surprise
Disagree with me if you want, but {claim}. :: pride surprise
The most popular advice about {topic} is also the worst. :: surprise anger`,
  ),
  ...patterns(
    'myth_bust',
    'explainer talking_head green_screen duet_stitch animation',
    `
"{myth}." No. Let's fix that. :: surprise frustration
Myth: {myth}. Here's what really happens. :: curiosity trust
Somebody taught you that {myth}. They were wrong. :: surprise anger
Let's end the idea that {myth}. :: frustration trust
Still think {myth}? Watch this. :: surprise curiosity
I'm {expert.a}. Please stop believing that {myth}. :: trust relief
The biggest lie about {topic} is that {myth}. :: anger surprise
I believed for years that {myth}. It isn't true. :: surprise shame
Fact or fiction: {myth}? :: curiosity excitement :: street_interview explainer q_and_a
If one more person tells me that {myth}, I'm going to scream. :: frustration humor :: talking_head duet_stitch reaction`,
  ),
  ...patterns(
    'prediction',
    'talking_head podcast_clip green_screen animation faceless_text',
    `
In {horizon}, {future}. :: awe curiosity
Mark my words: {future}. :: surprise anxiety
By the end of next year, {future}. :: surprise excitement
Screenshot this: {future}. :: excitement curiosity
Nobody is ready for it, but {future}. :: anxiety surprise
Save this video and come back in {horizon}: {future}. :: curiosity excitement
{future}, and most {crowd.s} won't see it coming. :: anxiety fomo
I have one prediction, and you can laugh: {future}. :: humor curiosity
One day you'll tell a child that {past}, and they won't believe you. :: nostalgia humor sadness
It sounds crazy today, but {future}. :: surprise awe`,
  ),
  ...patterns(
    'superlative',
    'vlog voiceover_broll montage faceless_text',
    `
This is the {record}. :: awe surprise
I found the {record}. :: awe joy :: vlog voiceover_broll
You're looking at the {record}. :: awe surprise
Is this the {record}? :: curiosity awe
I think I just found the {record}. :: joy surprise excitement
I came a long way to show you the {record}. :: awe excitement :: vlog
This has to be the {record}, right? :: surprise humor
The worst {thing} I have ever tried, and I've tried {n}. :: frustration humor :: product_demo tier_list
The only {thing} I would ever buy twice. :: trust joy :: product_demo testimonial
{count} {thing.s} later, this is still the best one I've tried. :: trust pride :: product_demo testimonial tier_list
Nothing I own beats this {thing}. Nothing. :: joy pride envy :: product_demo testimonial unboxing`,
  ),
];
