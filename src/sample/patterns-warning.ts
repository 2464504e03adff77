// Patterns of the warning family: commands, mistakes, stakes, urgency. Data only.
import { type Pattern, patterns } from './pattern.ts';

export const warningPatterns: readonly Pattern[] = [
  ...patterns(
    'negative_command',
    'talking_head faceless_text green_screen voiceover_broll',
    `
Stop {bad.ing}. Seriously. :: frustration surprise
Stop {bad.ing} before {event}. :: anxiety urgency
Never {bad}. Not even once. :: fear anxiety
Please don't {bad} until you watch this. :: anxiety curiosity
Whatever you do, don't {bad}. :: fear anxiety
If you remember one thing today: don't {bad}. :: trust anxiety
Don't buy {thing.a} until you hear this. :: fear curiosity :: product_demo talking_head green_screen
{crowd.s}, stop {bad.ing}. I'm begging you. :: frustration humor
Stop {bad.ing} if you want to {goal}. :: aspiration frustration
Never {bad}, no matter who tells you to. :: trust fear
Do not {bad}. I learned it the hard way. :: empathy trust :: talking_head storytime`,
  ),
  ...patterns(
    'mistake_callout',
    'talking_head green_screen explainer duet_stitch',
    `
{bad.ing} is costing you {loss}. :: fear shame
If you {bad}, you're making the same mistake I did. :: empathy shame
The biggest mistake {crowd.s} make is {bad.ing.their}. :: shame curiosity
You keep {bad.ing}, and then you wonder what went wrong. :: shame frustration
Every {crowd} makes this mistake with {topic}. :: anxiety curiosity
The reason you can't {goal}? You {bad}. :: shame frustration
I bet you still {bad}. Here's why that hurts you. :: shame curiosity
You think you're being smart when you {bad}. You're not. :: shame surprise
You've been wrong about {topic} this whole time. :: surprise shame
Nobody ever told you that {bad.ing} was a mistake. :: relief empathy surprise`,
  ),
  ...patterns(
    'stakes_warning',
    'talking_head voiceover_broll faceless_text animation',
    `
Every {unit} you wait, {tick}. :: anxiety fear
While you scroll past this, {tick}. :: anxiety urgency
It starts small. Then {tick}. :: fear anxiety
Nobody warns you that {tick}. :: fear sadness
A warning for {crowd.s}: {tick}. :: fear urgency
You won't notice it today, but {tick}. :: anxiety fear
You're losing {loss}, and you don't even notice. :: fear anxiety
Keep {bad.ing} and you'll lose {loss}. :: fear urgency
The longer you {bad}, the worse it gets. :: anxiety fear
I ignored this once, and it cost me {loss.my}. :: fear empathy :: talking_head storytime`,
  ),
  ...patterns(
    'urgency',
    'talking_head faceless_text green_screen',
    `
Do this before {event}. :: urgency anxiety
Watch this twice before {event}. :: urgency fear
You'll need this before {event}. :: urgency trust
Last call, {crowd.s}: do this before {event}. :: urgency fomo
My free {gift} goes away on {weekday}. :: fomo urgency
You've got until {deadline} to get my {gift}. :: urgency fomo
There's still time to {goal} this year, but not much. :: urgency aspiration
Don't wait another week to {good}. :: urgency inspiration
I'm deleting this on {weekday}, so save it now: {good}. :: fomo urgency
If you only have today, {good}. :: urgency inspiration
I'm taking my {gift} down on {weekday}. Get it now. :: fomo urgency`,
  ),
];
