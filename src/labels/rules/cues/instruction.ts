// Cues of the instruction family: steps, lists, benefits, solutions, offers. Data only.
import type { CuesByValue } from '../phrase.ts';

export const instructionCues: CuesByValue = {
  how_to: {
    0.95: `
      ^ how to; ^ heres exactly? how to|you; ^ learn how; ^ this is how to|you
      ^ the easiest|fastest|simplest|quickest|only|best|right|correct|smartest|laziest|cheapest|exact way|ways|steps|process|system|script|method|formula|order|routine|recipe
      ^ step by step; step by step; ^ how you can; ^ here s how to; heres exactly
      ^ a|my simple|easy|quick way|trick|guide|method; ^ try this; ^ how do you; ^ heres the _? # step; ^ copy my|this
      ^ one simple; ^ let me teach|walk; ^ lets make|build|cook; ^ the # step
      # step system|process|method|plan|guide|formula|framework|routine; beginners guide; ^ here is how
      ^ heres my exact; ^ this _ trick|tip|hack
    `,
    0.9: '^ a|the|my _? way|hack|trick|method|secret to; ^ turn _ .. into',
    0.88: `
      ^ next time you; if you want to .. do|try|start|use|stop|heres|you; ^ want .. ? heres|do|try|use|start
      made easy|simple; cheat sheet; ^ step #; ^ step one; in # steps|easy|simple; in # minutes
      easiest|fastest|quickest|simplest way; use this|these to; heres what to do; swap _ for; ^ my exact|favorite|go
      the formula|method|process|framework|blueprint|playbook|template for|to|i|that|behind; how you can
      heres a quick|simple; ^ the trick; ^ build|grow|create|learn|write|cook|master|double|cut|get a|your|more
      ^ start *ing; ^ make your|a|the; ^ heres a way|trick|hack|tip|method; ^ turn your|any|a; ^ follow these|this
      heres how to|you; ^ the trick|hack|tip to; ^ want to ... ? heres|try|do|use; ^ use this to
      ^ do this to|if|every|before|when; what to say|do|eat|wear when|if; ^ the step
    `,
    0.72: `
      heres what to; guide to; ^ ways to; the way to; ^ this is how; ^ build|grow|create|learn|write|cook|master
      the key to; heres how; let me show you how; the trick to; recipe for; tutorial; the exact; ^ the _ method
      ^ use this; ^ do this; itinerary; a guide; ^ watch how
    `,
    0.66: 'how to; go to setup|routine|recipe',
    0.6: '^ heres the',
  },
  listicle: {
    0.95: `
      # things i wish; ^ # .. @things; ^ the|my|top|here|these # .. @things; ^ here are|r my|the|top|our? # .. @things
      ^ top #; ^ here are #; ^ these are my|the? # .. @things; ^ here are the|my|our #; ^ these #; ^ #$ .. @things
      ^ my top #; ^ the top #
    `,
    0.85: `
      # @things that|to|you|your|i|for|every|about|which|nobody
      # reasons|ways|signs|tips|mistakes|lessons|things|habits; ^ # _ to|that|you|your|for|every|no; ^ # of the
      ^ the # _ that|you|every; ^ _ # reasons|signs; ^ @things i wish|would|regret|never|learned|stopped|dont
      ^ things you|that|no|nobody|i|to|people
    `,
    0.8: `
      ^ # *s; ^ # _ *s; ^ my|the|these|those # *s; ^ the|my|these # _ *s; # *s to|that|you|for; # *s every
    `,
    0.62: '^ a list of; ^ my favorite|favourite @things; # .. @things',
    0.4: '^ # _; ^ the #',
  },
  direct_value: {
    0.86: `
      will save|help|make|get|give|change you|your; saves you; so you can; make more; in under|less # @time
      in just # @time; in # @time or less; without having|any|ever; get rid; get more|better
      you can learn|make|have|do|get|rewire|start|build; you need this; ^ the only _ you|youll; only _ you need
      all you need; everything you need; life changing; game changer; changed the game; doubles your; and double your
      if you can .. you can; give me # @time; ^ switch to; helps with|you; perfect for; perfect product
      ^ get more|better|rid; youll never|save|get|learn|have|earn|double _; perfect for a|your
      ~ use|try|add this|these
    `,
    0.84: '^ youll _; by the end of this',
    0.8: 'saves|saved|save you; ^ this _ .. you|your time|money',
    0.76: '^ by the end',
    0.66: `
      ^ try *ing; ^ essentials; you need $; ^ add _; you have to visit|try|see|watch|eat
      you need to visit|try|see|eat|watch
    `,
  },
  problem_solution: {
    0.9: `
      ^ if you .. try|do this|these|it; ^ if your .. try|do|use|heres|this; ~ struggling with|to; ~ tired of
      ~ sick of; ~ having trouble; cant .. ? .. try|heres|this; ^ heres how to fix; ^ heres the fix; heres the fix
      ~ fed up; ~ frustrated; ^ if youre feeling|struggling|tired|stuck; ^ are you tired|sick|struggling|stuck
      ^ do you struggle|suffer|hate|have; ^ need help; ^ no _ ? no problem; no problem
      ^ if you hate|suffer|struggle|cant have trouble; the solution; ^ the fix
      ^ feeling tired|stuck|stressed|lost|down|overwhelmed|anxious|lonely|bloated|low ... try|do|heres|this|these
      ^ cant _ ... ?; fix your _; ? try this; ^ need more|help|a|some .. ?
    `,
    0.66: '^ if your',
  },
  offer: {
    0.88: `
      giveaway; giving away
      free guide|template|course|download|trial|shipping|pdf|checklist|ebook|class|training|tool|app|alternative|resource|version|consultation
      for free; #% off; promo code; coupon; ill give you; link in bio for; im giving; dm me; comment _ and
      comment " _; comment for; buy one; use code; use my code; ^ free; black friday; on sale; only #$; just #$
      pre order; shop now; order now; ^ win; enter to win; ill send you; ^ comment _ and|below|to|for; #% discount|off
      get your _ now|today|for; is|are available at|in|on|now; ^ win a|an|the|#; want more help; discount code
      ^ i|we offer
    `,
  },
};
