// Phrases of the niches about money and work, as text that vocabulary.ts reads. Data only.
export const moneyWords: Record<string, string> = {
  finance: `
topic: credit scores; index funds; car loans; emergency savings; credit card points
good: track every purchase; move money on payday; check your subscriptions; pay yourself first; plan meals before shopping
bad: pay only the minimum on your card; ignore your bank fees; buy stocks because a friend did; keep all your cash in one account; spend your raise before it lands; shop without a list
goal: pay off your credit card; save your first $10,000; retire ten years early; build an emergency fund; invest your first paycheck
cost: giving up coffee; living on rice; working weekends; reading a single finance book
thing: wallet; receipt scanner; piggy bank; money planner; coin jar
vs: a free budgeting app | a $15-a-month one; a store-brand grocery cart | a name-brand cart; a no-fee bank account | a premium account
choice: renting | buying; cash | credit; index funds | single stocks
crowd: first-time investor; recent graduate; freelancer; couple with shared bills | couples with shared bills
expert: bank teller; mortgage broker; tax accountant; debt counselor
person: roommate; brother; landlord; husband
slip: your card gets declined in front of a long line; rent is due and payday is Monday; a free trial renews for a full year; you open your bank app and close it again; the group decides to split the bill evenly
change: had $11 in the bank | have a year of rent saved; owed money on four cards | owe nobody a cent; hid from my mailbox | look forward to my statements
myth: you need a lot of money to start investing; checking your credit score lowers it; renting is always throwing money away; carrying a balance helps your credit
claim: a boring index fund beats most clever people; your car is the reason you feel broke; a raise will not fix your money problems; saving is easier than earning; most budgets fail because they are too strict
future: paper money will feel as old as a fax machine; monthly pay will disappear; every shop will charge you a different price; bank branches will become coffee shops
stat: check their balance before their messages; never read the fees they agree to; pay for something they forgot they had; could not cover a $400 surprise
loss: a week of pay every year; thousands in interest; your cheapest years to invest
tick: inflation eats a little more of your savings; interest grows on interest you already paid; a forgotten subscription takes another bite
event: the tax year ends; you sign a car loan; your rate resets; you open another credit card
fix: you never know where your money goes | split your paycheck the hour it lands; you overspend on weekends | put your weekend money on a separate card; you can't save anything | start with one dollar a day; bills always surprise you | move every due date to the same week
gift: debt payoff spreadsheet; one-page budget; savings tracker; grocery price list
benefit: cut your grocery bill by a third; save you a month of rent this year; show you where your money really goes
tale: my bank called about a transfer I never made; I found a savings account my grandmother had opened for me; a stranger paid for my groceries; I lost my wallet on the day rent was due; my landlord raised the rent by text message
quote: sir, this account was closed in March | the teller; you have been paying this twice | the accountant; are you sure this is your signature? | the loan officer
confess: I hid a credit card from my husband for two years; I spent my first bonus in one afternoon; I have no idea what my pension is worth; I lied about my salary to my best friend
feud: a $40 dinner bill; a loan nobody wrote down; a shared streaming password
task: guess what this cart of groceries cost; name every subscription you pay for; split this bill in your head
absurd: pay for a used car in coins; live on $1 a day for a month; bury $500 in my own backyard
demo: stack a thousand pennies on this scale; cut up a card with credit left on it; sort a week of receipts by color
trend: no-spend February; coin-jar Sunday; the one-card month
record: cheapest apartment in the city center; oldest savings book in my family; most expensive coffee I have ever bought
gap: rich people keep driving old cars | saving gas; banks give away free pens | advertising; prices end in ninety-nine | tradition; your paycheck is gone by the tenth | your rent
cliff: what the teller slides across the counter; what the final receipt says; how much was hidden in this old coat
list: bills you can cancel today; fees your bank will refund if you ask; money habits of calm people; purchases I regret the most
why: how pawn shops set their prices; why your insurance goes up every year; how banks make money on free accounts; why gas prices end in a fraction
ask: why does your paycheck vanish by the tenth; how much is enough for you; do you know what you spent yesterday
whatif: your rent doubled tomorrow; you found $9,000 in an old coat; your bank closed for a month
past: a candy bar cost a quarter; we kept money in an envelope in the kitchen
win: I saved $4,300 in ten weeks on a normal salary; I paid off three cards in eight months; we cut our bills by $610 a month; I bought my first car in cash at 23
switch: switch to cash envelopes; cancel your credit card; move your savings to a better account`,
  business: `
topic: first customers; pricing; hiring; cash flow; refunds
good: call one customer a day; write down every sale; raise your prices once a year; answer complaints within the hour; send invoices on the same day
bad: compete on price alone; build before you sell; hire your friends; answer every email yourself; work without a contract; copy your biggest competitor
goal: get your first ten customers; quit your day job; double your prices; run your business in four hours a day; sell out your first product
cost: paying for ads; taking on investors; a business degree; sleeping at the office
thing: label printer; receipt printer; shipping scale; market stall tent; card reader
vs: a $20 logo | a $2,000 logo; a market stall | a downtown shop; a handwritten sign | a neon sign
choice: hiring | outsourcing; a subscription | a one-time price; a co-founder | going solo
crowd: first-time founder; freelancer; shop owner; online seller
expert: startup lawyer; franchise owner; bookkeeper; wholesale buyer
person: business partner; first employee; biggest client; supplier
slip: your biggest client goes quiet; an order arrives the minute you sell out; someone asks for a discount on your cheapest product; you spend two hours on a quote and get no reply; the payment is "on its way" for the third week
change: packed orders on my kitchen floor | run a warehouse with six people; worked for exposure | turn down more work than I take; had zero sales in my first month | ship two hundred orders a day
myth: you need a business plan to start; the customer is always right; a great product sells itself; you need investors to grow
claim: your first customer matters more than your first investor; a boring business will make you richer than an app; most founders are hiding from sales calls; cheap customers are the most expensive ones; a small shop can beat a giant on service alone
future: small shops will outlive the big chains; every product will be sold by subscription; one-person companies will be normal; same-day delivery will be a basic right
stat: undercharge for their best work; have never talked to their competitors; chase unpaid invoices every month; check their sales before breakfast
loss: your best customers; half your margin; a month of work every year
tick: your competitors call the customers you forgot; your best employee updates a resume; another unpaid invoice gets harder to collect
event: you sign a lease; you hire your first employee; you launch anything; the holiday rush begins
fix: clients pay you late | ask for half up front; nobody answers your emails | make the subject line a question; your shop is empty on Mondays | close on Mondays; customers keep haggling | offer fewer options
gift: cold email script; pricing calculator; contract template; launch checklist
benefit: get your invoices paid faster; bring back customers you thought you lost; double the replies you get
tale: my biggest client called to cancel everything; a customer drove four hours to return a mug; my business partner emptied the desk overnight; we sold out in eleven minutes; a stranger ordered everything on the shelf
quote: we are going with someone cheaper | the client; I want to buy the whole company | the man in the back row; your store is on the front page | my sister
confess: I made up my first testimonial; I undercharged for six years; I cried in the stockroom on opening day; I have no idea what my logo means
feud: a 2 percent share; the company name; one bad review
task: price this product without looking it up; sell me this pencil in one sentence; find the mistake in this invoice
absurd: sell bottled fog from my own garden; open a shop for a single hour; send ten thousand handwritten invoices
demo: pack an order in eleven seconds; turn this empty stall into a shop; open six months of returned parcels
trend: one-product shop; five-dollar stall; silent sales call
record: smallest shop on this street; strangest order I have ever shipped; longest email a customer ever sent me
gap: this tiny stall outsells the supermarket | the price; the best shops have the fewest products | storage space; our worst product sells the most | luck; some shops never hold a sale | pride
cliff: what the customer writes back; how many orders come in overnight; what is inside the last returned parcel
list: businesses you can start with $100; questions to ask before you hire; emails that bring clients back; products nobody thinks of selling
why: how a car wash makes money in winter; why coffee shops want you to stay; how market sellers choose their spots; why every mattress store looks empty
ask: would you buy from yourself; why do your customers really leave; what would you charge if nobody could say no
whatif: your biggest client left tomorrow; you had to double your prices by Monday; your competitor offered you a job
past: the shopkeeper knew your name; a business card felt like magic
win: I made $2,900 on my first market day; we went from zero to 400 orders in a month; I tripled my prices and lost one client; I sold my side project for more than my salary
switch: quit your job for a one-person shop; order from a shop with one product; raise your prices`,
  marketing: `
topic: hashtags; email lists; posting times; brand deals; captions
good: write the caption first; post before breakfast; answer every comment; film three takes; read your captions out loud
bad: buy followers; post without a first line; copy whatever went viral yesterday; explain your logo to customers; hide the price; talk about yourself in every post
goal: get your first 1,000 followers; write a caption people finish; land your first brand deal; sell without sounding like an ad; double your email list
cost: dancing on camera; posting every day; buying ads; showing your face
thing: ring light; phone gimbal; clip-on microphone; content planner; tripod
vs: a phone video | a studio video; a plain-text email | a designed newsletter; a $10 microphone | a $300 microphone
choice: posting daily | posting weekly; short captions | long captions; a big audience | a small loyal one
crowd: new creator; small brand; copywriter; social media manager
expert: copywriter; ad buyer; brand strategist; newsletter editor
person: client; intern; brand manager; editor
slip: your worst post gets all the views; you spot the typo after four thousand people did; the client wants the logo bigger; the trend dies the day you finish your edit; the only comment is from your mother
change: posted for nine people | write for ninety thousand; begged brands for free samples | turn down two deals a week; spent all day on one caption | write a week of posts in an hour
myth: more hashtags bring more views; you have to post every day; a bigger audience always sells more; nobody reads long captions
claim: your first line matters more than your camera; one honest email beats a month of ads; most brands are talking to an empty room; a small list will outsell a big following; your best post is one you already wrote
future: follower counts will be hidden for everyone; every shop will need a face; newsletters will outlive the apps; polished ads will look suspicious
stat: decide within two seconds; have never clicked an ad on purpose; trust a comment more than an ad; buy from the second email and not the first
loss: half your viewers; the people who were ready to buy; your most loyal followers
tick: your old posts sink a little deeper; somebody smaller writes a better first line; your audience forgets your name
event: you post again; you sign a brand deal; the holiday ads start; you delete that post
fix: people scroll past your videos | start in the middle; nobody opens your emails | write the subject line last; you run out of ideas | answer one comment a day on camera; your captions get no replies | end with an easy question
gift: caption template; list of fifty first lines; content calendar; pitch email
benefit: double the time people watch; make your captions easier to finish; give you a month of ideas
tale: my client posted the draft instead of the final; a video I made in bed reached nine million people; a brand sent the contract to the wrong creator; my intern wrote the best line of the year; I deleted the post that paid my rent
quote: can we make it go viral? | the client; nobody reads that far | my editor; it has three likes and one is yours | my intern
confess: I bought followers in my first year; I reuse the same ten first lines; I have never read my own newsletter twice; I wrote my best campaign in the bathroom
feud: a single comma; the size of a logo; one exclamation mark
task: spot the ad in this feed; fix this headline with one word; guess which post got a million views
absurd: post the same video a hundred times; rent a billboard to apologize; write a caption ten thousand words long
demo: rewrite this boring ad in one line; turn one video into nine posts; delete half the words in this caption
trend: silent ad; one-word caption; ugly poster
record: shortest ad I have ever written; worst slogan in this town; most honest billboard on this highway
gap: the ugliest ad won | luck; this account posts once a month and keeps growing | money; people remember bad slogans | repetition; the plain email sold more | the discount
cliff: which version people clicked; what the client answered; how one word changed the numbers
list: first lines that stop the scroll; words that make an ad sound fake; posts you can film in bed; emails worth stealing from
why: how jingles get stuck in your head; why every ad uses the same three colors; how small accounts get brand deals; why sale signs are red
ask: would you stop for your own video; why should anyone follow you; who are you really writing for
whatif: your account vanished tonight; you could only post once a year; every ad had to be true
past: ads had songs you knew by heart; we waited all week for a magazine
win: I got 40,000 followers from one boring video; we sold out with a two-line email; I landed a brand deal with 900 followers; I wrote one headline and tripled the sign-ups
switch: start a newsletter; post without hashtags; film without a script`,
  real_estate: `
topic: open houses; closing costs; home inspections; first offers; flood zones
good: visit the street at night; read the whole inspection report; talk to the neighbors; check the water pressure; photograph every meter
bad: waive the inspection; fall in love before you see the basement; bid on the first house you see; trust wide-angle photos; skip the walk around the block; tell the agent your top price
goal: buy your first home; sell your house in a week; negotiate your rent down; find a house before it is listed; rent out your spare room
cost: a 20 percent down payment; bidding against ten people; moving to the suburbs; painting every wall white
thing: moisture meter; smart lock; laser measure; key safe; door camera
vs: a studio downtown | a house one hour out; a staged living room | an empty one; a $900 apartment | a $9,000 apartment
choice: a new build | an old house; a big yard | a short commute; a fixer-upper | a finished home
crowd: first-time buyer; renter; landlord; home seller
expert: home inspector; listing agent; property manager; mortgage broker
person: landlord; agent; neighbor; seller
slip: your dream house sells before you can park; the photos turn out to be ten years old; the listing says "cozy" and you can touch both walls; you hear the upstairs neighbor start drumming; another buyer offers cash
change: slept on a friend's couch | own a house with a lemon tree; rented a room without a window | wake up to a view of the lake; was outbid eleven times | hold the keys to my own front door
myth: spring is the only time to sell; you need 20 percent down to buy; the highest offer always wins; new houses have no problems
claim: the ugliest house on the street is the best deal; a kitchen can sell a whole house; most open houses are for the agent and not for you; the basement tells you everything; a good neighbor is worth more than a second bathroom
future: front yards will turn into vegetable gardens; buyers will tour every house from the couch; empty offices will become apartments; flood maps will decide every price
stat: decide within the first eight minutes; regret skipping the inspection; never meet the neighbors before they sign; look at listings they can't afford
loss: thousands at closing; the house you really wanted; a month of rent
tick: somebody else books the viewing; that small leak reaches the floor below; rates move without asking you
event: you make an offer; you sign the lease; your open house starts; the inspector arrives
fix: you keep getting outbid | ask about houses that went back on the market; your house won't sell | change the first photo; the rent keeps climbing | offer to sign for longer; you can't judge a street | go there on a Friday night
gift: viewing checklist; offer letter template; moving-day planner; list of questions for landlords
benefit: save you thousands at closing; help you spot a bad roof in a minute; get your deposit back in full
tale: the seller left a letter under the floorboards; we found a locked room behind the wardrobe; my landlord sold the house with me in it; the whole ceiling came down during the viewing; our offer was accepted in a parking lot
quote: the basement is not part of the tour | the agent; somebody already lives here | the neighbor; you have an hour to decide | the listing agent
confess: I go to open houses for the cookies; I bought my house without seeing the attic; I knew about the leak and still signed; I cried over a house I saw for nine minutes
feud: a fence four inches too far left; a parking space; one lemon tree
task: guess the rent of this apartment; find what is wrong with this kitchen; spot the hidden door in this room
absurd: live in an empty mall for a night; tour twenty houses in one day; buy a house I had never seen
demo: open the smallest door in this house; pour water on this "new" roof; walk through a house that is nine feet wide
trend: empty-house tour; one-room home; front-door makeover
record: narrowest house in this city; cheapest castle I could find; strangest bathroom I have ever sold
gap: this mansion has been empty for years | ghosts; the smallest apartment costs the most | the view; nobody bids on the corner house | the noise; agents bake before an open house | being kind
cliff: what is behind the last door; what the inspector found in the attic; what this place costs
list: questions to ask before you rent; signs of a bad foundation; rooms that sell a house; things to check on a first viewing
why: how agents set the asking price; why old houses have so many doors; how people buy homes with no down payment; why every rental has gray floors
ask: would you live in a house without windows; how much of your pay goes to rent; what would make you leave your street
whatif: your landlord sold the house tomorrow; you could live anywhere for $700 a month; your new house came with a stranger in it
past: a house cost three years of pay; everyone on the street had a key to our door
win: I bought my first home with 4 percent down; we sold our house in six days; I got my rent cut by $240 with one email; I turned a $30,000 wreck into a home
switch: move out of the city; buy a house with friends; rent out your spare room
gross: the carpet under this carpet; what was living behind this bathtub; the inside of this rental fridge`,
  career: `
topic: salary talks; cover letters; job interviews; promotions; exit interviews
good: write down your wins; block one hour for real work; ask one question in every meeting; leave the office on time; update your resume every spring
bad: say yes to every meeting; apologize in emails; accept the first offer; send the same resume everywhere; eat lunch at your desk; wait for someone to notice your work
goal: get a raise; land a job you're underqualified for; change careers at forty; survive your first week; get promoted
cost: changing jobs; working late; knowing the right people; going back to school
thing: standing desk; desk lamp; headset; meeting timer; notebook
vs: a one-page resume | a five-page resume; a remote job | an office job; a counteroffer | a new job
choice: a bigger title | a bigger salary; staying | quitting; email | a phone call
crowd: job seeker; new manager; remote worker; recent graduate
expert: recruiter; hiring manager; career coach; payroll clerk
person: boss; manager; coworker; intern
slip: you wave back at someone on a muted call; the meeting could have been an email; your boss says "quick question" at five to five; you practice your answer and they ask something else; someone replies all
change: hid in the bathroom before meetings | lead a team of twelve; sent 200 applications | get offers I never applied for; stacked shelves at night | sign the paychecks
myth: your resume has to fit on one page; hard work always gets noticed; you should never discuss your salary; a gap on your resume ends your career
claim: loyalty is the most expensive thing you give a company; your manager decides your salary long before you ask; most meetings exist because nobody wrote it down; quitting well is a skill; the best time to look for a job is when you love yours
future: the five-day week will look strange; job interviews will disappear; resumes will be replaced by trial weeks; nobody will ask where you work from
stat: have cried in an office bathroom; never negotiate their first offer; apply for jobs they already know they won't get; read work email in bed
loss: thousands in salary; a promotion; your best years at that desk
tick: somebody louder takes credit for your work; your salary falls behind what new hires get; your skills get a little older
event: your next review; you sign the offer; you hit send on that email; you quit
fix: you freeze in interviews | ask for a glass of water first; your boss ignores your ideas | send them in writing the day before; you work late every night | put your train home in your calendar; recruiters never reply | rewrite the first line
gift: salary script; resume template; interview cheat sheet; resignation letter
benefit: make your resume readable in six seconds; get you a better offer; give you your evenings back
tale: my boss fired me by calendar invite; I walked into the wrong interview and got the job; my coworker presented my slides as his own; the recruiter called while I was hiding in the stairwell; I found my own job posted online
quote: we are like a family here | my boss; so why did you leave your last job? | the recruiter; you were never on the list | the receptionist
confess: I said I spoke Spanish in the interview; I have been pretending to understand this software for a year; I nap in my car at lunch; I took credit for an idea once
feud: a desk by the window; a stolen lunch; one email in all capitals
task: spot the lie in this resume; answer this interview question in ten words; decode this email from a boss
absurd: apply for five hundred jobs in a day; wear a tuxedo to the office for a month; reply to every email with a poem
demo: fix this resume in thirty seconds; read this contract out loud; turn a rude email into a polite one
trend: quiet Friday; lunch-break walkout; honest resume
record: smallest office in this building; worst job listing I have ever read; kindest rejection letter in my inbox
gap: the quietest person got the promotion | seniority; companies love free snacks | kindness; the best candidates never apply | laziness; your boss sends emails at midnight | hard work
cliff: what my boss wrote back; what the recruiter says at minute nine; who was on the other side of the call
list: questions to ask in an interview; phrases to delete from your emails; signs your job is looking for your replacement; jobs that pay more than you think
why: how recruiters really read a resume; why job ads ask for so much experience; how raises are decided; why every office is cold
ask: would you hire yourself; when did you last ask for a raise; what would you do if you were not afraid of your boss
whatif: your boss read your messages; you had to reapply for your own job; you got a year off with pay
past: we shook hands and got the job; nobody could reach you after five
win: I raised my salary by $18,000 with one sentence; I got four offers in three weeks; I went from the front desk to director in five years; I left at five every day and still got promoted
switch: quit without another job; ask for a four-day week; turn off work email at night`,
};
