// Phrases of the niches about screens, stages, play and the odd rest, as text that vocabulary.ts reads. Data only.
export const cultureWords: Record<string, string> = {
  entertainment: `
topic: sequels; movie trailers; stunt doubles; reality shows; box office numbers
good: watch the credits; see old movies; go in without the trailer; turn on subtitles; sit in the middle row
bad: talk during the movie; watch the trailer before the film; trust the star rating; spoil endings; skip the opening scene; text in the theater
goal: get into film school; survive a horror movie; become an extra; watch the classics; predict the ending
cost: a streaming plan; closing your eyes; a film degree; living in a big city
thing: projector; popcorn maker; universal remote; film camera; film poster
vs: a $10,000 film | a $200 million film; the book | the movie; the trailer | the film
choice: movies | series; subtitles | dubbing; heroes | villains
crowd: movie lover; horror fan; series addict; film student
expert: stunt double; film editor; casting director; sound designer
person: director; sister; roommate; co-star
slip: the person behind you explains the plot; your show gets canceled on a cliffhanger; the trailer shows the whole movie; you fall asleep and they solve it; your favorite character says "one last job"
change: sold popcorn | design the sound of films; was an extra in a crowd | play the lead on stage; hated old movies | own a tiny cinema
myth: the book is always better; black-and-white movies are slow; awards go to the best film; actors do their own stunts
claim: the villain is usually right; trailers are ruining movies; the best acting happens with no lines; sound matters more than the picture; a bad ending can kill a great series
future: cinemas will sell silence; your living room will be the stage; every movie will have three endings; extras will be digital
stat: watch with their phone in hand; rewatch the same show to fall asleep; have cried at a cartoon; leave before the credits
loss: the best twist of the year; two hours of your life; the scene everybody talks about
tick: another classic leaves the catalog; somebody spoils the finale; the last video store gets closer to closing
event: you watch the finale; the sequel comes out; the credits roll; you read one review
fix: you can't pick a movie | let the oldest person choose; horror keeps you awake | mute it for one scene; you can't hear the dialogue | turn the bass down; you lose track of the plot | watch the first minute twice
gift: movie night list; script template; list of hidden endings; film bingo card
benefit: double the fun of your next movie night; make every twist easier to spot; explain that ending in one minute
tale: the fake blood got into the real soup; I sat next to the writer of my favorite show and told him it was bad; the stunt went wrong and stayed in the film; the whole theater stood up for an old projectionist; I was cut from the movie on opening night
quote: you were never in the script | the director; nobody leaves this theater | the usher; that scene was real | the stuntman
confess: I have never seen the movie I quote the most; I read the ending first; I cry at trailers; I was in the film for half a second and told everyone
feud: the last episode; the armrest; a spoiler
task: name this movie from one sound; guess the ending from this scene; find the crew member in this shot
absurd: watch one film a hundred times; sleep in an empty cinema; film a whole movie in an elevator
demo: turn off the music in this horror scene; fall off this roof; make thunder with a sheet of metal
trend: silent trailer; villain walk; one-shot breakfast
record: longest scene without a cut; oldest cinema in this country; worst fake mustache on screen
gap: the hero always wears blue | fashion; movie phones never say goodbye | manners; every set has fake books | money; theaters smell like that | butter
cliff: what happens after the credits; who was under the mask; how the stunt was done
list: movies with a better second half; scenes that were never planned; sounds you always believed; endings that were changed
why: how fake rain is made; why villains have the best houses; how trailers get their voice; why extras never really talk
ask: which movie did you lie about seeing; who was the real villain; what scene still haunts you
whatif: you woke up in the last movie you watched; every film had only villains; your life had a soundtrack
past: we rewound the tapes; the whole street watched the same finale
win: I got into film school with a phone movie; I made a short film for $90; I watched 300 classics in a year; I went from ticket booth to film set in a summer
switch: go back to the cinema; watch shows weekly; cancel your streaming plan`,
  comedy: `
topic: group chats; family dinners; dads at airports; small talk; weddings
good: write down the joke; test jokes on strangers; pause before the punchline; laugh at yourself; keep your stories short
bad: explain the joke; laugh before the punchline; joke about the buffet at a wedding; tell the same story twice; do accents at work; prank your grandmother
goal: be funnier; survive open mic night; make your boss laugh; win the group chat; write a joke in a minute
cost: being mean; a microphone; losing friends; an audience
thing: whoopee cushion; joke book; fake mustache; rubber chicken; karaoke machine
vs: my dad's joke | a professional joke; a text from mom | a text from dad; me before coffee | me after coffee
choice: puns | pranks; stand-up | sketches; dad jokes | dark jokes
crowd: oldest sibling; middle child | middle children; dad; people pleaser
expert: stand-up comedian; wedding DJ; clown; improv teacher
person: dad; grandmother; boss; roommate
slip: you say "you too" to the waiter; you wave at someone who was waving at someone else; you laugh at a joke you didn't hear; your stomach gives a speech in a silent room; you hold the door for someone a mile away
change: bombed in front of six people | get paid for the same jokes; was the quiet cousin | ruin every family photo; told knock-knock jokes | write for the stage
myth: funny people are always happy; clowns are for kids; puns are the lowest form of humor; you can't learn timing
claim: dads have one joke and they're right about it; no one has ever looked cool running for a bus; every family has a person who claps when the plane lands; my grandmother would win any roast; silence is the funniest sound there is
future: weddings will have a roast; small talk will be outsourced; dads will guard every thermostat on Earth; birthday songs will be optional
stat: laugh at their own messages; have pretended to take a call; reheat the same joke every holiday; wave goodbye and walk the same way
loss: your dignity; the whole room; the only joke you had
tick: your dad thinks of another pun; the group chat finds your old photos; the awkward silence gets longer
event: the family dinner; you open your mouth; the best man's speech; you hit reply all
fix: your joke dies | blame the weather; the silence gets awkward | ask about their stapler; you forget a name | introduce them to someone else; your dad starts a story | fake a phone call
gift: list of 50 clean jokes; toast template; prank calendar; excuse generator
benefit: save you at any wedding; make your boss laugh once; end any small talk
tale: my dad clapped when the bus stopped; I proposed to the wrong table; my voice cracked during the moment of silence; my grandmother joined the prank and won; I got stuck in a bounce house
quote: we can still see you, you're not muted | my boss; I'm not lost, I'm exploring | my dad; is that my wig? | my grandmother
confess: I practiced being spontaneous; I laughed at a funeral; I have been using a fake name at the coffee shop for years; I stole my best joke from my aunt
feud: the thermostat; the front seat; a board game
task: watch this without smiling; finish this joke; say this sentence without laughing
absurd: apologize to every door I pushed the wrong way; wear a wedding dress to the dentist; narrate my own life for a week
demo: enter this room like my dad; sneeze like every member of my family; leave a party without saying goodbye
trend: dad exit; office whale song; dramatic sandwich
record: worst joke in this family; longest goodbye at a front door; loudest uncle on this street
gap: dads fall asleep with the remote | age; nobody claps alone | shyness; moms start every call with bad news | worry; we run when a car lets us cross | hurry
cliff: what grandma does with the microphone; how the boss reacts; who comes out of the costume
list: types of people at every wedding; things dads say at airports; ways to leave a party; lies I told my barber
why: how dads sneeze that loudly; why we whisper in elevators; how one cousin ruins every photo; why nobody sits in the front row
ask: why do dads sneeze like that; who in your family laughs first; what's your worst wave
whatif: your inner voice had a speaker; your mom ran your account for a day; everyone had to sing their emails
past: we prank-called the bakery; we laughed until milk came out
win: I made my boss laugh on the third try; I got a standing ovation from eleven people; I won a roast against my grandmother; I told one joke for a year and it finally landed
switch: answer every call with a song; speak like a movie trailer; high-five strangers`,
  music: `
topic: chord progressions; royalties; perfect pitch; vinyl; stage fright
good: practice slowly; sing in the car; record every idea; learn one song by ear; warm up your voice
bad: skip the metronome; sing from your throat; buy gear instead of practicing; play everything fast; mix at full volume; sign a contract at a party
goal: hit high notes; write your first song; learn guitar; sing in front of people; record an album at home
cost: lessons; perfect pitch; a studio; reading notes
thing: ukulele; microphone; pair of headphones | pairs of headphones; loop pedal; keyboard
vs: a $40 guitar | a $4,000 guitar; a phone recording | a studio recording; the demo | the final song
choice: vinyl | streaming; lyrics | melody; acoustic | electric
crowd: beginner guitarist; bedroom producer; shower singer; dancer
expert: vocal coach; session drummer; sound engineer; piano tuner
person: drummer; neighbor; piano teacher; bandmate
slip: your voice cracks on the only high note; you forget the second verse; the neighbor knocks in rhythm; your string snaps before the solo; the song in your head has no name
change: sang only in the shower | sing to 2,000 people; could play three chords | teach guitar; made beats on a phone | score films
myth: you need perfect pitch to sing; expensive guitars sound better; you're too old to start; real musicians read notes
claim: three chords are enough; silence is the best note in a song; your voice isn't bad, it's untrained; drummers run every band; the demo is usually better
future: concerts will sell silence between songs; cassettes will outsell discs; every song will fit in ninety seconds; choirs will be cooler than clubs
stat: sing better in the car; skip a song within ten seconds; remember lyrics from age twelve; own an instrument they can't play
loss: your high notes; your timing; the best melody of your week
tick: that melody in your head fades; your fingers forget the chord; your guitar goes a little more out of tune
event: you hit record; you go on stage; you buy a new guitar; the chorus
fix: you can't hit the note | aim above it; your fingers hurt | tune down a half step; your mix sounds muddy | cut the low end on everything but the bass; you get stage fright | sing to the exit sign
gift: chord chart; warm-up track; songwriting sheet; practice plan
benefit: add three notes to your range; clean up your mix; teach you a song by dinner
tale: the power went out and the crowd kept singing; my drummer quit between two songs; a street singer knew my song; my piano teacher cried at the wrong note; the whole train joined in
quote: play that again, but angry | the producer; we go on without you | the drummer; who wrote this? | the man in the front row
confess: I have been lip-syncing in choir since fourth grade; I can't read a single note; I wrote a love song about a sandwich; I cry when I tune my guitar
feud: a song title; the drum solo; one missed note
task: name this song in two notes; clap this rhythm; hold this note as long as I do
absurd: play one chord for twenty-four hours; build a guitar out of ice; sing every street sign in my town
demo: play this song on a row of bottles; sing two notes at once; remove the bass from this track
trend: kitchen choir; one-finger piano; whisper chorus
record: smallest piano in this town; oldest violin in this shop; loudest amplifier in this building
gap: sad songs make us feel better | the words; every hit uses the same four chords | laziness; your recorded voice sounds strange | the microphone; orchestras tune to the oboe | tradition
cliff: what the choir does at the end; how the crowd takes the drop; who joins in at the second verse
list: songs with a hidden melody; exercises for a bigger range; chords that sound like summer; mistakes every singer makes
why: how a song gets stuck in your head; why minor chords feel sad; how drummers play four rhythms at once; why old recordings crackle
ask: which song takes you back; can you hear the mistake; what was your first concert
whatif: you could hear only one album; every song lost its chorus; your life had a key change
past: we recorded songs off the radio; we read lyrics from the booklet
win: I learned guitar in 90 days; I wrote 52 songs in a year; I recorded an album in my closet; I sang on a stage after ten years of fear
switch: buy vinyl; join a choir; learn the harmonica`,
  art: `
topic: color theory; art school; tattoos; negative space; art supplies
good: draw for ten minutes; sketch from life; squint at your subject; start with big shapes; finish bad drawings
bad: trace without learning; buy supplies instead of drawing; erase every line; use black for shadows; work for free; draw only what you're good at
goal: draw hands; find your style; sell your first print; take better portraits; fill a sketchbook
cost: art school; talent; expensive brushes; a camera
thing: sketchbook; brush pen; easel; watercolor set; camera lens | camera lenses
vs: a $2 brush | a $200 brush; a phone photo | a film photo; a child's drawing | my drawing
choice: film | digital; pencil | ink; big canvases | tiny canvases
crowd: beginner artist; tattoo lover; photographer; art student
expert: tattoo artist; art teacher; museum guard; illustrator
person: art teacher; client; daughter; model
slip: the eyes come out perfect and the hands look like forks; you drink the paint water; the client says "make it pop"; your best drawing is on a napkin; the cat walks across the wet canvas
change: drew stick figures | paint murals; hid my sketchbooks | sell out my shows; was scared of color | mix my own paints
myth: you need talent to draw; black makes good shadows; artists have to suffer; photographers just press a button
claim: your ugly drawings are doing the work; a bad camera makes you a better photographer; style is just repeated mistakes; finishing beats perfection; the frame is half of the picture
future: handmade will be the most expensive word; galleries will open in supermarkets; tattoos will fade on purpose; sketchbooks will be heirlooms
stat: quit drawing at ten; judge a painting in eight seconds; own supplies they are afraid to use; regret a tattoo with a name in it
loss: your best ideas; the light; hours of work
tick: the paint on your palette dries; the light moves off the wall; that idea gets a little paler
event: you buy new brushes; the paint dries; you get a tattoo; you show anyone
fix: your portraits look flat | darken one side; your colors turn to mud | use two at a time; you're scared of a blank page | spill something on it; your photos look dull | kneel down
gift: brush set file; color chart; drawing prompts list; print price guide
benefit: make your portraits look alive; fix your perspective; fill your next sketchbook
tale: a stranger bought the painting I was throwing away; the museum hung my drawing upside down; the model fell asleep and so did I; my tattoo client asked for his own name, misspelled; a child fixed my painting
quote: you missed a spot | my daughter; it was never finished | the curator; that's not how you spell it | the client
confess: I can't draw horses; I painted over a piece I had already sold; I have forty unused sketchbooks; I hate my most famous picture
feud: a shade of blue; an unsigned painting; one crooked frame
task: draw a circle in one move; find the face in this painting; guess which print is fake
absurd: paint my whole car with a toothbrush; draw a thousand strangers; carve a chair out of soap
demo: pour paint down this canvas; peel the tape off; draw a portrait with one line
trend: blind portrait; two-color room; coffee-stain sketch
record: smallest painting in this museum; strangest tattoo I have ever done; longest line I have drawn without lifting my pen
gap: painters step back every minute | their backs; museum walls are never pure white | cost; old portraits never smile | sadness; the eyes follow you | ghosts
cliff: what is under the top layer; how it looks with the lights off; what the last line does
list: exercises for better lines; colors that never clash; mistakes in every first portrait; supplies you don't need
why: how forgers age a canvas; why blue was more expensive than gold; how tattoos stay in the skin; why we see faces in clouds
ask: what did you draw as a kid; would you wear your own art; when did you stop drawing
whatif: you could own one painting; the color red disappeared; your sketchbook came to life
past: we waited a week for our photos; we drew on the table before we could read
win: I filled twelve sketchbooks in a year; I sold my first print for $20 and my hundredth for $400; I learned to draw hands in thirty days; I painted a mural with 60 neighbors
switch: go back to film cameras; draw on the train; hang your own art
gross: the water after one month of brushes; my palette after a year; the floor of this studio`,
  sports: `
topic: penalty kicks; referees; transfer rumors; warm-ups; home advantage
good: practice your weak foot; stretch after the game; study your opponent; nap before a game; run the stairs
bad: argue with the referee; play through an injury; shoot from everywhere; copy a pro's routine; forget to look up; blame the grass
goal: make the team; learn to swim; score your first goal; hit a three-pointer; finish a triathlon
cost: expensive shoes; being tall; a private coach; quitting school
thing: soccer ball; tennis racket; pair of cleats | pairs of cleats; skateboard; mouthguard
vs: a $20 ball | a $160 ball; an amateur | a pro; a street court | an arena
choice: offense | defense; team sports | solo sports; clay | grass
crowd: rookie; goalkeeper; weekend player; soccer dad
expert: referee; scout; sports doctor; goalkeeper coach
person: coach; captain; dad; rival
slip: you score and it's your own goal; the ball finds your face again; you miss the team photo and the only win; the referee looks away at the wrong second; your lucky socks get washed
change: was cut from the team | captain it; couldn't swim at 30 | cross the bay; sat on the bench for two years | start every game
myth: you have to be tall to play; practice makes perfect; goalkeepers are failed strikers; the best team always wins
claim: defense is more beautiful than attack; the bench decides championships; the warm-up shows who wins; fear makes better athletes than talent; losing 5-0 can save a team
future: referees will wear cameras; women's teams will fill the biggest stadiums; games will be shorter; every kick will be measured
stat: quit their sport by fifteen; keep a lucky object in their bag; believe they could have gone pro; shout at the screen
loss: the game; a full season; your spot on the team
tick: your rival takes another hundred shots; your legs forget the distance; a spot on the bench gets taken
event: the whistle; tryouts; the season starts; you lace up again
fix: you miss every penalty | pick a spot and never change it; you panic with the ball | look up before it arrives; your serve hits the net | toss it higher; you tire too early | start slower than you want
gift: drill book; training calendar; game day checklist; scouting sheet
benefit: add ten feet to your throw; calm your nerves on game day; fix your serve in one session
tale: our goalkeeper scored with her eyes closed; the smallest kid on the field stopped the fight; my dad drove nine hours to watch me sit on the bench; the lights went out at match point; my rival carried me over the line
quote: that was never a foul | the captain; you're starting tonight | my coach; nobody has ever made that shot | the announcer
confess: I cried in the locker room after we won; I pretended to be injured; I have never understood offside; I wore the same socks for a whole season
feud: a missed penalty; the captain's armband; one bad call
task: balance this ball on your foot; guess who wins this race; call this play before it happens
absurd: take a thousand penalties in a day; play a full match in snow boots; swim across a lake at midnight
demo: curve this ball around a bus; return a 140-mile serve; throw this blindfolded
trend: backyard relay; one-touch week; barefoot sprint
record: smallest stadium in the league; fastest kid on this block; loudest corner of this stadium
gap: penalty takers look left | habit; tennis players grunt | effort; champions retire early | money; the away team wears white | style
cliff: where the ball lands; who crosses the line first; what the referee does next
list: drills for a better first touch; games that ended in silence; habits of great goalkeepers; rules nobody knows
why: how sprinters react that fast; why soccer fields are striped; how boxers see a punch coming; why some players shine only at home
ask: who is the best you ever saw live; what did you quit too early; would you take the last shot
whatif: your team needed you tonight; every match had no referee; you could replay one game
past: jackets were goalposts; we listened to finals on the radio
win: I made the team at the fifth tryout; we won the cup with nine players; I learned to swim at 44; I beat my old rival after twelve years
switch: play barefoot; join a local team; coach kids on Saturdays
gross: the inside of these cleats; my mouthguard after one season; the team's laundry after the finals`,
  automotive: `
topic: tire pressure; used cars; oil changes; electric range; dealership fees
good: check your oil; wash the wheels first; listen for new noises; rotate your tires; read the service book
bad: skip oil changes; ignore the warning light; wash your car in the sun; buy a car at night; brake with both feet; ride the clutch
goal: buy a used car; change your own oil; remove a scratch; pass your driving test; make an engine last
cost: a mechanic; a garage; a loan; special tools
thing: dash cam; tire gauge; jump starter; car vacuum; pressure washer
vs: a $900 car | a $90,000 car; an electric motor | a V8; a hand wash | a machine wash
choice: manual | automatic; electric | diesel; new | used
crowd: new driver; used-car buyer; mechanic; motorcycle rider
expert: mechanic; driving instructor; car dealer; paint technician
person: mechanic; dad; instructor; brother
slip: the light comes on two miles from home; it rains right after you wash it; the strange noise stops at the mechanic's; you park perfectly and nobody sees it; the gas station on the other side is cheaper
change: couldn't change a tire | rebuild engines; failed my driving test four times | drive a forty-ton truck; bought a wreck for $300 | win shows with it
myth: premium gas makes every car faster; you need to warm up a modern engine; red cars cost more to insure; electric cars die in winter
claim: your tires matter more than your engine; the second owner gets the best deal; a clean car drives better; most warning lights cost less than you fear; boring cars are the fastest way to wealth
future: gas stations will serve lunch; manual cars will be collector's items; your car will drive itself to the mechanic; parking lots will turn into parks
stat: have never checked their tire pressure; sing only in the car; drive with a warning light on; lose their car in a parking lot
loss: your engine; hundreds at the pump; a third of its value
tick: that small drip turns into a big bill; rust moves another inch; your brake pads get thinner
event: you buy a used car; winter hits; you sign at the dealership; you start the engine
fix: your windows fog up | turn the air conditioning on; your car pulls left | check the tires first; your headlights look yellow | try toothpaste; the engine won't start | listen for the click
gift: used-car checklist; road trip list; maintenance log; detailing guide
benefit: save you $300 at the shop; make your paint look new; cut your gas bill by a fifth
tale: I found a wedding ring under the back seat; the tow truck driver was my old teacher; my first car came back to me after 22 years; the brakes gave out on the mountain; a stranger lent me his truck for a week
quote: this car was in a flood | the mechanic; who taught you to drive? | the instructor; that's not your car | the officer
confess: I have never parallel parked; I named my truck; I drove three years with the light on; I cried when I sold my first car
feud: a dent; the radio; one parking spot
task: name this car from its headlights; guess the mileage; park this in one move
absurd: drive across the country in a $400 car; cover a truck in pennies; live in a hatchback for a month
demo: pull this dent out with boiling water; start a car that slept for 30 years; pour dirty oil through this filter
trend: silent start; wagon Wednesday; one-bucket wash
record: oldest engine in this garage; rarest color of this car; steepest driveway on my route
gap: your gas gauge drops faster at the end | a leak; race tires have no tread | weight; taxis last forever | luck; car clocks are always wrong | the battery
cliff: what was under the tarp; how it runs after all these years; what the mechanic pulls out
list: cars that last 300,000 miles; lies dealers tell; noises you should never ignore; tools for every trunk
why: how a stolen car disappears; why school buses are yellow; how odometers get rolled back; why brakes squeal in the morning
ask: what was your first car; when did you last check your oil; would you buy a car without seeing it
whatif: gas cost $20 a gallon; your first car came back; every car looked the same
past: windows had a crank; we unfolded a map on the hood
win: I bought a car for $800 and drove it 90,000 miles; I rebuilt an engine in my kitchen; I passed my test on the fifth try; I saved $1,100 with one afternoon of work
switch: sell your second car; ride a bicycle to work; drive stick
gross: the cabin filter of this car; what was under these seats; the inside of this oil pan`,
  true_crime: `
topic: cold cases; false alibis; handwriting; missing persons; art theft
good: read the first report; follow the timeline; question the quietest witness; check the alibi; look at what's missing
bad: trust a perfect alibi; name a suspect online; touch the evidence; forget the victims; ignore the first call; believe one witness
goal: spot a lie; read a case file; follow a cold case; understand a verdict; write a timeline
cost: guessing; sleepless nights; naming the wrong person; gore
thing: detective kit; true crime magazine; crime novel; mystery board game; flashlight
vs: the official timeline | the real one; the first statement | the last statement; a witness | a camera
choice: podcast | documentary; fingerprints | handwriting; motive | opportunity
crowd: podcast listener; armchair detective; mystery reader; night-shift worker
expert: retired detective; forensic scientist; court clerk; crime reporter
person: neighbor; editor; grandfather; witness
slip: a floorboard creaks one episode in; you suspect the nice neighbor by minute three; the podcast ends on the last clue; you check the lock twice and then once more; the phone rings at the worst scene
change: read mysteries under the blanket | work on cold cases; feared the dark | walk home and listen; guessed every ending wrong | write the endings
myth: liars never look you in the eye; you have to wait a day to report someone missing; criminals return to the scene; fingerprints never lie
claim: the quiet witness knows the most; most cases break on a parking ticket; the perfect alibi is the first clue; nobody vanishes without a receipt; memory is the worst witness
future: cold cases will be solved by family trees; every doorbell will testify; handwriting will be a lost clue; old tapes will reopen old cases
stat: sleep with a light on after an episode; think they could spot a liar; suspect the neighbor first; remember the wrong color of the car
loss: the only evidence; a fair trial; years of truth
tick: another witness forgets a detail; the trail gets colder; a box of evidence turns to dust
event: the trial begins; you open that door; the tape runs out; the last witness speaks
fix: a story feels too perfect | ask for it backward; you get lost in a case | draw the timeline; you can't sleep after an episode | listen to a cooking show; two witnesses disagree | ask what they heard
gift: case timeline sheet; mystery reading list; clue cards; list of solved cold cases
benefit: make every alibi easier to check; change how you read a headline; help you spot the missing hour
tale: the phone rang in the house where nobody lived; my grandfather kept one case file under his bed; the lights of the empty store came on at two; a letter arrived nineteen years late; the missing painting hung in the kitchen
quote: he has never owned a red car | the witness; there were two sets of footprints | the detective; that door was locked from the inside | the caretaker
confess: I suspected my own uncle; I solved a mystery novel by reading the end; I double-lock my door because of one podcast; I kept an old key I found at the scene
feud: a missing hour; one photograph; an old will
task: find the clue in this photo; spot the liar in this room; solve this in five questions
absurd: spend a night in an abandoned prison; read nine thousand pages of one case; sleep in a room with forty clocks
demo: dust this glass for prints; play the last voicemail; open the box from locker nineteen
trend: lights-off episode; alibi game; red-string wall
record: oldest unsolved case in this town; shortest ransom note in the archive; strangest alibi ever written down
gap: the clock had stopped at 3:10 | the battery; nobody heard the dog | distance; the town changed its name | tourism; the safe was open and full | panic
cliff: who owned the second key; what was on the last photo; where the tunnel ends
list: cases that were solved by accident; clues everyone missed; questions detectives ask twice; alibis that were too good
why: how a forged painting hung in a museum for years; why witnesses remember things that never happened; how a thief stole a whole bridge; why old tapes still matter
ask: would you have opened the door; who do you think made the call; where were you at nine last Tuesday
whatif: you were the only witness; a letter arrived for someone who vanished; your alibi was a dream
past: nobody locked the doors; the whole town knew the same story
win: I solved a forty-year-old puzzle with one receipt; we found the missing letter after nine months; I read the file and saw it in an hour; I matched two signatures from 1961
switch: double-check your locks; reopen old letters; listen with the lights on`,
  other: `
topic: model trains; lighthouse keeping; knots; lost letters; crossword puzzles
good: learn one knot; fly a kite; sort one drawer; send a postcard; look under stones
bad: pull both ends of a knot; glue before you read; throw out old keys; clean old coins; fold the corner of a map; rush a puzzle
goal: solve a puzzle cube; tie a perfect knot; restore an old radio; fold a paper crane; find a fossil
cost: instructions; losing a piece; special tools; a teacher
thing: jigsaw puzzle; model train; kite; pocketknife | pocketknives; metal detector
vs: a $3 kite | a $300 kite; a paper boat | a plastic boat; a new stamp | an old stamp
choice: trains | ships; puzzles | card games; stamps | coins
crowd: puzzle lover; stamp collector; kite flyer; train spotter
expert: lighthouse keeper; clockmaker; beekeeper; locksmith
person: uncle; neighbor; grandfather; pen pal
slip: the last piece of the puzzle is missing; your kite finds the only tree; the knot holds until somebody looks; your collection falls off the shelf; the glue dries on your thumb
change: couldn't tie my shoes | teach knots to sailors; threw out old letters | collect them; was afraid of bees | keep nine hives
myth: old coins are always worth a lot; four-leaf clovers don't exist; bees die after every sting; kites need strong wind
claim: a good knot beats a good lock; every attic holds one treasure; hobbies are cheaper than moods; a paper map will never let you down; slow hobbies make fast friends
future: kids will collect charging cables; lighthouses will be hotels; postcards will be luxury goods; the last coin will be minted
stat: keep keys to doors they forgot; have never mailed a postcard; start a puzzle and quit at the sky; own a hobby they never mention
loss: the last piece; an afternoon; the value of your collection
tick: another old letter fades; the sea takes an inch of this cliff; the glue in that old radio dries out
event: the tide comes in; you open the box; the wind turns; you clean that coin
fix: a knot won't open | push instead of pull; your kite spins | lengthen the tail; a drawer sticks | rub soap on the rails; your puzzle stalls | sort by shape and not by color
gift: knot chart; kite plan; puzzle guide; collector's list
benefit: teach you a knot for life; open a stuck jar; make your paper plane fly twice as far
tale: I found a message in a bottle from my own town; my uncle's model train ran all night by itself; the clock started again after forty years; a beehive moved into my mailbox; the puzzle came with someone else's photo inside
quote: that key doesn't open anything | the locksmith; it has been ringing since 1974 | the clockmaker; don't move, it's a queen | the beekeeper
confess: I own 900 teaspoons; I have never finished the sky of a puzzle; I write to a lighthouse; I glued my hand to a model ship
feud: one missing piece; a kite; the last stamp
task: tie this knot with one hand; find the odd stamp; fold this paper eight times
absurd: build a raft out of bottles; fly a kite the size of a bus; set up ten thousand dominoes
demo: open this old lock; drop the first domino; unroll a map from 1890
trend: kite breakfast; one-piece-a-day; postcard roulette
record: tiniest model train in this museum; oldest key I own; longest paper chain in town
gap: old keys are so long | strength; puzzles have that smell | glue; the lighthouse blinks twice | broken wiring; nobody digs on this beach | the view
cliff: what is inside the old trunk; how far the paper plane goes; what the key opens
list: knots that save the day; things to look for in an attic; hobbies you can start tonight; objects nobody can name
why: how ships get into bottles; why dominoes never fall evenly; how beekeepers stay calm; why old maps show fake islands
ask: what did you collect as a kid; what is that key for; when did you last get a postcard
whatif: you found a door in your garden; every clock stopped at noon; you inherited a lighthouse
past: we traded marbles after school; letters took a week
win: I solved the cube in nineteen seconds; I restored a radio from 1948; I found 212 coins in one summer; we lined up 40,000 dominoes without a fall
switch: take up crossword puzzles; write postcards; fly kites on Sundays`,
};
