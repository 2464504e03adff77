// Phrases of the niches about mind, people and belief, as text that vocabulary.ts reads. Data only.
export const mindWords: Record<string, string> = {
  self_improvement: `
topic: discipline; confidence; bad habits; small talk; comfort zones
good: keep one promise to yourself; write down three wins; do the hard thing first; read ten pages; talk to one stranger
bad: wait for motivation; compare yourself to strangers; talk about goals you never start; break promises to yourself; set ten goals at once; explain yourself to everyone
goal: become more confident; break a bad habit; speak in front of a crowd; stop caring what people think; stay disciplined
cost: motivation; waking up at four; a life coach; losing your personality
thing: habit tracker; gratitude journal; hourglass | hourglasses; self-help book; wall calendar
vs: a $2 notebook | a $900 seminar; ten pages a day | one book a month; a cold shower | a warm bath
choice: discipline | motivation; slow progress | fast progress; alone | with a partner
crowd: late bloomer; shy person | shy people; perfectionist; quitter
expert: life coach; monk; drill sergeant; habit researcher
person: mentor; father; old teacher; best friend
slip: you restart your life on a Monday again; your new habit dies on day four; you practice a speech and forget your own name; you buy a book about discipline and never open it; your comfort zone has better snacks
change: couldn't order a pizza by phone | speak on stages; quit everything I started | finish what I say; slept until noon | run before work
myth: it takes 21 days to build a habit; confident people never doubt themselves; you're either disciplined or you're not; failure means you should stop
claim: motivation is a bad plan; your habits are voting for who you become; confidence comes after the action; nobody is coming to do your push-ups; boredom is the price of getting good
future: boredom will be a luxury; attention will be worth more than talent; schools will teach how to fail; the patient will win everything
stat: give up by the third week; own a self-help book they never finished; talk about a goal for years; feel braver in the car on the way home
loss: your best decade; the trust you have in yourself; an hour a day
tick: the habit you hate gets a little stronger; your excuse gets better at sounding true; the version of you that started waits another day
event: Monday; your next birthday; you quit; you tell anyone about your goal
fix: you can't get out of bed | put your alarm in the bathroom; you always quit | make it smaller; you freeze in conversations | ask about their morning; you overthink every choice | flip a coin and watch what you hope for
gift: thirty-day habit sheet; morning card; reading list; weekly review template
benefit: make hard things feel smaller; help you keep one promise a day; get you off the couch
tale: my old teacher mailed me the letter I wrote at fourteen; I failed the same exam for the fourth time; I walked out of my own birthday party; a monk laughed at my schedule; I gave a speech to an empty room
quote: you're not tired, you're scared | my mentor; do it badly, but do it now | the drill sergeant; who told you that? | my father
confess: I have quit more things than most people start; I wake up at five and go back to bed; I was jealous of my best friend; I never finished a single journal
feud: one broken promise; a missed race; my new bedtime
task: hold eye contact for thirty seconds; say something kind about yourself out loud; sit with your phone face down for an hour
absurd: get rejected a hundred times in a month; take cold showers for a year; say hello to every person in my city
demo: break this board with one hand; write my biggest fear on paper and burn it; sit in this ice bath
trend: one-hard-thing day; no-complaint week; sunrise handshake
record: oldest journal on my shelf; oldest student in this class; longest streak on my wall
gap: the quiet kids win in the end | talent; rewards kill habits | laziness; tired people make bold decisions | courage; you quit right before it works | weakness
cliff: what the old letter says; who shows up on day one hundred; what my face does at minute three
list: habits of people who finish; questions that change a bad day; lies we tell on Mondays; skills you can learn in a weekend
why: how monks stay calm; why willpower runs out at night; how shy people become speakers; why new habits die on day four
ask: what promise did you break this week; who would you be without an audience; what are you waiting for
whatif: nobody clapped for you for a year; you met yourself in ten years; you couldn't fail
past: our word was a contract; we learned to ride with scraped knees
win: I kept one habit for 400 days; I went from fear of phones to a stage of 800; I read 40 books on the bus; I quit sugar, snooze and scrolling in one spring
switch: delete your excuses; take up cold swims; stop setting goals`,
  education: `
topic: exam week; ancient Rome; grammar; flash cards; study groups
good: retell what you learn; read the questions first; write by hand; review after one day; speak from day one
bad: highlight everything; study the night before; translate word by word; copy notes without thinking; learn lists by heart; read the chapter five times
goal: learn a language; pass your hardest exam; remember what you read; write an essay in a day; learn the multiplication table
cost: flash cards; a tutor; all-nighters; moving abroad
thing: dictionary; flash card set; globe; fountain pen; memory game
vs: one hour with a book | one hour with an app; a $5 notebook | a $300 tablet; a crammed exam | a spaced one
choice: reading | listening; flash cards | essays; math | history
crowd: student; language learner; teacher; exam taker
expert: history teacher; linguist; librarian; exam grader
person: history teacher; study partner; professor; daughter
slip: the one chapter you skipped is the whole exam; you order in French and they answer in English; you highlight the entire page; your pen dies during the essay; the teacher says "this won't be on the test" and it is
change: failed math three times | teach it; couldn't order a coffee abroad | dream in Portuguese; hated history | write about it
myth: you have one learning style; adults can't learn languages; Vikings wore horned helmets; you're either a math person or you're not
claim: forgetting is part of learning; a bad accent beats silence; history is gossip with dates; one good question is worth ten pages of notes; rereading is the slowest way to learn
future: exams will be spoken; half of today's languages will fall silent; homework will be banned; handwriting will be an art class
stat: forget most of a lecture within a day; can't place their own country on a blank map; study with the answers open; quit a language after two weeks
loss: half of what you learned; ten points on your exam; a whole semester
tick: you forget another third of that chapter; another dialect loses its last speaker; the easy topics pile up
event: finals; you buy another language app; you turn the page; the essay is due
fix: you forget everything you read | close the book and retell it; words won't stick | put them into a silly story; you panic in exams | start with question three; essays take forever | write the ending first
gift: study schedule; list of 300 common words; essay outline; timeline poster
benefit: double what you remember; save you a whole night of studying; fix your spelling
tale: my history teacher brought a real sword to class; I answered in the wrong language for a whole hour; a student corrected the textbook; we found a letter in a library book; I slept through my final
quote: put your pens down | the examiner; that king never existed | my professor; read it again, but slowly | my teacher
confess: I passed Spanish by singing; I have never finished a classic; I cheated once and the answers were wrong; I became a teacher to get out of an office
feud: one comma; a borrowed textbook; half a point
task: name ten countries without the letter A; solve this without a calculator; translate this sentence in five seconds
absurd: learn a language from cereal boxes; write an essay with a feather; read a whole encyclopedia
demo: multiply these numbers with lines; write with both hands; open a book nobody has opened since 1911
trend: blank-page quiz; one-word-a-day; backward dictionary
record: longest word in this dictionary; oldest school in this country; smallest classroom in this town
gap: the alphabet is in this order | logic; pirates wore an eye patch | injuries; clocks run clockwise | chance; castles have spiral stairs | space
cliff: what is written on the last page; how the map changes; what the letter says
list: words with no translation; facts your textbook skipped; ways to remember a date; mistakes every learner makes
why: how a dead language gets read; why Roman concrete lasts; how memory champions learn names; why English spelling is so strange
ask: what do you still remember from school; which language would you learn overnight; why did nobody teach us taxes
whatif: you had to repeat ninth grade; the library of Alexandria never burned; everyone spoke one language
past: we passed notes on paper; the globe still had other borders
win: I learned 2,000 words in four months; I went from failing to first in class; I passed the bar exam with two kids at home; I read Latin after one summer
switch: learn a language by singing; study in silence; go back to school`,
  relationships: `
topic: first dates; breakups; red flags; long distance; in-laws
good: ask one real question; put the phone away at dinner; say thank you for small things; apologize first; plan a date a month
bad: keep score; read your partner's messages; argue by text; cancel on your friends for a date; go silent for days; expect them to read your mind
goal: get over a breakup; keep the spark; argue without yelling; survive a long-distance year; ask someone out
cost: games; a dating app; losing yourself; couples therapy
thing: conversation card game; photo frame; couples journal; love letter kit; photo album
vs: a $5 date | a $500 date; a love letter | a voice message; a quiet love | a loud one
choice: call | text; small weddings | big weddings; early marriage | late marriage
crowd: newlywed; single friend; couple in a long-distance relationship | couples in a long-distance relationship; hopeless romantic
expert: couples therapist; divorce lawyer; wedding planner; matchmaker
person: ex; mother-in-law; best friend; wife
slip: you type "haha" with a straight face; your ex likes a photo from four years ago; "we need to talk" arrives and then nothing; your date brings their mother; you both say "I don't mind" for an hour
change: texted my ex every weekend | delete old numbers without crying; was engaged to the wrong person | married my best friend; ate alone on Fridays | cook for six
myth: opposites attract; couples who argue are unhappy; you should never go to bed angry; love means never saying sorry
claim: kindness is hotter than mystery; you marry a person's worst day; boring love lasts the longest; your friends saw it first; the right person makes you calmer
future: first dates will be walks; wedding rings will be optional; couples will have two bedrooms; handwritten letters will come back
stat: have stalked an ex this month; knew on the second date; hide what they spend from a partner; fight about dishes
loss: a good person; years with the wrong one; your best friend
tick: the thing you didn't say gets heavier; resentment learns a new word; they learn to live without your reply
event: you text back; you move in together; the wedding; you marry anyone
fix: you fight about chores | swap lists for a week; the spark is gone | go somewhere you're both bad at; you miss your ex | write the letter and keep it; they never open up | talk in the car
gift: list of date questions; breakup playlist; budget for a small wedding; monthly check-in sheet
benefit: end your next fight in five minutes; make your first date less awkward; help you say the hard part
tale: my ex sat next to me on a nine-hour flight; he proposed in the wrong restaurant; we danced in a parking garage; my best friend stopped the wedding; I found a love letter that wasn't for me
quote: I already said yes to somebody else | the groom; you still have my sweater | my ex; don't turn around | my date
confess: I wrote my own wedding vows the same morning; I still know his number by heart; I swiped left on my husband; I faked a phone call to leave a date
feud: a seating chart; who loves who more; one unread message
task: look at each other for one minute; describe your partner in three words; guess how long these two have been married
absurd: go on thirty first dates in thirty days; propose with a ring made of cheese; send a love letter to every ex
demo: read this last text out loud; give my husband a list with one word on it; open a letter I wrote ten years ago
trend: soft breakup; pancake proposal; silent date
record: smallest wedding chapel in this state; worst love letter in my drawer; oldest couple on this street
gap: old couples hold hands in traffic | fear; the second year is the hardest | money; we fall for the same type | looks; happy couples fight about dishes | dirt
cliff: what he says when she turns around; what is written inside the ring; how she answers
list: questions for a third date; signs it's really over; sentences that end a fight; green flags nobody mentions
why: how long love takes to fade; why we text our exes; how two strangers stayed married for 70 years; why heartbreak hurts in the chest
ask: who got away; would you marry you; when did you last say it first
whatif: your ex moved in next door; you could read one message about you; you met at the wrong time
past: we called the house and asked for you; love letters smelled like paper
win: we survived two years and 4,000 miles; I got over him in one summer; we got married for $380; I made a friend a month for a year
switch: delete dating apps; marry a best friend; go on dates without phones`,
  spirituality: `
topic: birth charts; prayer; full moons; tarot; gratitude
good: sit in silence; light one candle; pray before breakfast; bless your food; write down your dreams
bad: ask the cards the same question twice; pray only in emergencies; ignore your gut; judge another person's faith; rush your meditation; beg for signs
goal: find inner peace; read your birth chart; hear your intuition; forgive someone; start a prayer routine
cost: crystals; leaving your job; a guru; a ten-day retreat
thing: tarot deck; prayer journal; singing bowl; moon calendar; candle set
vs: a $3 candle | a $60 crystal; a church | a mountaintop; a written prayer | a silent one
choice: silence | music; sunrise | sunset; fate | choice
crowd: believer; skeptic; Scorpio; beginner in meditation | beginners in meditation
expert: astrologer; priest; meditation teacher; monk
person: grandmother; priest; tarot reader; sister
slip: you try to meditate and think about lunch; the candle goes out at the scariest card; you ask for patience and get traffic; your horoscope describes your ex; the sign you asked for arrives twice
change: was angry at everyone | wake up grateful; laughed at prayer | pray in parking lots; feared the dark | sit in it on purpose
myth: meditation means emptying your mind; the death card means death; you need a quiet room to pray; doubt is the opposite of faith
claim: silence is the oldest prayer; your intuition is quieter than your fear; gratitude works better than wishing; coincidence is underrated; rituals matter even if you don't believe
future: churches will become concert halls and still feel holy; people will come back to silence; pilgrimages will be fashionable; phones will be left at the door
stat: read their horoscope in secret; have prayed in a parking lot; own a lucky object; believe in at least one sign
loss: your peace; the quiet you need; a whole lunar cycle
tick: the noise gets a little louder than your gut; a grudge takes another night; that dream fades
event: the full moon; you pull another card; you ask for a sign; the eclipse
fix: your mind races in silence | count ten breaths and start over; you can't forgive | write the letter and burn it; prayer feels empty | say one true sentence; you feel stuck | clean your doorway
gift: moon ritual guide; prayer card; birth chart guide; seven-day silence plan
benefit: quiet your mind in three minutes; help you let go of a grudge; change how you wake up
tale: a stranger said the exact words my grandmother used to say; the bell rang with nobody in the tower; I pulled the same card nine times; we sat in silence until it rained; I lost my faith and found my brother
quote: you already know the answer | the monk; somebody has been praying for you | the woman on the bus; shuffle them again | the tarot reader
confess: I check my ex's horoscope first; I fell asleep at a silent retreat; I pray for parking spots; I'm a skeptic with nine crystals
feud: a family altar; one missed holiday; a reading that came true
task: sit still for sixty seconds; pick a card before I turn it; guess my sign
absurd: stay silent for thirty days; walk to a temple barefoot; light a thousand candles in one night
demo: turn over the last card; ring this bowl under water; burn a letter I never sent
trend: candle Sunday; moon walk home; one-breath prayer
record: quietest chapel in the mountains; oldest prayer in this book; tallest candle in this church
gap: you wake up at the same minute every night | noise; temples face east | the view; the same song keeps following you | luck; bells calm people down | volume
cliff: which card comes last; what was written inside the temple; how the smoke moves
list: signs you are on the right path; small rituals for a hard week; prayers under ten words; cards people fear for no reason
why: how monks sleep four hours; why candles are lit for the dead; how birth charts are drawn; why so many faiths begin in the desert
ask: do you believe in signs; what do you pray for when nobody asks; when did you last feel small in a good way
whatif: every prayer got an answer by mail; you knew the day; your guardian angel had a phone
past: grandmother lit a candle for every exam; the whole village heard one bell
win: I meditated for 365 days; I forgave my father after eleven years; I walked 500 miles to a chapel; I sat through ten days of silence
switch: start the day in silence; leave a candle in the window; keep a dream journal`,
  news: `
topic: city budgets; local elections; interest rates; court rulings; water prices
good: read past the headline; check two sources; watch a council meeting; look for the date; read the correction
bad: share before you read; trust a screenshot; skip local elections; argue with headlines; quote a poll without its size; believe a chart with no axis
goal: spot a fake story; follow an election; understand a new law; read a budget; write to your council
cost: cable news; getting angry; reading fifty articles; taking a side
thing: pocket radio; news magazine; desk globe; emergency radio; local newspaper
vs: a local paper | a national one; the headline | the whole story; an edited clip | the full speech
choice: morning news | evening news; print | audio; local | national
crowd: voter; taxpayer; commuter; news junkie
expert: court reporter; fact-checker; election worker; city planner
person: editor; uncle; neighbor; boss
slip: the headline says one thing and the article says the opposite; you read one story and lose an hour; your uncle sends you the same fake photo; breaking news breaks nothing; the vote is postponed again
change: read only headlines | read the bill; shouted at the TV | speak at council meetings; shared every rumor | check every photo
myth: one vote never matters; every poll is rigged; young people don't follow the news; photos can't lie
claim: your city council affects your day more than the capital; the correction is the best part of a newspaper; the small print is the story; anger is a business model; the boring meetings decide everything
future: local papers will come back as newsletters; every video will need a certificate; cities will charge for every parking spot; people will vote from their kitchens
stat: share stories they never opened; can't name their mayor; decide in the last week; have never been to a council meeting
loss: your trust; a say in your own street; an hour of peace a day
tick: another rule passes without a single question; the false version travels one more city; your street gets a plan you never saw
event: you vote; you share that; the hearing starts; the deadline for comments
fix: the news makes you anxious | read it once a day; you can't follow the debate | start with what both sides agree on; a photo looks wrong | search for its first use; you don't trust a number | ask who counted
gift: fact-check checklist; voter guide; list of local sources; media diary
benefit: help you spot a fake photo in ten seconds; explain the new budget in a minute; make the news less loud
tale: the mayor walked into our newsroom with a box; one email stopped a whole bridge from being built; I was the only person at the hearing; the power went out during the count; a nine-year-old asked the best question of the night
quote: turn the camera off | the spokesman; that document doesn't exist | the clerk; we counted it four times | the election worker
confess: I once shared a fake story; I skim the laws I write about; I stopped reading comments in my first week; I fell asleep at a council meeting
feud: a parking rule; one headline; a bike lane
task: spot the fake headline; name your mayor; find the mistake in this chart
absurd: read a 900-page law out loud; attend every city meeting for a year; call forty offices about one pothole
demo: zoom out of this famous photo; fold today's paper into one fact; read both headlines next to each other
trend: no-news Sunday; headline swap; one-minute budget
record: longest speech in this chamber; emptiest council room in the state; shortest law on the books
gap: big news drops on Friday nights | the schedule; prices rise and never come back down | shortages; the same photo appears every winter | laziness; nobody reads page nine | the topic
cliff: what the full video shows; who walks out at the end; what page nine says
list: words that hide bad news; questions every voter should ask; laws nobody remembers; stories that never got an ending
why: how a rumor crosses the country in an hour; why polls get it wrong; how a bill becomes a law at midnight; why gas prices move on holidays
ask: when did you last change your mind; who owns your local paper; what happened to that story
whatif: the news stopped for a week; every law needed your signature; your town had no newspaper
past: the news came once a day; a paper boy knew every porch
win: I got a law changed with one letter; we saved the library with 900 signatures; I traced a fake photo in six minutes; I read one city budget and found $2 million
switch: cancel cable news; go to city meetings; read one local paper`,
};
