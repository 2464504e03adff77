// Patterns of the identity family: points of view, callouts, shared pains, challenges. Data only.
import { type Pattern, patterns } from './pattern.ts';

export const identityPatterns: readonly Pattern[] = [
  ...patterns(
    'pov',
    'pov skit',
    `
POV: {slip}. :: humor frustration
POV: you're {crowd.a} and {slip}. :: humor validation
POV: you finally {goal}. :: joy pride aspiration :: pov montage vlog
POV: your {person} catches you {bad.ing}. :: humor shame :: pov skit
POV: it's {hour} and {slip}. :: humor anxiety
POV: you promised to stop {bad.ing}. :: humor shame
POV: you asked {expert.a} one question about {topic}. :: humor curiosity :: pov skit
POV: it's your first day as {expert.a}. :: anxiety excitement :: pov day_in_the_life
POV: you live with {expert.a}. :: humor envy :: pov day_in_the_life skit
POV: you told {expert.a} that you {bad}. :: humor shame :: pov skit`,
  ),
  ...patterns(
    'identity_callout',
    'talking_head faceless_text vlog',
    `
If you're {crowd.a}, this is for you. :: validation curiosity
This one is for the {crowd.s} who still {bad.their}. :: validation shame
{crowd.s}, you need to hear this before {event}. :: urgency validation
You might be {crowd.a} if you {stat.you}. :: humor validation
Are you {crowd.a}? Then don't scroll. :: validation curiosity
To every {crowd} who wants to {goal.their}: keep watching. :: inspiration validation
You can spot {crowd.a} from a mile away. They {stat}. :: humor shame
Calling all {crowd.s} who want to {goal.their}. :: aspiration validation
Only {crowd.s} will understand this. :: validation humor
{crowd.s}, you're not alone. Most of us {stat.our}. :: validation empathy relief
A day in my life as {expert.a}, for every {crowd} who asked. :: curiosity aspiration :: day_in_the_life vlog`,
  ),
  ...patterns(
    'relatable_pain',
    'skit faceless_text pov vlog',
    `
That feeling when {slip}. :: humor validation
Nobody talks about what it's like when {slip}. :: validation frustration empathy
Why is it always the day you're in a hurry that {slip}? :: frustration humor
Me, pretending to be calm while {slip.my}. :: humor anxiety
The second I relax, {slip.my}. :: frustration humor
Every {crowd} knows the moment when {slip}. :: validation humor
If {slip}, you're not alone. :: empathy relief
I promised myself I'd {good.my}. Then I saw my couch. :: humor shame
And once again, {slip.my}. :: frustration humor
Of all days, today is the day {slip.my}. :: frustration sadness humor`,
  ),
  ...patterns(
    'challenge',
    'challenge street_interview faceless_text',
    `
Almost nobody can do this: {task}. :: excitement curiosity
You have ten seconds to {task}. :: excitement urgency
I bet you can't {task}. :: excitement pride
Can you {task} before the timer runs out? :: excitement curiosity
Pause the video and {task}. :: curiosity excitement
I challenge you to {good} for {days}. :: inspiration excitement :: challenge talking_head
Quick test for {crowd.s}: {task}. :: pride curiosity
I dared {expert.a} to {task.their}. :: excitement humor :: challenge vlog interview
If you can {task}, you're ready to be {expert.a}. :: pride humor
Send this to someone who can't {task}. :: humor joy
Pick one and defend it: {choice.1} or {choice.2}. :: excitement humor :: street_interview challenge duet_stitch
Stitch this with your best try: {task}. :: joy excitement :: duet_stitch challenge`,
  ),
];
