// Content words of languages in Latin script, without accents, as tokenize() returns them. The English ones are those of the starter set and of
// video titles. Data only.

export const contentWords: Readonly<Record<string, string>> = {
  en: `ability able above abroad absurd accident account accountant accounts achieve across act actor actress actual actually
    add address adhd admit ads adults advice afford afraid afternoon against age ageing agent agents ago agree agreed
    air airline airport aisle alarm alarms alive allowed almost alone along aloud already also amazing among ancient
    angry animal animals animated anniversary announcement another answer answered answering answers any anybody
    anymore anyone anything anyway apart apartment apartments apologising apology app apple applications applied
    appointment approved apps april archive arent arguing argument arm arms around arrow art ask asked asking asks
    asleep assistant attack attic auction audience august aunt aunts autumn average avoid awake away awesome babies
    baby back backpack backwards bad badly bag bags baker bakery balcony ball balloon balls banana band bank banks
    banned bar barbecue barber bare barefoot barn baseball basement basketball bass bath bathroom bathtub battery
    beach beans beat beats beauty became become bed bedroom bedtime began beginners behind being belgium believe bell
    belongs belt bench bend berlin beside bet better between bicycle bicycles big bigger biggest bike bill bills bio
    bird birds birth birthday biscuit bit bizarre black blame blank blanket blind block blocked blood blue board boat
    boats boiled bolted bones book booked booking books boot boots bored boredom boring born borrow borrowed boss
    bosses bosss both bottle bottles bottom bought bow bowl bowling bowls box boxes boxing boy boyfriend boys
    bracelets brain brake brand brass brave bread break breakfast breaking breath breathe breathing brick bride bridge
    briefing bring brings broccoli broke broken broom brother brothers brought brown brush budget build building built
    burger burgers buried burn burns burnt bus business butcher butter button buttons buy buyers buying buys cable
    cables caf cake calculator calendar call called calling calls calm calves came camera cancel canceled candle
    canvas captain caption car card cardboard cards career cargo carpet carriage carried carries carry cars cartoon
    case cases cash cashier castle cat catch cathedral cats caught ceiling celebration celebrations celebrities
    celebrity cellar cello centimetres chair chairs challenge championship change changed changes chapel charge
    charger charging chart charts chat chatbot cheap cheapest check checked checking cheese chef chemist chemistry
    cherry chess chicken child childhood children childrens childs chin choir choose chorus christmas church cinema
    cinemas cities city clap clapped class classroom clay clean cleaned cleaner cleaning clear clerk click client
    clients climb climbed clinic clock close closed closer closes closing clothes cloud club coach coat coats code
    coffee coffees coin coins cold collect collecting collection collections colors colour comeback comes coming
    comments community company complaints computer concert conference confident console contract control controller
    cook cookie cookies cooking coolest copenhagen copied copy cork corner cost costs costume costumes cottage couch
    cough couldnt council count counted counter counting countries country county couple couples courage course court
    cousin cousins coverage covered covers cow cracking cracks crate craziest cream creator creators credit credits
    crew cried crime crispy critic cross crowd crust cry crying cucumber cup cupboard cupcakes cups currency curtain
    curtains cushion customer customers cut cutest dad dads damaged dance dancer dancing dare dark dashboard data date
    dated dates dating daughter daughters daylight days dead deadliest dealers debt decade decades december decide
    decided deep degree degrees delete delicious delivery dentist dentists department deposit depression describe
    designer desk desks dessert developers dial diary dictionary died dies difference different dinner dinners
    dinosaur director dirty disappears discovered dishes dishwasher divorce doctor doctors dog dogs doing dollar
    dollars done donkey door doorbell doors dot double down downstairs drain draw drawer drawing drawn dress dressed
    drew drill drink drinks drive driver drivers drives driveway driving drone drop dropped drops drove drum drums dry
    dryer drying dublin ducks duet dug during each ear early earn ears earth easter easy eat eaten eating eats edge
    editor effect egg eggs eight eighteen eighty either election electricity elevator eleven else email emails
    embarrassed emergency empire emptied empty end ended ends engine engineer english enjoy enough entire entrepreneur
    envelope essay estate euro europe euros evening evenings ever everybody everybodys everyones everything everywhere
    exact exactly exam exams except excuse excuses exercise exist exotic expensive explain explained explaining
    explains explosion exposed exposing extra extreme extremely eye eyebrows eyeliner eyes face faces failed fair
    fairy faith fake fall fallacy fallen falling falls false families family famous fan fans far farm fashion fast
    faster fastest fat father fathers favorite favorites favourite favourites fear feature features february fed feed
    feel feels feet fell fence ferry festival festive fewer field fifteen fifty fight fighter fights figure file fill
    filled film filmed filming final finally finals find finding fine finger fingerprint fingers finish finished
    finnish fire fired fish fisherman fishing fit fits five fix fixed fixing flags flame flask flat flew flight flood
    flooded floor floors flowers fly fog fold folded folder folding folds follow followed followers food foot football
    forever forget forgetting forgive forgot form former forty fought found foundation founder four fourteen fourth
    frame framed frames free freeze freezer french fresh friday fridge fried friend friends front frozen fruit funeral
    funniest funny furniture game gameplay games gaming gap garage garden garlic gas gate gave generations genius
    gentle gently geologist gets getting ghent ghost giant gift girl girlfriend give given gives giving glasgow glass
    glasses glitter gloves glued goal goat goes going gold goldfish golf gone goodbye goose gran grand grandchildren
    grandfather grandfathers grandma grandmother grandmothers grandpa grandparents grandpas gravity great greatest
    greek green greenhouse grew grey grief grilled groceries ground group grow growing grown grows growth guard guess
    guesses guessing guest guests guide guinea guitar gum guy guys gym habit hack hacks hair haircut haircuts
    hairdresser hairstyle half hall halloween hallway hamster hand handed handle hands handwriting handwritten hang
    hanger hanging happened happens happy harbour hard harder hardest hasnt hat hate hates haul havent having head
    headline headlines health healthy hear heard hearing hears heart heat heating heavier heavy hed hedge height held
    hello help hers hes hid hidden hide hiding high higher hill hired history hit hold holding holds hole holiday
    holidays home homes homework honest honestly honeymoon hood hook hope horse hospital host hostage hot hotel
    hottest hour hours house houses huge humming hundred hung hungry hurricane hurt hurts husband hymn ice idea ideas
    identical ignore illusions imagine impossible inbox included including incredible independence ink insane inside
    instead insurance interior intern internet interview interviews introducing invented investing investment
    invisible invited invoice iron ironing island italian itll itself jacket january jar jars jealous jeans jigsaw
    jingle job jobs joined joke jokes journey judge judged juice jump jumper june jungle karaoke keep keeper keepers
    keeps kept kettle key keys kid kids killed kilometre kilometres kilos kind kindergarten kindest kindly king kiss
    kit kitchen kite knee knees knew knife knock knocking knockout knot knots knows korean krak lab label labelled
    ladder lagos laid lake lamp land landlord lands language laptop largest last lasted late later laugh laughed
    laughing laughs launch laundromat laundry law lawyer lay lead leaf league leaking learn learned learning lease
    least leave leaves leaving lecture leeds left leg legendary lent less lesson lessons letter letterbox level
    library lick lid lie lies life lifetime lift lifting lifts light lighthouse lights liked line lines link lips
    lipstick lisbon list listen listing lists litres lived lives living load loaf loan local lock locked locks log
    logo london loneliest lonely long longer longest look looked looking looks lose loses losing lost lot loud louder
    loudly loved low lower lunch lying machine machines madam magnet mail mailed makes makeup making man manager
    manila mans manual map maps marathon marble march margin mark market marking marriage marriages married mascara
    mat match matches math matters mattress mayor meal mean means meant measured mechanic medical medicine meditation
    meet meeting meetings memory mention menu message messages messy metal metres microphone middle midnight midwife
    mile miles milk milky million mind mindset mine minute minutes mirror miss missed missing mistake mix mode model
    mom moment monday mondays money monks monologue monster month monthly months mood moon morning mornings mortgage
    mostly moth mother mothers motivation motorway mountain mouse mouth move moved moves movie movies moving mug mugs
    mum mums mural museum museums musical mute myself myth nails name named names naples navigation nearly needed
    needle needs neighbor neighbors neighbour neighbours neither nervous news newsletter newspaper newspapers next
    nice night nights nine nineteen nineties ninety nobodys noise none noodles noon normal north norway nose note
    notebook notes nothing notice noticed noticing november now nuggets number numbers nun nurse nursery nurses
    objects observatory ocean october odd off offer offers office offices officially ohio oil okay older oldest olds
    olympic ones onions online onto open opened opening opens opera opinion optical orange oranges order ordered
    ordinary osaka other others ours outfit outfits outside oven ovens overnight owl owned owner owners owns pack
    packed packing packs padlock page pages paid paint painted painter painting paintings pair pairs pan pancake panic
    paper papers paperwork paradox paragraph parcel parent parents paris park parked parking parrot partner parts
    party pass passed passengers passport password passwords past pasta paste patch patient patients patriotic pattern
    pause pay payday paying payment pays peace pear peas peel peeling pen penalties pencil peoples percent perfect
    perfume person pet petrol pets phone phones photo photograph photographed photographers photos physics piano pick
    picked picks picture piece pig pigeon pin pink pins pitch pizza place places plain plan plane planes planet
    planned planner plans plant plants plastic plate plates play played player players playground playing plays please
    plug plumber pluto pocket point points police polish polite politely pond pool pop popcorn popular porto portrait
    portugal possibly post postcard posted poster posting postman posts pot potato pounds pouring pov powder power
    practice prank pranks pray prayer president press pressing pressure pretty price prices priest primary principle
    print printed printer problem product productivity professional professor profile projector promise promotion
    prompt property protein proud prove public puddle pull pulled pulling pumpkin pupil pupils purpose push put puts
    putting puzzle quarter question questions queue quick quickly quiet quietest quietly quit quite quiz quote race
    racing rack radio rail railway rain raincoat raining rainy raise raised ran rang ranked ranking rate rated rather
    rating reach reached reaches reacting reaction reacts read reader reading real reason receipt receptionist recipe
    recipes record recorded recorder recording recreating recycling red refuse refuses registration rehearse remember
    remembering remote removal rent rental rented renting repair replay replies reply report reporter reports rescue
    responds rest restaurant restaurants resume retired return reveal revealed reveals review reviews rhythm rice ride
    ridiculous right ring ringing rings rinse river road roast robot rock roll rolling roman rome roof room roommate
    rooms rope rotting roughly round router routine row rowing rub rubber ruin ruined rule run runners running runs
    sad safe said salad salary sale sales salesman salt same sand sandwich sandwiches sang sat saturday saturdays
    sauce save saved saves savings saw say saying says scale scared scares scarf scene scenes scheduled school science
    scientist scissors scored scoring scratch screen screw scroll sea sealed search season seasons seat seats second
    seconds secret secretly seed seen sees sell seller selling sells semifinal send sending sent sentence sentences
    separate september series serious served server session set setting settings setup seven seventy sew sewing shadow
    shaking shampoo share shared sharing shark shed sheep sheet shelf shell shelter shelves sheriff shes shift shifts
    shirt shirts shoe shoebox shoes shooting shop shopping shops short shortest shot shoulder shoulders shouting
    shouts showed shower showers shows shut shuts shy sick side sign signal signature signed signs silence silent
    simple since sing singer singers singing sings sink sir sister sisters sit site sits sitting six sixteen sixty
    size sketch skin skincare skip skipped sky sleep sleeping sleeves slept slice slide slides slightly slippers slow
    slower slowly small smaller smallest smart smartphone smell smells smiles smiling snack snail sneeze sniff snow
    snowing soap social sock socks soda sofa soft soil sold solo solve solved somebody somebodys someone someones
    something somewhere son sons soon sorry sorted sorting sound sounds soup space spanish spare speak speaker
    speakers speaking special species speech speed spend spending spent spicy spider split spoken sponge spoon spoons
    sports spot spots spray spreadsheet spring square squats stadium stage stages stairs stairwell stall stamp stamps
    stand standing stands star stars start started starter starting starts statement station stay stayed stays steal
    steering step steps stick sticks sticky stitch stole stolen stomach stone stood stool stopped stops storage store
    stories storm story stove straight stranger strangers strangest strategy street stretch strings stroke strong
    struggle stuck student students study stuff stupid style subscription success successful suddenly sugar suit
    suitcase summer summers summit sun sunday sundays sung sunrise sunscreen supermarket supermarkets suppose supposed
    surprise surprising survive survived surviving suspect swabbed swallowed swap swapped swear swears sweater swim
    swimming swipe switch switched swollen system table tablecloth tablet tabs tag take taken takes taking talk talked
    talking talks tank tap tape taped task taste tasting tasty tattoo taught tax taxi tea teach teacher teachers
    teaches teaching team teenager teenagers teeth telescope television tell telling tells temple ten tennis tent term
    terms terrible test tested testing tests text thank thanks theater theirs themselves theory therapist therapy
    theyd theyll theyre theyve thinking thinks third thirteen thirtieth thirty thought thoughts thousand thousands
    thread three threw thrift throat through throw thumb thursday ticket tickets tie tied tier tiktok tile till timer
    times timetable tin tiny tip tips tire tired title toast today todays toddler toes together toilet tokyo told
    tomato tomorrow tone tonight tonights took tool tooth top tortoise total touch touched tour tournament towel tower
    town towns toy traced track tractor traffic train trained trainer training trains tram trampoline travel treadmill
    tree trees trend trending tribute trick tricks tried trip trousers truck trucks true trumpet trust truth try
    trying tuesday tunnel turkish turn turned turning turns tutorial tutorials twelve twenty twice twins two tying
    type typed typing typo ugliest ugly umbrella umbrellas unboxing uncle uncles under understand understood
    university unpopular unprofessional unread update updated updates uphill ups upside use used useful uses using
    usually vacuum valley vase vault vegan venice very vet victims vienna view viewing views vigil village villages
    vinegar vintage violin viral visitors voice voicemail voices vote voted wait waited waiter waiting wake wakes walk
    walked walking walks wall walls wanted wants war ward wardrobe warm warning warns warranty wash washed washing
    wasnt watch watched watching water wave wax ways wear wearing weather website wedding weddings wednesday
    wednesdays week weekend weekends weeks weighs weirdest welcome well went werent wet weve whatever whats wheel
    wheelchair wheels whether whisper whispering whispers whistle white whod whoever whole wholl whos whose whove wide
    wife wildfire wind window windows windowsill winner wins winter winters wiping wire wish within witness woman
    women won wool word wore work worked workers working works workshop world worlds worn worry worse worst worth
    wouldnt wrist writer writes writing written wrong wrote yellow yesterday yet yoga youd youll yours yourself youve
    zero`,
  es: `cancion canciones letra capitulo avance estreno mejor mejores peor vida amor casa hombre mujer nino nina hijo hija
    mama papa amigo amigos hermano hermana gente mundo dia dias noche manana hoy ayer anos dinero trabajo comida
    receta pollo secreto secretos verdad historia mira mirad dime gracias hola feliz nuevo nueva gran grande primera
    primer ultimo ultima fuera partido goles gol jugador futbol resumen entrevista noticias disculpen calidad reto
    broma canta cantar bailar baile corazon sigueme siguenos perro gato dios juntos contigo conmigo estoy estas vamos
    ven quiere quieres sabes dijo dice novia ridiculo penal calle loco loca baila quedate`,
  pt: `musica clipe letra episodio melhor melhores pior vida amor casa homem mulher menino menina filho filha mae pai amigo
    amigos irmao irma gente mundo dia dias noite manha hoje ontem anos dinheiro trabalho comida receita frango segredo
    segredos verdade historia olha obrigado obrigada feliz novo nova primeira primeiro ultima ultimo jogo gol jogador
    futebol resumo entrevista noticias desafio brincadeira cantar dancar coracao cachorro gato deus entao coisa coisas
    aqui agora estou vamos vem quer quero sabe disse galera gostou`,
  fr: `officiel officielle paroles chanson bande annonce meilleur meilleure meilleurs pire vie amour maison homme femme
    enfant enfants fille garcon fils pere ami amis frere soeur gens monde jour jours nuit matin demain annee annees
    ans argent travail recette poulet secret verite histoire regarde merci bonjour salut heureux nouveau nouvelle
    nouvelles premiere premier derniere dernier match buts joueur equipe resume entretien defi blague chanter danser
    coeur chien chat dieu ensemble fait faire faut peut veux veut voici voila jeu jeux francais francaise passer
    gagner trop vraiment retour face contre sort enfin vos leur leurs entre depuis avant apres encore histoires
    bizarres avis forme rue art ticket folie voyage choses totalement interdites presse espagnole revue pense
    elimination chez sous tres aime adore allez oui peur`,
  de: `offizielles musikvideo folge beste besten schlechteste leben liebe haus mann frau kind kinder junge madchen sohn
    tochter mutter vater freund freunde freundin bruder schwester leute welt tag tage nacht morgen heute gestern jahr
    jahre geld arbeit essen rezept hahnchen geheimnis wahrheit geschichte schau danke hallo glucklich neu neue neuer
    neues erste erster letzte letzter spiel tor tore spieler mannschaft zusammenfassung nachrichten lied singen tanzen
    herz hund katze gott zusammen machen macht muss wollen gibt geht kommt gegen durch wegen ohne nach vor unter uber
    zwischen wieder endlich jetzt dann sehr deutsch deutsche deutschland wirklich vielleicht große besser richtig
    unterwegs deutschrap schwangere wahnsinn krass`,
  it: `canzone ufficiale testo puntata migliore migliori peggiore vita amore casa uomo donna bambino bambina figlio figlia
    mamma papa amico amici fratello sorella gente mondo giorno giorni notte mattina oggi ieri anno anni soldi lavoro
    cibo ricetta pollo segreto segreti verita storia guarda grazie ciao felice nuovo nuova prima primo ultima ultimo
    partita gol giocatore calcio intervista notizie sfida scherzo cantare ballare cuore cane gatto dio insieme adesso
    stato abbiamo siamo vuoi voglio posso dai ecco ragazzi`,
  nl: `aflevering beste slechtste leven liefde huis man vrouw kind kinderen jongen meisje zoon dochter moeder vader vriend
    vrienden vriendin broer zus mensen wereld dag dagen nacht ochtend vandaag gisteren morgen jaar geld werk eten
    recept kip geheim waarheid verhaal kijk bedankt dank hallo gelukkig nieuw nieuwe eerste laatste wedstrijd doelpunt
    speler voetbal nieuws lied zingen dansen hart hond samen maken maakt moet moeten wil willen gaat komt doen doet
    heeft weer echt goed gewoon eigenlijk misschien vergeten mag mogen zou geen door onder tegen uit weet weten leuk
    lekker mooi grappig stiekem school jongens meiden oeps helemaal beetje daarom welke eens toch dus bent stond denk
    dacht pech reacties zelfde meid zag vind volgens iemand niemand`,
  hi: `gaana naya nayi naye purana pyar pyaar dil zindagi jindagi maa papa beta beti dost dosti ladka ladki log duniya raat
    subah aaj kal paisa kaam khana sach kahani dekho suno bolo batao chalo aao jaldi pehla pehli aakhri shaadi dulhan
    mazedaar banane banaye kijiye chahiye milega milta lagta lagti accha acha achha theek galat sahi samajh pasand
    mann kiya kharid liya diya wapas kaunsa kaunsi kitna kitne kitni humein mujhe tujhe usne isne unhone darr aage
    jeet hamesha kabhi zaroor bilkul bacche bacha baat baatein`,
  id: `lagu resmi terbaik terburuk hidup cinta rumah pria wanita anak ibu ayah bapak teman sahabat dunia hari malam pagi
    siang sekarang kemarin tahun uang kerja makan makanan resep ayam rahasia kebenaran cerita lihat terima kasih halo
    bahagia baru pertama terakhir pertandingan gol pemain bola berita tantangan hati anjing kucing tuhan bersama detik
    terjadinya benturan keras kiper ternyata sangat dalam pada lalu masih udah aja dong nih sih`,
  tr: `sarkı resmi bolum fragman iyi kotu hayat ask adam kadın cocuk kız erkek oglum kızım anne baba arkadas kardes insan
    insanlar dunya gun gece sabah bugun dun yıl yemek tarif tavuk sır gercek hikaye bak tesekkurler merhaba mutlu yeni
    ilk son mac gol oyuncu futbol haber kalp kopek kedi birlikte yapmak yaptım gidiyor geldi bakın boyle simdi`,
  pl: `piosenka oficjalny odcinek zwiastun najlepszy najlepsze zycie miłosc dom człowiek kobieta dziecko dzieci syn corka
    matka ojciec przyjaciel brat siostra ludzie swiat dzien noc rano dzisiaj wczoraj rok lata pieniadze praca jedzenie
    przepis kurczak sekret prawda historia zobacz dziekuje czesc nowy nowa pierwszy ostatni mecz serce pies kot razem
    teraz jestem moze trzeba chce wiem`,
  ro: `cantec episodul melodie viata dragoste iubire casa barbat femeie copil copii mama tata prieten prieteni frate sora
    oameni lume lumea noapte dimineata astazi ieri ani bani munca mancare reteta pui secret adevar poveste uite
    multumesc salut fericit nou noua primul ultimul meci inima caine pisica impreuna acum aici vreau poate trebuie`,
  sv: `lat avsnitt basta samsta livet karlek hus man kvinna barn pojke flicka mamma pappa vanner bror syster manniskor
    varlden dag natt morgon idag igar pengar jobb mat recept kyckling hemlighet sanning titta tack hej nya forsta
    sista match hjarta hund katt tillsammans vill maste gor gar kommer`,
  tl: `kanta pinakamahusay buhay pag-ibig bahay lalaki babae bata anak nanay tatay kaibigan kapatid tao mundo araw gabi umaga
    ngayon kahapon taon pera trabaho pagkain lutuin manok lihim totoo kwento tingnan salamat kumusta masaya bago huli
    puso aso pusa diyos gusto sobrang ganda galing talaga`,
  vi: `bai hat phim tap nhat cuoc tinh yeu nha đan ong phu tre nguoi gioi ngay đem sang hom qua nam tien viec mat chuyen xem
    cam chao vui moi đau cuoi tran tim meo cung đuoc`,
};

/** English words in the titles of videos in any language: they decide only where nothing else does. */
export const titleWords =
  'official video music trailer teaser lyric lyrics audio song songs album single remix cover performance live highlights episode episodes full part promo shorts ft feat featuring prod version vlog vlogs studio records films pictures tv show channel edition latest new oficial videos clip clips hd 4k mv mp3';
