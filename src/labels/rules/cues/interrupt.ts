// Cues of the interrupt family: pattern interrupts, shocks, demonstrations, trends. Data only.
import type { CuesByValue } from '../phrase.ts';

export const interruptCues: CuesByValue = {
  pattern_interrupt: {
    0.95: `
      ^ stop scrolling; ^ dont scroll; ^ wait .|!|stop|dont|what; ^ hold on; ^ pause; ^ this is weird|strange|going
      this might|will|may sound|seem; i know this sounds; ^ excuse me; ^ ignore this; ^ this isnt an? ad; plot twist
      ^ dont watch; ^ stop dont; ^ stop what; someone|hater commented|said; ^ reply|replying to; ^ okay so this|_
      let me explain; ^ dont ask; ^ whoa|woah|boom|shh|oops; ^ did that just; never seen anything; never been done
      ^ i shouldnt; ^ quick question; real quick; ^ this sounds; ^ skip this; ^ hear that; ^ look away; hot mic
      ^ if .. were honest; ^ nope; scroll past; ^ address this comment; ^ got this comment; comment|comments said|say
      no no; dont ask how; wondering how i ended; shouldnt be possible; first time anyones; read this twice
      nobodys ever built|made|done
    `,
    0.88: `
      hold up; hang on; ^ yes you; ^ hey you; ^ news flash; ^ wrong .; ^ freeze; dont blink; ^ did you hear
      ^ hear me out; werent supposed to see; ^ im not going to; i regret this; ^ surprise; this is not a drill
      ^ attention please; ^ shh; ^ please ignore; you can look away; ^ get out; ^ this isnt; ^ i lied; screenshot this
      turn your sound; sound on; ^ what the hell|heck|fuck|wtf; ^ um|uh|ugh|huh|hmm|yikes|damn|omg|wow; ^ stop .|!
      ^ hey .|!; ^ listen .|!|up; i have good|bad news
    `,
    0.66: '^ this is not',
    0.6: '^ wait; ^ im not; ^ sorry; ^ this feels',
  },
  shock: {
    0.78: `
      gone wrong; exploded|explodes|explode; buried alive; shocked; shock; jaw dropped; i almost died; nearly died
      blew my mind; mind blown
      this|that|its|hes|shes is? insane|crazy|wild|unreal|unbelievable|shocking|terrifying|illegal
      absolutely insane|crazy|wild|unreal; blew up; blows up; set on fire; on fire; crashed; black eye
      @strong _? _? story|moment|footage
    `,
    0.74: '^ this|the|that .. is|are|was pretty|so|absolutely|just? @strong',
  },
  visual_demo: {
    0.86: '^ look closely|what',
    0.8: '^ look',
    0.78: `
      ^ watch this; ^ look at|how; ^ watch|see what|how; ^ check this|out; ^ this is what .. looks like
      watch .. happens; ^ ill show you; satisfying; ^ see this; ^ watch _; ^ notice; see the difference
      ^ look at this|how|the|that; watch this; ^ first look
    `,
    0.66: 'transition; ^ making of',
  },
  trend_reference: {
    0.78: `
      trend|trending|trends; ^ breaking news; everyone is doing; breaking news; fashion week
      olympics|oscars|grammys|emmys|coachella; super bowl; world cup; election|debate night
      coronavirus|pandemic|lockdown; new season of
    `,
  },
};
