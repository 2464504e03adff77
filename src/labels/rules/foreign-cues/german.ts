// Cues of archetypes in German, without umlauts as fold() leaves them. Data only.
import type { CuesByValue } from '../phrase.ts';

export const germanCues: CuesByValue = {
  question: {
    0.86: `
      ^ warum|wieso|weshalb ... ?
      ^ was|wer|wen|wem|wo|wann|wie|woher|wohin|welche|welcher|welches|welchen|womit ... ?
      ^ hast|bist|kannst|kennst|weisst|willst|wurdest|magst|habt|seid|wisst|konnt|glaubst du|ihr ... ?
      ^ ist|sind|gibt|darf|soll|kann|muss|was ... ?
    `,
  },
  investigation: {
    0.8: `
      ^ warum _; ^ wieso _; um herauszufinden; ich wollte wissen; der wahre|eigentliche grund; ^ der grund
      die wahrheit hinter; die geschichte des|der|von
    `,
    0.66: '^ wie|so _ _',
  },
  how_to: {
    0.88: `
      ^ wie du|man|ihr _; ^ so *st du; ^ so geht|machst|kannst|lernst|wird|gelingt|baust|zeichnest
      schritt fur schritt; anleitung; tutorial; ^ der einfachste|schnellste weg; rezept fur|; selber machen|bauen
    `,
  },
  listicle: {
    0.9: `
      ^ @n dinge|tipps|tricks|fehler|wege|grunde|zeichen|gewohnheiten|ideen|orte|rezepte|geheimnisse|satze|ubungen|lebensmittel|bucher|filme|schritte|arten|fragen|fakten
      ^ die|meine|diese @n _; ^ @n _ die|fur|aus|zum
    `,
    0.66: '@n _ die',
  },
  negative_command: {
    0.88: `
      ~ hor|hort auf; ~ nie|niemals _
      ~ kauf|kauft|mach|macht|iss|esst|sag|sagt|nimm|geh|geht|wirf|trink|benutz .. nicht|nie|niemals|keine|keinen|kein
      ~ bitte .. nicht|nie; ~ lass|lasst die finger; ~ vermeide|vermeidet; ~ stopp; ~ klick nie
    `,
  },
  superlative: {
    0.86: `
      ^ der|die|das *ste; ^ der|die|das *sten; ^ das|der|die beste|besten|schlimmste|schlechteste|grosste|teuerste
      das hier ist der|die|das *ste; bester|beste|bestes _ der|aller; nicht von dieser welt; aller zeiten
    `,
    0.66: 'der|die|das beste|schlimmste|grosste|teuerste|schonste',
  },
  story: {
    0.84: `
      ^ als ich; ^ eines tages; ^ der tag an; ^ an dem tag; ^ vor @n? _; ^ gestern
      ^ letztes|letzte|letzten jahr|woche|nacht|sommer|monat|freitag; ^ meine|mein @family hat|ist|war|sagte|hatte
      ^ ich erzahle|wollte; ^ so habe|haben ich|wir; ^ die geschichte; ^ im jahr; ^ #y
    `,
    0.6: '^ meine|mein|unser|unsere _; ^ wir|er|sie _',
  },
  confession: {
    0.88: `
      ich gebe zu; gestehe|gestandnis|beichte; ich muss zugeben|gestehen|euch; ich schame mich
      nie jemandem|gesagt|erzahlt; ehrlich gesagt; es tut mir; ich bereue
    `,
    0.66: '^ ich kann nicht; ^ ich hasse; ^ ich glaube; ich habs; unangenehme fragen',
  },
  relatable_pain: {
    0.84: `
      ^ wenn du|man|dein|deine|der|die|ihr; ^ ich wenn|:; dieser|der moment wenn|als|in; bin ich der|die einzige
      geht es nur; ^ niemand :; kennt ihr|jeder das; ^ du hast endlich
    `,
  },
  mistake_callout: {
    0.9: `
      du|ihr .. falsch; machst du falsch; der|diesen|dieser fehler; machen alle falsch; ^ deine|dein .. weil|falsch
      deshalb *st du
    `,
  },
  insider_secret: {
    0.88: `
      geheimnis|geheimnisse|geheim|geheime|geheimtipp; niemand|keiner sagt|verrat|erzahlt|spricht
      was dir|euch niemand|keiner; was .. nicht verrat|verraten|sagen|sagt; ich verrate; die wahrheit uber
      wollen nicht dass; hinter den kulissen
    `,
  },
  curiosity_gap: {
    0.8: `
      du wirst|ihr werdet nicht|es glauben; es gibt einen grund; das ist passiert|der grund; was dann|passiert
      nicht das was
    `,
    0.5: '^ dieser|diese|dieses _; ^ das _; ^ was _; ^ die entscheidung',
  },
  cliffhanger: {
    0.86: `
      warte|wartet|schau|bleib|bleibt .. ende|schluss; bis zum ende|schluss; teil #|zwei; seht ihr in; fortsetzung
    `,
  },
  stakes_warning: {
    0.84: `
      ^ achtung|vorsicht|warnung; gefahr|gefahrlich|gefahrliche; kostet dich; zerstort|ruiniert
      ^ jeden tag|monat .. du; ^ jede woche
    `,
  },
  urgency: {
    0.88: `
      letzte chance; letzten tage|platze; nur heute|noch|bis; bevor es zu; noch @n tage|stunden|platze|minuten
      heute lauft|endet; bis morgen|mitternacht
    `,
  },
  hypothetical: {
    0.88: `
      ^ was ware|wurdest|passiert wenn; ^ stell|stellt dir|euch vor; ^ wenn du .. konntest|hattest|warst; ^ angenommen
      ^ was wenn
    `,
  },
  contrarian: {
    0.86: `
      unpopulare meinung; ^ alle sagen|schworen|glauben|denken; du brauchst|musst kein|keine|keinen|nicht
      ^ vergiss|vergesst; uberbewertet; ^ mir egal
    `,
  },
  myth_bust: { 0.9: 'mythos|mythen; marchen; luge|lugen; stimmt nicht; ist falsch|quatsch|unsinn; irrtum' },
  experiment: {
    0.86: `
      ^ ich habe|hab .. getestet|probiert|ausprobiert|gegessen|gebaut|lassen; ^ wir testen
      ^ ich teste|esse|tausche|lebe|baue|kaufe|probiere|versuche; ^ @n tage|stunden|wochen ohne|mit|nur|im|in
      im selbstversuch|test; ^ selbstversuch
    `,
  },
  transformation: {
    0.88: `
      vorher nachher; ^ vorher :; ^ vor .. heute; ^ fruher .. heute|jetzt; umstyling; verwandlung|umbau|makeover
      ^ von .. zu|zum
    `,
  },
  comparison: {
    0.84: 'gegen; unterschied|unterschiede zwischen; oder _ ?; was ist besser; billig .. teuer; im vergleich',
  },
  result_first: {
    0.84: `
      ^ so habe ich; ^ so hab; ^ wie ich .. verdient|geschafft|abgenommen|verloren|gespart
      ^ ich habe #* verdient|gespart
    `,
  },
  authority: {
    0.84: `
      ^ ich bin arzt|arztin|anwalt|anwaltin|lehrer|lehrerin|koch|trainer|polizist|pfleger|seit
      ^ als arzt|arztin|anwalt|lehrer|koch|trainer; laut einer|studie|experten; eine studie
      ^ arzt|anwalt|profi erklart|testet|reagiert
    `,
  },
  social_proof: {
    0.84: `
      alle reden|benutzen|kaufen|fragen; jeder redet|will|benutzt; # menschen|leute|kunden|abonnenten; inzwischen alle
    `,
  },
  identity_callout: {
    0.84: `
      ^ wenn du .. bist|hast|willst|arbeitest|wohnst; ^ fur alle|dich|euch|jeden die|der|wenn; ^ an alle
      dieses video ist fur
    `,
  },
  problem_solution: {
    0.84: `
      ^ wenn dein|deine .. hilft|probier|mach; die losung; ^ genervt von; ^ schluss mit; hilft gegen|bei
      problem gelost
    `,
  },
  direct_value: {
    0.8: 'erspart|spart dir|euch; damit du|ihr; sparst du|ihr; hilft dir|euch; ^ mit diesem|dieser|diesen .. du',
  },
  offer: {
    0.88: `
      kostenlos|kostenlose|gratis|umsonst; gewinnspiel|verlosung|verlose; rabatt; gutschein|gutscheincode
      ich verschenke|schenke
    `,
  },
  challenge: {
    0.88: `
      ^ errate|erkennst|schaffst; ^ dieses video endet; wetten; ich wette; wer zuletzt|zuerst; ^ versuche|versuch
      findest du; mutprobe; duell
    `,
  },
  conflict: {
    0.8: `
      streit|stritt; hat mich|uns .. verlassen|betrogen|gefeuert|verklagt|rausgeworfen
      meine ex|schwiegermutter|chefin; mein ex|chef|vermieter|nachbar hat
    `,
  },
  prediction: {
    0.84: '^ in @n jahren; wird|werden verschwinden|ersetzen|verandern; die zukunft des|der|von; #y wird|werden',
  },
  statistic: { 0.86: '@n von @n; #% der|aller|des; prozent der|aller; jeder zweite|dritte|vierte|funfte|zehnte' },
  ranking: {
    0.9: `
      vom schlechtesten|schlimmsten zum|bis; vom besten zum; ^ ranking; sortiert von|nach; ^ wir|ich bewerte|bewerten
      platz #
    `,
  },
  visual_demo: { 0.84: '^ schau|schaut|guck|guckt|seht|sieh|achte' },
  cold_open: { 0.76: '^ plotzlich; ^ ich stand|sass|war; ^ es ist # uhr; ^ noch @n _' },
  shock: {
    0.76: `
      schock|schockierend; angezundet|explodiert|eskaliert; fast gestorben; geht|ging schief; krank|krass; ausgerastet
    `,
  },
  pattern_interrupt: { 0.8: '^ warte|moment .|!; ^ halt .|!; ^ nicht weiterscrollen; ^ bevor ich' },
  bold_claim: { 0.76: 'wird dein|alles leben|verandern; verandert alles|dein; niemand kann; fur immer' },
  trend_reference: { 0.74: 'trend; alle machen; redet uber; viral' },
};
