// Cues of archetypes that many languages share or borrow from English, and some of Hindi and other languages. Data only.
import type { CuesByValue } from '../phrase.ts';

export const sharedCues: CuesByValue = {
  pov: { 0.95: '^ pov; pov :' },
  comparison: { 0.84: 'vs; versus' },
  listicle: { 0.86: '^ top #; ^ les? top #', 0.5: '^ @n _' },
  story: { 0.86: 'storytime; story time' },
  challenge: { 0.76: 'challenge; quiz' },
  how_to: {
    0.8: `
      tutorial; diy; ^ kaise; ^ cara _; ^ come fare|si; ^ hoe je|maak; तरीका|तरीके; ^ कैसे
      kaise kare|kare|karein|banaye|banayen; ^ как _
    `,
  },
  ranking: { 0.9: 'tier list; ranking; ranked' },
  cliffhanger: { 0.76: 'part # $' },
  experiment: { 0.76: '^ day #; ^ # h|hours' },
  transformation: { 0.84: 'glow up; makeover; before after' },
  statistic: { 0.5: '#% ' },
  offer: { 0.86: 'giveaway; free' },
  visual_demo: { 0.66: 'transition; satisfying; asmr' },
  cold_open: { 0.76: 'grwm; get ready with; vlog' },
  superlative: { 0.84: 'best of; wat een _; il|la piu|migliore|peggiore _; सबसे; sabse' },
  hypothetical: { 0.84: 'what if; ^ e se; ^ bagaimana kalau; सोचो; ^ socho; ^ अगर' },
  question: {
    0.84: `
      ^ wat|wie|waar|waarom|wanneer|hoe|welke ... ?; ^ hoor|heb|ben|kun|wil|ken je|jij|jullie ... ?
      ^ come|cosa|chi|dove|quando|perche|quale|quanto ... ?; ^ kya|kaise|kyun|kyu|kaun|kab|kahan|kitna ... ?
      kya ... ?; ^ apa|siapa|dimana|kapan|kenapa|mengapa|bagaimana|berapa ... ?; ^ neden|nasil|kim|ne|nerede ... ?
      क्या|क्यों|कैसे|कौन|कब|कहाँ|कितने|कितना ... ?; ^ co|jak|dlaczego|kto|gdzie|kiedy|czy ... ?
      ^ что|как|почему|кто|где|когда|зачем|сколько ... ?
    `,
    // A question mark alone is also surprise, or a question in the middle of a title.
    0.5: '? $',
    0.4: '?',
  },
  relatable_pain: { 0.76: '^ wanneer|als je _; ^ quando _; ^ saat|ketika _; ^ जब; ^ jab _' },
  insider_secret: { 0.84: 'राज़|राज; rahasia; segreto; geheim' },
  identity_callout: { 0.76: '^ deze video is voor; ^ buat|untuk kamu|yang' },
  negative_command: { 0.84: '~ stop met; ~ non *are; ~ jangan _; मत; ~ laat je nooit' },
};
