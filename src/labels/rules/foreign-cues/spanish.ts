// Cues of archetypes in Spanish, without accents as fold() leaves them. Data only.
import type { CuesByValue } from '../phrase.ts';

export const spanishCues: CuesByValue = {
  question: {
    0.86: `
      ^ por que ... ?; ^ que|cual|cuales|quien|quienes|donde|cuando|cuanto|cuanta|cuantos|cuantas|como ... ?
      ^ a|de|en|con|para que|quien|cuanto|donde ... ?
      ^ sabes|sabias|conoces|crees|quieres|tienes|puedes|podrias|has|eres|estas ... ?
      ^ es|son|hay|alguien|alguna|te|os|les ... ?
    `,
  },
  investigation: {
    0.8: `
      ^ la razon por la que; quise|queria saber|entender por|como|quien; ^ me lei; para averiguar; la verdadera razon
    `,
    0.7: '^ por que _; la historia de|detras',
  },
  how_to: {
    0.86: `
      ^ como *ar; ^ como *er; ^ como *ir; ^ como *rlo; ^ como *rte; ^ como *rle; ^ asi se|puedes; ^ aprende a; paso a paso
      ^ la forma|manera mas facil|rapida|sencilla; ^ te enseno a|como; receta de
    `,
  },
  listicle: {
    0.9: `
      ^ @n cosas|trucos|consejos|errores|formas|maneras|razones|senales|tips|habitos|ideas|lugares|recetas|secretos|frases|ejercicios|alimentos|libros|peliculas|pasos|tipos|preguntas|datos
      ^ los|las|mis|estos|estas @n _; @n _ que
    `,
    0.66: '^ @n _ que|para|de|a',
  },
  negative_command: {
    0.88: `
      ~ deja|dejen|dejad de
      ~ no compres|hagas|uses|comas|digas|vayas|cometas|ignores|pierdas|pongas|te|tires|pagues|laves|olvides|le|lo
      ~ nunca le|te|lo|la|uses|hagas|digas|comas|compres; ~ para|paren de; ~ evita
    `,
  },
  superlative: {
    0.86: `
      ^ el|la|los|las mejor|mejores|peor|peores; mas _ del|de la|de mundo|todo|todos|toda|historia|espana|mexico
      ^ lo mejor|peor; ^ el|la _ mas; ^ la _ mas; el mejor|peor _ de|del; la mejor|peor _ de|del
    `,
    0.66: 'lo mejor; el|la mejor|peor',
  },
  story: {
    0.84: `
      ^ cuando tenia|era|fui|llegue; ^ un dia; ^ el dia que; ^ hace @n _; ^ ayer; ^ esta es la historia; ^ habia una vez
      ^ la historia de; ^ te|les|os cuento; ^ el ano|mes pasado; ^ la semana|noche pasada|que; ^ en #y
      ^ mi @family me|le|no|se|lleva|vendio|dijo
    `,
    0.6: '^ mi @family; ^ mi|nuestra|nuestro _',
  },
  confession: {
    0.88: `
      confieso; confesion; lo|debo|tengo que admitir|admito|confesar; ^ lo admito; me da verguenza
      nunca le|se lo habia|he contado|dicho; la verdad es que; perdon por; me arrepiento
    `,
    0.62: '^ no puedo; ^ odio; ^ extrano; ^ creo que',
  },
  relatable_pain: {
    0.84: `
      ^ cuando _; ^ yo cuando|:; ese momento en|cuando; a quien mas; soy el|la unico|unica; ^ nadie :; a todos nos
      ^ esa _ que
    `,
  },
  mistake_callout: {
    0.9: `
      haciendo|usando|lavando|comiendo mal; estas *ando mal; el error que; estas cometiendo; lo haces mal; por eso no
    `,
  },
  insider_secret: {
    0.88: `
      secreto|secretos; nadie te|lo|os dice|cuenta|explica|habla|dijo; lo que no te|nadie|ves; no quieren que sepas
      la verdad sobre|detras; te cuento|ensenamos lo que; ^ lo que los|las|el|tu _ no
    `,
  },
  curiosity_gap: {
    0.8: 'no vas|van a creer; no creeras; hay una razon; lo que paso|pasa; no es lo que; el motivo',
    0.5: '^ esto _; ^ lo que _; ^ este|esta',
  },
  cliffhanger: {
    0.86: 'espera|esperen a|al|hasta el? final; hasta el final; en la parte #; segunda parte; lo cuento en',
  },
  stakes_warning: {
    0.84: `
      cuidado con; peligro|peligroso|peligrosa; te esta|estan matando|costando|arruinando; ^ si no .. vas
      ^ cada dia|mes|ano|vez que
    `,
  },
  urgency: {
    0.88: `
      ultima oportunidad|llamada; ultimos dias|cupos; ultimas horas|plazas; antes de que sea|se|cierre|acabe
      solo hoy|hasta; quedan|queda @n; hoy a medianoche; ^ corre|corran
    `,
  },
  hypothetical: {
    0.88: '^ y si; ^ que harias|pasaria si; ^ imagina|imaginate|imaginen; ^ si pudieras|tuvieras|fueras|fuera',
  },
  contrarian: {
    0.86: `
      opinion impopular; ^ todos|todo dicen|dice|creen|te|el mundo dice|cree; no necesitas; ^ dicen que
      sobrevalorado|sobrevalorada; ^ me dicen; ^ olvida|olvidate
    `,
  },
  myth_bust: { 0.9: 'mito|mitos; es mentira|falso; ^ mentira; no es cierto|verdad que; ^ los|las _ no son' },
  experiment: {
    0.84: `
      ^ probe|probamos|probando; ^ intente|intentando|intentamos; ^ pase @n; ^ pasamos @n; durante @n dias|semanas|meses
      ^ @n dias|horas|semanas sin|de|con|en|comiendo; puse a prueba; ^ deje que; ^ hicimos
    `,
  },
  transformation: {
    0.88: 'antes y despues; ^ antes :; pase de; ^ hace @n? _ .. hoy|ahora; transformacion|cambio radical',
  },
  comparison: { 0.84: 'contra; diferencia|diferencias entre; cual|cuales es|son mejor|mejores; barato .. caro' },
  result_first: {
    0.84: '^ asi consegui|logre|gane|hice|pase; ^ como gane|logre|consegui|hice|perdi|cree|pase; ^ gane #*; ^ logre',
  },
  authority: {
    0.84: `
      ^ soy medico|medica|doctor|doctora|abogado|abogada|profesor|profesora|maestra|enfermera|chef|psicologo|psicologa|entrenador|dermatologa|nutricionista|pediatra
      ^ llevo @n _; ^ como medico|doctora|abogado|chef|psicologo; segun los|la|un expertos|ciencia|estudio; un estudio
      ^ trabajo
    `,
  },
  social_proof: {
    0.84: `
      todo el mundo .. habla|usa|pregunta; miles|millones de personas; # personas|clientes|seguidores; ya todas|todos
    `,
  },
  identity_callout: {
    0.84: `
      ^ si eres|tienes|estas|vives|trabajas|quieres|te; para los|las|todos|ti que|si; ^ a los|las|todos que
      ^ esto va para; es para ti
    `,
  },
  problem_solution: { 0.84: '^ si tu|no|el|la .. prueba|haz|usa|pon; cansado|cansada|harto|harta de; la solucion' },
  direct_value: {
    0.8: `
      te ahorra|ahorrara; vas a ahorrar|saber|aprender; te va a ahorrar|ayudar|servir
      ^ con este|esta|esto .. vas|puedes
    `,
  },
  offer: { 0.88: 'gratis; sorteo; ^ regalo|regalamos|sorteamos; descuento|descuentos; cupon; envio gratis; te regalo' },
  challenge: {
    0.86: 'reto; te reto; adivina; ^ a que no; ^ te doy @n segundos; puedes adivinar|encontrar|resolver; intenta no',
  },
  conflict: {
    0.8: 'me dejo|engano|despidio|traiciono|demando; mi ex|suegra|vecino|jefe .. me; se pelearon|pelea|discusion',
  },
  prediction: {
    0.84: 'en @n anos .. va|van|nadie; va|van a desaparecer|reemplazar|cambiar; el futuro de; ^ de aqui a',
  },
  statistic: { 0.86: '@n de cada @n; #% de; por ciento de' },
  ranking: { 0.9: 'del peor al mejor; del mejor al peor; ^ ranking; poniendo nota; puntuando' },
  visual_demo: { 0.84: '^ mira|miren|mirad|fijate|observa' },
  cold_open: { 0.78: '^ de repente; ^ estaba|estabamos; ^ son las #; ^ senor|senora' },
  shock: { 0.74: 'impactante; ^ llene; casi muero|muere|morimos; salio mal|fatal' },
  pattern_interrupt: { 0.8: '^ espera|esperen .|!; ^ detente|alto .|!; ^ no sigas|deslices; ^ shhh' },
  bold_claim: { 0.76: 'cambiara|cambio tu|mi vida; va a cambiar; nadie puede; para siempre' },
  trend_reference: { 0.74: 'tendencia; todo el mundo esta haciendo; viral' },
};
