// Cues of the identity family: POV, callouts, shared pain, challenges. Data only.
import type { CuesByValue } from '../phrase.ts';

export const identityCues: CuesByValue = {
  pov: {
    0.97: '^ pov; ^ point of view; pov :',
    0.8: '^ youre _ and _ .. walks|calls|texts|says|asks; ^ you wake up; ^ its #* am|pm and youre; ^ you just',
  },
  identity_callout: {
    0.96: `
      ^ if youre an|a|in|over|under|trying|still|someone|the|new|like|into|not|reading|planning|thinking|about
      this|one|video|post is|s only? for you|the|every|anyone|all|my|those; ^ attention; ^ calling all; ^ dear
      ^ to every|anyone|all|everyone|the _; ^ to my; ^ listen up; listen up; ^ for anyone|everyone|all|the|my|those
      ~ @who listen; stop scrolling if; stop if; pause if; past this if you|youre; if .. stop scrolling
      letter|message is? for; ? stop scrolling; if you run|own|work|live|make|sell|teach|lead; ^ if you are
      ^ are you an|a; ^ @who only; ^ only @who; ^ @who :; ^ @who with|who|in|over|under; ^ hey @who|moms; ^ any _ here
      ^ where are my; ^ all my; ^ my fellow; ^ this goes out; keep scrolling if
      ^ if you have|hate|use|need|struggle|care; ^ you might be; ^ youre not alone; ^ every _ needs; watch this if
      ^ this is for; @who stop scrolling; @who .. stop scrolling; ^ not for everyone; ^ signs youre
    `,
    0.9: '^ every _? _ needs to hear|know|see|read',
    0.88: `
      ^ to the _ who; ^ new to; ^ who here; ^ got _ ?; if this sounds like|is you; sounds like you; @who this is
      this one goes; ^ shoutout; ^ a message for|to; ^ only real|true; ^ not everyone
      who feel|feels|hate|love|want|struggle|still; ^ @who _ this
    `,
    0.8: `
      ^ if you want|like|love; for anyone; for people; for those; ^ work in|from; ^ over #; ^ under #
      ^ @who dont|stop|need|should
    `,
    0.72: `
      ^ if you; for you $; is for you; ^ for @who; if youre; ^ you guys; tag|tags someone|a|your; who needs
      ^ send this to
    `,
    0.66: '^ @who; ^ hey _; ^ hi|hello everyone|all|guys',
  },
  relatable_pain: {
    0.92: `
      am i the only one; is it just me; ^ just me or; ^ tell me youre; without telling me; that feeling when
      that moment when; you know that feeling; you know the feeling; ^ nobody :; ^ me :; ^ me when; does anyone else
      anyone else|ever; why do we all; raise your hand if; tired|sick|exhausted of|by ... same|too; ^ remember
      ^ you know when|that; who else; your|a reminder|sign that|to; ^ reminder; looks like this same; youre not alone
      ^ when your|you|my; we ve all; weve all; ^ if youve ever; ^ ever _ and; ^ remember when|waiting
      this is your|a|my reminder; ^ reminder :; your gentle|daily reminder; ^ friendly|gentle reminder
      ^ that one friend; if you know you know; ^ how it feels; every _ ever; ^ when the; ^ when they|someone
    `,
    0.9: `
      ^ me trying|pretending|after|at|every|on|watching|explaining; be like; ^ my toxic trait; ^ can we talk about
      ^ how i look|feel|sleep|act; my face when; we ve all been there; been there; the struggle; say it with me
      show of hands; my brain; ^ you ever; ^ it me; why do i always; is this just me; i feel seen; i know you
      who relates|relate; ^ why is .. so hard; you know youre; that awkward; ^ when you finally|re|realize
      you open the; ^ everyone has that; for no reason; pretending to; ^ the moment you; ^ the feeling; ^ nothing like
      ^ no one :; ^ raise your; ^ if you ve; ^ that feeling; ^ that one; ^ normal people
      spend # hours|minutes deciding|scrolling|looking; again and again
    `,
    0.86: '^ things only _ understand; ^ when i|he|she|youre; ^ why am i',
    0.78: `
      ^ every single time $; why is it always; story of my life; nobody prepares|prepared you; why am i like this
      ^ i cant be the only; adulting; relatable; ^ things .. just understand; ^ to everyone who feels
      ^ we all have that; ^ we all know; ^ current mood; ^ the way i; ^ ever feel|felt|notice|wonder|wondered; we all
      ^ does your; ^ normalize; ^ living with; this is what .. every time
      nobody talks about how hard|exhausting|lonely
    `,
    0.66: '^ when _ _; i cant be the only; ^ how i _ when; ^ my _ when',
    0.5: '^ that _; ^ you _',
  },
  challenge: {
    0.87: `
      can you spot|find|guess|solve|name|beat|tell; ~ i bet|dare you; ^ try not to; ^ guess the|what|which|who
      test your|yourself; quiz; only #% of people can; last one to; last to leave; ^ find the; beat me; challenge
      i bet you; ^ i challenged; ^ try to; ends when|if; ~ try to .. without; ~ bet you can|cant|wont|cannot
    `,
    0.66: 'i bet; challenges; loser',
  },
};
