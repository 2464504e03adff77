// Phrases of the niches about home, family and days off, as text that vocabulary.ts reads. Data only.
export const homeWords: Record<string, string> = {
  food: `
topic: cast iron; sourdough; leftovers; restaurant menus; olive oil
good: salt the water; taste as you cook; rest your meat; prep lunches on Sunday; sharpen your knives
bad: crowd the pan; rinse your mushrooms for an hour; cook cold meat; throw away pasta water; open the oven to check; drown your salad
goal: poach an egg; bake your first loaf; cook dinner in fifteen minutes; make crispy potatoes; feed four people for $8
cost: an oven; a recipe; washing ten pans; buying fancy ingredients
thing: cast-iron pan; air fryer; chef's knife | chef's knives; rice cooker; pepper mill
vs: a $3 burger | a $90 burger; frozen pizza dough | homemade dough; a corner bakery croissant | a hotel croissant
choice: sweet | salty; crispy edges | soft centers; cooking | ordering in
crowd: beginner cook; home baker; student; night-shift worker
expert: line cook; pastry chef; butcher; food inspector
person: grandmother; roommate; mother-in-law; chef
slip: the smoke alarm tells everyone dinner is ready; you eat the ingredients before you cook; the recipe says five minutes and means fifty; your bread comes out like a brick; your avocado is ripe for eleven seconds
change: burned water | run a supper club; ate cereal for dinner | bake bread before work; was scared of dough | teach pasta classes
myth: searing locks in the juices; fresh is always better than frozen; oil stops pasta from sticking; you should never wash cast iron
claim: frozen peas beat fresh ones most of the year; your pan is not hot enough; leftover rice makes the best rice; a sharp knife is the only gadget you need; good butter fixes bad cooking
future: restaurants will charge you for the table; kitchens will have no ovens; every supermarket will bake bread at night; menus will change with the weather
stat: cook the same five dinners; throw away a bag of salad a week; own a gadget they used once; eat standing up
loss: half the flavor; $40 of groceries a month; the crispy part
tick: the herbs in your fridge turn to soup; your knife gets a little duller; your sourdough starter gets hungrier
event: you boil pasta; the oven beeps; your guests arrive; you throw that away
fix: your rice sticks | stop stirring it; your sauce tastes flat | add something sour; your cookies spread | chill the dough; your eggs stick | wait for the butter to go quiet
gift: seven-dinner plan; bread schedule; spice chart; grocery list for one
benefit: make your eggs fluffier; save a salty soup; cut your cooking time in half
tale: the wedding cake slid off the van; my grandmother finally gave me the recipe, minus one ingredient; a stranger walked into my kitchen and started cooking; the whole table went silent after one bite; I dropped forty eggs on opening night
quote: who put sugar in this? | my grandmother; table nine wants to see you | the waiter; that wasn't salt | my roommate
confess: I order fries and eat them in the car; I pass off store-bought pie as mine; I have never followed a recipe to the end; I burned my own birthday cake
feud: the last dumpling; a family recipe; one unwashed pan
task: name this dish from one bite; peel this garlic in ten seconds; guess which cake cost $6
absurd: fry an egg on a car engine; bake a six-foot croissant; eat only orange food for a week
demo: pull this bread apart; pour hot caramel on ice; cut an onion without crying
trend: one-pot Tuesday; butter toast; upside-down lasagna
record: crunchiest chicken in this city; oldest bakery in the old town; spiciest soup I have ever finished
gap: restaurant pasta tastes better | the salt; chefs keep a wet towel under the board | cleanliness; diner coffee is always hot | the machine; the corner table is always free | noise
cliff: what is inside this loaf; how the crust breaks; what my grandmother says after the first bite
list: dinners under $5; things chefs never order; snacks you can make with rice; foods you store wrong
why: how bakeries get that crust; why popcorn pops; how street vendors make rice that fast; why menus hide the prices
ask: what did your kitchen smell like as a kid; which dish would you eat forever; why does toast taste better at night
whatif: you could eat only one dish for a year; your grandmother judged your cooking; salt disappeared overnight
past: we licked the bowl; dinner was on the table at six
win: I fed a family of four for $31 a week; I baked a perfect loaf after nineteen bricks; I sold out my first pop-up in an hour; I cooked every dinner for a year
switch: stop ordering takeout; bake bread at home; cook one big pot on Sundays
gross: what lives in your dishwasher filter; the drip tray of this grill; a year-old jar from the back of my fridge`,
  home: `
topic: white vinegar; houseplants; small bathrooms; paint colors; squeaky doors
good: make your bed; open the windows; clear the counters at night; water from below; put one thing away as you pass it
bad: overwater your plants; mix bleach with vinegar; paint without primer; buy storage before you declutter; hang your curtains too low; drill without checking for pipes
goal: make a small room look bigger; declutter your closet; build your first shelf; keep a houseplant alive; clean the whole house in an hour
cost: hiring anyone; power tools; repainting; buying more boxes
thing: cordless drill; storage basket; floor lamp; watering can; step stool
vs: a $30 lamp | a $900 lamp; a flea market chair | a designer chair; store-bought cleaner | homemade cleaner
choice: carpet | hardwood; open shelves | cabinets; plants | paintings
crowd: renter; new homeowner; plant owner; weekend builder
expert: carpenter; interior designer; house cleaner; gardener
person: roommate; husband; neighbor; father-in-law
slip: the one leftover screw looks important; you find a sock behind the washer with no partner; your plant dies the day you praise it; guests are coming and the closet won't close; the paint dries a totally different color
change: lived out of boxes | know where every spoon is; killed a cactus | have a jungle on the balcony; couldn't hang a picture | build kitchens
myth: white makes every room look bigger; plants need water every day; bleach kills mold for good; small rooms need small furniture
claim: your rug is too small; the big light is ruining your living room; one good lamp beats a new sofa; most clutter is a decision you put off; you can fix more than you think with a screwdriver
future: every balcony will grow food; white kitchens will look dated; repair shops will come back; walls will be painted by robots
stat: own a drawer nobody opens; have never cleaned behind the fridge; water their plants too much; keep boxes from their last move
loss: half your storage space; your deposit; the wood under that finish
tick: the damp behind that wardrobe spreads; dust settles on the fridge coils; that drip raises your water bill
event: you paint that wall; guests arrive; you drill that hole; the first frost
fix: your towels smell | skip the softener; your plant droops | put it in the sink overnight; your door squeaks | rub a candle on the hinge; your room feels cold | hang the curtain wider
gift: cleaning schedule; moving checklist; plant care chart; paint color guide
benefit: get rid of that smell in the sink; double your closet space; save your dying plant
tale: I found a room behind the bookshelf; the ceiling fan fell on my birthday cake; my neighbor painted my fence at night; we discovered a letter from 1938 under the wallpaper; my cactus bloomed after eleven years
quote: that wall was holding up the roof | the carpenter; who lives in your attic? | the plumber; turn the water off now | my husband
confess: I hide laundry in the bathtub; I have never washed my curtains; I talk to my ferns; I glued it and told nobody
feud: the thermostat; a hedge; one ugly armchair
task: find the hidden cabinet; fold a fitted sheet; guess what this tool does
absurd: paint every wall in my house yellow; build a bed out of library books; live without furniture for a month
demo: pour baking soda down this drain; peel off fifty years of paint; turn a door into a table
trend: one-basket evening; dark ceiling; grandma kitchen
record: smallest kitchen I have ever built; oldest houseplant in my family; messiest garage on this street
gap: hotel rooms feel calm | the bed; your plants die in winter | the cold; old houses smell like that | dust; one room is always messy | your kids
cliff: what was under the carpet; how the floor looks after one pass; what happens to the stain
list: things to throw out tonight; repairs you can do yourself; plants that survive anything; corners you forget to clean
why: how old houses stay cool; why your mirror turns black; how movers pack a kitchen in an hour; why wood floors creak at night
ask: what is hiding in your junk drawer; when did you last flip your mattress; which room do you avoid
whatif: you had to move out by Sunday; your walls could talk; you could keep only fifty things
past: every kitchen had the same clock; we beat the rugs outside
win: I redid my bathroom for $190; I got rid of 400 things in a month; I built a kitchen island in one weekend; I saved a plant everyone had given up on
switch: repair instead of replace; grow herbs on the windowsill; give away half of your furniture
gross: the filter of this vacuum; what was under our washing machine; the back of this radiator`,
  parenting: `
topic: bedtime; picky eaters; screen time; baby sleep; tantrums
good: read one story; kneel down to talk; say yes once a day; leave ten minutes early; put the phone in a drawer
bad: bribe your toddler with candy; compare your kids; wake a sleeping baby; pack for every disaster; answer for your child; say "just five more minutes"
goal: get a toddler to sleep; survive a long flight with kids; get your kids to eat vegetables; leave the house on time; end a tantrum
cost: yelling; a screen; bribes; losing your mind
thing: stroller; baby carrier; lunch box | lunch boxes; night-light; diaper bag
vs: a cardboard box | a $90 toy; a homemade costume | a store-bought one; a paper diaper | a cloth diaper
choice: one child | four children; early bedtime | late mornings; strict | relaxed
crowd: new parent; toddler mom; tired dad; grandparent
expert: midwife | midwives; kindergarten teacher; pediatric nurse; preschool teacher
person: toddler; mother-in-law; wife; daughter
slip: the baby falls asleep as you park; your toddler wants the blue cup and then doesn't; the house goes quiet and it's the bad kind of quiet; you step on a brick in the dark; your kid repeats your worst word at preschool
change: was scared to hold a baby | braid hair in forty seconds; said my kids would never eat candy | negotiate with gummy bears; lost every bedtime | get a whole evening to myself
myth: you can spoil a newborn with hugs; sugar makes kids wild; good babies sleep through the night; boys talk later than girls
claim: bored kids become creative kids; your toddler isn't giving you a hard time, your toddler is having one; a calm parent beats a perfect parent; most toys should be boxes; the first year is about the parents
future: schools will start at ten; kids will laugh at car keys; every playground will have a quiet corner; parental leave will last a year
stat: hide in the bathroom for five quiet minutes; eat the crusts for dinner; know every cartoon song by heart; have never finished a hot coffee
loss: an hour of sleep every night; your quiet evening; the baby clothes you wanted to keep
tick: your baby outgrows another pair of shoes; bedtime slips by ten minutes; they need your hand a little less
event: the baby arrives; your next flight; school starts; you buy another toy
fix: your toddler won't leave the park | let them carry the keys; your kids fight in the car | give each a job; the baby only naps on you | warm the crib first; nobody eats dinner | let them serve themselves
gift: hospital bag list; bedtime chart; lunch box plan; rainy-day game list
benefit: end a tantrum in a minute; get everybody out the door on time; buy you one quiet hour
tale: my daughter called the police about her broccoli; the baby was born in the parking lot; my toddler locked me on the balcony; I met my dad's eyes over my newborn son; my son gave away all his birthday money
quote: I don't have a bedtime | my toddler; mom, don't be mad, but it floats | my son; you were exactly the same | my mother
confess: I skip pages in the bedtime story; I eat the good snacks in the garage; I told my kids the ice cream truck only plays music when it's empty; I cried in the school parking lot
feud: a baby name; a birthday party list; one slice of cake
task: fold this stroller with one hand; guess what my toddler is saying; name every cartoon in this lunch box
absurd: let my kids plan our whole vacation; say yes for twenty-four hours; build a slide from the bedroom to the kitchen
demo: put a jacket on a toddler in three seconds; open this car seat; swaddle a baby with one towel
trend: yes Saturday; cardboard playground; silent breakfast
record: messiest kitchen in this house; smallest bunk bed in the neighborhood; smallest shoes in my closet
gap: your baby wakes up at four | hunger; toddlers love the box more than the toy | the price; kids behave better for strangers | fear; the second child is calmer | luck
cliff: what my daughter packed for school; what he says when the door opens; how long the silence lasts
list: games for a rainy day; things nobody packs for the hospital; sentences to say instead of "stop"; dinners my kids finish
why: how babies learn to lie; why toddlers say no to everything; how twins make up their own language; why kids ask the same thing forty times
ask: what did your parents get right; when did you last sit down; who taught my kid that word
whatif: your kids made the rules for a day; your toddler could text; you met your child as an adult
past: we played outside until dark; one phone hung on the kitchen wall
win: I got my toddler to sleep in nine nights; we flew eleven hours with twins and nobody cried; I got three kids out the door in six minutes; my picky eater tried 30 foods in a month
switch: give up screens at dinner; let the kids cook on Fridays; move bedtime up by an hour
gross: the bottom of this diaper bag; what was inside this sippy cup; the back seat of my car`,
  pets: `
topic: dog food labels; cat behavior; puppy training; vet bills; parrots
good: brush your dog; play before dinner; trim claws weekly; hide treats around the house; let the cat come to you
bad: punish your dog for growling; leave lilies near your cat; feed from the table; shave a double coat; skip the vet; wake a sleeping dog
goal: teach your dog to stay; get your cat to trust you; walk without pulling; trim claws without a fight; introduce two cats
cost: treats; yelling; an expensive trainer; getting scratched
thing: dog harness | dog harnesses; cat tree; slow feeder; leash; scratching post
vs: a cardboard box | a $120 cat bed; a shelter dog | a show dog; a homemade treat | a store-bought treat
choice: cats | dogs; one pet | three pets; big dogs | small dogs
crowd: dog owner; cat person | cat people; puppy parent; hamster owner
expert: veterinarian; dog trainer; groomer; shelter volunteer
person: cat; dog; vet; parrot
slip: your dog brings a stranger's shoe; you buy a $90 bed and they sleep in the box; the cat sits on the one page you need; your puppy finds the one sock you love; you say "vet" and the cat disappears
change: was afraid of dogs | foster six of them; couldn't walk my dog past a squirrel | hike with him off leash; found a kitten in a tire | have a cat who runs the house
myth: cats always land on their feet; a wagging tail means a happy dog; dogs see only black and white; goldfish forget everything in seconds
claim: cats train their owners better than owners train dogs; your dog is bored, not bad; sniffing is worth more than walking; every pet knows when you lie; senior dogs are the best dogs
future: vets will make video calls; every office will have a dog; cats will have their own doorbells; collars will translate barks
stat: talk to their pets in a special voice; have canceled plans because of a sleeping cat; share a pillow with an animal; spend more on treats than on lunch
loss: your couch; their trust; a small fortune at the vet
tick: another claw grows into the sofa; your dog learns to pull a little harder; tartar builds up on those teeth
event: you adopt a puppy; the fireworks start; you move house; you buy another toy
fix: your dog pulls | stop walking the second he does; your cat wakes you at five | feed her right before bed; your puppy bites | trade it for a toy; your dog hates the vet | visit just for snacks
gift: puppy schedule; list of toxic plants; treat recipe; training chart
benefit: stop the barking at the door; save your sofa; make bath time quiet
tale: my dog brought home a wedding ring; the cat we buried walked back in; a parrot ordered batteries in my voice; the shelter called about the dog I couldn't forget; my cat rode the bus without me
quote: this isn't a dog | the vet; he only does that for you | the groomer; your parrot called the fire department | the neighbor
confess: I throw birthday parties for my turtle; I love my dog more than most people; I let the cat win; I cook for my dog and order pizza for myself
feud: a barking dog; who the cat loves more; one chewed shoe
task: find the cat in this picture; tell these two dogs apart; guess the age of this turtle
absurd: let my cat pick my outfits for a month; build a mansion for a hamster; walk nine dogs at once
demo: put one cucumber slice near this turtle; open a snack in total silence; show my dog a magic trick
trend: cat elevator; two-word training; dog picnic
record: fluffiest cat in this shelter; laziest dog on this beach; oldest tortoise on this island
gap: your cat stares at the wall | ghosts; dogs tilt their heads | confusion; your cat brings you dead mice | hunger; puppies run in circles after a bath | joy
cliff: what the dog does with the egg; who comes out of the box; how she reacts when he comes home
list: foods your dog can't eat; signs your cat loves you; breeds for small apartments; tricks you can teach tonight
why: how cats find their way home; why dogs spin before they lie down; how parrots learn names; why your cat knocks things over
ask: does your pet know its own name; who really owns your bed; what would your dog say about you
whatif: your cat could text you; your dog had to pay rent; your parrot repeated everything
past: the dog slept in the yard; our first goldfish came in a plastic bag
win: I taught my dog eleven tricks in a month; my rescue cat purred after 200 days; we found homes for 46 kittens; I walked three dogs on one loose leash
switch: adopt a senior dog; cook for your pet; take the cat for a walk
gross: what I combed out of this dog; the water bowl under a microscope; what the cat left on my pillow`,
  travel: `
topic: cheap flights; hostels; night trains; travel insurance; airport lounges
good: pack the day before; book the first flight; eat where there is no menu in English; carry a copy of your passport; ask a local for one address
bad: exchange money at the airport; check a bag for a weekend; eat next to the monument; post your boarding pass; book the last train; plan every hour
goal: pack for two weeks in one bag; find flights for $40; travel solo for the first time; sleep on a plane; live in a van
cost: a travel agent; a credit card; speaking the language; quitting your job
thing: carry-on bag; neck pillow; power adapter; packing cube; travel towel
vs: a $19 hostel | a $900 hotel; economy | first class; a guided tour | getting lost
choice: mountains | beaches; trains | planes; one week | one month
crowd: solo traveler; backpacker; nervous flyer; van lifer
expert: flight attendant; tour guide; border officer; hostel owner
person: travel partner; seatmate; tour guide; mother
slip: your gate changes to the other end of the airport; your suitcase takes a different vacation; the hotel looks nothing like the photos; the middle seat falls asleep on you; you learn "thank you" and it's the wrong language
change: had never left my state | have slept in fifty countries; packed three suitcases | travel with a backpack; was afraid of flying | cross oceans alone
myth: last-minute flights are always cheaper; you need to be rich to travel; solo travel is lonely; bottled water is always safer
claim: the best meal of your trip costs $3; night trains are better than hotels; you don't need more than one pair of shoes; the airport is where vacations go wrong; getting lost is the itinerary
future: night trains will replace short flights; famous beaches will need a ticket; passports will live in your face; empty villages will pay you to stay
stat: pack clothes they never wear; have missed a flight because of coffee; take a photo they never look at again; overpay for their seat
loss: $60 before you even leave the airport; your window seat; half a day in line
tick: that fare climbs a few dollars; your passport gets closer to expiring; another quiet beach gets a hotel
event: you book that flight; you board; high season starts; you exchange a single dollar
fix: your bag is overweight | wear the boots; you can't sleep on planes | book the left window; you get carsick | sit over the front wheels; hotels are too expensive | look for a monastery
gift: packing list; flight alert guide; map of free campsites; ten-day itinerary
benefit: save you $200 on your next flight; make your bag two pounds lighter; get you through the airport in half the time
tale: my bus left with my shoes on it; a family I had never met invited me to a wedding; the ferry turned around in the storm; I woke up in the wrong country; a border officer wrote me a poem
quote: this seat doesn't exist | the flight attendant; the road ends here | the driver; you have been here before | the old man at the door
confess: I cried in every airport; I faked a phone call to skip a tour; I spent my whole trip in one café; I told everyone I saw it, but I slept in
feud: a window seat; a wrong turn; one missed ferry
task: name this country from one street; pack this bag in sixty seconds; guess the price of this room
absurd: fly to another country for lunch; cross a desert in a taxi; sleep in nine airports in nine nights
demo: fit two weeks into this backpack; open the door of a $12 room; walk from the city to the waterfall
trend: no-map weekend; reverse sunrise; postcard dinner
record: smallest airport I have ever landed at; cheapest room with a sea view; steepest train in the mountains
gap: plane windows are round | style; hotels have no thirteenth floor | fire rules; this island is empty | the weather; pilots eat different meals | taste
cliff: what is around the last corner; what $12 gets you here; where this staircase ends
list: towns you have never heard of; things flight attendants notice; countries you can cross by train; beaches without a hotel
why: how flight prices change overnight; why this village has no roads; how smugglers used this tunnel; why planes avoid this mountain
ask: where would you go with no phone; what is always in your bag; why do we pack for people we aren't
whatif: you missed the last boat off the island; your ticket had no destination; you could never go home
past: we printed our maps; grandparents waved at the gate
win: I crossed nine countries for $600; I lived on trains for a month; I flew first class with $11 in my pocket; I spent a year on the road with one bag
switch: take night trains; travel without a phone; spend a month in one town
gross: the carpet of this hostel; what was inside this airplane seat; the shower in a $4 room`,
  lifestyle: `
topic: slow mornings; minimalism; living alone; night routines; secondhand shopping
good: eat breakfast without a screen; walk without headphones; call one friend a week; light a candle at dinner; write three lines before bed
bad: check your phone in bed; keep things out of guilt; fill every weekend; buy things to feel better; say yes out of habit; keep your good plates for guests
goal: build a calm evening; own fewer things; enjoy living alone; wake up without rushing; romanticize a boring Tuesday
cost: moving to the woods; deleting everything; a perfect apartment; spending money
thing: linen robe; reading lamp; teapot; alarm clock; record player
vs: a quiet Tuesday | a packed Saturday; a $5 candle | a $70 candle; a city morning | a country morning
choice: city | countryside; sunrise | sunset; staying in | going out
crowd: minimalist; night owl; introvert; person who lives alone | people who live alone
expert: professional organizer; librarian; florist; ceramic artist
person: roommate; neighbor; grandmother; best friend
slip: your day off turns into laundry; the plans get canceled and you're thrilled; you make a cozy tea and forget it; the neighbor starts drilling on your slow morning; your alarm goes off on vacation
change: owned four hundred shirts | fit my life in two suitcases; rushed through every morning | drink coffee by the window; hated being alone | take myself to dinner
myth: minimalists own nothing; morning people are born that way; living alone is lonely; you need a big budget for a beautiful life
claim: boring evenings make a good life; your home should fit your worst day; a walk fixes more than a purchase; you don't need a routine, you need a bedtime; most weekends are too full to remember
future: nobody will own a dryer; Sunday will be a phone-free day; we'll rent our party clothes; cities will go quiet after nine
stat: scroll before they speak; own a chair made of clothes; have candles they never light; feel guilty on a free day
loss: your whole morning; an hour of daylight; the best part of Sunday
tick: another evening goes to a screen; clutter claims one more chair; your good cups gather dust
event: you fill another weekend; the sun sets; you buy one more basket; Monday
fix: your mornings feel rushed | move one thing to the night before; your evenings vanish | dim the lights at eight; your home feels loud | hide everything with a logo; you never read | leave a book on your pillow
gift: evening routine card; thirty-day declutter list; slow Sunday guide; dinner party plan
benefit: make your Mondays softer; give you back your evenings; make a small apartment feel calm
tale: somebody left soup at my door and never signed the note; I found my own diary at a flea market; the power went out and we talked until three; I moved to a town where I knew nobody; my grandmother showed me how to do nothing
quote: you live here on purpose? | the delivery man; I kept it for you all these years | my grandmother; turn that phone off | the librarian
confess: I rearrange my furniture when I'm sad; I pretend to be busy; I eat cake for breakfast on Wednesdays; I own eleven identical sweaters
feud: a borrowed teapot; the volume of a record player; one houseplant
task: sit by a window for five minutes; empty your pockets on camera; name five sounds in your room
absurd: live by candlelight for a month; give away everything I owned; spend a whole day underwater
demo: turn this closet into a reading corner; pack my whole life into a car; make breakfast in total silence
trend: slow Wednesday; borrowed dinner; candle commute
record: calmest corner of my home; smallest cabin on the lake; oldest teapot on my shelf
gap: this street goes quiet at nine | the police; old people sit outside | boredom; the happiest home is the smallest | money; hotel mornings feel different | the breakfast
cliff: what is left after the last box; how the room looks at sunset; what is hidden in the final drawer
list: habits that make evenings longer; things I stopped buying; small joys under $5; rooms you never finish
why: how people live without a fridge; why rain makes us sleepy; how a village shares one car; why old cups feel better
ask: what does your perfect Tuesday look like; when were you last bored; who are you without your phone
whatif: you had every Wednesday off; you could keep one room; your street had no cars
past: we called without asking first; Sunday smelled like fresh laundry
win: I gave away 600 things and missed two; I cut my screen time by four hours; I spent a year without buying clothes; I turned a garage into a home for $2,100
switch: move to a smaller home; spend Sundays offline; sell your television
gross: the inside of this tea kettle; what was behind my bed; a yoga mat after one summer`,
};
