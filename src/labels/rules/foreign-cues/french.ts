// Cues of archetypes in French, without accents and apostrophes as tokenize() leaves them. Data only.
import type { CuesByValue } from '../phrase.ts';

export const frenchCues: CuesByValue = {
  question: {
    0.86: `
      ^ pourquoi ... ?; ^ comment ... ?
      ^ qui|que|quoi|quel|quelle|quels|quelles|ou|quand|combien|lequel|laquelle ... ?; ^ est ce que; ^ quest ce
      ^ a|de|avec|pour qui|quoi|quel|quelle ... ?
      ^ as|es|avez|connais|connaissez|sais|savez|veux|voulez|peux|pouvez|etes tu|vous ... ?
      ^ tu|vous|cest|il|elle|on ... ?
    `,
    0.7: '^ quelles|quels|quel _',
  },
  investigation: {
    0.8: `
      ^ pourquoi _; ^ la vraie? raison; la vraie raison; pour comprendre|voir ce|comment|pourquoi
      je voulais comprendre|savoir; ^ lhistoire de|du|des; enquete
    `,
    0.66: '^ comment _',
  },
  how_to: {
    0.88: `
      ^ comment *er; ^ comment *ir; ^ comment faire|prendre|mettre|rendre|vendre|reussir|avoir|etre|bien|se
      ^ apprends|apprenez a; etape par etape; tuto|tutoriel; ^ la facon|methode la plus|pour; ^ voici comment
      recette|recettes de|du; ^ comment jai|je .. avec
    `,
  },
  listicle: {
    0.9: `
      ^ @n choses|astuces|conseils|erreurs|facons|raisons|signes|habitudes|idees|lieux|endroits|recettes|secrets|phrases|exercices|aliments|livres|films|etapes|types|questions|expressions
      ^ les|mes|ces @n _; @n _ que|qui
    `,
    0.66: '^ @n _ que|qui|pour|de|a; @n actus',
  },
  negative_command: {
    0.88: `
      ~ arrete|arretez|arretons de; ~ ne _ pas|jamais|plus
      ~ nachete|nachetez|nutilise|nutilisez|nallez|noublie|noubliez; ~ evite|evitez; ~ ne faites|fais; ~ ne jamais
      ne devriez|devrais .. pas
    `,
  },
  superlative: {
    0.86: `
      ^ le|la|les meilleur|meilleure|meilleurs|meilleures|pire|pires
      la|le|les plus _ _? _? _? du|de monde|la|france|europe|tous|toute; ^ la|le|les plus
      le|la pire|meilleur|meilleure _ du|de; beaucoup trop; ^ le plus
    `,
    0.66: 'la|le|les plus _; le|la|les meilleur|meilleure|pire|pires',
  },
  story: {
    0.84: `
      ^ quand javais|jetais; ^ un jour; ^ le jour ou; ^ il y a @n|un|une|quelques an|ans|jours|mois|semaines; ^ hier
      ^ lhistoire; ^ je vous|te raconte; ^ en #y; ^ lannee|la semaine derniere
      ^ ma|mon @family ma|mon|a|avait|est|sest|etait; ^ comment jai; ^ jai recu|rencontre|trouve
    `,
    0.6: '^ ma|mon|notre|nos|mes _; ^ ce _ qui a; ^ elle|il _',
  },
  confession: {
    0.88: `
      javoue; confession; ^ je dois|vais avouer|etre; ^ je dois vous|tout; jai honte; jamais dit|avoue|raconte
      je regrette; desole|pardon; la verite; ^ on vous dit
    `,
    0.62: '^ je ne; ^ je deteste; ^ jai peur; ^ je crois que; ma vraie',
  },
  relatable_pain: {
    0.84: `
      ^ quand tu|on|ton|ta|le|la|il; ^ moi quand|:; ce moment ou|quand; suis je|le|la seul|seule; ^ personne :
      ^ ce pote|ces gens|cette personne qui; on a tous
    `,
  },
  mistake_callout: {
    0.9: `
      vous|tu faites|fais|utilisez|utilises|mangez mal; lerreur|erreur que|qui; ^ votre|ton|ta .. parce que
      cest pour ca que
    `,
  },
  insider_secret: {
    0.88: `
      secret|secrets; personne ne te|vous|dit|parle|sait; ce quon ne; ^ ce que les|ton|ta|votre|vos _ ne
      ne veulent pas que; la verite sur; la vraie raison; on vous dit tout; on ne vous|te dit; cache|caches
    `,
  },
  curiosity_gap: {
    0.8: 'tu ne|vous nallez|nallez|vas pas croire; il y a une raison; ce qui sest; voici ce; ce detail; mystere',
    0.5: '^ ce|cette|ces _; ^ ce que|qui',
  },
  cliffhanger: {
    0.86: 'attends|attendez|regarde|regardez la|jusqua|jusqu fin|la|a; jusqua la fin; la suite; partie #',
  },
  stakes_warning: {
    0.84: `
      attention a|aux|au; danger|dangereux|dangereuse; ^ attention; ^ chaque jour|mois|annee|fois|hiver que|ou|vous|tu
      te|vous coute|tue|detruit
    `,
  },
  urgency: {
    0.88: `
      derniere chance|seance; derniers jours; dernieres heures|places; avant quil|que; aujourdhui seulement
      il ne reste|plus que; plus que @n; ce soir
    `,
  },
  hypothetical: {
    0.88: `
      ^ et si; ^ imagine|imaginez; ^ que feriez|ferais; ^ si tu|vous pouvais|pouviez|avais|aviez|etais|etiez
      ^ si les|le|la|on
    `,
  },
  contrarian: {
    0.86: `
      opinion impopulaire; ^ tout le monde dit|pense|croit; ^ on vous|te dit; pas besoin de; surcote|surcotee
      ^ oubliez|oublie; ne devriez .. pas
    `,
  },
  myth_bust: { 0.9: 'mythe|mythes; idee|idees recue|recues; cest faux|mensonge; ^ on croit; pas vrai' },
  experiment: {
    0.86: `
      ^ jai teste|essaye|passe|mange|vecu|dormi|fait|construit|laisse|achete|depense|demonte
      ^ on a teste|essaye|passe|fait|construit; ^ je teste|lessaye|lteste|construis|passe|mange; ^ jessaye|jessaie
      ^ @n jours|heures|mois|semaines sans|de|avec|dans|a; pendant @n jours|mois|semaines; ^ pendant un|une
    `,
  },
  transformation: {
    0.88: `
      avant apres; avant et apres; ^ avant :; ^ de .. a|au; passe|passer|passent de; transformation|relooking|makeover
      ^ il y a .. aujourdhui
    `,
  },
  comparison: { 0.84: 'contre; difference|differences entre; ou _ ?; lequel est; pas cher .. cher' },
  result_first: {
    0.84: `
      ^ comment jai gagne|reussi|perdu|obtenu|eclairci|eclaircis|cree; ^ jai gagne|reussi; pour vendre #*
      ma coute|rapporte
    `,
  },
  authority: {
    0.84: `
      ^ je suis medecin|avocat|avocate|prof|professeur|infirmiere|chef|psychologue|coach|dermatologue
      ans de metier|garage|carriere; selon les|la|une; une etude; ^ medecin|avocat|coach :; ^ en tant que
    `,
  },
  social_proof: {
    0.84: `
      tout le monde .. parle|utilise|achete|demande; ont tous; milliers|millions de personnes
      # personnes|clients|abonnes
    `,
  },
  identity_callout: {
    0.84: `
      ^ si tu|vous es|etes|as|avez|veux|voulez|aimes|aimez|travailles; ^ pour ceux|celles|tous; ^ toi qui
      ^ a tous|toutes; cette video est pour
    `,
  },
  problem_solution: {
    0.84: `
      ^ si ton|ta|votre|vos .. essaie|essayez|mettez|faites; marre de; ^ fatigue de; la solution
      ^ le|la .. : relevez|mettez|essayez
    `,
  },
  direct_value: {
    0.8: 'te|vous fait|evite|fera|evitera gagner|economiser|_; vous evite; ^ avec ce|cette|ca .. tu|vous',
  },
  offer: {
    0.88: `
      gratuit|gratuite|gratuitement; concours; ^ joffre; ^ je|on offre; cadeau|cadeaux; code promo; reduction|soldes
    `,
  },
  challenge: {
    0.88: `
      defi; devine|devinez; ^ essaie|essayez de; ^ si je|tu|on .. la video sarrete; la video sarrete
      peux tu|pouvez vous trouver; ^ a vous de; ^ qui peut
    `,
  },
  conflict: {
    0.8: `
      ma|mont|mavait quitte|trompe|vire|trahi|plante; mon ex|patron|voisin|proprio .. ma; dispute|brouilles|embrouille
      clash; accuse|accusee
    `,
  },
  prediction: {
    0.84: `
      ^ dans @n? ans; va|vont disparaitre|remplacer|changer|redevenir; lavenir du|de; en #y .. va; sortiront|sortira
    `,
  },
  statistic: { 0.86: '@n sur @n; #% des|de|du; pour cent des' },
  ranking: { 0.9: 'du pire au meilleur; du meilleur au pire; ^ classement; ^ je|on classe|note; jai note' },
  visual_demo: { 0.84: '^ regarde|regardez|observe|observez' },
  cold_open: {
    0.76: `
      ^ soudain; ^ jetais|on etait; ^ il est # h|heures; ^ on _ la|le|les|un|une
      ^ je construis|fais|monte|refais|recois|suis; ^ ma|mon nouvelle|nouveau|nouvel
    `,
  },
  shock: { 0.74: 'choquant|choc; failli mourir; a mal tourne|fini; jai failli; incroyable' },
  pattern_interrupt: { 0.8: '^ attends|attendez .|!; ^ stop .|!; ^ ne scrolle|scrollez; ^ non .|!' },
  bold_claim: { 0.76: 'va|vont changer; change ma|votre|ta vie; personne ne peut; pour toujours; a jamais' },
  trend_reference: { 0.74: 'tendance; tout le monde fait|reprend; actus|actualite; buzz' },
};
