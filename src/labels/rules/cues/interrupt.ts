// Cues of the interrupt family: pattern interrupts, shocks, demonstrations, trends. Data only.
import type { CuesByValue } from '../phrase.ts';

export const interruptCues: CuesByValue = {
  pattern_interrupt: {
    0.95: `
      ^ stop scrolling; ^ dont scroll; ^ wait .|!|stop|dont|what; ^ hold on; ^ [; ^ pause; ^ look at this
      ^ this is weird|strange|going; this might|will|may sound|seem; i know this sounds; ^ excuse me; ^ ignore this
      ^ this isnt an? ad; plot twist; ^ dont watch; ^ stop .; ^ stop !; ^ stop dont; ^ stop what
      someone|hater commented|said; ^ reply|replying to; @strong ad; ^ okay so this|_; let me explain; ^ hey .; ^ no .
      ^ dont ask; ^ whoa|woah|boom|shh|oops; ^ listen .|!|to|up; ^ this just happened; ^ did that just
      never seen anything; never been done; never seen a; ^ i shouldnt; ^ quick question; real quick; ^ this sounds
      ^ your phone; ^ skip this; ^ hear that; ^ look away; hot mic; ^ if .. were honest; ^ nope; scroll past
      ^ address this comment; ^ got this comment; comment|comments said|say; no no; dont ask how
      wondering how i ended; shouldnt be possible; first time anyones; read this twice; nobodys ever built|made|done
    `,
    0.88: `
      hold up; hang on; ^ yes you; ^ hey you; ^ breaking :; ^ news flash; ^ what the; ^ wrong .; ^ freeze; dont blink
      ^ did you hear; ^ hear me out; werent supposed to see; ^ im not going to; i regret this; ^ surprise
      this is not a drill; ^ attention please; ^ shh; ^ um|uh|ugh|huh|hmm|yikes|damn|omg|wow|guess; ^ please ignore
      you can look away; ^ get out; ^ this isnt; ^ i lied; screenshot this; turn your sound; sound on; blink
    `,
    0.66: '^ wait; ^ look; ^ _ .; ^ _ _ $; ^ okay; ^ this is not; ^ im not; ^ sorry; ^ this feels',
  },
  shock: {
    0.78: `
      @strong; gone wrong; exploded|explodes|explode; buried alive; gross; shocked; shock; jaw dropped; i almost died
      nearly died; blew my mind; mind blown
    `,
  },
  visual_demo: {
    0.78: `
      ^ watch this; ^ look at|how; ^ watch|see what|how; ^ check this|out; ^ this is what .. looks like
      watch .. happens; ^ ill show you; satisfying; ^ see this; ^ watch _; demo; ^ notice; see the difference
    `,
  },
  trend_reference: {
    0.78: `
      trend|trending|trends; official trailer|video|audio|teaser|music; trailer; feat; ft; netflix; taylor swift
      super bowl; oscars|grammys; elon; kardashian|kardashians; celebrity|celebrities; the news; ^ breaking news
      everyone is doing; lyric video; episode; season #
    `,
  },
};
