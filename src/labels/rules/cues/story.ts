// Cues of the story family: stories, scenes, confessions, transformations, conflicts. Data only.
import type { CuesByValue } from '../phrase.ts';

export const storyCues: CuesByValue = {
  cold_open: {
    0.93: `
      ^ i was in|at|on|about|sitting|standing|walking|driving|halfway|just|lying|crying|alone|shaking|staring|holding
      ^ there i was; ^ and then; ^ suddenly; ^ it was #
      ^ the phone|door|alarm|room|doctor|police|call|email|text|plane|car
      ^ im currently|standing|sitting|shaking|crying
      ^ he|she|they|someone looked|said|grabbed|walked|told|texted|called|handed|slammed|had|was|d; by the time i
      ^ " i; had already; was already gone|over|dead; before .. even started; in the er|ambulance|hospital
      ^ by the time i|we|he|she; ^ hed|shed; ^ at # am|pm; ^ # am|pm; ^ i opened; ^ i woke; ^ i knew
    `,
    0.88: `
      ^ i m standing; ^ im on|in|at the; ^ its # am|pm; ^ the room went; went silent|quiet; my hands were|are
      the doctor|nurse|pilot|cop|police said|walked|called|looked; ^ my phone; ^ a text; ^ my heart; ^ blood
      ^ he|she was; ^ we re|were about; ^ hours|minutes later; ^ # @time later; ^ i had # minutes|seconds|dollars
      ^ i was about
    `,
    0.78: `
      ^ get ready with; ^ grwm; ^ come with; ^ im *ing; ^ were *ing
      ^ *ing my|our|the|a|an|for|with|all|her|his|up|to|them
    `,
    0.6: '^ *ing _ _; ^ *ing _ $',
  },
  story: {
    0.93: `
      ^ when i was|started|turned|quit|first|got; ^ in #y; ^ ill never forget
      ^ the day|night|time|moment i|my|we|he|she|everything; ^ story time; ^ storytime; story time; storytime
      ^ i got fired|rejected|scammed|caught|a; the story of; true story; ^ a few|couple _ ago; ^ yesterday; ^ once
      ^ it started|all started; ^ this _ man|woman|guy|girl|kid; ^ growing up; ^ back in|when; ^ it all
      ^ the first time; ^ we were|met; ^ my first; ^ he|she was|had|made|built; ^ follow me as|to|while
      ^ let me tell you; i ll never forget; ^ spend the; ^ this is the story; day in my life; part of my story
    `,
    0.9: `
      little did i|we|he|she; fast forward; flashback; it started|began with|as|when|in|on; long story
      the story behind|of|about; i never thought; one day|night|morning .. i
      the night|day|morning|moment i|we|my|he|she|it; ^ i never forgot|expected; ^ so i decided|did; ^ i remember
      ^ at # years|@time? old; ^ i was #; when i was #; ^ he|she told|asked|said
      ^ they laughed|said|told|fired|rejected|called; called me; ^ we almost|nearly|lost|had|started
      ^ it was a|the|my; ^ nobody believed|believed; they laughed; ^ this is how i met; ^ what happened when i
      ^ years ago; changed my life forever; and then i|he|she|it
    `,
    0.88: `
      ^ how a|an|one _; ^ a|an _? _? man|woman|guy|girl|stranger|boy|kid; ^ meet the|my; # year old .. dream
    `,
    0.8: 'heres what happened; and heres what happened',
    0.76: `
      ^ last|one year|month|week|night|day|summer|weekend|morning|winter
      ^ i met|moved|left|sat|walked|nearly|accidentally|called|found|thought|kept|said|started|grew|woke|ran|told|almost
    `,
    0.72: '^ my @person; ^ i quit|lost|had|went|took|knew|gave|came|saw|got; ^ how i|we; ^ our _ got|was|is',
    0.68: '^ i was; this is what happened; almost; ^ everyone told me',
    0.66: '^ my @person .. said|told|asked|got|was|has|had|just|made|gave|took|never|used',
    0.6: '^ my _; ^ our _; ^ this @person|guy|girl|man|woman|kid',
    0.5: '^ he|she|they',
  },
  confession: {
    0.96: `
      never told anyone|you|this|clients|my; mistake .. cost me; mistake .. closed|ruined|nearly
      my biggest .. mistake; my worst|dumbest .. mistake|decision; i made .. mistake; mistake i made
      ~ i wasted|blew|burned|spent|lost|paid .. so you; ~ i wasted|blew|burned|lost #* .. on; brutal honesty|honesty
      wasnt going to share|say|post; ~ please dont|judge come|judge; learn from me|it|my; nearly ruined
      cost me everything; embarrassing but; i have to|need|want|gotta admit|confess; ^ i have a confession
      im embarrassed|ashamed; im not proud; i was wrong; dont judge me; i hate to admit|say; not supposed to admit
      come clean; dont come for me; about to admit; going to admit; gonna admit; i messed|screwed up
      im going to be honest; ill be honest; to be honest with you; let me be honest; im so embarrassed; ^ i lied
      ^ i owe you; i apologize; ^ forgive me; i cant believe im|i saying|admitting|sharing|telling|posting|showing|did
      scared|terrified|nervous|afraid to post|say|share|admit; ^ i feel|felt guilty; my biggest regret
      i kept .. secret; ^ ive been lying|hiding|faking|pretending; nobody knows this about; im ashamed; i regret
      ^ honest|brutal truth :; my biggest|most .. failure|insecurity|lesson|expensive; ^ i failed; i wasted
      ^ the hardest part; hardest thing ive; ^ i almost gave up; ^ i used to hate|lie|hide|pretend|fake
    `,
    0.94: '~ confession; dont judge; ^ real talk',
    0.9: `
      lose followers; ive been hiding|pretending|faking; this is embarrassing; not my proudest; i got .. wrong
      im terrible|bad|awful at; cant do this anymore; still haunts me; my dirty little; i never thought id say|admit
      its hard to; this is hard to; ^ okay ill; im not perfect; i messed; i faked|cheated|stole|lied; my therapist
      guilty pleasure; i pretended; the worst|dumbest|biggest .. ive ever|made; i almost lost; i hit rock bottom
    `,
    0.84: `
      i have|want|need to admit|confess; guilty of; im so ashamed|embarrassed|obsessed|confused|bad
      i dont know how|what|why|if; i cant do|stop|handle; the hard way; nobody knows i|this; ^ some things i
      ^ i think my|i
    `,
    0.8: 'real talk; its okay|ok to',
    0.75: `
      lets be honest; being honest; ^ honestly _; ^ i did it wrong; cost me #*; i lost #*; ^ i struggled
      i thought i was .. i was; always bothered me
    `,
    0.7: '^ ive never; ^ i still; ^ i have never',
    0.68: `
      i really need; ^ i hate; ^ i love|miss|wish|feel|need; ^ im so; ^ im obsessed; ok|okay im
      ^ i cant|dont|just|still|really|never; my anxiety|depression|fears; ^ i think
    `,
  },
  transformation: {
    0.96: `
      before and after; from _ to _ in; ^ last _ i was ... now|this; ^ last year : ... this year
      i started .. # @time ago; i grew from; went from
      ^ this|one|changing .. doubled|tripled|fixed|saved|cured|transformed|cut|cleared|gave my|me|our|back
      turned #* into #*; ^ # .. ago _ .. now|today; ^ # @time ago .. i; ^ a year|month|week|decade ago i; i went from
      ^ how i went from; glow up; ^ from .. to; i used to .. now|today|until|but|then; ^ how we went from
      ^ how _ went from; ^ went from; ^ # @time ago my; ^ last year i .. this year; ^ this time last year
      ^ my .. transformation; ^ then|before .. now|after; the new me; who i was # @time ago; ^ watch me go from
      ^ i used to be
    `,
    0.9: '^ # @time ago',
    0.88: `
      not the same person; the old me|version; rock bottom; changed my body|skin|face|mindset; how .. changed me
      day # to; week # vs|to; year # vs|to; ^ from _ _? to; from .. to #*; from # to #; turned _ into; this is me now
      what # @time of; started with #*; how i turned|transformed|lost; reinvented; a different person; ^ i was _ . now
      makeover; make over; my _? transformation; lost # lbs|pounds|kg|kilos; # lbs|pounds|kg|kilos in|down|lost
    `,
    0.8: '^ how i lost; look at me now',
    0.72: `
      completely transformed; transformed my; transformation; ^ i used to; day # vs day #; changed my life in
      ^ how .. turned _ into; ^ i turned; ^ how i turned; before vs after; from zero; from broke; from scratch
      unrecognizable; ^ this|one .. doubled|tripled|fixed|saved|cured|transformed my
      transform|transforms|transforming|transformed; # @time transformation; level up; used to be; hair transformation
    `,
  },
  conflict: {
    0.84: `
      my @person .. fired|left|betrayed|cheated|stole|sued|lied|kicked|screamed|refused|banned|ghosted|dumped
      cheated|betrayed|confronted; got into a fight; argument; feud; caught him|her|them; fired me; sued; divorce
      ^ my _ hates; kicked me out; enemies; we need to talk; ^ my @person and i
      ^ my @person .. says|thinks|wants|sold|blocked|refuses
    `,
    0.62: '^ my @person',
  },
};
