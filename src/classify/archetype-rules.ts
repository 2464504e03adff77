// What gives an archetype away in a folded line (lower case, no accents, straight quotes). Data only: the first match of the
// heaviest weight wins. Weight is how often the cue is right when it fires: 0.9 nearly always, 0.6 more often than not.

export type Rule = { value: string; weight: number; pattern: RegExp };

const rule = (value: string, weight: number, pattern: RegExp): Rule => ({ value, weight, pattern });

export const archetypeRules: readonly Rule[] = [
  rule('pov', 0.95, /^(pov\b|point of view)/),
  rule(
    'relatable_pain',
    0.85,
    /^(when you|when your|that moment when|that feeling when|me when|me:|nobody:|tell me you|is it just me|am i the only|anyone else|we've all|why do we all|why is it always|raise your hand)/,
  ),
  rule(
    'relatable_pain',
    0.7,
    /\b(just me or|we all know|you know that feeling|does anyone else|every single time|always happens to me)\b/,
  ),
  rule(
    'hypothetical',
    0.85,
    /^(what if|imagine|what would (you|happen)|would you rather|would you|if you could|suppose|picture this)\b/,
  ),
  rule(
    'listicle',
    0.9,
    /^(the )?(top )?(\d+|two|three|four|five|six|seven|eight|nine|ten) (?!(year|years|day|days|hour|hours|month|months|week|weeks|minute|minutes|second|seconds|percent|million|billion|thousand|people|out|in)\b)(\S+ ){0,4}(things|ways|tips|reasons|signs|habits|mistakes|tools|apps|books|rules|lessons|steps|hacks|secrets|facts|foods|ideas|words|phrases|questions|tricks|products|exercises|types|lies|myths|places|hooks|skills|jobs|websites|that|to|you|i|for|every|of)\b/,
  ),
  rule('listicle', 0.75, /\b(here are|these are|these) (the |my )?(top )?(\d+|two|three|four|five|six|seven|ten)\b/),
  rule(
    'ranking',
    0.9,
    /^(ranking|rating|i ranked|i rated|tier list|rank(ed)?|from worst to best)\b|\btier list\b|\bworst to best\b/,
  ),
  rule('comparison', 0.85, /\b(vs\.?|versus)\b|^\$?\d[\d,.]*k? .{2,30} (or|against) \$?\d/),
  rule(
    'comparison',
    0.7,
    /\b(difference between|compared to|better than|instead of|one .{2,30} the other|which (one )?is (better|best))\b/,
  ),
  rule(
    'experiment',
    0.85,
    /^(i|we) (tried|tested|did|ate|spent|lived|wore|used|quit|stopped|asked|built|followed|survived|put|bought|trained|let) .{0,60}\b(for|every|in|\d+|every day|day|days|hours|week|month|year)\b/,
  ),
  rule('experiment', 0.75, /^(i|we) (tried|tested|survived|let)\b/),
  rule(
    'transformation',
    0.85,
    /\b(before and after|from .{2,40} to .{2,40} in|glow ?up|(years?|months?|weeks?|days?) ago,? i (was|had|couldn't|could not|weighed|made)|i used to .{3,60}(now|today|but)|how i went from|went from)\b/,
  ),
  rule(
    'confession',
    0.85,
    /\b(i('ve| have) never told|never told anyone|i have to (admit|confess)|confession|i('m| am) (so )?(embarrassed|ashamed|not proud)|i (lied|regret|was wrong|failed|messed up)|i need to (apologi[sz]e|come clean)|honest truth about me|i can't believe i'm (saying|admitting|sharing|telling)|i hate to admit|i'm not supposed to admit)\b/,
  ),
  rule(
    'myth_bust',
    0.85,
    /\b(myth|is a lie|are lies|you('ve| have) been (lied|told)|debunk|biggest lie|isn't true|is not true|actually false|contrary to|what they told you)\b/,
  ),
  rule(
    'contrarian',
    0.8,
    /\b(unpopular opinion|hot take|controversial|overrated|everyone (says|thinks|tells|is wrong)|most people think|i disagree|nobody wants to hear|doesn't matter|is dead|don't need|is overrated|bad advice|worst advice|forget everything|you don't need|is (killing|ruining) your|stop believing|wrong about)\b/,
  ),
  rule(
    'insider_secret',
    0.85,
    /\b(secret|secrets|don't want you to know|doesn't want you to know|won't tell you|nobody (tells|talks|is talking|told|mentions)|no one (tells|talks|is talking|told|mentions)|they don't (tell|teach)|hidden|gatekeep|gatekeeping|insiders?|behind the scenes|what really happens|little[- ]known|loophole|most people don't know|(leaked|exposed))\b/,
  ),
  rule(
    'authority',
    0.85,
    /^(as an? |i('m| am) an? .{3,30}(and|here|,)|i('ve| have) (been|worked|spent|coached|helped|trained|read|analy[sz]ed|studied|reviewed)\b|after \d+ years|speaking as|\d+ years (as|of|in)|i work(ed)? (at|in|as|for)|i (coached|analy[sz]ed|studied|interviewed|reviewed) )/,
  ),
  rule(
    'authority',
    0.65,
    /\b(doctors?|dermatologist|therapist|lawyer|chef|surgeon|scientists?|harvard|professor|expert|dietitian|nurse|cfo|ceo) (told|says|said|here|explains?|reacts?|recommend)/,
  ),
  rule(
    'social_proof',
    0.8,
    /\b(\d[\d,.]*(k|m)? ?(million|thousand|billion)?\+? (people|customers|users|women|men|creators|founders|students|clients|reviews|views|downloads|moms|of you)|everyone('s| is) (talking|using|buying|doing|obsessed|switching)|went viral|sold out|best[- ]?seller|going viral|(the )?internet is obsessed|tiktok made me buy|five[- ]star|5[- ]star)\b/,
  ),
  rule(
    'statistic',
    0.85,
    /(\b\d[\d.,]*( ?%| percent)|\b(one|two|\d+) (in|out of) (every )?(\d+|ten|five|four|three|a hundred)\b|\bstatistic|\bstudies show|\bresearch shows|\baccording to)/,
  ),
  rule(
    'result_first',
    0.8,
    /^(this .{2,50} (made|got|earned|saved|generated|brought|helped|doubled|grew)\b|how i (made|got|earned|saved|grew|hit|built|lost|sold)|i (made|earned|saved|grew|lost|sold|gained|hit) (over )?\$?\d|\$?\d[\d,.]*(k|m)? (in|from) )/,
  ),
  rule(
    'urgency',
    0.85,
    /\b(before it's too late|last chance|running out|only \d+ (left|hours|days|spots)|ends (tonight|today|soon|tomorrow|in)|you have until|right now or|breaking|don't miss|while you still can|before (it|they)('s|'re| is| are| gets| get)? (gone|banned|deleted|taken|remove|sells)|act now|today only|hurry|this won't last|limited time|too late)\b/,
  ),
  rule(
    'negative_command',
    0.9,
    /^(stop|don't|do not|never|quit|avoid|please (don't|stop)|you should never|warning:? (don't|do not|never))\b(?! scroll)/,
  ),
  rule(
    'mistake_callout',
    0.85,
    /\b(you('re| are) (probably )?(doing|using|making|eating|washing|wasting|training|wearing|holding|cooking|brushing|sleeping)\b.{0,40}(wrong|mistake)|mistakes?\b|(doing|done|using) (it|this|that|them) wrong|wrong way|biggest regret)/,
  ),
  rule(
    'stakes_warning',
    0.8,
    /\b(is costing you|costing you|you('re| are) losing|will (ruin|destroy|kill|cost)|danger(ous)?|warning|red flags?|scam|beware|watch out|hurting your|damaging|destroying|ruining|killing your|toxic|if you don't .{3,50} you('ll| will))\b/,
  ),
  rule(
    'prediction',
    0.8,
    /\b(will (be gone|replace|disappear|change everything|be the next|take over|never be the same)|in (the next )?\d+ years|by 20\d\d|the future of|is about to (change|explode|end)|is going to|mark my words|the end of|i predict|next big)\b/,
  ),
  rule(
    'offer',
    0.85,
    /\b(giveaway|giving away|free (guide|template|course|download|trial|shipping|pdf|checklist)|for free|\d+% off|discount|promo code|coupon|i'll give you|link in bio for|i'm giving)\b/,
  ),
  rule(
    'problem_solution',
    0.75,
    /^(if (you|your) .{3,80}, (try|do|use|here|this|you need|stop|start|then)|struggling (with|to)|tired of|can't .{3,50}\?|having trouble|here's (how to fix|the fix|why your)|sick of)/,
  ),
  rule(
    'how_to',
    0.9,
    /^(how to|how you can|how i|here's how|learn how|this is how|the (easiest|fastest|best|simple|right) way to|step[- ]by[- ]step|(the )?exact (steps|process|way|system|script))\b/,
  ),
  rule(
    'how_to',
    0.7,
    /\b(how to|tutorial|guide to|step by step|do this to|the trick to|works like this|this is why it works)\b/,
  ),
  rule(
    'identity_callout',
    0.85,
    /^(if you('re| are) (an?|in|over|under|trying|still|someone|the|new)|this (one )?is for (the|every|anyone|all|my)|(attention|calling|dear|hey|listen up|to (all|every|anyone|the))\b|if you (have|own|run|live|work|struggle|love|want|hate|use|sell|make)|(women|men|guys|ladies|girls|moms|dads|parents|founders|creators|students|introverts|freelancers|beginners|small business owners)( in| over| under| who|,|:|\b.{0,20}(this|listen)))/,
  ),
  rule(
    'challenge',
    0.8,
    /\b(challenge|can you (spot|find|guess|solve|do|name|beat|tell)|i (bet|dare) you|bet you|try (not )?to|guess (the|what|which|who)|test your|quiz|only \d+% (of people )?can|last (one )?to)\b/,
  ),
  rule(
    'cliffhanger',
    0.85,
    /\b(wait (for it|until|till)|watch (till|until|to) the end|stay (till|until|to) the end|part (two|2|1|one)|you won't believe (what|who|how)|what happen(s|ed) next|until the end|the last one|number \d+ (will|is|shocked)|at the end)\b/,
  ),
  rule(
    'pattern_interrupt',
    0.8,
    /^(wait[.,!…]|hold on|stop scrolling|don't scroll|do not scroll|don't watch|listen[.,!]|look at this|hear me out|okay but|this is (weird|strange|going to sound)|this (might|will|may) sound|i know (this|it) sounds|pause|this isn't an? |ignore this|excuse me)/,
  ),
  rule(
    'visual_demo',
    0.75,
    /^(watch (this|me|what|how)|look (at|what|how)|see what|check (this )?out|this is what .{3,40} looks like|let me show you|i'll show you)\b/,
  ),
  rule(
    'investigation',
    0.8,
    /\b(here's (why|what really)|the (real )?reason (why )?|why .{3,60} (work|works|succeed|failed|is so|are so|went|never)\b(?!.*\?)|i (investigated|looked into|dug into|found out|tracked down|uncovered)|case study|breakdown|breaking down|the truth (about|behind)|explained|what really happened|inside (the|a|an))\b/,
  ),
  rule(
    'curiosity_gap',
    0.75,
    /\b(this (one )?(simple |weird |tiny |small )?(thing|trick|habit|word|question|sentence|rule|hack|change|mistake|tool|app)|there('s| is) (a|one|only one) |here's what|the (one|only|real|number one) (thing|reason|difference)|what (nobody|no one)|you('ll| will) never (guess|look)|something (strange|weird|nobody|no one)|changed (everything|my life)|i (just )?(discovered|found|realized|noticed)|guess what|it's not what you think|the answer)\b/,
  ),
  rule(
    'conflict',
    0.75,
    /\b(my (boss|ex|husband|wife|mother[- ]in[- ]law|landlord|neighbor|boyfriend|girlfriend|roommate|best friend) .{0,40}(fired|left|betrayed|cheated|stole|sued|lied|kicked|screamed|refused|told me)|(cheated|betrayed|confronted|fired me|sued|got into a fight|argument|feud|caught (him|her|them)))\b/,
  ),
  rule(
    'cold_open',
    0.75,
    /^(["'“‘].{3,}|so i('m| am| was)|i was (just|about|sitting|standing|walking|driving|halfway|in the middle)|there i was|and then|suddenly|it was \d|the (door|phone|alarm|room|doctor|police)|i('m| am) (currently|standing|sitting|shaking|crying))/,
  ),
  rule(
    'story',
    0.75,
    /^((last|one) (year|month|week|night|day|summer|time)|when i was|(\d+|two|three|five|ten|a few|several) (years|months|weeks|days) ago|in (19|20)\d\d|i('ll| will) never forget|the day (i|my|we)|my (mom|dad|boss|grandma|grandmother|grandfather|friend|client|first|brother|sister|son|daughter|ex)|story ?time|so,? (last|the other)|i (got fired|quit|lost|almost|met|grew up|moved|started|was \d+|left|walked|sat|woke))\b/,
  ),
  rule(
    'superlative',
    0.75,
    /\b(the (most|best|worst|biggest|smallest|fastest|cheapest|greatest|oldest|easiest|rarest|craziest|largest|first|only|hardest|longest|tallest|strongest|richest|deadliest) |world'?s (most|best|biggest|first|largest|smallest|fastest|strongest|longest|tallest|only|cheapest))/,
  ),
  rule(
    'shock',
    0.7,
    /\b(insane|shocking|unbelievable|crazy|disgusting|illegal|wtf|omg|gone wrong|destroyed|exploded?|\d[\d,]{4,} (\S+ ){0,2}(in|on|into) (my|a|the)|buried|100,000)\b/,
  ),
  rule(
    'trend_reference',
    0.65,
    /\b(trend|trending|taylor swift|barbie|netflix|squid game|super ?bowl|oscars|grammys?|elon|kardashian|drake|beyonce|official (trailer|video|music video|audio|teaser)|trailer|episode|feat\.?|ft\.?|lyric video|full (episode|performance)|highlights|season \d)\b/,
  ),
  rule(
    'direct_value',
    0.7,
    /\b(this will (save|help|make|get|change|give)|save (you )?(\$|hours|time|money)|(you'll|you will|you can) (never|save|make|get|learn|have|be|earn|double)|so you (can|don't)|will save you|make (more )?money|in (just |under )?\d+ (minutes|seconds|days|hours|weeks)|without (the|having|any|a|ever)|get (more|better|rid))\b/,
  ),
  rule(
    'bold_claim',
    0.65,
    /\b(is (the|all|everything|better|a|your|going)|will change (your|how)|guaranteed|you('re| are) one|i guarantee|i promise|no one can|nobody can|forever|always|every(one|thing)|anyone can)\b/,
  ),
  rule(
    'question',
    0.8,
    /\?\s*$|^(why|what|who|where|how (much|many|long|do|does|did|is|are|can)|which|do you|did you|have you|are you|is it|is this|can you|should you|ever)\b.*\?/,
  ),
];
