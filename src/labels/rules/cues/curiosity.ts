// Cues of the curiosity family: gaps, cliffhangers, secrets, investigations, questions. Data only.
import type { CuesByValue } from '../phrase.ts';

export const curiosityCues: CuesByValue = {
  curiosity_gap: {
    0.9: `
      ^ theres one|a|only|this|something; the only|real|number reason|difference|part; what nobody; ^ guess what
      its not what you think; not what you think; the answer; ^ this is what; you need to know
      something strange|weird|nobody|happened|interesting; today years old
      i just realized|learned|discovered|found|noticed; couldnt believe; cant believe
      surprised|surprise|surprising me|you; ^ what happens; what if i told|said; ^ apparently
      what do|does .. have in common; have to do with; have in common; ^ so i just; ^ til; ^ the thing
      ^ the weird|strange|surprising; ^ the reason; you wouldnt guess; wont believe; today years; more than you think
      this might be the reason; this is the reason; the only thing you; the reason .. surprise|isnt
    `,
    0.86: 'bet you didnt',
    0.82: `
      heres what happens; what happens when|if|to; ^ what i learned; and it changed everything
      wasnt ready|expecting|prepared for; something nobody; i found something|this|a|out; inside this; ^ this happens
      cant stop thinking; ^ what happened when|after; you wont find; the strangest|weirdest thing; ^ why this
      this is why; you ve never heard; never heard of; one thing; one word; one question; one reason; isnt what you
      not what you; nobody expected|noticed|saw coming; ^ the _ that .. changed; ^ there are # kinds|types
      this explains; ever noticed; noticed this
    `,
    0.8: `
      this weird|strange|tiny @thing; ^ this one @thing; you wont believe|expect; you will never expect|guess|believe
    `,
    0.76: '^ how much|many _; ^ why i|we _',
    0.74: '^ heres what',
    0.66: 'this simple|small|little|one @thing; ^ one @thing; the reason; ^ theres a; ^ there are|is|s',
    0.5: '^ what _; the one|only|single|first @thing',
    0.4: '^ this',
  },
  cliffhanger: {
    0.92: `
      ~ wait for|until|till; ~ watch till|until|to the end; ~ stay till|until|to the end; part #; part one
      you wont believe what|who|how|why|this; what happened|happens next; until the end; at the end; the last one
      number # will|is|shocked; # will|shocked shock|surprise|me|you; stick around; ^ keep watching; to be continued
      did next; wait what; ^ you wont believe; ~ youll never guess; watch what happens
    `,
    0.76: '^ keep your|an eye',
  },
  insider_secret: {
    0.94: `
      secret|secrets; dont|doesnt want you to know; dont|doesnt want you to see|find|hear|notice; wont tell you
      nobody tells|told|tell|talks|talking|mentions|teaches|taught|warns you?; nobody is|s talking; no one is talking
      they dont tell|teach|want|talk; gatekeep|gatekeeping|gatekept; insider|insiders; little known
      loophole|loopholes; most people dont know; leaked; exposing; behind the scenes; what really happens
      dont tell you; didnt tell you; never told you; never tell you; truth about; never taught
      what .. isnt|arent|dont|wont telling|tell|say|saying|admit; nobody admits; im about to expose; heres the tea
      truth bomb; overlooked; only one talking about; shouldnt know; not supposed to|know|share; im not allowed
      under the radar; underrated; didnt know existed; didnt know you could; you didnt know; few people know
      almost nobody|anyone|everyone knows|gets|misses; hack nobody; wish i knew; wish i had known; wish someone
      schools dont; school never; the rich|wealthy dont; nobody talks; ^ what _ dont want; ^ @roles hate
      ^ @roles dont; off the record; steal my|this|these; ^ how _ really
    `,
    0.9: `
      revealed|reveals|reveal; @roles use|dont|wont|never|know|keep|secretly; behind closed doors; theyre hiding
      shouldnt be telling|sharing|showing; probably shouldnt; forbidden; classified; lesser known; kept quiet
      not supposed to; top #%; what they|@roles|@who dont|wont|really|actually|never; unlock|unlocked; nobody shows
      never shows; almost nobody|no; few know; only insiders; ^ this website|app|site feels|should; feels illegal
      should be illegal; hidden in; unspoken; whispered; the real way|reason|story behind; secret menu
      hidden truth|secret|secrets|meaning|feature|features|menu|message|cost|gem|gems|detail|details
      theyre|is|are hiding .. from you; they hide; secretly _
    `,
    0.8: 'nobody .. about; nobody .. tells; i just found; exposed',
    0.72: `
      ^ i just found|discovered; i discovered the; ^ you probably didnt; ^ what .. really; ^ did you know
      has the craziest; ^ psst; ^ dont tell; cheat code; ^ this feature
    `,
    0.7: '^ the one; ^ i found a|the|this',
  },
  investigation: {
    0.95: `
      ^ why .. and its; and|but its not; the real reason; ^ the reason why?; ^ heres why; investigated|investigate
      looked into; dug into; tracked down; uncovered; breakdown; breaking down; what really happened
      the science of|behind; the psychology of|behind; ^ why .. not the|your|about; ^ why .. its not|has
      ^ why .. nothing to do; ^ how .. works; ^ what .. taught me; ^ i found out; turns out
    `,
    0.9: `
      ^ why .. works|went; ^ the science|psychology|history|story|truth of|behind; history of; ^ how did .. $
    `,
    0.84: 'to find out; i wanted to know; i traced|followed|tracked .. back|to; ^ lets take apart',
    0.76: `
      ^ how the; the story behind; ^ the real; ^ what makes; the hidden cost; the truth behind; explains why
      ^ how did; ^ how this|these|the|he|she|they|its|an _; ^ why _ is|are|was|were|has|have|cant|wont|never; ^ inside
    `,
    0.7: '^ why _; ^ how _ _',
    0.6: 'so i went|read|asked|followed|counted|looked|took|called|opened; to see',
  },
  question: {
    0.86: `
      ^ why do|does|is|are|cant|isnt|dont|did|doesnt ... ?; ^ what|who|where|which|when ... ?
      ^ how much|many|long|do|does|did|is|are|can|come|often|far|would ... ?
      ^ do|did|have|are|is|can|should|has|will|could|does you|your|it|we|this|that|the|anyone|i ... ?; ^ have you ever
      ^ have you; ^ did you ever; ^ do you want|know|ever|think|remember|feel|believe|really; ^ are you; ^ what s the
      ^ whats the|your; ^ what do|does|did|is|are; ^ is it|this|your|there; ^ when was the last; ^ should you|i|we
      ^ why does|do|is|are; ^ ever wonder|wondered; ^ wondering; ^ why am|cant|arent|isnt|did
      ^ would|wouldnt|will|could|am|was|were you|your|it|we|this|that|the|anyone|i|he|she|they ... ?
      ^ how do|does|long|come; ^ still ... ?; ^ whos|whats|wheres|hows ... ?; ^ do|does|did|is|are|was|can ... ?
      ^ how .. ?; ^ guess .. ?
    `,
    0.84: '^ what if .. ?; ^ why .. ?; ^ when did you; ^ where do; ^ who else; ^ how often',
    0.8: '? $',
    0.74: '^ who|which _ _; ^ which is|one; ^ who is|are|was|would',
    0.6: '?',
  },
  hypothetical: {
    0.92: `
      ^ imagine; ~ what would you do; ~ what would happen; ^ would you rather; ^ picture this; ^ suppose
      ^ if you could; ^ what happens if|when you; ^ if you had to; ^ if you were; ^ pretend; ^ close your eyes
      ^ if money|_ were|was|wasnt; ^ if i had to start over; ^ if i had to start; ^ if i lost everything
      ^ if i could go back; ^ if i was starting; ^ if i woke up
    `,
    0.88: '^ what if; what if you|your|we',
    0.8: '^ if .. were|was|could; ^ if .. had',
    0.7: 'what if; imagine if; imagine waking|being|having|never|getting|opening; ~ imagine',
  },
};
