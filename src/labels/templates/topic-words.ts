// Words that decide where a topic stands in an English line. Data only.

const list = (words: string): string[] => words.trim().split(/\s+/);

/**
 * Words that vote for a niche and name no topic: verbs and adjectives, people, and words of every line such as `day` or `video`. Many are
 * also nouns, but a slot for something else would be worse than none.
 */
export const notTopics = list(`
  invest invested investing earn spend saved saving retire retired taxed afford affords pay paying pays lend million millions billion
  billionaire billionaires dollar dollars euro euros pounds rupees cents bucks lakhs crore crores lakh rich broke cheap expensive wealthy
  monthly interest rate rates cost costs price prices frugal millionaire cash million scale scaled export import sell selling trade founded
  hiring negotiating negotiate launch market deal deals team owner company bankrupt bootstrapped office meeting growth scaling partner
  festive celebrating celebrate cozy wake evening everyday mornings morning weekend sunday birthday celebration vlog vlogs vlogging
  wholesome bed aesthetic minimalist routine routines viral posting post posts reach views audience campaign campaigns branding
  marketers marketer conversion hook hooks leads engagement captions caption headline headlines jingle organicreach followers
  trained automate voice machine model models assistant agents agent bots bot robots robot prompt prompts
  tech hacked hacking charging online click scroll download update feature features mobile mobiles display wireless smart plug text texts
  data internet invention site engineer engineering meta code screen screens photo photos battery apple hacks tricks apps app software
  productive procrastinating procrastinate procrastinated multitasking organized organised planning focus schedule hours tasks task notes
  note list lists sticky system desk distracted organize organizing priorities timer todo workflow
  motivational motivate inspirational stoic better believe inspire comfort attitude successful change lazy overcome fear life lessons promise
  quit regret failure failures skill skills discipline potential success goals growth mindset mindsets confident bestself growup
  educational learn learned learning read reading explained country government invented origin meaning capital word words map maps
  king queen century facts fact test japanese spanish french german korean teaching graduate graduated class study studying english
  exam lecture theory theories medieval ancient empire empires quiz lesson knowledge explain grades flags taught pr
  fired hired work office boss bosses title shift shifts pays application applications raise job jobs workday worker workers manager colleague
  colleagues corporate retirement remote hr
  float floating freeze freezing boil explode explosion toxic chemical liquid speed light sound air water gas jump height space energy wave
  waves weather temperature pressure nature experiment experiments evolution orbit earth moon sun stars slime invented lightning science
  planes rope metal plastic rock rocks machine bridge bridges fluid
  fit toning bulk cut obese steps lifting lift weight body run running stretch burn stronger lean active strong ripped jacked sweat sweaty
  pull push back core flex flexing squatting jogging cutting athletic arms legs leg shoulder shoulders elbows elbow chest knee knees
  training coach stretching strength rep reps sets pounds kilos kilometre kilometers shredded lunge plank fat gains bench press sprint sprints
  health healthy medical healthier sick ill tired cold blood eyes eye ears patient patients dose pain stress heart brain hospital periods stroke
  medicine surgery disease illness cough fasting infection plastic energy bathroom throat diagnosed symptoms
  meditate emotional lonely stressed panic cry crying feel feeling feelings triggered attack worry worries anxious depressed sad peace thoughts
  moods mood insecure toxic boundaries healing suicidal suicide overwhelm bipolar codependent
  beautiful pretty gorgeous blonde brunette shave smell scent mirror pale glow spray face lips lip nail cream blush facial foundation highlights
  contour shaving waxing tan glam
  style styled styling look looks wear wearing worn wore size colour color fits pair dressing tight try modest trendy chic designer dress suit
  suits rings ring hat bag bags vintage sew tailor collection watch bride runway runways haul single cap tie ties belt fit pockets zipper
  eat eating eats ate eaten cook cooked baked bake homemade tasty yummy delicious spicy crispy fresh fried dry hungry order sweet fry serve
  served hunger frozen slice sliced roast roasted boiled toasted salty sour bitter glass plate plates bowl cup bites drink drinks crunchy
  taste grilled food foods kitchen water oven spoon fork knife pan pans menu hotel orange oranges apples grill vegetarian vegan dish dishes
  foodie menus waiter cow cooker hot toast jam stove turkey pepper bean chicken cool flavor flavors flavour gum
  explore explorer exploring visit visited abroad traveling travelling traveler travelers booking booked stay views view place places local
  locals city cities culture street world park seat road map guide train ticket tickets packing adventure lake sea ocean snow country
  countries passengers passenger plane boat ship bus town explored temple village journey hike
  home house homes houses clean room rooms wall door floor window windows lamp chair table bed painted fix renting organization
  dusting listing soil mold wood wooden pots roof ceiling drill hammer basement attic stain drawer tools shelf shelves couch sofa renovating
  rent square viewing keys key building buildings block flat neighborhood neighbourhood apartment deposit residential lease
  pregnant kid kids child children mom moms mum mums dad dads mother father son sons daughter daughters brother sister sibling siblings
  family parents parent baby babies toddler toddlers newborn newborns teenager teenagers grandma grandmother grandpa grandparents girls
  boys school infant infants twins triplets birth toys toy fairy midwife stepdad babysitter grandkids grandchildren nursery
  married engaged divorced cheated cheating ghosted jealous flirt flirting cuddle cuddles crush love ex partner date dates kiss him her
  friends friend men women woman man girl guy together wife husband boyfriend girlfriend couple couples forever virgin single romantic trust
  fiance gf bf exes lover lovers wives husbands boyfriends girlfriends inlaws bestfriend bestfriends wedding weddings proposal
  adopted rescue wild bark barks bite animal animals cage tail shelter breed paws rescued
  game games play playing played player players level levels boss cheat cheats switch quest board club replay hardcore
  watch win wins won winner winners seek hidden famous star stars starring fan fans show shows episode season scene scenes series surprise
  surprising release channel interview strangers prize obstacle drama hero island movie film premiere musical director celebrity celebrities
  actor actress trick youtuber youtubers prank pranks pranked trailer drake marvel magic costume halloween disney
  funny laugh laughed laughing laughs lol dumb stupid idiot weird embarrassing relate fail fails awkward silly funniest sarcastic bro troll
  hilarious mood joke jokes humor comedy skit roast challengevideo impression
  sing singing sang dance dancing danced drop beat beats sound live stage official performance tour tune tunes cover shuffle music song songs
  singer singers band verse album rave strings keys concert feat voice vocal dancer rapper artist artists musician producer audio
  draw drawing paint painting photograph photographed carve carved shot shots pose poses frame creative studio colors colour handmade
  brush glue paper lens creativity stitched sculpted craft design museum portrait edit editing art
  athlete athletes fight score scored won match beat beat race racing ball balls team season coach captain champion champions final finals
  climbing fishing surfing swimming cycling player rider goal goals cup league record trophy skate defender stadium summit winners medal
  tournament boxing knockout penalty jordan curry sport sports
  drive driving drove driver ride ridden parked parking fast license traffic road vehicle lane wheels garage fuel gear mph rally dashboard
  rolls drift drifting turbo hood mechanic mechanics tractor pickup
  breaking killed kill crash crashed strike reported news war police court vote nation scandal president rights law voters country military
  storm policy crisis town towns council councils press ban justice political debate headlines edition protest flood floods nuclear
  bless blessed holy spiritual pray praying prayed manifest manifesting angel angels god soul saint miracle miracles heaven fate spirit
  divine faith universe leo destiny christian christ jesus worship ram aura
  murder murdered missing scary dark creepy guilty disappeared escaped vanished arrested arrest victim killer case cases police prison jail
  solve solved mystery mysterious evidence stolen stole suspect clue clues guard witness haunted disappearance crime criminal ghost ghosts
  detective gang unsolved gangster thief thieves crimes horror conspiracy
  businesses business teacher teachers student students founder founders entrepreneur entrepreneurs investor investors creator creators trader
  doctor doctors therapist therapists nurse nurses dentist scientist scientists client clients customer customers buyer buyers seller
  employer employee employees recruiter recruiters landlord landlords tenant tenants chef chefs astronaut designer designers freelancer
  freelancers developer developers programmer accountant narcissist narcissists realtor photographer photographers gamer gamers
  marketing influencer influencers expert experts professor trainer runner patient homeowner homeowners renters renter roommate brand
  brands supplier product ceo cto ceos cfo coo vc hacker hackers coworker coworkers engineers engineer pupil pupils tourist tourists
  rihanna beyonce eminem adele drake fenty messi ronaldo neymar kohli trump biden putin modi obama clinton macron merkel kamala kanye gucci
  prada kardashian kardashians beethoven mozart picasso einstein lebron jordan mario zelda batman superman spiderman joker hulk thor naruto
  goku simpsons mrbeast ksi messi usa uk paris london tokyo dubai europe asia africa india japan america italy spain greece vietnam turkey
  swiggy zomato disneyland bts ferrari lamborghini bmw audi toyota honda mercedes porsche bugatti esthetician esthetic nutritionist
  russia ukraine israel gaza china arsenal chelsea ford hurricane aston jedi juventus psg barcelona oscars vatican
  disney tesla dodge book books pick worth birthdays fall
  lifestyle career careers college university education degree lottery trade dream dreams quote quotes motivation inspiration
  school schools classroom campus marks gate technology relationship relationships animalsounds
`);

