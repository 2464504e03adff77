// Phrases of the niches about machines and knowledge, as text that vocabulary.ts reads. Data only.
export const techWords: Record<string, string> = {
  ai: `
topic: prompts; chatbots; AI agents; made-up sources; training data
good: ask for three versions; paste an example into your prompt; check every source; give the model a role; keep a file of good prompts
bad: trust the first answer; paste private data into a chatbot; write one-line prompts; publish AI text without reading it; ask for facts without sources; let a bot answer your customers alone
goal: automate your inbox; write a prompt that works the first time; build your first app; summarize a whole book; make a bot sound like you
cost: learning to code; paying for five tools; a new laptop; sounding like a robot
thing: smart speaker; robot vacuum; voice recorder with AI | voice recorders with AI; toy robot; talking alarm clock
vs: a free chatbot | a $200-a-month chatbot; a ten-word prompt | a two-page prompt; an AI photo | a real photo
choice: one big prompt | five small ones; writing it yourself | asking a bot; a chatbot | a search engine
crowd: beginner; prompt writer; student; office worker
expert: machine learning engineer; data labeler; automation consultant; researcher
person: boss; coworker; teacher; dad
slip: the bot answers with total confidence and total nonsense; you say "thank you" to a machine; your prompt is longer than the answer; the generated hand has seven fingers; the bot apologizes and makes the same mistake
change: copied notes by hand all day | let a bot do it over coffee; feared that a robot would take my job | train the robots at my job; wrote every report twice | write none at all
myth: AI understands what it says; a longer prompt is always better; AI remembers everything you tell it; only programmers can use AI well
claim: a good question is worth more than a good tool; half of your job can be a checklist for a bot; prompt writing is just clear thinking; AI makes good writers better and bad writers louder; the boring automations save the most time
future: typing will feel as slow as handwriting; every small shop will have a bot at the door; schools will grade the questions and not the answers; your phone will take your calls for you
stat: never check a single source; use AI at work without telling anyone; say "please" to a chatbot; can't tell an AI voice from a real one
loss: an hour a day; your own writing voice; the trust of your readers
tick: somebody with worse ideas automates them first; another private file ends up in a chat window; the easy work disappears from your desk
event: you paste another contract into a chatbot; you pay for one more tool; your boss buys a bot; the next model comes out
fix: your answers are vague | tell the bot who it's for; the bot makes things up | make it quote its source; your texts sound robotic | feed it three of your own emails; you forget your best prompts | save them in one note
gift: prompt library; automation checklist; list of free AI tools; one-page prompt guide
benefit: save you an hour of typing a day; clean up your inbox overnight; turn your notes into a plan
tale: a bot booked a flight I never asked for; my teacher accused me of using AI on a poem I wrote by hand; I found a chatbot answering as me; our office bot congratulated me on getting fired; my dad started writing letters to a machine
quote: as your assistant, I quit | the bot; did you write this yourself? | my teacher; it says you don't exist | the clerk
confess: I let a bot write my wedding toast; I have argued with a chatbot and lost; I never read the report I sent; I named my writing assistant
feud: a poem nobody wrote; one robot voice; a birthday card written by a bot
task: find the fake photo; guess which song a machine made; break this chatbot with one question
absurd: let a bot run my life for a week; ask the same question a thousand times; marry two chatbots to each other
demo: give a bot my handwriting; build a website with one sentence; let two chatbots haggle over a lamp
trend: robot roommate; one-prompt app; fake childhood photo
record: strangest answer a bot ever gave me; shortest prompt that works; worst AI cake recipe I could find
gap: this prompt works every time | its length; the bot suddenly got lazy | a bug; AI can't draw clocks | missing data; experts use shorter prompts | experience
cliff: what the bot says when I ask it why; which of these faces is real; what it built overnight
list: prompts I use every week; jobs a bot can do tonight; signs a text was written by AI; tools that are really free
why: how a chatbot picks its next word; why AI struggles with hands; how fake voices get caught; why bots make up sources
ask: would you let a bot answer your mother; why does every AI text sound the same; what do you still want to do yourself
whatif: a bot took your job and your boss never noticed; every photo you saw was fake; your phone could read your mind
past: spellcheck felt like science fiction; we asked a librarian
win: I automated nine hours of my week with one prompt; I built an app in a weekend without code; I answered 300 emails before lunch; I cut my report time from six hours to twenty minutes
switch: let a bot write your emails; stop typing and ^start talking; go back to writing by hand`,
  tech: `
topic: phone batteries; public Wi-Fi; cheap cables; old laptops; app permissions
good: restart your phone; back up your photos; delete one app a day; charge your phone to 80 percent; read the permissions
bad: reuse the same password; charge your phone under your pillow; ignore updates; keep forty tabs open; buy the newest phone on launch day; plug in a USB stick you found
goal: make an old laptop fast again; build your first PC; learn to code; double your battery life; fix your Wi-Fi
cost: buying a new one; calling support; reading the manual; losing your photos
thing: mechanical keyboard; power bank; smart plug; pair of earbuds | pairs of earbuds; phone case
vs: a $6 cable | a $60 cable; a ten-year-old laptop | this year's laptop; a $25 smartwatch | a $700 smartwatch
choice: wired | wireless; a laptop | a tablet; big screens | small phones
crowd: laptop owner; new programmer; PC builder; phone addict
expert: phone repair technician; network engineer; security researcher; app developer
person: dad; IT guy; roommate; little brother
slip: your phone dies at 14 percent; the printer works for everyone else; the update starts in the middle of your call; the cable only works at one angle; you fix one bug and get nine new ones
change: could not print a page | build servers for fun; broke my first PC | repair forty a month; copied code I didn't understand | write the code others copy
myth: closing apps saves your battery; more megapixels mean better photos; private browsing makes you invisible; computers slow down because they get old
claim: your phone is fine and your storage is full; an old laptop with new memory beats most new ones; nobody needs a smart fridge; the cheapest upgrade is a good chair; passwords should be long and boring
future: phones will lose their last button; chargers will vanish from our walls; every car will update overnight; we'll laugh at passwords
stat: use their pet's name as a password; have never backed up a photo; own a charger that fits nothing; ignore the same update for a month
loss: ten years of photos; hours of battery; your whole account
tick: your only copy of those photos gets a day older; another app learns where you sleep; your battery wears down a little more
event: you install that update; you sell your old phone; you buy a new laptop; you plug that in
fix: your Wi-Fi drops in one room | move the router to the floor above; your phone is always full | sort your videos by size; your laptop sounds like a plane | clean the fan; you forget passwords | use four random words
gift: PC parts list; backup checklist; keyboard shortcut sheet; cable guide
benefit: make your phone last until midnight; speed up your laptop in five minutes; stop half of your spam calls
tale: I bought a used phone with someone's whole life on it; my laptop caught fire at the airport; a stranger joined my video call; my little brother deleted the family photos; the power went out in the middle of the install
quote: have you tried turning it off? | the IT guy; someone else is logged in | my brother; that is not a charger | the technician
confess: I have 14,000 unread emails; I still use the password from school; I broke it and said it was the update; I have never cleaned my keyboard
feud: a phone charger; the Wi-Fi password; one loud keyboard
task: name this cable; find the bug in this code; guess the age of this phone
absurd: plug two hundred extension cords together; type a whole novel on a calculator; freeze my phone in a block of ice
demo: drop this phone on a bed of nails; open a $3 power bank; pull the memory out of a running computer
trend: dumb phone; empty home screen; desk reset
record: oldest computer that still goes online; smallest working phone I own; loudest keyboard on my desk
gap: planes ask for flight mode | safety; old phones feel slow | age; the USB plug never fits the first time | bad luck; your phone gets hot at night | charging
cliff: what is inside this $2 charger; what the screen does next; how long this battery lasts
list: settings to change tonight; apps that drain your battery; gadgets under $20; shortcuts you'll use every day
why: how a phone knows you turned it; why printers never work; how spam callers get your number; why screens crack in the corner
ask: how many chargers do you own; when did you last back up your photos; why does every app need your location
whatif: the internet stopped for a month; your phone showed everyone your screen; you could keep only one app
past: a phone battery lasted a week; we recorded songs off the radio
win: I made a 2012 laptop boot in nine seconds; I built a PC for $310; I got my screen time down to forty minutes; I wrote my first app in six weeks
switch: go back to a phone with buttons; turn off every notification; repair your phone at home
gross: the inside of this keyboard; what I pulled out of this charging port; the fan of a laptop that lived with three cats`,
  productivity: `
topic: to-do lists; morning routines; deep work; calendars; procrastination
good: plan tomorrow tonight; put your phone in another room; do the worst task first; work in blocks of fifty minutes; write three goals on paper
bad: check email before breakfast; plan instead of starting; keep your to-do list in your head; multitask in meetings; say yes to every call; rewrite your list every day
goal: finish work by noon; read a book a week; empty your inbox; study for three hours straight; stop procrastinating
cost: waking up at five; another app; giving up weekends; drinking more coffee
thing: paper planner; kitchen timer; whiteboard; desk clock; index card box | index card boxes
vs: a $1 notebook | a $40 planner; a paper list | an app; a four-hour day | a ten-hour day
choice: early mornings | late nights; lists | calendars; music | silence
crowd: procrastinator; student; night owl; list maker
expert: time coach; project manager; study coach; professional organizer
person: roommate; manager; study partner; sister
slip: you open your phone to set a timer and lose an hour; you write a task down just to cross it off; your five-minute break turns into a nap; you clean the whole kitchen instead of starting; the deadline moves closer and you make a new list
change: missed every deadline | finish two days early; studied all night | close my books at six; had 90 open tasks | have three
myth: busy people get more done; you need motivation to start; multitasking saves time; successful people wake up at five
claim: your to-do list is a wish list; rest is part of the work; one hard hour beats a busy day; you don't need a system, you need a deadline; most urgent things are just loud
future: the eight-hour day will look absurd; meetings will need a permit; paper planners will come back; focus will be taught in school
stat: check their phone within five minutes of starting; have more lists than finished tasks; do their best work before lunch; keep a tab open for weeks
loss: two hours a day; your best morning hours; your whole weekend
tick: the easy task grows into a hard one; your morning goes to other people's priorities; the deadline gets closer without you
event: you open your inbox; Monday comes; finals start; you make another list
fix: you can't start | work for two minutes only; you get distracted | leave your phone with a friend; your list never ends | cap it at three; you're tired by two | move the hard work to the morning
gift: weekly planner; study timetable; inbox checklist; focus playlist
benefit: give you back an hour a day; clear your inbox by lunch; help you start the thing you keep avoiding
tale: I deleted my whole to-do list and nothing happened; my manager asked what I do all day; I finished a week of work in one silent morning; my roommate hid my phone in the freezer; I slept through the only exam I had prepared for
quote: you have been planning for three hours | my roommate; what did you finish today? | my manager; that deadline was yesterday | my study partner
confess: I add finished tasks to my list; I have bought nine planners this year; I do nothing until the night before; I hide from my own calendar
feud: a shared calendar; the volume of a keyboard; one missed deadline
task: sort these tasks in ten seconds; sit still for one minute; find the wasted hour in this schedule
absurd: work a whole week without a screen; schedule every minute of my life; read forty books in forty days
demo: plan a whole week in one minute; turn this mess into a list of three; empty this inbox in one take
trend: three-task day; paper Monday; silent hour
record: longest to-do list I have ever seen; quietest desk in this library; oldest planner on my shelf
gap: the busiest person finishes last | laziness; lists make you feel better | planning; you work best at the worst hour | coffee; short days get more done | talent
cliff: what is left on the list at midnight; how the desk looks at the end; how much fits into one hour
list: habits of people who finish early; tasks that take two minutes; rules for a calm inbox; excuses I no longer use
why: how short breaks make you faster; why we love crossing things off; how some people work four hours a day; why you feel tired after doing nothing
ask: what are you avoiding right now; when do you do your best work; how long can you go without your phone
whatif: you only had two hours a day to work; your phone locked itself until noon; nobody could email you again
past: we wrote homework on our hands; boredom lasted a whole afternoon
win: I cut my workday to five hours; I finished my thesis in eleven weeks; I read 52 books in a year; I went from 4,000 emails to zero
switch: go back to paper planners; delete your to-do app; work four days a week`,
  science: `
topic: black holes; magnets; deep-sea animals; gravity; bacteria
good: look up at the night sky; repeat every experiment; keep a lab notebook; measure twice; question the first result
bad: mix cleaning products; trust a graph without numbers; stare at a solar eclipse; believe a headline over a study; round too early; skip the control group
goal: see the rings of Saturn; explain gravity to a child; grow crystals at home; build a battery from fruit; read a research paper
cost: a lab; a physics degree; expensive equipment; doing any math
thing: pocket microscope; telescope; magnet set; chemistry kit; star map
vs: a $30 telescope | a $3,000 telescope; a drop of tap water | a drop of pond water; a real diamond | a lab diamond
choice: deep sea | deep space; theory | experiment; Mars | the Moon
crowd: science teacher; curious kid; stargazer; physics student
expert: marine biologist; astronomer; chemist; volcano researcher
person: lab partner; professor; physics teacher; daughter
slip: your experiment only works when nobody is watching; the sky clears up right after the eclipse; you label two tubes the same; the volcano erupts on the kitchen table; your telescope shows a perfect view of the neighbor's roof
change: failed physics twice | build satellites; was afraid of the dark | study stars for a living; killed every plant I touched | grow algae in a lab
myth: lightning never strikes twice; we only use ten percent of our brains; bulls hate the color red; water drains backward in the south
claim: you've never actually touched anything; we know the Moon better than our own ocean; a day is not 24 hours long; your body is mostly empty space; bananas are slightly radioactive
future: we'll grow leather in a tank; the night sky will be crowded with satellites; a child born today will walk on Mars; the ice in this photo will be gone
stat: have never looked through a telescope; believe at least one science myth; can't explain why the sky is blue; stopped asking questions at twelve
loss: the darkest sky of the year; a whole week of data; your clean sample
tick: the Moon drifts a little farther away; another glacier loses a layer; a star you love may already be gone
event: the next eclipse; you try this at home; the comet disappears; you pour that down the sink
fix: you can't find a planet | look for the dot that doesn't twinkle; your crystals stay tiny | let the water cool slowly; physics bores you | start with things that explode; your slime won't set | add one drop at a time
gift: star map; list of kitchen experiments; periodic table poster; moon calendar
benefit: help you find three planets tonight; make you see rainbows differently; explain gravity in one minute
tale: our lab fridge failed overnight; I dropped the only sample in the country; a meteor lit up my whole street; my daughter asked a question that our professor couldn't answer; the robot sent one last picture
quote: nobody touch that jar | my professor; it shouldn't be moving | my lab partner; we just lost the signal | the engineer
confess: I became a scientist because of a cartoon; I broke the microscope on my first day; I still don't understand magnets; I talk to my bacteria
feud: one misplaced decimal; the last clean beaker; a planet that lost its title
task: guess what this is under a microscope; name a planet without an atmosphere; tell me which ball lands first
absurd: freeze a thousand soap bubbles; drop a watermelon from a weather balloon; fill a pool with cornstarch
demo: drop a magnet down this copper pipe; light this cloud of dust; pour hot water into freezing air
trend: kitchen volcano; backyard eclipse; slow-motion balloon
record: oldest living thing in this forest; loudest animal in the sea; darkest place on Earth
gap: the sky is blue | the ocean; ice floats | air bubbles; astronauts lose their sense of taste | the food; this lake is bright pink | pollution
cliff: what the crystal looks like in the morning; what comes out of the egg; what happens at minus 200 degrees
list: animals that barely age; experiments you can do with salt; facts that sound fake; sounds nobody can explain
why: how birds find their way home; why metal feels colder than wood; how octopuses taste with their arms; why we can't tickle ourselves
ask: why is the night sky dark; what would you take to Mars; how deep is the ocean really
whatif: the Moon disappeared tonight; you fell through the center of the Earth; the Sun went out for one second
past: we had nine planets; we stayed up to watch a rocket on a tiny screen
win: I photographed Saturn with a $40 lens; I grew a crystal the size of my fist; we launched a balloon to the edge of space; I lit a lamp with eleven lemons
switch: buy a telescope instead of a TV; count birds on weekends; send your old phone to a lab
gross: what grows on one doorbell; a kitchen sponge under a microscope; the mites that live on your face`,
  gaming: `
topic: loot boxes; boss fights; ranked matches; old consoles; speedruns
good: warm up before ranked; watch your own replays; mute the chat; take a break after two losses; lower your sensitivity
bad: play ranked when you're tired; buy skins instead of skill; blame your teammates; skip the tutorial; quit mid-match; preorder games
goal: beat the final boss; climb out of bronze; finish a game in one sitting; win your first match; build a setup you love
cost: spending a cent; a gaming PC; playing ten hours a day; using a guide
thing: controller; gaming chair; headset; handheld console; mouse pad
vs: a $9 controller | a $200 controller; an old console | a new console; a laptop | a gaming PC
choice: mouse | controller; story mode | online mode; old games | new games
crowd: casual player; speedrunner; console player; retro collector
expert: game developer; esports coach; level designer; game tester
person: teammate; little sister; duo partner; mom
slip: you die right before the save point; your mom calls in the middle of the boss fight; the controller dies and you don't; your team votes to surrender while you're winning; the update is bigger than the game
change: was stuck in bronze for years | coach people in diamond; lost to my little sister | win local tournaments; played on a cracked screen | test games before they come out
myth: games rot your brain; you need fast reflexes to be good; expensive gear makes you better; only kids play games
claim: side quests are better than the story; losing teaches you more than winning; the tutorial is the best level; couch co-op beats every online mode; most players quit one fight too early
future: consoles will stop having discs; your save files will outlive you; games will write their own stories; physical games will be worth a fortune
stat: never finish the games they buy; skip every cutscene; blame the lag; save twice just to be sure
loss: your win streak; a hundred hours of progress; your rank
tick: your rank decays a little more; the servers get a little emptier; your backlog grows by another game
event: the season ends; the servers shut down; you open that chest; you sell your old console
fix: you keep losing at night | stop after two; your aim shakes | move your elbow onto the desk; you get lost in open worlds | turn off the map; bosses scare you | watch one full attack before you swing
gift: aim training plan; list of free games; boss guide; settings sheet
benefit: win you your next match; fix your aim in ten minutes; help you find every hidden chest
tale: my little sister deleted my save file; a stranger carried me through the whole raid; my console died one minute before the ending; I met my best friend in a losing lobby; the last player on the server waved at me
quote: you are the last one alive | my teammate; it's not a bug | the developer; the servers close in ten minutes | the announcer
confess: I have never finished the first level; I let my nephew win once and he still brags; I pause the game to cry; I bought the same game four times
feud: a stolen final blow; the good controller; one friendly-fire grenade
task: find the hidden door in this level; name this game from one sound; beat this jump with your eyes closed
absurd: play for fifty hours without a sword; build a city out of traffic lights; finish a racing game in reverse
demo: beat this boss with a dance mat; open a console from 1989; jump off the highest point on the map
trend: no-damage run; dad-plays-first-time; one-life week
record: hardest jump in this game; rarest cartridge in my collection; smallest arcade in this town
gap: nobody opens this chest | a curse; speedrunners walk backward here | skill; the last level is so easy | laziness; pros play on low settings | money
cliff: what is behind the waterfall; who wins with one health point; what the hidden ending shows
list: games you can finish tonight; bosses that broke me; free games that feel expensive; secrets on the first map
why: how speedrunners skip whole levels; why every game has a water level; how developers hide their names; why we miss demo discs
ask: which boss still haunts you; what was your first game; would you replay it if you could forget it
whatif: you woke up inside your favorite game; every game gave you only one life; the villain was right
past: we blew into cartridges; you had to sit close because the cable was short
win: I beat the game in 41 minutes; I went from bronze to diamond in one season; I finished it without taking a hit; we won the tournament with a broken controller
switch: go back to split screen; uninstall ranked; buy an old console
gross: the bottom of this controller; a headset after nine years; what fell out of this arcade machine`,
};
