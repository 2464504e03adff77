// What gives an archetype away: cues in the language of phrase.ts, by value and weight. Data only. The weight is how often
// a cue is right when it fires: 0.9 nearly always, 0.7 mostly, 0.5 as often as not. The order of values means nothing.
import type { Cue } from './phrase.ts';

const cue = (value: string, weight: number, phrases: string): Cue => ({ value, weight, phrases });

export const archetypeRules: readonly Cue[] = [
  cue('pov', 0.97, '^ pov; ^ point of view; pov :'),
  cue(
    'pov',
    0.8,
    '^ youre _ and _ .. walks|calls|texts|says|asks; ^ you wake up; ^ its #* am|pm and youre; ^ you just',
  ),
  cue(
    'relatable_pain',
    0.92,
    `am i the only one; is it just me; ^ just me or; ^ tell me youre; without telling me; that feeling when; that moment when
     you know that feeling; you know the feeling; ^ nobody :; ^ me :; ^ me when; does anyone else; anyone else|ever; why do we all
     raise your hand if; tired|sick|exhausted of|by ... same|too; ^ remember; ^ you know when|that; who else; your|a reminder|sign that|to; ^ reminder; looks like this same; youre not alone; ^ when your|you|my; we ve all; weve all; ^ if youve ever; ^ ever _ and; ^ remember when|waiting
     this is your|a|my reminder; ^ reminder :; your gentle|daily reminder; ^ friendly|gentle reminder; ^ that one friend
     ^ things only _ understand; if you know you know; ^ how it feels; every _ ever; ^ when the; ^ when they|someone`,
  ),
  cue(
    'relatable_pain',
    0.78,
    `^ every single time $; why is it always; story of my life; nobody prepares|prepared you
     why am i like this; ^ i cant be the only; adulting; relatable; ^ things .. just understand; ^ to everyone who feels
     ^ we all have that; ^ we all know; ^ current mood; ^ the way i; ^ ever feel|felt|notice|wonder|wondered; we all
     ^ does your; ^ normalize; ^ living with; this is what .. every time; nobody talks about how hard|exhausting|lonely; who else`,
  ),
  cue(
    'hypothetical',
    0.92,
    `^ imagine; ~ what would you do; ~ what would happen; ^ would you rather; ^ picture this; ^ suppose; ^ if you could
     ^ what happens if|when you; ^ if you had to; ^ if you were; ^ pretend; ^ close your eyes; ^ would you; ^ if money|_ were|was|wasnt
     ^ if i had to start over; ^ if i had to start; ^ if i lost everything; ^ if i could go back; ^ if i was starting; ^ if i woke up`,
  ),
  cue('hypothetical', 0.88, '^ what if; what if you|your|we'),
  cue('hypothetical', 0.7, 'what if; imagine if; imagine waking|being|having|never|getting|opening; ~ imagine'),
  cue(
    'listicle',
    0.95,
    `# things i wish; ^ # .. @things; ^ the|my|top|here|these # .. @things; ^ here are|r my|the|top|our? # .. @things; ^ top #; ^ here are #
     ^ these are my|the? # .. @things; ^ here are the|my|our #; ^ these #; ^ #$ .. @things; ^ my top #; ^ the top #`,
  ),
  cue(
    'listicle',
    0.85,
    `# @things that|to|you|your|i|for|every|about|which|nobody; # reasons|ways|signs|tips|mistakes|lessons|things|habits
     ^ # _ to|that|you|your|for|every|no; ^ # of the; ^ the # _ that|you|every; ^ _ # reasons|signs; ^ @things i wish|would|regret|never|learned|stopped|dont
     ^ things you|that|no|nobody|i|to|people`,
  ),
  cue('listicle', 0.62, '^ a list of; ^ my favorite|favourite @things; # .. @things'),
  cue('listicle', 0.4, '^ # _; ^ the #; # #'),
  cue(
    'ranking',
    0.93,
    `^ ranking; ^ rating; ^ i ranked|rated; tier list; worst to best; best to worst; ^ rank; ^ ranked; out of #|ten :; ^ lets rank|rate
     ^ rate my; tier; ^ i tried|tested|ate|bought every`,
  ),
  cue('comparison', 0.93, 'vs; versus; vs .; ^ cheap .. expensive; difference between; ^ this or that; ^ @thing a or'),
  cue(
    'comparison',
    0.8,
    `^ #$ _? .. vs|or|against #$; which one wins; heres the winner; compared to; side by side; heres the difference
     ^ what i ordered; ^ expectation|expectations ... reality; cheaper alternative; dupe; ^ is _ better than; which is|one better
     cant tell the difference; ^ the difference .. between; ^ stop comparing; better than my #$; which one .. pick|choose|would
     ^ same _ . different; ^ poor .. rich; ^ average .. elite; amateur .. pro; beginner .. pro; beginners .. pros; beginners .. experts`,
  ),
  cue(
    'comparison',
    0.5,
    'instead of; ^ @who who .. @who who; better than; which one; ^ most .. but the best; # .. same result; not _ but; ^ bad .. good; ^ old .. new; ^ before :',
  ),
  cue(
    'experiment',
    0.88,
    `^ i|we tried|tested|test|wore|ate|drank|lived|survived|followed|quit|gave|stopped|did|used|trained|slept|spent|asked .. for|every|in #* .. @time
     ^ i|we tried|tested|survived; ^ trying; ^ testing; ^ i let; ^ i did .. every day|morning|night; ^ day # of; ^ day #
     ^ i spent # @time; ^ seeing how|if; ^ i asked #|chatgpt|ai|strangers; ^ we asked; ^ i put .. to the test; ^ lets see if; ^ lets test; heres my honest
     ^ i only ate; ^ i bought the; ^ for # @time i; ^ i swapped|replaced .. for # @time; ^ i gave .. # @time`,
  ),
  cue(
    'experiment',
    0.68,
    'lets see if; ^ i bought; ^ i challenged; put it to the test; honest review; does it work; is it worth it; worth the hype; my honest opinion|thoughts',
  ),
  cue(
    'transformation',
    0.96,
    `before and after; from _ to _ in; ^ last _ i was ... now|this; ^ last year : ... this year; i started .. # @time ago; i grew from; went from; ^ this|one|changing .. doubled|tripled|fixed|saved|cured|transformed|cut|cleared|gave my|me|our|back; turned #* into #*; ^ # .. ago _ .. now|today; ^ # @time ago .. i; ^ a year|month|week|decade ago i; i went from; ^ how i went from; glow up
     ^ from .. to; i used to .. now|today|until|but|then; ^ how we went from; ^ how _ went from; ^ went from; ^ # @time ago my; ^ last year i .. this year; ^ this time last year
     ^ my .. transformation; ^ then|before .. now|after; the new me; who i was # @time ago; ^ watch me go from; ^ i used to be; ^ before i; ^ this was me`,
  ),
  cue(
    'transformation',
    0.72,
    `completely transformed; transformed my; transformation; ^ i used to; # @time later; day # vs day #; changed my life in; turned my; used to be
     ^ how .. turned _ into; ^ i turned; ^ how i turned; before vs after; from zero; from broke; from scratch; ^ look at my; unrecognizable
     ^ this|one .. doubled|tripled|fixed|saved|cured|transformed my; no longer`,
  ),
  cue(
    'confession',
    0.96,
    `never told anyone|you|this|clients|my; mistake .. cost me; mistake .. closed|ruined|nearly; my biggest .. mistake; my worst|dumbest .. mistake|decision; i made .. mistake; mistake i made; ~ i wasted|blew|burned|spent|lost|paid .. so you; ~ i wasted|blew|burned|lost #* .. on; real talk; brutal honesty|honesty; wasnt going to share|say|post; ~ please dont|judge come|judge; learn from me|it|my; lost me; nearly ruined; cost me everything; embarrassing but; wish i knew|could .. before|take; i have to|need|want|gotta admit|confess; ^ i have a confession; confession; im embarrassed|ashamed; im not proud; i was wrong
     dont judge me; i hate to admit|say; not supposed to admit; come clean; dont come for me; about to admit; going to admit; gonna admit; i messed|screwed up
     im going to be honest; ill be honest; to be honest with you; let me be honest; im so embarrassed; ^ i lied; ^ i owe you; i apologize; ^ forgive me
     i cant believe im|i saying|admitting|sharing|telling|posting|showing|did; scared|terrified|nervous|afraid to post|say|share|admit; ^ i feel|felt guilty; my biggest regret
     i kept .. secret; ^ ive been lying|hiding|faking|pretending; nobody knows this about; im ashamed; i regret; ^ honest|brutal truth :
     my biggest|most .. failure|insecurity|lesson|expensive; ^ i failed; i wasted; ^ the hardest part; hardest thing ive; ^ i almost gave up; ^ i used to hate|lie|hide|pretend|fake`,
  ),
  cue(
    'confession',
    0.75,
    `lets be honest; being honest; ^ honestly _; i learned .. the hard way; the hard way; it took me # @time to; ^ i did it wrong; cost me #*; i lost #*; vulnerable; ^ i struggled
     its okay|ok to; ^ i was the; ^ i was so; i cried; i thought i was .. i was; admit|admitting; ^ truth is; guilty; always bothered me`,
  ),
  cue(
    'myth_bust',
    0.95,
    `myth|myths; is a lie; youve been lied to; being lied to; debunk|debunked|debunking; biggest lie; isnt true; not true; contrary to; lying to you; lied to you; are lies
     everything youve been told|taught; everything you know about; what they told you; you were taught; misconception|misconceptions; fact or fiction; ^ no _ doesnt|isnt|arent|wont|dont; doesnt actually
     dont believe the|this|these|that|everything; what you learned .. outdated|wrong; completely|totally false; everything you .. wrong|false|backwards; outdated advice; you ve been told; we ve been told; busted; ^ the lie; ^ lies`,
  ),
  cue(
    'contrarian',
    0.94,
    `unpopular opinion; hot take; controversial opinion|take|but; ^ controversial; overrated; ^ i disagree; is dead; are dead; nobody wants to hear; wrong about; bad advice; worst advice; terrible advice
     everyone @belief .. but|wrong|i; ^ they @belief; most people think; forget everything; ^ forget; less .. more|better|bigger; everyone is|s wrong; ^ i dont care what; ^ change my mind; is a scam; are a scam; waste of time|money
     doesnt matter; everyone is|s wrong; prove me wrong; ill prove it; hate for this; i broke|ignored .. rule; everyone swears by; stop listening|following; ill get hate|cancelled; ^ you dont need; ^ stop believing; dont need .. you need; the opposite; opposite of; ^ hear me out; ^ i hate; is overrated; isnt the problem; is not the problem; ^ everyone says
     ^ i will die on; hill i; ^ why i dont|stopped|quit|refuse|never|hate; ^ here s why i dont; ^ heres why i dont|stopped|quit|refuse|disagree; ^ _ is not _ . its; is killing your; making you worse; the worst thing you can
     ^ i refuse; conventional wisdom; ^ nobody needs; ^ nobody cares; ^ why _ is|are bad|overrated|wrong|stupid|broken`,
  ),
  cue(
    'contrarian',
    0.7,
    `like everyone else; ^ instead of; is broken; popular advice; ^ actually; actually get|gets|makes|make|hurts|hurt|works|work|makes; isnt what you think; ^ the problem with; ^ your _ isnt; ^ your .. doesnt
     not your fault; ^ youre not .. youre; ^ its not .. its; isnt .. its; isnt _ . its; ^ less _; lighter|slower|cheaper|shorter|longer .. more|better; overpriced; you dont need; nobody actually; ^ _ .. isnt enough; more .. is not; isnt .. it is; without .. i`,
  ),
  cue(
    'insider_secret',
    0.94,
    `secret|secrets; dont|doesnt want you to know; dont|doesnt want you to see|find|hear|notice; wont tell you; nobody tells|told|tell|talks|talking|mentions|teaches|taught|warns you?; nobody is|s talking; no one is talking; they dont tell|teach|want|talk
     hidden; gatekeep|gatekeeping|gatekept; insider|insiders; little known; loophole|loopholes; most people dont know; leaked; exposed; exposing; behind the scenes; what really happens; dont tell you; didnt tell you; never told you; never tell you
     truth about; never taught; what .. isnt|arent|dont|wont telling|tell|say|saying|admit; nobody admits; im about to expose; heres the tea; truth bomb; overlooked; nobody .. about; only one talking about; shouldnt know; not supposed to|know|share; im not allowed; under the radar; underrated; didnt know existed; didnt know you could; you didnt know; few people know; almost nobody|anyone|everyone knows|gets|misses
     hack nobody; wish i knew; wish i had known; wish someone; schools dont; school never; the rich|wealthy dont; nobody talks; ^ what _ dont want; ^ @roles hate; ^ @roles dont; off the record; steal my|this|these; ^ how _ really`,
  ),
  cue(
    'insider_secret',
    0.72,
    '^ i just found|discovered; i discovered the; ^ you probably didnt; ^ what .. really; ^ nobody; ^ did you know; has the craziest; ^ psst; ^ dont tell; ^ they; cheat code; ^ this feature; ^ the one',
  ),
  cue(
    'authority',
    0.94,
    `^ as an|a|someone _; ^ as someone; ^ speaking as; ^ ive been|worked|spent|coached|helped|trained|read|analyzed|analysed|studied|reviewed|interviewed|edited|written|consulted|audited|tested|hired|built|managed; ^ after # @time .. as|of|in|working
     ^ after _ #; # @time as|of experience|being|in; ^ im a|an @role; ^ i work|worked at|in|as|for; ^ i coached|analyzed|analysed|studied|interviewed|reviewed|audited|hired|consulted; a|an|my|the .. @role told|taught|showed|gave|said
     ^ @role|doctors|@roles explains|here|reacts|reveals|says|recommend|recommends|approved; trust me im; ^ i have # @time; im a @role; ^ i own|run|manage|teach|coach; ^ i make #$; ^ i help|helped; ^ i studied; ^ my @role
     ^ take it from; years of experience; phd; certified; licensed; harvard; ^ in my # @time; ^ i ve been|done|worked; ^ ive been doing this; ^ i got paid #*; ^ i used to work; ^ former; ^ retired`,
  ),
  cue(
    'authority',
    0.72,
    '^ let me show you; let me show you how; ^ ive _ #*; according to; scientist|scientists|researchers found|say|discovered; study|studies|research; backed by; ^ i ve _ #; how i actually; we timed|counted|measured|tested; ^ i ve; science says; proven; i use to; ^ my _ process|setup|system|routine|strategy',
  ),
  cue(
    'social_proof',
    0.93,
    `^ #* @who|people .. use|used|switched|bought|tried|love|trust|joined|read; ^ over #* _ .. tried|bought|switched; cant all be wrong; ^ even the; taken over my; i replaced # .. with; my new obsession; got #* replies|likes|comments|dms; booked #*; # out of # _ recommend|quit; #* people|customers|users|women|men|creators|founders|students|clients|reviews|downloads|moms|members|subscribers|marketers|teams|companies|businesses|of you|orders; everyone is|s talking|using|buying|obsessed|switching|asking; everyones talking|using|buying|obsessed|switching|asking
     went viral; the viral; sold out; best seller|selling; bestseller|bestselling; internet is obsessed; tiktok made me; # star; rave reviews|about; obsessed with; consider me; convert; why is everyone; ^ join; everyone keeps asking; you guys|all keep asking; you asked|requested; my feed
     all over my|your feed|fyp; trusted by; #* now; switched to; most requested|popular; by popular demand; ^ @who are|love|swear; swear by; helped #*; people are losing; everyone needs; my clients|students|customers; ^ our customers|clients; ^ people keep; everyone in my; cant stop using|buying|talking
     dms|comments are; testimonial|testimonials; ive ever spent; the hype; reviews; verdict`,
  ),
  cue(
    'social_proof',
    0.7,
    'join #*; ^ #* .. people; thousands of; everyone .. this; ^ even my; ^ there s a reason; ^ theres a reason; best money; comments; people .. asked; made #* _ cry|switch; recommended; ive ever bought|tried',
  ),
  cue(
    'statistic',
    0.92,
    '^ #%; ^ only #%; ^ nearly|almost|about|over #%; #% of; # out of #; one in #; # in #; ^ the average; percent of; ^ over|about #* .. are|have; ^ statistics; ^ # percent; ^ more than #*',
  ),
  cue(
    'statistic',
    0.75,
    '#%; ^ #* .. @time; the math; ^ #$ a @time; #$ .. #$; ^ #$; statistically; the data; the numbers',
  ),
  cue(
    'result_first',
    0.86,
    `^ how i|we|she|he @gain; ^ i|we|she|he @gain over|about? #*; ^ how i|we .. in #* @time; ^ i @gain .. in #* @time; ^ this .. @gain me|us #*; ^ how i achieved|grew|made|built|quit; ^ this .. @gain #*; i made #$; ^ i just made|hit|earned|sold|closed
     ^ how this; ^ proof; ^ here s how i; ^ here s proof; heres how i @gain; ^ i|we grew; ^ #* followers|views|sales|subscribers|orders in; ^ #$ in; ^ from this one; ^ the result|results`,
  ),
  cue('result_first', 0.6, '^ how i; in # @time; ^ i finally; ^ we just; ^ i built; ^ i did it; ^ it worked; results'),
  cue(
    'urgency',
    0.93,
    `before its too late; before its|they|its gone; last chance; running out; only # .. left; ends|end tonight|today|soon|tomorrow|in|at|@date; you have until; closes|closing tonight|today|soon|tomorrow|in|at|@date; dont miss; miss out; missing out; while you still can; before .. taken|banned|deleted|removed|gone|change|changes|expires|sells|goes
     act now; today only; hurry; wont last; limited time; limited; too late; almost sold out; selling|sells out; last call; final hours|day|days; deadline; expires|expiring; before @date; by the time you finish|read|see; every|each @time you wait; save this; bookmark this; run dont walk; now or never; ^ last person; countdown
     you need .. before; wont be here|available|up; ill delete; taking this down; this might be deleted|removed; first # people; spots; ^ get in before; right now before; everyone is ... except you; everyone else is; ^ if youre not .. youre; being left behind; left behind; falling behind; by @date; dont sleep on; close|closing @date; restocking|restock|reopening; few left; thank me later; # left; in the # @time it takes; ill wish you`,
  ),
  cue(
    'urgency',
    0.7,
    'everyones already; youll wish; youll regret; ^ today; ^ read this before; ^ read this; before everyone; sale ends; restock',
  ),
  cue(
    'negative_command',
    0.92,
    `^ read|watch this before you|signing|buying|booking; this is your sign to stop; ~ stop *ing; ~ dont buy|ever|use|eat|do|make|go|start|post|book|sign|pay|send|ask|trust|waste|wear|take|let|put|throw|hire|invest|quit|say|try|get|download|order|drink|wash|sleep|skip|touch|mix|feed|keep|leave|train|travel|believe|apply|accept|spend; ~ never *; ~ never buy|use|eat|do|make|go|say|trust|ask|put|take|let|pay|accept|post|date|send|order|sign|wear|book|wash
     ~ avoid; ~ quit *ing; ~ please stop|dont; you should never; ^ what never to; what not to; ~ stop this|these|your|the; ~ you need to stop; ^ warning; do not buy|use|go; ^ why you should never; ^ why im never; why ill never; ill never .. again; ^ before you; need to stop`,
  ),
  cue(
    'negative_command',
    0.72,
    '~ stop; ~ dont; ~ never; ~ quit; ~ say no; ^ not another; until you; ~ skip; ~ ditch; ~ throw; ~ delete; im done with; your sign to stop; ^ why i cancelled|canceled|quit|left|stopped; regret buying',
  ),
  cue(
    'mistake_callout',
    0.94,
    `youre probably? *ing .. @wrongly; it|this|that|them wrong; wrong way; youre doing; the mistake; mistakes you|people|everyone|beginners|most; mistake most|every|people|everyone; make this|these .. mistake|mistakes; # mistakes; you ve been *ing .. wrong; youve been *ing .. wrong; did it wrong; biggest mistake|mistakes; ^ the #1 mistake; doing|using|making|eating|washing|training|wearing|cooking .. wrong; ^ the reason you|your; ^ if your .. youre; ^ this is why youre|your
     ^ why youre|your not|isnt|failing|still|never|wont; ^ heres why your; ^ why your .. isnt|doesnt|wont|arent|keeps|is|never|fails; your .. is|are hurting|ruining|killing|sabotaging`,
  ),
  cue('mistake_callout', 0.7, 'errors; error; ^ youre; wrong with; wrong; ^ your _ is; sabotaging; slip ups'),
  cue(
    'stakes_warning',
    0.92,
    `is|are costing you; costing you; costs you; youre losing; will ruin|destroy|kill|cost|hurt; danger|dangerous|dangers; ~ warning; red flag|flags; scam|scams|scammed; beware; watch out; hurting|damaging|destroying|ruining|killing|wrecking|draining your; toxic; ^ if you dont .. you; be careful; ^ be careful; if you see this; poison|poisoning
     could be; silently|quietly _ your; worst thing; ^ this is why .. fail; a warning; will regret; ^ watch this before; ^ the dark side; the ugly truth; dont ignore; warning sign|signs; at risk; ^ careful; should be illegal; could cost; heads up; should have listened; warned me; told me not to`,
  ),
  cue(
    'stakes_warning',
    0.65,
    'losing; regret; worse; dark side; ^ if you dont; ruin; ruined; ruining; destroyed; bleeding; fail; fails; failing',
  ),
  cue(
    'prediction',
    0.87,
    'will be gone; will replace; going to replace; in the next # @time; by #y; the future of; is about to change|explode|end|happen|blow; mark my words; the end of; i predict; next big; will never be the same; will disappear; wont exist; in # @time .. will; is going to; predictions|prediction; are about to',
  ),
  cue(
    'offer',
    0.88,
    `giveaway; giving away; free guide|template|course|download|trial|shipping|pdf|checklist|ebook|class|training|tool|app|alternative|resource|version|consultation; for free; #% off; discount; promo code; coupon; ill give you; link in bio for; im giving; dm me; comment _ and; comment " _; comment for; buy one; use code; use my code; ^ free; black friday; ~ get your; on sale; only #$; just #$; pre order; ^ comment; shop now; order now; ^ win; enter to win; ill send you; coupons`,
  ),
  cue(
    'problem_solution',
    0.9,
    `^ if you .. try|do this|these|it; ^ if your .. try|do|use|heres|this; ~ struggling with|to; ~ tired of; ~ sick of; ~ having trouble; cant .. ? .. try|heres|this; ^ heres how to fix; ^ heres the fix; heres the fix; ? try this; ^ feeling; ~ fed up; ~ frustrated; ^ if youre feeling|struggling|tired|stuck; ^ are you tired|sick|struggling|stuck; ^ do you struggle|suffer|hate|have; fix your; ^ need help; ^ cant; ^ no _ ? no problem; no problem; ^ if you hate|suffer|struggle|cant have trouble; the solution; ^ the fix; solved`,
  ),
  cue(
    'how_to',
    0.95,
    `^ how to; ^ heres exactly? how to|you; ^ learn how; ^ this is how to|you; ^ the easiest|fastest|simplest|quickest|only|best|right|correct|smartest|laziest|cheapest|exact way|ways|steps|process|system|script|method|formula|order|routine|recipe; ^ step by step; step by step; ^ how you can; ^ here s how to; ^ the step; the exact; heres exactly; ^ a|my simple|easy|quick way|trick|guide|method; ^ do this; ^ use this; ^ try this; ^ want to; ^ how do you; how it works; ^ heres the _? # step; ^ copy my|this; ^ one simple; ^ follow; ^ let me teach|walk; ^ lets make|build|cook; ^ heres a; ^ the # step; # step system|process|method|plan|guide|formula|framework|routine; beginners guide; ^ watch me|how|us; tutorial; ^ make; ^ here is how; ^ heres my exact; ^ this _ trick|tip|hack`,
  ),
  cue(
    'how_to',
    0.72,
    'how to; heres how; heres what to; guide to; the trick to; trick; hack; tip; ^ heres the; ^ turn your|any; ^ ways to; recipe; the way to; ^ this is how; method; ^ build|grow|create|learn|write|cook|master; the secret to; the key to; explained',
  ),
  cue(
    'identity_callout',
    0.96,
    `^ if youre an|a|in|over|under|trying|still|someone|the|new|like|into|not|reading|planning|thinking|about; this|one|video|post is|s only? for you|the|every|anyone|all|my|those; ^ attention; ^ calling all; ^ dear; ^ to every|anyone|all|everyone|the _; ^ to my; ^ listen up; listen up; ^ for anyone|everyone|all|the|my|those; ~ @who listen; stop scrolling if; stop if; pause if; past this if you|youre; if .. stop scrolling; letter|message is? for; ? stop scrolling; if you run|own|work|live|make|sell|teach|lead; ^ if you are; ^ are you an|a; ^ @who only; ^ only @who; ^ @who :; ^ @who with|who|in|over|under; ^ hey @who|moms; ^ any _ here; ^ where are my; ^ all my; ^ my fellow; ^ this goes out; keep scrolling if; ^ if you have|want|love|like|hate|use|need|struggle|care; ^ you might be; ^ youre not alone; ^ every _ needs; watch this if; ^ this is for; @who stop scrolling; @who .. stop scrolling; ^ not for everyone; ^ signs youre; people only`,
  ),
  cue(
    'identity_callout',
    0.72,
    '^ if you; ^ if your; ^ @who; for you $; is for you; ^ for @who; if youre; ^ hey; ^ every _; ^ you guys; tag|tags someone|a|your; who needs; ^ send this to',
  ),
  cue(
    'challenge',
    0.87,
    'challenge|challenged|challenges; can you spot|find|guess|solve|name|beat|tell; ~ i bet|dare you; ~ bet you; ^ try not to; ^ guess the|what|which|who; test your|yourself; quiz; only #% of people can; last one to; last to leave; ^ find the; loser; winner; i bet; beat me',
  ),
  cue(
    'cliffhanger',
    0.92,
    `~ wait for|until|till; ~ watch till|until|to the end; ~ stay till|until|to the end; part # ; part one; you wont believe what|who|how|why|this; what happened|happens next; until the end; at the end; the last one; number # will|is|shocked; # will|shocked shock|surprise|me|you; stick around; ^ keep watching; to be continued; did next; wait what; ^ you wont believe; ~ youll never guess; watch what happens`,
  ),
  cue(
    'pattern_interrupt',
    0.95,
    `^ stop scrolling; ^ dont scroll; ^ wait .|!|stop|dont|what; ^ hold on; ^ [; ^ pause; ^ look at this; ^ this is weird|strange|going; this might|will|may sound|seem; i know this sounds; ^ excuse me; ^ ignore this; ^ this isnt an? ad; plot twist; ^ dont watch; ^ stop .; ^ stop !; ^ stop dont; ^ stop what; someone|hater commented|said; ^ reply|replying to; @strong ad; ^ okay so this|_; let me explain; ^ hey .; ^ no .; ^ dont ask; ^ whoa|woah|boom|shh|oops; ^ listen .|!|to|up; ^ this just happened; ^ did that just; never seen anything; never been done; never seen a; ^ i shouldnt; ^ quick question; real quick; ^ this sounds; ^ your phone; ^ skip this; ^ hear that; ^ look away; hot mic; ^ if .. were honest; ^ nope; scroll past; ^ address this comment; ^ got this comment; comment|comments said|say; no no; dont ask how; wondering how i ended; shouldnt be possible; first time anyones; read this twice; nobodys ever built|made|done`,
  ),
  cue(
    'pattern_interrupt',
    0.66,
    '^ wait; ^ look; ^ _ .; ^ _ _ $; ^ okay; ^ this is not; ^ im not; ^ sorry; ^ this feels',
  ),
  cue(
    'shock',
    0.78,
    '@strong; gone wrong; exploded|explodes|explode; buried alive; gross; shocked; shock; jaw dropped; i almost died; nearly died; blew my mind; mind blown',
  ),
  cue(
    'visual_demo',
    0.78,
    '^ watch this; ^ look at|how; ^ watch|see what|how; ^ check this|out; ^ this is what .. looks like; watch .. happens; ^ ill show you; satisfying; ^ see this; ^ watch _; demo; ^ notice; see the difference',
  ),
  cue(
    'trend_reference',
    0.78,
    'trend|trending|trends; official trailer|video|audio|teaser|music; trailer; feat; ft; netflix; taylor swift; super bowl; oscars|grammys; elon; kardashian|kardashians; celebrity|celebrities; the news; ^ breaking news; everyone is doing; lyric video; episode; season #',
  ),
  cue(
    'direct_value',
    0.86,
    `will save|help|make|get|give|change you|your; save you|your; saves you; youll never|save|get|learn|have|be|earn|double _; so you can; make more; in under|less # @time; in just # @time; in # @time or less; without having|any|ever; get rid; get more|better; you can learn|make|have|do|get|rewire|start|build; you need this; ^ the only _ you|youll; only _ you need; all you need; everything you need; life changing; game changer; changed the game; doubles your; and double your; if you can .. you can; give me # @time; sharpens|boosts|lowers|burns|melts|clears|doubles|triples; ^ switch to; helps with|you; perfect for; perfect product; replaced|replaces my|your; ^ get more|better|rid`,
  ),
  cue(
    'bold_claim',
    0.88,
    `will change your|how|the; guaranteed|guarantee; i promise; ^ this is the best; the best .. ive|ever|in|i|you; best _ ive ever; changed my life; change your life|mind|mornings; changed everything; changes everything; forever; ^ the best; ^ anyone can; ^ youll never _ again; ^ nothing beats|works; no one can; nobody can; is the best; ^ the most; ^ the only; ^ i can; ^ youll never; best thing ive; the greatest; the last _ youll ever; ^ this is the most; ^ this changed|changes; ^ this|one .. changed|changes .. my|how|everything|me; blow your mind; for good; ^ this|one _ saved me; changed my; hooked; changes everything`,
  ),
  cue(
    'bold_claim',
    0.4,
    'always; never; ever; everything; every; best; nobody; the most; ^ this will; ^ this is; is the; ^ you can; better',
  ),
  cue(
    'superlative',
    0.8,
    '^ the worlds; worlds most|best|biggest|first|largest|smallest|fastest|longest|only|cheapest; the biggest|smallest|oldest|rarest|craziest|largest|longest|tallest|strongest|richest|deadliest|cheapest|hardest|worst .. in the; ^ the worst|oldest|weirdest|smallest|cheapest|fastest|rarest',
  ),
  cue(
    'investigation',
    0.95,
    `^ why .. and its; and|but its not; the real reason; ^ the reason why?; ^ heres why; investigated|investigate; looked into; dug into; tracked down; uncovered; case study; breakdown; breaking down; what really happened; ^ inside; have in common; ^ this is why; hint :; the science of|behind; the psychology of|behind; ^ why .. not the|your|about; ^ why .. its not|has; ^ why .. nothing to do; ^ how .. works; ^ why .. works|so|went; ^ what .. taught me; ^ how did; ^ i found out; turns out`,
  ),
  cue(
    'curiosity_gap',
    0.9,
    `^ theres one|a|only|this|something; this one @thing; this simple|weird|tiny|small|little|strange|one @thing; the one|only|real|number @thing|reason|difference|part; what nobody; ^ guess what; its not what you think; not what you think; the answer; ^ this is what; you need to know; something strange|weird|nobody|happened|interesting; ^ heres what; today years old; i just realized|learned|discovered|found|noticed; couldnt believe; cant believe; see what; surprised|surprise|surprising me|you; ^ what happens; what if i told|said; ^ apparently; what do|does .. have in common; have to do with; have in common; ^ so i just; ^ til; reaction; ^ the thing; ^ the weird|strange|surprising; ^ the reason; ^ recording; you wouldnt guess; wont believe; today years; more than you think; this might be the reason; this is the reason; the only thing you; the reason .. surprise|isnt`,
  ),
  cue('curiosity_gap', 0.4, '^ this; happened; heres; what; ^ one; the reason; hint; ^ there'),
  cue(
    'conflict',
    0.84,
    'my @person .. fired|left|betrayed|cheated|stole|sued|lied|kicked|screamed|refused|banned|ghosted|dumped; cheated|betrayed|confronted; got into a fight; argument; feud; caught him|her|them; fired me; sued; divorce; ^ my _ hates; kicked me out; enemies; we need to talk',
  ),
  cue(
    'cold_open',
    0.93,
    `^ i was in|at|on|about|sitting|standing|walking|driving|halfway|just|lying|crying|alone|shaking|staring|holding; ^ there i was; ^ and then; ^ suddenly; ^ it was #; ^ the phone|door|alarm|room|doctor|police|call|email|text|plane|car; ^ im currently|standing|sitting|shaking|crying; ^ he|she|they|someone looked|said|grabbed|walked|told|texted|called|handed|slammed|had|was|d; by the time i; ^ " i; ^ nobody saw|noticed; # @time|miles before; weeks|days|hours|minutes|moments before; had already; was already gone|over|dead; before .. even started; in the er|ambulance|hospital; ^ by the time i|we|he|she; ^ hed|shed; ^ at # am|pm; ^ # am|pm; ^ i opened; ^ i woke; ^ i knew; ^ everyone was`,
  ),
  cue(
    'story',
    0.93,
    `^ last|one year|month|week|night|day|summer|time|weekend|morning|winter; ^ when i was|started|turned|quit|first|got; ^ in #y; ^ ill never forget; ^ the day|night|time|moment i|my|we|he|she|everything; ^ my @person; ^ story time; ^ storytime; story time; storytime; ^ i got fired|rejected|scammed|caught|a; ^ i quit|lost|almost|met|moved|left|sat|walked|nearly|accidentally|called|found|thought|kept|secretly|had|said|started|grew|woke|ran|told; the story of; true story; ^ a few|couple _ ago; ^ yesterday; ^ # @time ago; ^ once; ^ a|an _? _? man|woman|guy|girl|stranger|boy|kid; ^ how a|an|one|this; ^ come with me; ^ i had #; ^ it started|all started; ^ meet; ^ this _ man|woman|guy|girl|kid; ^ growing up; ^ back in|when; ^ it all; ^ the first time; ^ we were|met; ^ my first; ^ he|she was|had|made|built; ^ follow me as|to|while; ^ let me tell you; i ll never forget; ^ spend the; ^ this is the story; day in my life; part of my story`,
  ),
  cue(
    'story',
    0.68,
    '^ i was; ^ i|we *ed; this is what happened when; ^ i had|went|took|knew|bought|gave|came|saw|spent; ^ my; ^ he|she|they; almost; then; ^ everyone told me; ^ how _ _ .. to|from; ^ how i|we',
  ),
  cue(
    'question',
    0.86,
    `^ why do|does|is|are|cant|isnt|dont|did|doesnt ... ?; ^ what|who|where|which|when ... ?; ^ how much|many|long|do|does|did|is|are|can|come|often|far|would ... ?; ^ do|did|have|are|is|can|should|has|will|could|does you|your|it|we|this|that|the|anyone|i ... ?; ^ have you ever; ^ have you; ^ did you ever; ^ do you want|know|ever|think|remember|feel|believe|really; ^ are you; ^ what s the; ^ whats the|your; ^ what do|does|did|is|are; ^ is it|this|your|there; ^ which _; ^ who _; ^ when was the last; ^ should you|i|we; ^ why does|do|is|are; ^ how do|does|many|much|long|come; ^ ever wonder|wondered; ^ what made|would; ^ can i|you|we|someone; ^ whos; ^ wondering; ^ why am|cant|arent|isnt|did`,
  ),
  cue('question', 0.7, '? $'),
  cue('question', 0.6, '?'),
];
