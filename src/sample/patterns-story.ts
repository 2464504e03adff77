// Patterns of the story family: stories, cold opens, confessions, transformations, conflicts. Data only.
import { type Pattern, patterns } from './pattern.ts';

export const storyPatterns: readonly Pattern[] = [
  ...patterns(
    'story',
    'storytime talking_head podcast_clip voiceover_broll',
    `
{season}, {tale}. :: surprise empathy
This is a true story. {ago}, {tale}. :: surprise trust
{ago}, {tale}. :: surprise empathy nostalgia
I'll never forget the day {tale}. :: nostalgia surprise awe
Let me tell you about the time {tale}. :: excitement humor
I wasn't going to post this, but {tale}. :: surprise empathy
My {person} told me I'd never {goal.my}. :: pride inspiration sadness
My late {kin} taught me to {good.my}, and I never stopped. :: sadness nostalgia empathy :: storytime talking_head voiceover_broll :: finance food home fitness music art pets travel education fashion automotive sports spirituality lifestyle self_improvement parenting science other
I still think about the {expert} who taught me to {goal.my}. :: nostalgia sadness joy
I grew up when {past}. :: nostalgia joy :: storytime slideshow voiceover_broll
On a {weekday} in the rain, {tale}. :: sadness surprise :: storytime animation voiceover_broll
{season} I lost my {kin}, and the only thing that helped was {good.ing.my}. :: sadness empathy :: storytime talking_head voiceover_broll :: mental_health fitness music art pets spirituality lifestyle`,
  ),
  ...patterns(
    'cold_open',
    'skit storytime vlog',
    `
"{quote.1}," {quote.2} said. :: surprise curiosity
"{quote.1}," {quote.2} said, and the room went quiet. :: anxiety surprise
"{quote.1}." That's how my {weekday} started. :: humor surprise
It's {hour}, and {quote.2} says, "{quote.1}." :: anxiety curiosity fear
{quote.2} looks at me and says, "{quote.1}." :: surprise humor :: skit vlog
I'm halfway out the door when {quote.2} says, "{quote.1}." :: surprise anxiety
And that's exactly when {tale}. :: surprise excitement :: storytime vlog
There I was, minding my own business, when {tale}. :: humor surprise :: storytime vlog
"{quote.1}." I turn around. It's {quote.2}. :: surprise fear :: skit pov storytime`,
  ),
  ...patterns(
    'confession',
    'talking_head storytime faceless_text podcast_clip',
    `
I've never told anyone this, but {confess}. :: shame empathy
Confession: {confess}. :: humor shame
I'm a little ashamed of this, but {confess}. :: shame validation
Okay, I'll admit it: {confess}. :: humor shame
I'm {expert.a}, and I still {bad.my}. :: humor shame
{confess}. There, I said it. :: relief humor
My {person} doesn't know this, but {confess}. :: humor shame
I owe you all an apology. {confess}. :: shame empathy
I failed {n} times before I managed to {goal.my}. :: inspiration empathy
I tell everyone to {good.their}. I don't do it myself. :: shame humor
I cried when I first tried to {goal.my}. :: empathy sadness`,
  ),
  ...patterns(
    'transformation',
    'before_after montage slideshow talking_head',
    `
{ago} I {change.1}. Today I {change.2}. :: inspiration pride
I {change.1}. {span} later, I {change.2}. :: inspiration aspiration
Before: I {change.1}. After: I {change.2}. :: aspiration surprise
This is me before I learned to {goal.my}, and this is me now. :: pride aspiration
I went from {bad.ing.my} to {good.ing.my} in {span}. :: inspiration pride
I {change.1}. You wouldn't recognize me now. :: pride nostalgia
Back then I {change.1}. Now I {change.2}. :: nostalgia pride
If you'd told me that one day I'd {goal.my}, I would have laughed. :: pride humor
They laughed when I {change.1}. Now I {change.2}. :: pride envy
You should have seen me when I {change.1}. Today I {change.2}. :: inspiration relief`,
  ),
  ...patterns(
    'conflict',
    'storytime talking_head skit podcast_clip',
    `
My {person} and I stopped speaking over {feud}. :: sadness anger
My {person} is furious with me over {feud}. :: anger humor
Am I wrong for being angry at my {person} over {feud}? :: anger validation :: talking_head q_and_a storytime
We've been fighting about {feud} for {span}. :: frustration humor
My {person} called me selfish over {feud}. :: anger sadness
{quote.2} said it right to my face: "{quote.1}." :: anger surprise
My {person} thinks {myth}. I'm done arguing. :: frustration humor
I lost a friend over {feud}, and I'd do it again. :: anger pride sadness
My {person} caught me {bad.ing.my} and won't let it go. :: humor shame
Nobody in my family agrees on {feud}. :: frustration humor`,
  ),
];
