// Cues of emotional triggers in other languages than English, and signs that all languages share. Data only.
import type { CuesByValue } from '../phrase.ts';

/** Pictographs and interjections. */
export const emotionSigns: CuesByValue = {
  humor: {
    0.85: '😂; 🤣; 😹; 💀; 🤪; 😅; lol|lmao|rofl; haha|hahaha|hahahaha; jaja|jajaja|kkkk|kkkkk|mdr|ptdr|xd',
    0.6: '😭 😭; 🤡; 🙈; 😜',
  },
  sadness: { 0.8: '💔; 😢; 😔; 🥺 💔' },
  joy: { 0.7: '🥰; 😍; 🎉; 💖; 🥹; 😁; 🥳; 😊; 💕', 0.6: '❤; 😋; 🤗; 💛; 🤍; ✨' },
  awe: { 0.76: '🤯' },
  excitement: { 0.66: '🔥; 🚀; ! !' },
  surprise: { 0.76: '😱; 😳; 🤯' },
  inspiration: { 0.66: '💪; 🏆' },
  anger: { 0.7: '😡; 🤬' },
};

export const foreignEmotionCues: CuesByValue = {
  curiosity: {
    0.76: `
      ^ por que|que|como|cual|quien|donde|cuando|cuanto|qual|quem|onde|quando|quanto|pourquoi|comment|quel|quelle|qui|warum|wieso|wie|was|wer|welche|wo ... ?
      ^ por que _; ^ pourquoi _; ^ warum _; ^ wieso _; secreto|segredo|geheimnis|geheim; misterio|mistere|mystere
      la vraie raison; lo que paso; o que aconteceu; was passiert; hay una razon; je voulais comprendre
      ich wollte wissen; queria saber
    `,
    0.5: '? $',
    0.4: '?',
  },
  humor: {
    0.8: `
      broma|bromas|chiste|piada|blague|blagues|witz|lustig|drole|gracioso|engracado|humor; quand tu|on|ton; wenn man
      cuando tu; mi suegra; pegadinha; challenge
    `,
  },
  fear: {
    0.76: `
      peligro|perigo|danger|gefahr|gefahrlich|dangereux|peligroso|perigoso; miedo|medo|peur|angst; cuidado con|com
      achtung|vorsicht|attention; muerte|morte|mort|tod
    `,
  },
  anxiety: { 0.7: 'ansiedad|ansiedade|anxiete; estres|estresse|stress; preocupado|preocupada|inquiet' },
  anger: {
    0.7: `
      injusto|injusta|injustice; wutend|enojado|furioso|furieux|colere; clash; accuse|accusee
      estafa|golpe|arnaque|betrug
    `,
  },
  sadness: {
    0.76: `
      triste|traurig; lloro|llorar|llore|chorei|chorar|pleure|pleurer|weinen|geweint; murio|morreu|mort|gestorben
      adios|adeus|adieu|abschied
    `,
  },
  nostalgia: {
    0.76: `
      infancia|enfance|kindheit; recuerdos|lembrancas|souvenirs|erinnerungen; te acuerdas|lembra|souviens|erinnerst
      antes era|era
    `,
  },
  shame: {
    0.76: 'verguenza|vergonha|honte|peinlich; confieso|confesso|javoue|gestehe; haciendo|fazendo mal|errado; falsch',
  },
  awe: {
    0.66: `
      increible|incrivel|incroyable|unglaublich; impresionante|impressionante|impressionnant
      del mundo|do mundo|du monde|der welt; hermoso|lindo|magnifique|wunderschon
    `,
  },
  joy: {
    0.7: `
      feliz|heureux|heureuse|glucklich; amor|amour|liebe; cumpleanos|aniversario|anniversaire|geburtstag
      alegria|joie|freude; mignon|mignonne|suss; boda|mariage|hochzeit
    `,
  },
  pride: { 0.7: 'orgulloso|orgullosa|orgulho|orgulhoso|fier|fiere|stolz; lo logre|consegui|on la fait|geschafft' },
  inspiration: {
    0.7: 'sueno|sonho|reve|traum; nunca te rindas|desista; motivacion|motivacao|motivation; superacion|superacao',
  },
  relief: {
    0.7: `
      facil|facile|einfach; por fin|finalmente|enfin|endlich; solucion|solucao|solution|losung; sin dolor|esfuerzo
      sem dor
    `,
  },
  frustration: {
    0.7: 'harto|harta|cansado|cansada de; marre de|que; genervt; otra vez|outra vez|encore une fois|schon wieder',
  },
  excitement: {
    0.66: `
      por fin|enfin|endlich; nuevo|nueva|novo|nova|nouvelle|nouveau|neues; sorpresa|surpresa|surprise|uberraschung
      en direct|en vivo|ao vivo|live; challenge|reto|desafio|defi
    `,
  },
  surprise: {
    0.7: `
      no vas a creer; nao vai acreditar; nallez pas croire; nicht glauben; de repente|soudain|plotzlich
      mito|mythe|mythos|mentira|luge|faux; choc|schock|schockiert
    `,
  },
  greed: {
    0.7: `
      dinero|dinheiro|argent|geld; rico|ricos|riche|riches|reich; ganar|ganhar|gagner|verdienen
      gratis|gratuit|kostenlos; #$
    `,
  },
  urgency: {
    0.76: `
      ultima oportunidad|chance; derniere chance; letzte chance; solo hoy; so hoje; nur heute; corre|corran|corram
    `,
  },
  trust: { 0.66: 'medico|medica|medecin|arzt; segun|selon|laut; estudio|estudo|etude|studie; anos de experiencia' },
  aspiration: {
    0.6: '^ como *ar; ^ como *er; ^ comment *er; ^ wie du; exito|sucesso|succes|erfolg; aprende|aprenda|apprends|lerne',
  },
  validation: {
    0.66: `
      a quien mas; so eu; suis je le; kennt ihr das; es normal|normal que; cuando te|tu; quando voce; quand tu
      wenn du
    `,
  },
  empathy: { 0.66: 'abrazo|abraco|calin; cancer; huerfano|refugiado; te entiendo' },
  fomo: { 0.7: 'todo el mundo; todo mundo; tout le monde; alle reden|kaufen' },
  disgust: { 0.7: 'asco|asqueroso|nojento|nojo|degoutant|ekel|eklig' },
};
