// Cues of the warning family: commands to stop, mistakes, losses, deadlines. Data only.
import type { CuesByValue } from '../phrase.ts';

export const warningCues: CuesByValue = {
  negative_command: {
    0.92: `
      ^ read|watch this before you|signing|buying|booking; this is your sign to stop; ~ stop *ing
      ~ dont buy|ever|use|eat|do|make|go|start|post|book|sign|pay|send|ask|trust|waste|wear|take|let|put|throw|hire|invest|quit|say|try|get|download|order|drink|wash|sleep|skip|touch|mix|feed|keep|leave|train|travel|believe|apply|accept|spend
      ~ never *
      ~ never buy|use|eat|do|make|go|say|trust|ask|put|take|let|pay|accept|post|date|send|order|sign|wear|book|wash
      ~ avoid; ~ quit *ing; ~ please stop|dont; you should never; ^ what never to; what not to
      ~ stop this|these|your|the; ~ you need to stop; ^ warning; do not buy|use|go; ^ why you should never
      ^ why im never; why ill never; ill never .. again; ^ before you; need to stop
    `,
    0.88: `
      ^ things to never|avoid; to avoid; dont fall for; ~ throw away|out; ~ delete; ~ unfollow; if youre still .. stop
      ~ cancel; ~ nobody should; ^ dont you dare; think twice; ~ under no; should never; ~ dont even
      the last thing you should
    `,
    0.84: '~ again stop; ~ never _',
    0.72: `
      ~ stop; ~ dont; ~ quit; ~ say no; ~ skip; ~ ditch; ~ throw; im done with; your sign to stop; regret buying
    `,
  },
  mistake_callout: {
    0.94: `
      youre probably? *ing .. @wrongly; it|this|that|them wrong; wrong way; youre doing; the mistake
      mistakes you|people|everyone|beginners|most; mistake most|every|people|everyone
      make this|these .. mistake|mistakes; you ve been *ing .. wrong; youve been *ing .. wrong; did it wrong
      biggest mistake|mistakes; ^ the #1 mistake; doing|using|making|eating|washing|training|wearing|cooking .. wrong
      ^ the reason you|your; ^ if your .. youre; ^ this is why youre|your
      ^ why youre|your not|isnt|failing|still|never|wont; ^ heres why your
      ^ why your .. isnt|doesnt|wont|arent|keeps|is|never|fails; your .. is|are hurting|ruining|killing|sabotaging
    `,
    0.9: `
      youre probably? ruining|wasting|losing|damaging|sabotaging|overpaying|missing|ignoring|overthinking|leaving
      youre making; this is why you|your; ^ the reason youre|your; signs you|your; what youre getting wrong
      getting wrong; got wrong; gets wrong; everyone gets; costing you; are you making; what youre missing
      keeps|keep you stuck|broke|poor|tired|single; holding you back; stopping you; killing your; bad habit|habits
      you shouldve; screwing up; wasting your|time|money; makes|make|making this|these|the mistake|mistakes
    `,
    0.7: 'wrong with; sabotaging; slip ups; ^ youre; ^ still *ing',
    0.5: '^ your _',
  },
  stakes_warning: {
    0.92: `
      is|are costing you; costing you; youre losing; will ruin|destroy|kill|cost|hurt; danger|dangerous|dangers
      ~ warning; red flag|flags; a scam; scams|scammed; beware; watch out
      hurting|damaging|destroying|ruining|killing|wrecking|draining your; ^ if you dont .. you; be careful
      ^ be careful; if you see this; poison|poisoning; silently|quietly _ your; worst thing; ^ this is why .. fail
      a warning; will regret; ^ watch this before; ^ the dark side; the ugly truth; dont ignore; warning sign|signs
      at risk; ^ careful; should be illegal; could cost; heads up; should have listened; warned me; told me not to
      costs you .. every|a|#; it|this could be; ruining|destroying|killing your; increased risk; the dark side
    `,
    0.88: `
      this could cost; bad for you; side effects; is ruining|killing|destroying; what happens if you dont
      you could lose; this is your warning; public service announcement; sounds the alarm
      hidden danger|dangers|cost|costs|fees; ripping you off; steer clear; dont say i didnt warn; a matter of time
    `,
    0.86: 'every|each @time you|without',
    0.7: 'nightmare; disaster; ruins; costs you; hurts',
    0.65: '^ if you dont',
  },
  urgency: {
    0.93: `
      before its too late; before its|they|its gone; last chance; running out; only # .. left; you have until
      closes|closing tonight|today|soon|tomorrow|in|at|@date; dont miss; miss out; missing out; while you still can
      before .. taken|banned|deleted|removed|gone|change|changes|expires|sells|goes; act now; today only; hurry
      wont last; limited time; almost sold out; selling|sells out; last call; final hours|day|days; deadline
      expires|expiring; before @date; by the time you finish|read|see; every|each @time you wait; run dont walk
      now or never; ^ last person; you need .. before; wont be here|available|up; ill delete; taking this down
      this might be deleted|removed; first # people; ^ get in before; right now before; everyone is ... except you
      everyone else is; ^ if youre not .. youre; being left behind; left behind; falling behind; dont sleep on
      restocking|restock|reopening; few left; thank me later; # left; in the # @time it takes; ill wish you
      ends|end tonight|today|soon|tomorrow|midnight|@date; last few|spots|spot|seats|seat
      last day|days|week to|of the|left; limited time|edition|spots|seats|stock
      closes tonight|today|soon|tomorrow|at|in|@date; its|before too late
    `,
    0.9: `
      ends in; supplies last; almost gone; going fast|away; selling fast; waitlist; early access
      price|prices goes|go|going|increases|increase|rises|jump up?; one day only
      # spots|seats|hours|days|minutes left; dont wait; wait any longer; time is running; still available; early bird
      enrollment|registration|applications|cart close|closes; for the next # @time; next # hours; wont be free
      before the price|others|everyone|competitors
    `,
    0.86: 'half gone; restocked; restock',
    0.8: 'save this; bookmark this; closes; # seats|spots|tickets left; too late',
    0.7: `
      everyones already; youll wish; youll regret; ^ read this before; ^ read this; before everyone; sale ends
    `,
  },
};
