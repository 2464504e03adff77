// Phrases of the niches about body, mind and looks, as text that vocabulary.ts reads. Data only.
export const bodyWords: Record<string, string> = {
  fitness: `
topic: pull-ups; rest days; protein; running shoes; sore muscles
good: walk after dinner; stretch before bed; train three times a week; write down your lifts; warm up properly
bad: skip your warm-up; train through sharp pain; lift with your ego; run in worn-out shoes; do a hundred crunches; change your plan every week
goal: do your first pull-up; run your first five miles; touch your toes; build stronger legs; keep a routine for a year
cost: a gym membership; giving up bread; running; getting up at five
thing: resistance band; jump rope; foam roller; kettlebell; gym bag
vs: a $5 jump rope | a $2,000 treadmill; a home workout | a gym workout; a ten-minute session | a two-hour session
choice: running | walking; weights | cardio; mornings | evenings
crowd: beginner; runner; desk worker; new gym member
expert: personal trainer; physiotherapist; running coach; gym owner
person: gym partner; trainer; brother; coach
slip: someone is on your machine for forty minutes; you forget your headphones; your legs quit on the stairs the next day; you sneeze after ab day; your warm-up feels like a workout
change: could not climb the stairs without a break | run ten miles before breakfast; hid in the back row | teach the class; was scared of the weight room | own a squat rack
myth: lifting makes you bulky; sweat means you burned fat; you need to train every day; crunches give you abs
claim: walking is the most underrated workout; rest days build more muscle than extra sets; you don't need a gym to get strong; ten minutes a day beats two hours on Sunday; the warm-up is the workout
future: gyms will prescribe walks; treadmills will end up in museums; every office will have a pull-up bar; strength will be tested like eyesight
stat: quit before the third week; train with worn-out shoes; never stretch; skip leg day on purpose
loss: months of progress; your knees; your grip strength
tick: your hips get a little stiffer; your grip gets a little weaker; last month's progress fades
event: you lift again; your first race; summer starts; you buy another supplement
fix: your knees hurt on squats | lift your heels an inch; you can't do a pull-up | hang for ten seconds a day; you always quit by February | train with someone who texts; your back aches at your desk | walk before lunch
gift: four-week plan; stretching routine; home workout sheet; running schedule
benefit: loosen your hips in five minutes; take a minute off your mile; help you sleep better tonight
tale: I finished last and the whole street clapped; my trainer cried at my first pull-up; I got stuck under the bar in an empty gym; my shoe came off at mile nine; an eighty-year-old passed me uphill
quote: put the bar down | my trainer; you're going the wrong way | the volunteer; that was only the warm-up | my coach
confess: I cried on a treadmill; I go to the gym for the sauna; I have never finished a plan; I was scared of the weight room for a year
feud: a borrowed water bottle; one missed race; the air conditioning
task: stand up without using your hands; hold this pose for a minute; balance on one leg with your eyes closed
absurd: climb the same stairs a thousand times; do a push-up for every comment; pull a bus with a jump rope
demo: hang from two fingers; break a watermelon with my legs; stretch with a broomstick
trend: two-mile lunch; silent gym; backward walk
record: oldest lifter in this gym; steepest street in my city; heaviest kettlebell in this gym
gap: the strongest person here lifts the least | age; your legs shake on the way down | weakness; old boxers skip rope | cardio; runners smile on the last hill | joy
cliff: how many she can do at the end; what my legs do on the last set; the final time on the clock
list: exercises you can do in a kitchen; stretches for desk workers; mistakes that ruin your squat; moves that fix your posture
why: how muscles grow while you sleep; why your legs shake on stairs; how sprinters breathe; why we get sore two days later
ask: can you touch your toes; when did you last run for fun; why do you quit in week three
whatif: you had to run to work; you could never sit down; your rest days were banned
past: we raced home after school; gym class meant a rope and a bell
win: I did my first pull-up after ninety days; I ran a half marathon at 51; I doubled my squat in six months; I walked a thousand miles in a year
switch: swap the gym for long walks; train without a mirror; run without a watch
gross: my running socks after mile twenty; the inside of this gym bag; what was under the treadmill`,
  health: `
topic: sleep; blood pressure; vitamins; seasonal allergies; back pain
good: go to bed at the same time; eat breakfast outside; drink water before coffee; walk for ten minutes after lunch; put your phone away at nine
bad: drink coffee after four; sleep with your phone; skip breakfast and ^call it discipline; sit for six hours straight; diagnose yourself at midnight; ignore a toothache
goal: fall asleep faster; wake up without an alarm; get rid of afternoon slumps; eat more vegetables; sit without back pain
cost: taking pills; a strict diet; buying a new mattress; giving up dessert
thing: water bottle; sleep mask; blood pressure monitor; pill organizer; neck pillow
vs: a $10 pillow | a $200 pillow; a home-cooked lunch | a takeout lunch; a nap | a coffee
choice: an early dinner | a late snack; tea | coffee; a cold room | a warm room
crowd: light sleeper; night-shift worker; desk worker; allergy sufferer
expert: pharmacist; sleep researcher; dietitian; night nurse
person: doctor; mom; dentist; husband
slip: you are wide awake at three for no reason; you search one symptom and now you have nine; your back goes out while tying a shoe; you nap for ten minutes and wake up tomorrow; the waiting room is playing your least favorite song
change: slept four hours a night | wake up before my alarm; lived on energy drinks | cook every lunch; could not sit through a movie | hike with my kids
myth: you need eight glasses of water a day; cold weather gives you a cold; carrots fix bad eyesight; you can catch up on sleep at the weekend
claim: your bedroom is too warm; most tired people are thirsty; your pharmacist is the most underused expert in town; a ten-minute walk beats a second coffee; your pillow is older than it should be
future: your watch will call the doctor first; naps will be part of the workday; house calls will come back; sleep will be prescribed like medicine
stat: look at a screen in their last minute awake; have not seen a dentist in two years; take a vitamin they can't name; sleep less than they think
loss: an hour of deep sleep; your afternoon energy; a week of good mornings
tick: your sleep debt grows by another hour; a small ache becomes your normal; your back pays for that chair
event: you buy another vitamin; your next check-up; allergy season starts; you drink another coffee
fix: you wake up at three | turn your clock to the wall; you crash after lunch | eat, then walk around the block; your back hurts at work | put a cushion behind your hips; you forget your pills | keep them by your toothbrush
gift: sleep diary; list of questions for your doctor; seven-day lunch plan; stretching chart
benefit: help you fall asleep faster; get rid of that three o'clock slump; make your mornings easier
tale: my pharmacist caught a mistake that three people missed; I slept for eleven hours and woke up furious; my doctor drew the answer on a napkin; the night nurse sat with me until sunrise; my smartwatch told me to sit down
quote: how long has it been like this? | the doctor; nobody sleeps like that | the nurse; you've been taking the wrong one | the pharmacist
confess: I have not slept through a night in years; I lie to my dentist; I eat vegetables only when someone is watching; I keep snacks in my nightstand
feud: the bedroom temperature; a snoring app; one open window
task: hold your breath for this whole video; name five bones; find your pulse in five seconds
absurd: sleep in a tent in my living room for a month; eat thirty plants in one day; nap in every chair at a furniture store
demo: measure the sugar in this juice; show you one night of snoring; take my pulse after one flight of stairs
trend: nine o'clock bedtime; desk nap; breakfast outside
record: quietest bedroom on this street; oldest pillow in my house; strangest vending machine in this hospital
gap: you wake up at three | noise; hospital rooms are kept cold | the budget; you're tired after a full night | your age; yawns are contagious | boredom
cliff: what my blood pressure says; what the sleep app recorded; what my doctor circled in red
list: foods that wreck your sleep; questions to ask your doctor; signs you need more rest; habits of people over ninety
why: how naps reset your brain; why your eye twitches; how pharmacists read that handwriting; why you get sleepy after lunch
ask: how did you really sleep; when did you last feel rested; why are you tired all the time
whatif: you never had to sleep again; your phone locked at nine every night; your doctor could read your diary
past: the doctor came to the house; we drank from the garden hose
win: I fell asleep in ten minutes for thirty nights in a row; I lowered my blood pressure with one walk a day; I cut my coffee from six cups to one; I went a whole winter without a cold
switch: move your bed to the cooler room; go to bed at nine; swap coffee for a walk
gross: my pillow after one year; the inside of this reusable bottle; what a tongue looks like up close`,
  mental_health: `
topic: panic attacks; therapy; burnout; boundaries; overthinking
good: write down one worry; name the feeling out loud; breathe out slowly; say no without a reason; sit in silence for five minutes
bad: answer messages out of guilt; compare your insides to their outsides; call yourself lazy; bottle everything up; scroll until you feel numb; apologize for crying
goal: calm down in two minutes; set a boundary; stop overthinking at night; ask for help; get through a bad day
cost: feeling guilty; losing friends; explaining yourself; a two-hour routine
thing: feelings journal; weighted blanket; sunrise lamp; stress ball; mood journal
vs: a five-minute walk | an hour of scrolling; a bad day | burnout; a free journal | a $30 journal
choice: talking | writing; rest | distraction; a long cry | a long walk
crowd: overthinker; people pleaser; anxious person | anxious people; burned-out parent
expert: therapist; crisis-line volunteer; school counselor; grief counselor
person: therapist; mom; best friend; sister
slip: you replay one sentence from 2014; someone says "calm down"; you cancel plans and feel relief; your chest goes tight for no reason; you say "I'm fine" and your voice cracks
change: could not answer the phone | ask for help out loud; said yes to everything | say no and sleep well; hid my panic attacks | talk about them at dinner
myth: crying means you're weak; therapy is only for emergencies; anxiety is always visible; strong people don't need help
claim: rest is not a reward; you're not lazy, you're exhausted; a boundary is a kindness; nobody is thinking about you as much as you fear; silence can be a complete answer
future: mental health days will be as normal as sick days; schools will teach feelings; therapy will lose its last bit of shame; offices will need a quiet room
stat: say "I'm fine" when they aren't; have cried in a parked car; wait years before they ask for help; rehearse phone calls
loss: your evenings; a night of sleep; years of quiet joy
tick: your body keeps the score in your shoulders; a small worry learns to shout; burnout gets a little closer
event: you cancel again; you say "I'm fine"; you answer that message; the holidays
fix: your thoughts race at night | write them down in full sentences; you feel a panic attack coming | name five things you can see; you can't say no | say "let me check" instead; you feel nothing | start with a shower and a window
gift: worry worksheet; grounding card; list of kind replies; five-minute meditation
benefit: slow your breathing in a minute; make tonight a little quieter; help you say no without guilt
tale: my therapist laughed and it saved me; a stranger sat with me on the bathroom floor; I canceled everything for one week; my dad asked how I really was; I read my old diary and forgave her
quote: you don't have to be brave here | my therapist; when did you last cry? | the nurse; me too | my dad
confess: I practice conversations in the shower; I quit therapy twice before it helped; I was angry at happy people; I still sleep with the light on
feud: an unanswered text; a missed birthday; the words "calm down"
task: relax your jaw for ten seconds; name what you feel in one word; breathe out longer than you breathe in
absurd: say no to everything for a week; write my worries on two hundred balloons; turn off my phone for forty days
demo: calm down with one ice cube; write my worst thought on this mirror; breathe through a straw
trend: quiet corner; soft Monday; no-reply weekend
record: bravest text on my phone; quietest room in this city; kindest note in my drawer
gap: you feel worse on Sundays | work; you cry after good news | sadness; the kindest people burn out first | weakness; you're tired after a party | the noise
cliff: what my therapist wrote on the card; how my hands look after two minutes; what she says when he asks again
list: signs of quiet burnout; sentences that calm me down; things to say to a friend in pain; boundaries worth keeping
why: how worry tricks your body; why we cry when we're angry; how grief comes in waves; why silence feels so loud
ask: how are you, really; who do you call on a bad day; when did rest start to feel like guilt
whatif: you spoke to yourself like a friend; nobody expected anything from you tomorrow; your anxiety had a face
past: nobody had a word for panic; we rode bikes until the street lights came on
win: I went ninety days without a panic attack; I said no eleven times this month; I slept through the night for the first time in a year; I told my family the truth and nobody left
switch: take a mental health day; start therapy; leave the group chat`,
  beauty: `
topic: sunscreen; drugstore serums; oily skin; gel nails; split ends
good: wear sunscreen; wash your brushes; sleep in a silk bonnet; rinse with cool water; take off your make-up before bed
bad: pick at your skin; sleep in your mascara; use five new products at once; pump your mascara wand; scrub your face; skip sunscreen on cloudy days
goal: make your eyeliner match; grow out your nails; get rid of frizz; cover dark circles; do your make-up in five minutes
cost: foundation; heat; spending more than $20; a trip to the salon
thing: lip tint; face mist; curling iron; nail file; cleansing balm
vs: a $4 mascara | a $40 mascara; a home manicure | a salon manicure; a drugstore serum | a $180 serum
choice: matte | dewy; long nails | short nails; bangs | no bangs
crowd: make-up beginner; curly-haired girl; nail biter; skincare addict
expert: dermatologist; hairdresser; make-up artist; nail technician
person: hairdresser; mom; best friend; bridesmaid
slip: one wing is perfect and the other is a disaster; you sneeze with wet mascara; your foundation turns orange by noon; you cut your own bangs at midnight; the mirror at work tells the truth
change: hid behind foundation | leave the house bare-faced; bit my nails for 20 years | do nails for a living; burned my hair weekly | wear my natural curls
myth: oily skin doesn't need moisturizer; shaving makes hair grow back thicker; expensive creams work better; trimming makes hair grow faster
claim: sunscreen is the only anti-aging cream you need; your towel is ruining your curls; most of your routine does nothing; clean brushes beat expensive brushes; nobody notices your pores
future: ten-step routines will look ridiculous; gray hair will be the most requested color; perfume will be sold by mood; mirrors will recommend your foundation
stat: have never washed their make-up sponge; own a lipstick they never wear; use twice as much product as they need; buy the wrong foundation shade
loss: your lashes; your skin barrier; half your hair's shine
tick: the sun ages your hands; dry ends travel up your hair; old mascara grows new bacteria
event: you buy another serum; your wedding day; you cut your bangs; winter hits your skin
fix: your foundation cakes | mist before you blend; your hair frizzes | dry it with a T-shirt; your lipstick bleeds | line your lips last; your nails peel | file in one direction
gift: skincare checklist; shade guide; curl routine; packing list for make-up
benefit: make your lipstick last through dinner; calm your skin overnight; save your bangs
tale: my hairdresser gasped; the bride's lashes came off at the altar; my hair turned green the night before graduation; a stranger fixed my eyeliner on the train; my mom let me do her make-up for the first time
quote: who did this to your hair? | my hairdresser; it's supposed to burn | the beautician; we have eight minutes until the aisle | the bridesmaid
confess: I have cut my own bangs six times; I own forty lip tints; I sleep in my make-up when I'm sad; I never wash my sponge
feud: a borrowed lipstick; one haircut; the bathroom mirror
task: guess which side cost $4; name this nail color; do your eyeliner without a mirror
absurd: wear a hundred layers of foundation; dye my hair with beets; paint my nails with my feet
demo: take off a full face of make-up; cut three inches off in one snip; blend this with the back of a spoon
trend: bare brows; one-product face; grandma curls
record: oldest lipstick in my drawer; longest natural nails in this salon; brightest blush I own
gap: models wash their faces with cool water | tradition; your hair looks best on day two | luck; make-up artists use so little foundation | time; salon hair never lasts | the shampoo
cliff: which half was the cheap one; what she looks like without it; how it dries
list: products I finished to the last drop; mistakes that age your make-up; things your hairdresser notices; drugstore finds under $10
why: how waterproof mascara works; why your hair changes color in summer; how salons make nails last; why serums come in tiny bottles
ask: do you wash your brushes; which product would you rescue from a fire; why does my left eyebrow hate me
whatif: you could keep only three products; mirrors disappeared for a month; your hair chose its own color
past: we all wore frosted lip gloss; our moms cut our bangs
win: I cleared my skin in nine weeks with three products; I grew my hair four inches in a year; I did a full face for $11; I stopped biting my nails after twenty years
switch: go make-up free; stop dyeing your gray hair; shave your head
gross: the water after I washed my brushes; the inside of a two-year-old mascara; what came off on this towel`,
  fashion: `
topic: thrift stores; capsule wardrobes; shoe sizes; fast fashion; dress codes
good: plan your outfit at night; iron your shirt; wear what you own; check the seams before you buy; mend one thing a week
bad: buy clothes because they're on sale; dry jeans in the dryer; save your best clothes for later; wear shoes that hurt; ignore the fabric label; dress for a body you don't have
goal: build a capsule wardrobe; look put together; find designer pieces in a thrift store; dress for your body; pack ten outfits in one bag
cost: shopping new; heels; spending over $50; wearing black every day
thing: white T-shirt; leather belt; tote bag; denim jacket; pair of loafers | pairs of loafers
vs: a $12 blazer | a $900 blazer; a thrifted coat | a designer coat; a fake leather bag | a real one
choice: gold | silver; sneakers | boots; vintage | new
crowd: thrifter; sneaker collector; tall girl; bridesmaid
expert: tailor; stylist; costume designer; shoemaker
person: grandmother; stylist; boyfriend; tailor
slip: your zipper breaks in the taxi; someone wears your exact dress; your white shirt finds the only sauce in the room; the size tag lies again; you own sixty shirts and nothing to wear
change: wore my brother's hand-me-downs | design my own coats; hid in hoodies | wear color every day; bought clothes every week | own thirty pieces
myth: horizontal stripes make you look wider; you can't mix navy and black; expensive clothes last longer; tall people can't wear heels
claim: a tailor is cheaper than a new wardrobe; your best outfit is already in your closet; sale racks are where money goes to die; shoes decide the whole outfit; nobody remembers what you wore
future: closets will shrink to a single rail; clothes will come with a repair card; high heels will become sportswear; thrift stores will set the trends
stat: wear a fifth of what they own; have never been measured properly; own something with the tag still on; buy shoes in the wrong size
loss: half your closet space; your favorite sweater; hundreds on things you never wear
tick: moths find your good wool; that coat you want finds another owner; your closet fills with almosts
event: you buy another black shirt; wedding season; you wash that sweater; the sale ends
fix: your jeans gap at the waist | move the button two inches; your outfits look flat | add one odd texture; your shoes rub | freeze them with a bag of water inside; you never know what to wear | photograph your five best outfits
gift: capsule wardrobe list; thrift map; packing list; body measurement chart
benefit: make a cheap blazer look tailored; save your white sneakers; help you get dressed in two minutes
tale: I found a love letter in a thrifted coat; my dress ripped on the red carpet of my own wedding; a stranger traded shoes with me; my grandmother opened her closet; the tailor recognized my grandfather's suit
quote: you can't wear that in here | the doorman; that coat was mine | the woman at the bus stop; stop breathing for a second | the tailor
confess: I return things I have worn; I cut the tags out so he won't see the price; I wore the same dress to four weddings; I bought shoes two sizes too small
feud: a borrowed jacket; the dress code; one white dress
task: guess the price of this outfit; spot the fake bag; style this shirt three ways
absurd: wear one dress for a hundred days; make a suit out of parking tickets; wear every belt I own at once
demo: turn this curtain into a skirt; fold ten shirts in a minute; cut a $5 blazer in half
trend: grandpa cardigan; one-color week; inside-out jacket
record: ugliest sweater in this store; oldest jeans I could find; heaviest coat I own
gap: stylists buy men's shirts | the price; fitting rooms are so warm | bad luck; women's pockets are tiny | fabric; suits have a fake buttonhole | tradition
cliff: what was sewn into the lining; how it looks from the back; what this coat is really worth
list: pieces you'll wear for ten years; thrift store rules; fabrics to avoid; outfits from one black dress
why: how fake bags get spotted; why women's sizes make no sense; how jeans get their holes; why old coats feel heavier
ask: what would you wear if nobody looked; when did you last wear your favorite shirt; why do we all own the same coat
whatif: you could only wear one color; your ex wore your favorite sweater on TV; clothes had no sizes
past: we dressed up to fly; our grandmothers sewed our coats
win: I built a wardrobe for $140; I found a $2,000 coat for $15; I wore 33 pieces for a year; I sold my old clothes for a plane ticket
switch: stop buying new clothes; wear the same outfit every Monday; swap clothes with friends
gross: the lining of this vintage coat; the insoles of these sneakers; what I found in a thrifted pocket`,
};
