// Words by what they say about a text. Data only; in lower case, without accents and apostrophes, as foldWords() returns them.
import { functionWords } from '../../labels/language/function-words.ts';

const list = (words: string) => words.trim().split(/\s+/);
const set = (words: string): ReadonlySet<string> => new Set(list(words));

/** Articles, possessives and conjunctions that are no other word in another language: a text that ends with one is cut. */
export const danglingWords = set(`
  a an the my your our their its and or but than
  der das dem ein eine einen mein meine dein und oder
  le un une des et ou mon ton el uma meu il gli dei della het een`);

/** Prepositions: a tag that follows one is a word of the sentence. */
export const prepositions = set(`
  of to in on at for with from by as about mit fur von zu bei im am auf avec pour dans chez de au aux con para por en de a al
  com em no na per nel di van voor op aan met bij w z na do se ke ki ka ko mein`);

/** Words of sentences: articles, pronouns, auxiliaries, prepositions. */
export const sentenceWords = new Set([
  ...Object.values(functionWords).flatMap(list),
  ...list(`am were hes shes theyre weve wed id youd youve youll itll theyll gonna gotta wanna wasnt werent couldnt wouldnt shouldnt
    hasnt havent hadnt may might went made makes gets getting going goes gone came comes took takes said says told tell feels felt
    look looks looking works trying tried using used back off down between without through during around
    ya es dus wel geen nou zo niks iets heel zelf weer iemand zou moet wordt werd
    в и на не что это как с по у из за о от до для но а мы вы они он она я ты мне меня мой моя твой вас нас
    में है हैं को का की के और से ने पर यह ये वो तो भी था थी नहीं मैं हम आप क्या कैसे क्यों एक
    في من على إلى هذا هذه ما لا أن و كيف لماذا هل أنا أنت`),
]);

/** First and second person, and everyone: the speaker speaks, or to somebody. */
export const personWords = set(`
  i ive ill my me mine myself we weve our ours ourselves you youre youve youll youd your yours yourself lets yall ur
  nobody everyone everybody someone anyone
  ich mein meine meinen meiner meinem mir mich wir unser unsere uns dein deine deinen deiner dir dich euch euer eure ihr
  je jai mon mes moi nous notre nos tu ta tes toi vous votre vos
  yo mis nosotros nuestra nuestro tus mi
  eu meu minha meus minhas nosso nossa voce voces
  io mio mia miei noi nostro tuo tua
  ik mijn wij ons onze jij je jou jouw jullie
  benim bana bizim senin sana siz saya aku kamu kita kami moj moja twoj
  я мой моя мое мои мне меня мы наш нас ты твой тебе вы вас вам ваш
  मैं मैंने मेरा मेरी मेरे मुझे हम हमारे हमारी आप आपका आपके आपकी आपको तुम तेरा अपना अपने अपनी
  أنا أنت نحن لك لي`);

export const questionWords = set(`
  how why what when where who which whats hows whos wheres whens
  wie warum wieso weshalb was wer wann welche welcher welches
  comment pourquoi quand qui quoi quel quelle quels quelles combien
  como porque cuando donde cual cuanto quien quem quando onde qual quanto
  perche chi dove
  hoe waarom wat wanneer waar wie welke
  kya kaise kyun kyu kab kahan kaun kisne
  как почему зачем когда кто где что сколько
  क्या कैसे क्यों कब कहाँ कौन
  nasil neden bagaimana kenapa mengapa jak dlaczego
  كيف لماذا متى هل ماذا`);

/** Begin a statement, an imperative or a pattern that a line opens with. */
export const openingWords = set(`
  this these those that thats there theres here heres its it pov imagine if stop never dont always every all no not
  watch try learn look wait guess meet remember turn save add make give take check use start keep read listen find
  show ask know avoid build buy eat drink cook put think tell get send tag say pick choose quit fix cut grow hit let
  finally apparently unpopular warning reminder fact confession because since until when once they he she
  das dies diese dieser so nie ne dit deze als nooit voici voila ce cette ces cest si nunca esto este esta isso questo questa se
  non ne yeh ye yahan jab agar это эти если यह ये जब अगर`);

/** The text asks for something instead of opening a video. */
export const askingWords = set(`
  comments follow like likes subscribe dm duet share link links bio tag swipe click tap download register giveaway
  kommentiere folge abonniere abonnez commenta comenta sigueme siga segue inscreva abonnieren`);

/** `The secret to …`: names of what a line promises to tell. */
export const promisedWords = set(`
  secret secrets truth reason reasons problem problems trick tricks hack hacks mistake mistakes lie lies myth myths question questions
  mystery genius science physics math psychology story stories way ways rule rules lesson lessons difference moment thing things
  fact facts sign signs skill habit habits tip tips danger dangers cost price power art`);

/** Words that need a closer look: parts of series, productions, guests, figures. */
export const suspectWords = set(`
  part parts pt parte teil deel trailer trailers teaser teasers lyrics lyric audio video videos clip mv official officiel oficial ft feat
  featuring prod remix cover highlights highlight vs versus x match views reactions plays comment credit credits copyright disclaimer
  coming page channel profile feed please code volg insta instagram snapchat ideal serves based save send read rate leave ask
  respond responding inspired untitled bio vlog season episode ep live song music by ib dc via reply duet`);
