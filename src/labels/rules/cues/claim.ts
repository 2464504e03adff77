// Cues of the claim family: bold claims, contrarian views, myths, predictions, superlatives. Data only.
import type { CuesByValue } from '../phrase.ts';

export const claimCues: CuesByValue = {
  bold_claim: {
    0.88: `
      will change your|how|the; guaranteed|guarantee; i promise; changed my life; change your life|mind|mornings
      changed everything; changes everything; forever; ^ anyone can; ^ youll never _ again; ^ nothing beats|works
      no one can; nobody can; ^ youll never; the last _ youll ever; ^ this changed|changes
      ^ this|one .. changed|changes .. my|how|everything|me; blow your mind; ^ this|one _ saved me; changed my
    `,
    0.84: `
      youll never need; never need another|to; ^ ill make|show|teach|prove; i will|can make|teach|show you
      im going to make|teach|change|show; give me # @time; this could be the; the only _ youll; mark this; dare to
      no exceptions; without exception; hands down; is unbeatable|unstoppable|undefeated; works every time; anyone can
      impossible; ^ i can
    `,
    0.7: 'nobody can|does; ^ you can',
    0.66: '^ this will',
    0.45: 'than',
  },
  contrarian: {
    0.94: `
      unpopular opinion; hot take; controversial opinion|take|but; ^ controversial; overrated; ^ i disagree; is dead
      are dead; nobody wants to hear; wrong about; bad advice; worst advice; terrible advice
      everyone @belief .. but|wrong|i; ^ they @belief; most people think; forget everything; ^ forget
      less .. more|better|bigger; everyone is|s wrong; ^ i dont care what; ^ change my mind; is a scam; are a scam
      waste of time|money; doesnt matter; prove me wrong; ill prove it; hate for this; i broke|ignored .. rule
      everyone swears by; stop listening|following; ill get hate|cancelled; ^ you dont need; ^ stop believing
      dont need .. you need; the opposite; opposite of; ^ hear me out; is overrated; isnt the problem
      is not the problem; ^ everyone says; ^ i will die on; hill i; ^ why i dont|stopped|quit|refuse|never|hate
      ^ here s why i dont; ^ heres why i dont|stopped|quit|refuse|disagree; ^ _ is not _ . its; is killing your
      making you worse; the worst thing you can; ^ i refuse; conventional wisdom; ^ nobody needs; ^ nobody cares
      ^ why _ is|are bad|overrated|wrong|stupid|broken
    `,
    0.9: `
      hard|harsh|uncomfortable|ugly truth; fight me; am i wrong; said what i said; doesnt work; dont work
      isnt working; wont make|help|fix|save you; isnt about; is not about; isnt the answer|enough|real|hard|for
      is a trap; is a waste; are a waste; is lying; most .. advice; advice is; advice you; i dont .. and
      nobody .. needs; the case against; in defense of; in praise of; ^ sorry but; ^ stop trying; you re not lazy
      youre not lazy|broken|behind|bad; not lazy; the problem isnt; is making you; overhyped; ^ i stopped; ^ i quit
    `,
    0.86: '^ i dont think',
    0.7: `
      like everyone else; ^ instead of; is broken; popular advice; ^ actually
      actually get|gets|makes|make|hurts|hurt|works|work|makes; isnt what you think; ^ the problem with; ^ your _ isnt
      ^ your .. doesnt; not your fault; ^ youre not .. youre; ^ its not .. its; isnt .. its; isnt _ . its; ^ less _
      lighter|slower|cheaper|shorter|longer .. more|better; overpriced; you dont need; nobody actually
      ^ _ .. isnt enough; more .. is not; isnt .. it is; without .. i
    `,
    0.6: '^ everyone|everybody _; ^ they; doesnt make|help|mean; isnt what|the; ^ i dont',
  },
  myth_bust: {
    0.95: `
      myth|myths; is a lie; youve been lied to; being lied to; debunk|debunked|debunking; biggest lie; isnt true
      not true; contrary to; lying to you; lied to you; are lies; everything youve been told|taught
      everything you know about; what they told you; you were taught; misconception|misconceptions; fact or fiction
      ^ no _ doesnt|isnt|arent|wont|dont; doesnt actually; dont believe the|this|these|that|everything
      what you learned .. outdated|wrong; completely|totally false; everything you .. wrong|false|backwards
      outdated advice; you ve been told; we ve been told; busted; ^ the lie; ^ lies
    `,
  },
  prediction: {
    0.87: `
      will be gone; will replace; going to replace; in the next # @time; by #y; the future of
      is about to change|explode|end|happen|blow; mark my words; i predict; next big; will never be the same
      will disappear; wont exist; in # @time .. will; is going to; predictions|prediction; are about to
    `,
    0.86: '^ in # years; ^ a year|decade from now; ^ soon; # years from now',
    0.84: 'is|are planning to',
    0.7: '^ one day; the end of .. is|as',
  },
  superlative: {
    0.9: `
      ^ the best; ^ the most; ^ best; the best _? _? ever; best _ _? ever; ^ this is the best|most|worst
      the best .. ive; best thing ive; the most .. in the; the most .. ive; the *est .. ive ever; ^ the *est _? _? in
      of all time; ^ the greatest
    `,
    0.86: 'the worlds',
    0.8: `
      ^ the worlds; worlds most|best|biggest|first|largest|smallest|fastest|longest|only|cheapest
      the biggest|smallest|oldest|rarest|craziest|largest|longest|tallest|strongest|richest|deadliest|cheapest|hardest|worst .. in the
      ^ the worst|oldest|weirdest|smallest|cheapest|fastest|rarest; ^ the only; the greatest; ^ the ultimate
      the ultimate _; is the best; the best .. ever|in|i; ^ this is the *est; ^ the *est; its the *est
      the *est .. ive; ^ my favorite|favourite; the most _ _; hes|shes the *est
    `,
    0.5: 'the best; best; the *est; best _ in',
  },
};