/** Topics of two words of which neither says what it is about. */
export const pairs = `
  index fund, index funds, mutual fund, mutual funds, hedge fund, emergency fund, credit card, credit cards, credit score, stock market,
  side hustle, side hustles, passive income, savings account, compound interest, personal finance, real estate, down payment, health insurance,
  life insurance, business model, business idea, business ideas, supply chain, venture capital, pitch deck, small business, small businesses,
  social media, content creation, content marketing, personal brand, personal branding, email marketing, cold email, cold emails, cold call,
  cold calls, cold dm, landing page, landing pages, subject line, subject lines, lead generation, ad copy, artificial intelligence, machine learning,
  deep learning, neural network, neural networks, language model, language models, search engine, operating system, smart home, power bank,
  time management, deep work, second brain, comfort zone, self care, self esteem, self discipline, self improvement, study abroad,
  job interview, job interviews, job search, job market, cover letter, remote job, remote jobs, remote work, salary negotiation, black hole,
  black holes, climate change, quantum physics, weight loss, fat loss, belly fat, muscle gain, calorie deficit, strength training, protein powder,
  pull ups, push ups, bench press, leg day, blood sugar, blood pressure, gut health, back pain, intermittent fasting, seed oils, mental health,
  panic attack, panic attacks, nervous system, inner child, love language, red flag, red flags, green flag, green flags, first date, first dates,
  long distance, skin care, hair loss, hair growth, hair care, nail polish, dark circles, lip gloss, capsule wardrobe, old money, street food, ice
  cream, fried rice, olive oil, meal prep, air fryer, fast food, junk food, road trip, road trips, digital nomad, business class, first class,
  carry on, hidden gem, hidden gems, house plants, interior design, home decor, potty training, screen time, sleep training, video game, video
  games, reality tv, stand up, oil painting, street art, graphic design, world cup, premier league, electric car, electric cars, electric vehicle,
  used car, used cars, tarot cards, true crime, cold case, cold cases, serial killer, serial killers, attachment style, morning sickness
`
  .split(',')
  .map((pair) => pair.trim().split(/\s+/))
  .flatMap(([first, second]): [string, string][] => (first && second ? [[first, second]] : []));

