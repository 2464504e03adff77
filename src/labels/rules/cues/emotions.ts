// Cues of emotional triggers in English, and signs that are the same in every language. Data only.
import type { CuesByValue } from '../phrase.ts';

export const emotionCues: CuesByValue = {
  fomo: {
    0.85: `
      missing out; miss out; dont miss; everyones|everyone is|s; sold out; sells out; left behind; last chance
      before everyone; fomo
    `,
  },
  urgency: {
    0.85: `
      today only; hurry; ends tonight|today|soon|tomorrow; deadline; too late; limited time; act now; now or never
      final hours|day; expires; before its
    `,
    0.7: 'until midnight|tonight; last day|days to; right now .. before; this weekend only; closes',
    0.6: 'immediately',
  },
  greed: {
    0.8: `
      make money; #$ a|per @time; profit|profits; side hustle; get rich; six|seven figures; # figures; jackpot
    `,
    0.7: `
      how to .. money|rich; how much money; make|made|makes|making|earn|earned|save|saved #$; for free; passive income
      become a millionaire
    `,
    0.6: '#$ .. a|per day|month|week|year; money; rich; giveaway',
  },
  fear: {
    0.82: `
      danger|dangerous|deadly; warning; terrifying|terrified|terror; beware; nightmare; horror|horrifying; threat
      attack|attacked; poison|poisoning; murder|murdered|killer; could kill; red flag|flags
    `,
    0.7: `
      almost|nearly|could|will|going to die; scary|scariest|terrifying; could|can|will kill; serial killer; horror
      at risk; crashed|crash
    `,
    0.62: 'scam|scams; cancer; destroy|destroys|destroying; never again',
  },
  anxiety: {
    0.8: `
      anxious|anxiety; stress|stressed|stressful; overwhelmed|overwhelming; nervous; burnout; recession; layoffs
      overthinking
    `,
    0.7: 'worried|worry; panic attack|attacks; panicking; what if .. lose; any minute; about to lose',
    0.6: 'uncertain; running out',
  },
  anger: {
    0.8: `
      unfair|injustice; outrageous; disrespect|disrespected; betrayed|betrayal; corrupt|corruption; cheated; lied to
      lying to you; ripping|ripped you? off; how dare; infuriating; should be illegal; makes me angry|mad|furious
      im furious|angry|mad; so angry|mad; rage; stole my|our|from; lied to me|us
    `,
    0.55: 'hate|hates; fired; blocked; refused; sued',
  },
  disgust: {
    0.85: 'disgusting|disgust; gross; nasty; moldy|mold; filthy; bugs; puke|vomit; maggots',
  },
  sadness: {
    0.82: `
      passed away; grief|grieving; heartbroken|heartbreak|heartbreaking; lonely|loneliness; depressed|depression; 💔; 😢
      😔
    `,
    0.7: 'died; funeral; last goodbye; made me cry; i cried; tears; goodbye; rest in peace; saddest',
    0.6: 'sad; lost my; miss you',
  },
  nostalgia: {
    0.85: `
      remember when|waiting; childhood; 90s|80s|2000s; nostalgia|nostalgic; old school; throwback; grew up; good old
      used to watch|play; memories
    `,
    0.8: `
      back in the #|day|nineties|eighties; when we were kids; as a kid; old days; years ago today
      the nineties|eighties; do you remember; you remember
    `,
  },
  shame: {
    0.8: `
      embarrassed|embarrassing|embarrassment; ashamed; cringe; guilty|guilt; humiliated|humiliating
      doing it|this|that wrong; dont judge
    `,
    0.7: 'doing .. wrong; awkward; you ve been; thats why you|your; thats the reason',
  },
  humor: {
    0.85: 'funny; hilarious; lol|lmao|rofl; prank|prank; comedy; parody; haha|hahaha; 😂; 🤣; 😹; 💀; funniest',
    0.8: '~ pov .. when; when your|you|my .. and; im crying; dad joke|jokes; meme|memes',
    0.6: `
      fail|fails; 😭 😭; silly; without telling me; bhai; laugh|laughing; joke|jokes
      my husband|wife|boyfriend|girlfriend|mom|dad|brother; if .. were honest; i let my; mark my words
      grandpa|grandma; the worst; omg; y all; yall; bro
    `,
  },
  awe: {
    0.8: `
      incredible; breathtaking; stunning; masterpiece; universe; mind blowing|blown; magical; 🤯; unreal; majestic
      extraordinary; wonders
    `,
    0.66: `
      worlds largest|biggest|tallest|fastest|best|most|first|longest; most beautiful
      the biggest|largest|tallest|oldest .. in the; impossible; world record; in the universe|world
    `,
  },
  joy: {
    0.8: `
      happy|happiest|happiness; adorable; wholesome; celebrate|celebrating|celebration; joy|joyful; 🥰; 🎉; yay; cutest
    `,
    0.66: `
      i|we love|loved; so happy|cute|fun|much fun; in love with; love this; makes me happy; best day; 😍; baby boy|girl
      is here; hello from; get ready with; come with; happy birthday; birthday
    `,
    0.6: 'smile; ❤; 💖; 🥹',
    0.55: 'love; fun; cute; christmas; holiday|holidays',
  },
  pride: {
    0.8: `
      proud; i|we did it; achieved|achievement; graduated|graduation; milestone; finally did|made|got|finished
      accomplished; self made
    `,
    0.7: 'we made it; look at us; making us|me proud; my first .. win|million|sale|house',
  },
  envy: {
    0.78: `
      mansion; dream house|car|life|job; private jet; billionaires; ex girlfriend|boyfriend; jealous|jealousy|envy
    `,
  },
  inspiration: {
    0.82: `
      never give up; dont give up; believe in yourself; you can do; motivation|motivational|motivated
      inspire|inspired|inspiring|inspiration; overcome|overcame; against all odds; dreams; its okay to; you got this
      courage
    `,
    0.7: `
      dream came true; years ago .. today; stay consistent; keep going; your goals; one day you; push yourself
      hard work; proud of yourself; dont stop
    `,
    0.6: 'dream; change your life; discipline',
  },
  relief: {
    0.8: `
      relief; no more; painless; get rid; finally found; without the? pain; stress free; heres the fix; how to fix
      its not your fault; cured; you dont have|need to; so you dont have to
    `,
    0.66: `
      will|ll save you; saves you; so simple|easy; easiest|simplest way; made easy|simple; the easy way; try this
      heres how to fix; in one minute; you dont need; no longer; hack|hacks; remedy
    `,
    0.6: 'easier; solved|solution',
  },
  frustration: {
    0.82: `
      tired of; sick of; fed up; annoying|annoyed|annoys; frustrated|frustrating|frustration; why does nobody
      why is it so; struggling; struggle|struggles; keeps|keep failing; nothing works; pet peeve; ugh
    `,
    0.66: `
      still waiting|stuck; why does .. always|every|never; why cant i|we|they; every single time; waste of
    `,
    0.6: 'bothered|bothers; nobody .. helps',
  },
  excitement: {
    0.78: `
      official trailer|video; coming soon; announcement|announcing; launch|launching|launched; unboxing; first look
      premiere; cant wait; excited|exciting; lets go; 🚀; world cup; reveal
    `,
    0.7: '🔥; so excited; finally here|happening|did|got; lets go|get; new season|video|album; big news',
    0.55: 'adventure; epic; challenge; vs; im buying; i bought; surprise|surprising; the new; ! !; first time',
  },
  surprise: {
    0.82: `
      shocked|shock|shocking; surprise|surprised|surprises|surprising; unexpected|unexpectedly; you wont believe
      plot twist; gone wrong; couldnt believe; cant believe; 😱; 😳; turns out; what happened next; myth|myths
      unbelievable
    `,
    0.66: `
      is|was|so crazy|wild|insane|weird; you didnt know; isnt true; actually _; not true; who knew; gave away
    `,
    0.6: 'weird|weirdest; strange; not what you think',
  },
  trust: {
    0.8: `
      dermatologist|dermatologists; scientist|scientists; expert|experts; proven; research; certified|licensed
      therapist; # @time of experience
    `,
    0.7: `
      as an|a @role; # years of|as|in; ive been .. years; honest review; doctors say|recommend; a study|new study
      id never; ive tested|tried; review
    `,
  },
  aspiration: {
    0.78: `
      success|successful; level up; become a; dream body; next level; that girl; upgrade; productive
      confident|confidence; freedom; my best self; from zero|broke
    `,
    0.66: `
      how to become|get|build|grow|earn|master|be|look|start; learn how|to; routine; get better at; itinerary
      bucket list
    `,
    0.6: 'improve; career',
    0.55: 'how to; luxury|luxurious; dream; goals; habits',
  },
  validation: {
    0.85: `
      without telling me; am i the only one; is it just me; relatable; that feeling when; you know that feeling
      not alone; same .; just me; me when; anyone else; adulting; introvert|introverts; who else; raise your hand
    `,
    0.7: `
      when you|your|youre; for everyone who; you also; if youre .. this is; this is for; we all; i see you
      youre not alone; ^ if youre
    `,
    0.6: 'every _ ever',
  },
  empathy: {
    0.78: `
      refugee|refugees; orphan|orphans; homeless; survivor|survivors; rescued; disabled|disability; single mom|mother
      chronic|illness; heartwarming; sacrifice; trauma|traumatic; i feel you; it broke me
    `,
    0.66: 'sit with; its not your fault; im here for; for anyone who|struggling; lost her|his',
  },
  curiosity: {
    0.8: `
      secret|secrets; you wont believe; guess; what happened; heres why|what; the real reason; hidden
      mystery|mysterious; ever wonder|wondered; little known; did you know; the truth; wait for|until; what if
      have in common
    `,
    0.7: `
      ^ why; ^ how .. ?; ^ how does|do|did|is|are; ^ what happens|would; ^ is|are|can|do|does ... ?; i wanted to know
      ^ how the|a|an|this|these|it|they|he|she|much|many|its|your _
    `,
    0.6: `
      why; how; what; the reason; the one; ?; one thing|reason|word|question; the secret; find out; ^ who|which|where
      can you tell|spot|guess; nothing to do with; which of
    `,
  },
};
