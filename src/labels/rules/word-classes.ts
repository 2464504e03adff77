// Word classes, which cues name as `@class`. Data only.
import type { WordClasses } from './phrase.ts';

const list = (words: string): string[] => words.trim().split(/\s+/);

const roles = list(`
  doctor dermatologist therapist lawyer attorney chef surgeon scientist professor expert dietitian nutritionist nurse cfo
  ceo cto engineer developer designer marketer copywriter recruiter teacher coach trainer physio physiotherapist dentist
  pharmacist veterinarian vet psychologist psychiatrist neuroscientist economist accountant cpa realtor broker investor
  founder entrepreneur editor producer photographer videographer stylist hairdresser barber esthetician mechanic pilot
  electrician plumber contractor architect detective officer cop firefighter paramedic veteran soldier negotiator
  millionaire billionaire banker trader barista baker bartender waiter server strategist consultant advisor planner
  manager specialist creator influencer actor athlete champion researcher historian journalist writer author midwife
  buyer seller analyst operator owner freelancer agent musician artist cardiologist gynecologist pediatrician trichologist
`);

export const wordClasses: WordClasses = {
  role: roles,
  roles: roles.map((role) => `${role}s`),
  time: list(
    'second seconds minute minutes min mins hour hours day days week weeks month months year years decade night nights',
  ),
  date: list('monday tuesday wednesday thursday friday saturday sunday tonight tomorrow today midnight christmas'),
  who: list(`
    people men women guys girls boys moms dads mothers fathers parents couples founders creators students beginners
    freelancers teachers owners introverts extroverts investors customers users clients brands businesses companies
    marketers developers designers coaches writers singles millennials teens teenagers adults runners lifters gamers
    entrepreneurs employees managers nurses homeowners renters travelers travellers artists americans indians
    subscribers followers members sellers buyers leaders mums ladies gals singers readers shoppers professionals
  `),
  person: list(`
    mom mum dad mother father boss ex husband wife boyfriend girlfriend fiance brother sister son daughter kid toddler
    friend roommate neighbor neighbour landlord coworker colleague client grandma grandpa grandmother grandfather uncle
    aunt cousin teacher stepmom stepdad inlaws mil partner bestie mentor coach manager assistant stranger dog cat
  `),
  body: list('he she they we'),
  gain: list(
    'made earned saved grew lost sold gained hit built got closed landed booked doubled tripled cut generated paid won',
  ),
  thing: list(`
    thing trick hack tip habit mistake rule word sentence question tool app secret change tweak step detail move skill lesson
    ingredient product method technique routine phrase line feature setting book exercise food strategy idea mindset shift
    formula framework system approach reason sign place video website recipe test decision conversation
  `),
  things: list(`
    things tricks hacks tips habits mistakes rules words sentences questions tools apps secrets changes tweaks steps details
    moves skills lessons ingredients products methods techniques routines phrases lines features settings books exercises
    foods strategies ideas signs places videos websites recipes tests reasons ways facts lies myths types kinds traits jobs
    quotes truths prompts hooks podcasts movies items purchases outfits drinks meals cities countries stocks businesses
    principles laws levels stages phases questions examples templates warnings regrets beliefs red green essentials formulas
    plants dishes songs games gadgets trends styles looks points pieces
  `),
  belief: list('says say said thinks think thought tells tell told believes believe assumes assume'),
  wrongly: list('wrong wrongly backwards incorrectly'),
  /** Numbers up to ten, also as Spanish, Portuguese, French and German words. */
  n: list(`
    # dos tres cuatro cinco seis siete ocho nueve diez dois duas quatro sete oito nove dez deux trois quatre cinq sept huit
    neuf dix zwei drei vier funf sechs sieben acht neun zehn dreissig treinta trinta trente
  `),
  /** As \`person\`, in Spanish, Portuguese, French and German. */
  family: list(`
    madre padre mama papa hermano hermana hijo hija abuela abuelo novio novia marido esposa esposo mujer jefe vecino vecina
    amigo amiga perro gato mae pai irmao irma filho filha avo namorado namorada chefe vizinho mere pere frere soeur fils
    fille copain copine mari femme patron voisin ami amie chien chat mutter vater bruder schwester sohn tochter oma opa
    freund freundin mann frau chef nachbar hund katze
  `),
  strong: list('insane crazy wild unreal shocking unbelievable illegal terrifying horrifying disgusting wtf omg'),
};