/** Words before a noun phrase that stay outside of it: determiners, prepositions and adjectives of every line. */
export const openers = list(`
  a an the my your his her their our its this that these those some any no every each all both more most less fewer many much another other such
  which what whose best worst better good great bad new old first last next only own same right wrong real perfect favorite favourite free cheapest
  easiest simplest secret about for with of in on from without into like than as after before between versus vs over by at via
  through against during behind under among towards per off out up down away around one two three four five six seven eight nine ten and or
`);

/** Words after which a gerund names what is done, so it can be a topic. */
export const prepositions = list(
  'about for with of in on from without into like than after before between versus vs over by through against',
);

/** Pronouns, modals and `to`: what follows is a verb. */
export const verbOpeners = list(`
  i you we they he she it who to dont do does did didnt doesnt can cant could will wont would should must never always lets let just really
  not anyone anybody everyone everybody someone somebody nobody something anything nothing everything else there please ill youll well theyll hell shell id youd wed theyd might may cannot always often
`);

/** Verbs before a topic (`buy index funds`) and after it (`crypto changed everything`), in forms that no suffix tells, and adverbs. */
export const verbs = list(`
  buy bought sell sold make makes made get gets got use uses have has had do does did take takes took keep keeps kept give gives gave
  eat eats ate drink drinks drank cook cooks wear wears wore need needs want wants love loves hate hates know knows knew learn learns
  understand understands understood choose chooses chose find finds found put puts build builds built start starts stop stops quit quits
  try tries fix fixes improve improves master masters save saves grow grows grew avoid avoids skip skips ditch ditches delete deletes
  replace replaces learn teach teaches taught tell tells told say says said think thinks thought become becomes became feel feels felt
  work works go goes went come comes came run runs ran cost costs hit hits beat beats win wins won lose loses lost leave leaves left
  break breaks broke change changes help helps hurt hurts kill kills ruin ruins destroy destroys create creates see sees saw show shows
  mean means meant let lets turn turns look looks seem seems taste tastes smell smells sound sounds begin begins began happen happens
  pay pays paid spend spends spent bring brings brought write writes wrote read reads play plays watch watches ask asks meet meets met
  fall falls fell hold holds held cut cuts set sets sit sits stand stands stay stays follow follows move moves live lives die dies
  miss misses boost boosts double doubles triple triples crash crashes explode explodes rise rises rose drop drops talk talks steal
  steals stole lie lies cause causes cure cures survive survives order orders test tests drive drives drove fly flies flew rank ranks
  explain explains expose exposes compare compares clean cleans wash washes cheat cheats prove proves proved pick picks share shares
  reveal reveals deserve deserves matter matters fail fails vanish vanishes outperform isnt arent wasnt werent aint
  is are was were be been being will would can could should might must may
  tonight today tomorrow yesterday already ever again too anymore online yet soon well later instead alone together forever also though
  though straight twice once now
`);

/** Verbs after the topic that begins a line: `Crypto is dead`. */
export const beVerbs = list(`
  is are was were isnt arent wasnt werent will wont can cant could would should has have had hasnt havent does doesnt dont did didnt just never
`);

/** Nouns that stay outside of a topic before them: `7 skincare mistakes`, `my morning routine`. */
export const frameNouns = list(`
  mistake mistakes tip tips trick tricks hack hacks habit habits rule rules secret secrets lie lies myth myths fact facts thing things
  routine routines advice lesson lessons idea ideas way ways strategy strategies plan plans goal goals guide challenge method methods
  technique techniques reason reasons sign signs tool tools product products video videos story stories expert experts guru gurus
  problem problems question questions step steps test journey essentials must haves review reviews tutorial trend trends industry
  coach coaches community people guy guys girl girls lover lovers beginner beginners skills skill gadgets items brand brands red green
`);
