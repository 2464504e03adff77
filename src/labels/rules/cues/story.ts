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
      ^ " i; ^ nobody saw|noticed; # @time|miles before; weeks|days|hours|minutes|moments before; had already
      was already gone|over|dead; before .. even started; in the er|ambulance|hospital; ^ by the time i|we|he|she
      ^ hed|shed; ^ at # am|pm; ^ # am|pm; ^ i opened; ^ i woke; ^ i knew; ^ everyone was
    `,
    0.88: `
      ^ i m standing; ^ im on|in|at the; ^ its # am|pm; ^ the room went; went silent|quiet; my hands were|are
      the doctor|nurse|pilot|cop|police said|walked|called|looked; ^ my phone; ^ a text; ^ my heart; rang; knock
      ^ blood; ^ he|she was; ^ we re|were about; ^ hours|minutes later; ^ # @time later
      ^ i had # minutes|seconds|dollars; ^ i was about; walked in|out|into; ^ mid; ^ you re
    `,
  },
  story: {
    0.93: `
      ^ last|one year|month|week|night|day|summer|time|weekend|morning|winter
      ^ when i was|started|turned|quit|first|got; ^ in #y; ^ ill never forget
      ^ the day|night|time|moment i|my|we|he|she|everything; ^ my @person; ^ story time; ^ storytime; story time
      storytime; ^ i got fired|rejected|scammed|caught|a
      ^ i quit|lost|almost|met|moved|left|sat|walked|nearly|accidentally|called|found|thought|kept|secretly|had|said|started|grew|woke|ran|told
      the story of; true story; ^ a few|couple _ ago; ^ yesterday; ^ once
      ^ a|an _? _? man|woman|guy|girl|stranger|boy|kid; ^ how a|an|one|this; ^ come with me; ^ i had #
      ^ it started|all started; ^ meet; ^ this _ man|woman|guy|girl|kid; ^ growing up; ^ back in|when; ^ it all
      ^ the first time; ^ we were|met; ^ my first; ^ he|she was|had|made|built; ^ follow me as|to|while
      ^ let me tell you; i ll never forget; ^ spend the; ^ this is the story; day in my life; part of my story
    `,
    0.9: `
      little did i|we|he|she; fast forward; flashback; it started|began with|as|when|in|on; long story
      the story behind|of|about; i never thought; one day|night|morning .. i; # @time ago i
      the night|day|morning|moment i|we|my|he|she|it; ^ i never forgot|expected; ^ so i decided|did; ^ i remember
      ^ at # years|@time? old; ^ i was #; when i was #; ^ he|she told|asked|said
      ^ they laughed|said|told|fired|rejected|called; called me; ^ we almost|nearly|lost|had|started
      ^ it was a|the|my; ^ nobody believed|believed; they laughed; ^ this is how i met
      ^ the worst|best|scariest|hardest day|night|moment|year; ^ what happened when i; ^ years ago
      changed my life forever; and then i|he|she|it
    `,
    0.68: `
      ^ i was; this is what happened; ^ i had|went|took|knew|bought|gave|came|saw|spent; ^ my; ^ he|she|they
      almost; then; ^ everyone told me; ^ how _ _ .. to|from; ^ how i|we
    `,
  },
  confession: {
    0.96: `
      never told anyone|you|this|clients|my; mistake .. cost me; mistake .. closed|ruined|nearly
      my biggest .. mistake; my worst|dumbest .. mistake|decision; i made .. mistake; mistake i made
      ~ i wasted|blew|burned|spent|lost|paid .. so you; ~ i wasted|blew|burned|lost #* .. on; real talk
      brutal honesty|honesty; wasnt going to share|say|post; ~ please dont|judge come|judge; learn from me|it|my
      lost me; nearly ruined; cost me everything; embarrassing but; wish i knew|could .. before|take
      i have to|need|want|gotta admit|confess; ^ i have a confession; confession; im embarrassed|ashamed; im not proud
      i was wrong; dont judge me; i hate to admit|say; not supposed to admit; come clean; dont come for me
      about to admit; going to admit; gonna admit; i messed|screwed up; im going to be honest; ill be honest
      to be honest with you; let me be honest; im so embarrassed; ^ i lied; ^ i owe you; i apologize; ^ forgive me
      i cant believe im|i saying|admitting|sharing|telling|posting|showing|did
      scared|terrified|nervous|afraid to post|say|share|admit; ^ i feel|felt guilty; my biggest regret
      i kept .. secret; ^ ive been lying|hiding|faking|pretending; nobody knows this about; im ashamed; i regret
      ^ honest|brutal truth :; my biggest|most .. failure|insecurity|lesson|expensive; ^ i failed; i wasted
      ^ the hardest part; hardest thing ive; ^ i almost gave up; ^ i used to hate|lie|hide|pretend|fake
    `,
    0.9: `
      lose followers; ive been hiding|pretending|faking; this is embarrassing; not my proudest; i got .. wrong
      unfiltered; im terrible|bad|awful at; cant do this anymore; i did a thing; ive made; still haunts me
      my dirty little; i never thought id say|admit; its hard to; this is hard to; ^ okay ill; im not perfect
      i messed; i faked|cheated|stole|lied; nobody knows; my therapist; i ve never; guilty pleasure; i quit .. because
      i pretended; the worst|dumbest|biggest .. ive ever|made; i almost lost; i hit rock bottom
    `,
    0.75: `
      lets be honest; being honest; ^ honestly _; i learned .. the hard way; the hard way; it took me # @time to
      ^ i did it wrong; cost me #*; i lost #*; vulnerable; ^ i struggled; its okay|ok to; ^ i was the; ^ i was so
      i cried; i thought i was .. i was; admit|admitting; ^ truth is; guilty; always bothered me
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
      ^ i used to be; ^ before i; ^ this was me
    `,
    0.88: `
      level up; progress; makeover; # lbs|pounds|kg|kilos; look at me now; not the same person; the old me|version
      rock bottom; reset; changed my body|skin|face|mindset; how .. changed me; day # to; week # vs|to; year # vs|to
      ^ from _ _? to; from .. to #*; from # to #; turned _ into; # @time apart; this is me now; what # @time of
      started with #*; how i turned|transformed|lost; reinvented; a different person; ^ i was _ . now; before .. after
      after # @time of
    `,
    0.72: `
      completely transformed; transformed my; transformation; ^ i used to; # @time later; day # vs day #
      changed my life in; turned my; used to be; ^ how .. turned _ into; ^ i turned; ^ how i turned; before vs after
      from zero; from broke; from scratch; ^ look at my; unrecognizable
      ^ this|one .. doubled|tripled|fixed|saved|cured|transformed my; no longer
    `,
  },
  conflict: {
    0.84: `
      my @person .. fired|left|betrayed|cheated|stole|sued|lied|kicked|screamed|refused|banned|ghosted|dumped
      cheated|betrayed|confronted; got into a fight; argument; feud; caught him|her|them; fired me; sued; divorce
      ^ my _ hates; kicked me out; enemies; we need to talk
    `,
  },
};
