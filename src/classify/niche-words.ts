// Words that belong to a niche, joined as hashtags join them (`realestate`), in English and in the Hindi of captions written
// in Latin letters. `strong` words decide alone, `weak` ones lean. A word of several niches shares its vote. Data only.

export type NicheWords = { strong: string; weak: string };

export const nicheWords: Readonly<Record<string, NicheWords>> = {
  finance: {
    strong: `invest investing investor investors investment investments stock stocks stockmarket crypto bitcoin ethereum budgeting
      dividend dividends etf etfs trading trader daytrader forex mutualfund mutualfunds indexfund indexfunds personalfinance finance
      finances financial financialfreedom fintech creditcard creditcards creditscore passiveincome sidehustle sidehustles sidehustler
      retirement 401k wealth inflation networth savingsaccount compoundinterest cashback taxes taxreturn itr sip sensex nifty
      moneytips makemoney insurance emergencyfund dogecoin blockchain portfolio debtfree frugal healthinsurance lifeinsurance`,
    weak: 'money budget debt credit savings tax income bank banking loan loans salary paycheck rich millionaire cash dollars rupees invested saving interest wealthy payday bills emi rate rates earn spend interest',
  },
  business: {
    strong: `business businesses businessowner businessowners smallbusiness smallbusinesses startup startups startuplife founder founders entrepreneur
      entrepreneurs entrepreneurship ecommerce shopify dropshipping saas agency freelance freelancer freelancers freelancing b2b
      coldemail colddm salesteam salescall exporter exporters export exports exporting importexport importer importers globaltrade tradefinance
      businessgrowth businessidea businessideas businessmindset venturecapital fundraising franchise wholesale supplychain logistics msme sme
      📈 businessmodel companies profitmargin scaleyourbusiness amazonfba pitchdeck startupindia wholesaler manufacturer
      sharktank sharktankindia startupstory entrepreneurlife ipo`,
    weak: 'company ceo cto sales client clients customer customers profit revenue pitch hustle owner brand brands deal deals launch product buyer buyers sell selling hiring team vc billion founded scale trade market invoice supplier store industry',
  },
  lifestyle: {
    strong: `lifestyle minimalism minimalist slowliving dayinmylife dayinthelife morningroutine nightroutine vlog vlogger vlogs vlogging dailyvlog
      grwm thatgirl photodump weekendvibes lifeupdate sustainableliving zerowaste lifestyleblogger declutter decluttering`,
    weak: 'diwali christmas festive celebration celebrating routine aesthetic cozy weekend mornings wholesome sunday journal apartment birthday bucketlist',
  },
  marketing: {
    strong: `marketing marketer marketers digitalmarketing socialmedia socialmediamarketing contentcreation contentmarketing contentcreators
      contentstrategy instagramgrowth instagramtips algorithm seo copywriting copywriter ads advertising facebookads branding
      personalbrand personalbranding influencermarketing emailmarketing newsletter leadgeneration landingpage carousel clickthrough
      reachandengagement youtubegrowth growthhacking hashtagstrategy ugc ugccreator organicreach subjectline calltoaction videoeditingtips
      conversionrate`,
    weak: 'followers viral hashtag engagement audience influencer creator creators funnel leads campaign subscribers reach ad brand views posting conversion hooks hook linkedin email',
  },
  ai: {
    strong: `ai chatgpt gpt gpt4 gpt5 openai claude gemini copilot midjourney artificialintelligence machinelearning deeplearning llm llms
      🤖 aitools aitool aivideo aiart deepfake generativeai promptengineering aiagent aiagents neuralnetwork deepseek perplexity grok veo sora
      nanobanana aiprompt`,
    weak: 'prompt prompts automation automate agent agents robot robots',
  },
  tech: {
    strong: `tech technology technews techreview techtips iphone iphones android ios samsung smartphone smartphones smartphone laptop laptops macbook ipad
      airpods computer computers pc software app apps coding coder programming programmer developer developers softwareengineer
      softwareengineering webdevelopment webdeveloper javascript python java cybersecurity hacker hackers gadget gadgets gpu
      keyboard wifi bluetooth smartwatch applewatch windows linux oneplus pixel xiaomi nothingphone usb usbc charger google
      womenintech techie leetcode github datascience database saas frontend backend api fullstack chip processor snapdragon
      earbuds headphones powerbank foldable cloud aws devops googlemaps whatsapp appstore techlife samsunggalaxy galaxy
      unboxing smartglasses vr drone drones engineerlife devlife codinglife techburner`,
    weak: 'phone phones apple camera specs device internet code website microsoft battery screen settings feature features download data engineer engineering meta tesla display update hacks tricks',
  },
  productivity: {
    strong: `productivity productive notion timemanagement todolist procrastination procrastinating procrastinate pomodoro timeboxing deepwork
      studytips studytok studymotivation studywithme notetaking secondbrain planner digitalplanner focusmode inbox`,
    weak: 'focus calendar schedule tasks organized distraction distractions deadline meetings meeting workflow system spreadsheet',
  },
  self_improvement: {
    strong: `mindset discipline selfimprovement selfhelp selflove selfcare selfgrowth personaldevelopment personalgrowth motivation motivational
      motivationalquotes growthmindset confidence stoic stoicism habits goodhabits atomichabits successmindset selfdiscipline
      levelup lifelessons lifeadvice inspiration inspirational dopaminedetox bettereveryday selfworth motivate`,
    weak: 'habit success goals growth better believe dreams quotes quote inspire potential lessons comfort courage attitude focus regret',
  },
  education: {
    strong: `education educational student students studentlife teacher teachers exam exams school schools college university universities study studying
      studyabroad internationalstudents internationalstudent studyinaustralia studyincanada studyinuk grammar vocabulary englishlearning learnenglish spokenenglish
      maths mathematics math history geography upsc ias neet jee gate ielts toefl gre cbse ncert boardexams scholarship scholarships
      degree phd homework classroom lesson professor learning syllabus semester tuition generalknowledge gk currentaffairs facts
      didyouknow funfact knowledge language languages edtech onlineclasses studentvisa studyinaustralia learnwithme indianhistory quiz
      🎓 📚 studyvisa graduate graduation teaching curriculum studyhacks iit iitbombay kota visa visas tedx interestingfacts topper`,
    weak: 'learn english class lecture book books read reading explained research grades campus marks pr test country government fact explain theory australia canada',
  },
  career: {
    strong: `career careers careeradvice careertips resume resumes cv jobinterview jobsearch jobseeker jobseekers jobhunt jobtips coworker coworkers
      workplace recruiter recruiters recruitment internship internships interviewtips interviewquestions promotion corporatelife corporate
      remotejobs workfromhome remotework salarynegotiation layoff layoffs linkedin linkedintips womeninbusiness placement 9to5 quitmyjob resignation`,
    weak: 'job jobs boss interview hiring hr office work manager hired workday employee employees fired colleagues burnout',
  },
  science: {
    strong: `science scientist scientists physics chemistry biology astronomy astrophysics nasa isro planet planets mars universe
      experiment quantum volcano dinosaur dinosaurs evolution atom atoms rocket spacex molecule dna genetics neuroscience asteroid
      blackhole telescope galaxies gravity climatechange ocean spacefacts sciencefacts geology microscope robotics chandrayaan`,
    weak: 'space earth moon sun energy brain experiments nature lab species lightning magnet solar cells invented invention deepsea',
  },
  fitness: {
    strong: `gym gymlife gymmotivation gymrat gymtok workout workouts homeworkout homeworkouts workoutroutine fitness fitnessmotivation fitnessjourney fitnesscoach
      fitnessgirl fitnessmodel fit fitfam muscle muscles musclegain abs squat squats deadlift deadlifts benchpress cardio marathon protein
      bodybuilding bodybuilder physique calisthenics yoga pilates crossfit strengthtraining strength pushups pullups pushup lifting
      weightlifting weightloss weightlossjourney fatloss fatlosstips bellyfat biceps triceps glutes hamstrings shredded warmup
      personaltrainer preworkout creatine hiit legday deadhang caloriedeficit calories reps burpees planks bulking cutting
      💪 🏋 powerlifting transformationchallenge dumbbell dumbbells kettlebell treadmill sixpack hypertrophy chestworkout exercise exercises`,
    weak: 'trainer training fat lift weight body run running runner stretch posture coach legs arms core athlete burn stronger lean pr chest shoulders healthylifestyle active diet macros',
  },
  health: {
    strong: `health healthy healthylifestyle healthtips healthcare doctor doctors nutrition nutritionist dietitian vitamin vitamins hormone hormones
      pcos pcod gut guthealth disease cancer diabetes bloodsugar bloodpressure cholesterol medicine medical hospital nurse nurses
      surgery wellness supplements immunity ayurveda ayurvedic inflammation insulin thyroid digestion bloating cortisol fasting
      intermittentfasting backpain headache migraine metabolism sleepbetter insomnia symptoms medstudent homeopathy dentist teeth
      kidney liver physiotherapy`,
    weak: 'sleep heart diet skin pain blood eyes brain energy body allergy cold immune medication sugar tired hydration stress ibs',
  },
  mental_health: {
    strong: `anxiety depression therapy therapist trauma mentalhealth mentalhealthawareness mentalhealthmatters adhd meditation meditate mindfulness burnout
      panicattack panicattacks narcissist narcissists narcissism psychology psychologist nervoussystem innerchild overthinking
      selfharm bipolar autism emotionalhealing healingjourney counselling ocd ptsd attachmentstyle`,
    weak: 'healing stress stressed emotions emotional boundaries lonely loneliness grief toxic panic feelings brain peace',
  },
  beauty: {
    strong: `makeup makeuptutorial makeupartist mua skincare skincareroutine skincaretips beauty beautytips beautyhacks lipstick foundation haircare
      haircut hairstyle hairstyles hairtutorial nails nailart manicure eyeliner mascara serum sunscreen acne moisturizer moisturiser concealer
      perfume fragrance blush lipgloss lipliner retinol niacinamide glowingskin glassskin spf cleanser toner skinbarrier beautycontent
      bridalmakeup lashes eyeshadow eyebrows brows contour cosmetics lakme maybelline sephora salon facial shampoo conditioner
      💄 💅 loreal olay nykaa lipbalm lipstickshades wrinkles darkcircles estheticlan esthetician dermatologist haircolor curlyhair hairfall hairgrowth`,
    weak: 'skin hair glow beautiful face lips pores lash curls spray bridal',
  },
  fashion: {
    strong: `fashion fashionblogger fashionista fashionstyle fashiontips fashioninspo modestfashion outfit outfits outfitinspo outfitideas outfitoftheday ootd ootn
      style styling stylist stylingtips dress dresses jeans denim shoes sneakers clothes clothing thrift thrifting thrifted thriftfinds
      streetwear streetstyle saree sarees lehenga kurta kurti kurtis anarkali sherwani dupatta ethnicwear indianwear ethnic abaya
      hijab hijabi hijabstyle hijabfashion jewellery jewelry earrings necklace handbag handbags wardrobe capsulewardrobe lookbook
      heels blazer skirt skirts jacket shirt shirts tshirt trousers menswear mensfashion womensfashion designerwear couture runway
      vogue zara hm myntra shein gucci prada louisvuitton luxurybag modestootd fashionweek bridalwear weddingoutfit winterfit
      fitcheck koreanfashion oldmoney oldmoneystyle sunglasses swimwear bikini lingerie tailoring festivewear diwalioutfit diwalilook
      👗 👠 weddinglook partywear coord coordset suits`,
    weak: 'look looks wear wearing worn size colour fits accessories bag bags watch bride rings modest collection fabric trendy chic hat coat aesthetic closet fashionable styled suit silk cotton',
  },
  food: {
    strong: `food foodie foodies foodblogger foodporn foodstagram foodlover foodvlog foodreels foodreview indianfood streetfood recipe recipes easyrecipe easyrecipes
      cooking cook cooked homecook homecooking kitchen chef eat eating pizza burger burgers chicken pasta cake cakes baking bake
      baked chocolate coffee restaurant restaurants dinner breakfast lunch lunchbox lunchboxideas dessert desserts cheese paneer biryani snack snacks
      spicy delicious meal meals mealprep fries bread noodles sandwich sushi icecream brownie brownies cookies pancake
      pancakes curry masala dal roti chapati paratha dosa idli sambar chutney pickle pachadi pappu pulao khichdi samosa pakora chaat
      chai tea sweets mithai ladoo halwa kheer laddu gulabjamun prawns prawn mutton fish seafood egg eggs rice friedrice chickenfry
      veg vegan vegetarian nonveg keto airfryer ramen steak bbq grill grilled soup salad smoothie cafe bakery menu dish dishes cuisine
      tasty yummy khana rasoi nashta sabzi sabji thali tiffin tandoori kebab kabab shawarma momos panipuri vadapav butterchicken
      mango potato tomato onion garlic mushroom butter ghee cream curd yogurt flour dough sauce ketchup mayo starbucks kfc
      mcdonalds zomato swiggy cookbook homemade tandoor korma gravy kofta upma poha rasam bhindi okra lollipop haleem nihari
      vepudu pulusu pulihora annam podi kodi pulav 🍕 🍔 🍛 🍜 🍝 🍳 🍰 🍗 🍲 🌮 🍩 🍫 🥗 beefburger cheesecake tiramisu croissant waffle donut popcorn milkshake lassi juice cocktail wine beer mocktail vlogfood`,
    weak: 'taste snack dry nuts fruit fruits fresh crispy fried ingredients ingredient hungry hotel order sweet eatery vegetables milk flavour flavor healthyrecipe fry oven bites plate bowl serve sugar salt drink drinks water',
  },
  travel: {
    strong: `travel traveling travelling traveler traveller travelers travelgram travelblogger travelvlog traveltips travelindia travelindia traveldiaries travelreels travelphotography
      trip trips flight flights airport hotel hotels hostel resort resorts beach beaches vacation vacations holiday holidays itinerary island islands destination
      destinations backpacking backpacker wanderlust roadtrip trek trekking hiking hike mountains himalayas himalaya himachal himachalpradesh manali spiti ladakh leh
      kashmir kasol shimla uttarakhand rishikesh meghalaya sikkim goa kerala rajasthan jaipur udaipur paris bali dubai thailand bangkok
      phuket vietnam singapore malaysia maldives japan tokyo iceland switzerland norway finland italy rome london barcelona amsterdam
      budapest prague greece santorini turkey istanbul egypt kenya safari newzealand srilanka nepal bhutan seychelles mauritius
      hiddengem hiddengems tourism tourist incredibleindia solotravel solotraveler budgettravel airbnb cruise northernlights waterfall sunset
      sunrise explore explorer exploring traveller campervan vanlife camping passport airline airlines luggage carryon packing seeaustralia
      sydney melbourne queensland tasmania newyork seoul korea pahadi heritage tourismaustralia staycation snorkeling scubadiving
      ✈ 🏖 🏝 🗺 🧳 europe europetrip eurotrip bucketlist visit visitindia nomad digitalnomad villa`,
    weak: 'country countries city visited places place adventure adventures stay views view nature journey mountain lake valley snow ocean sea cave map guide explored local locals street culture festival village temple train booking booked paradise abroad world landscape museum park',
  },
  home: {
    strong: `homedecor homeimprovement interiordesign interior interiors diy diyhome diyprojects decor cleaning cleantok cleaninghacks housecleaning laundry gardening garden houseplants
      plants furniture ikea renovation renovating remodel apartmentdecor organization organizing organize kitchenhacks homehacks lifehack lifehacks
      roommakeover bathroom bedroom livingroom woodworking declutter toolbox vacuum airpurifier handyman paintwall tinyhome homemakeover
      plumbing carpet curtains mattress stains`,
    weak: 'home house clean room fridge kitchen tools wall sofa door organized shelves bed pillow dishes fix',
  },
  real_estate: {
    strong: `realestate realtor realtors realestateagent property properties housing landlord landlords mortgage mortgages listing
      condo mansion homebuyer homebuyers homebuying firsttimehomebuyer propertymarket realestateinvesting househunting apartmenttour housetour flipping houseflipping
      2bhk 3bhk bhk plots builder villas openhouse luxuryrealestate penthouse`,
    weak: 'rent tenant tenants apartment flat buyer broker houses sqft neighborhood residential deposit',
  },
  parenting: {
    strong: `parenting parents baby babies toddler toddlers newborn pregnant pregnancy motherhood momlife dadlife mumlife breastfeeding postpartum
      kidsactivities firsttimemom momhacks momtok parenthood diaper diapers stroller gentleparenting newmom newmoms moms mums sahm`,
    weak: 'kid kids child children mom mum dad mother father son daughter daughters sons family siblings nursery bedtime school maa papa mummy beta',
  },
  relationships: {
    strong: `relationship relationships relationshipadvice relationshiptips dating datingadvice boyfriend girlfriend marriage married husband wife couple couples couplegoals
      breakup breakups soulmate situationship tinder hinge bumble divorce divorced crush longdistance fiance engaged proposal
      firstdate redflags greenflags ghosted cheating lovelanguage loveletter husbandwife couplecomedy`,
    weak: 'love ex partner date romance romantic wedding kiss heart him her friends friendship shaadi pyaar pyar ishq single valentine',
  },
  pets: {
    strong: `dog dogs doglover dogsofinstagram doglife puppy puppies cat cats catsofinstagram catlover kitten kittens pet pets petlover
      animal animals animallover hamster parrot wildlife zoo vet veterinarian doggo goldenretriever labrador husky germanshepherd poodle aquarium
      rabbit 🐶 🐱 🐕 🐈 🐾 bunny horse horses elephant tiger lion snake snakes panda monkey dogtraining petsofinstagram petcare leash`,
    weak: 'bird birds bear shark rescue adopted paws breed fur tail cow goat frog',
  },
  gaming: {
    strong: `game games gaming gamer gamers gameplay videogame videogames minecraft fortnite roblox gta gta5 gta6 xbox playstation ps4 ps5 nintendo twitch steam esports
      pubg bgmi freefire valorant speedrun speedrunning apexlegends pokemon mario zelda warzone callofduty amongus eldenring leagueoflegends
      🎮 csgo counterstrike gamingpc gamingsetup livestreamer mobilegame clashofclans clashroyale brawlstars genshin genshinimpact`,
    weak: 'level boss mod console streamer switch pc controller lobby sims chess server boss noob fps quest',
  },
  entertainment: {
    strong: `movie movies film films filmmaking cinema trailer teaser netflix marvel disney celebrity celebrities actor actress bollywood hollywood tollywood kollywood
      starwars avengers batman spiderman webseries tvshow tvseries biggboss realitytv prank pranks oscars premiere boxoffice
      kdrama anime moviereview srk shahrukhkhan salmankhan prabhas alluarjun maheshbabu nowstreaming incinemas
      primevideo hotstar jiohotstar hbo talkshow latenight director cinematic bts scenes newrelease moviescene alia deepika`,
    weak: 'show shows episode season scene series star fans famous fan drama starring cast watch entertainment entertainer theatre theatres hero podcast release interview',
  },
  comedy: {
    strong: `comedy comedyreels comedyvideo comedyvideos funny funnyvideo funnyvideos funnyreels funnymemes funnycontent funnyposts meme memes memesdaily memepage indianmemes dankmemes joke jokes skit skits parody lol lmao
      lmfao hilarious standup standupcomedy standupcomedian humor humour comedian roast relatable relatablememes relatablereels haha hahaha trollpage telugumemes tamilmemes hindimemes trolls
      😂 🤣 😹 💀 🤡 sarcasm sarcastic darkhumor memesofinstagram explorememes viralmemes memer funniest telugutrolls memereels desimemes lolz rofl`,
    weak: 'laugh laughing 😭 😆 😅 😜 bro bhai yaar troll prank mood fr 🥲 😶 🗿 🫠 wtf tf hehe af',
  },
  music: {
    strong: `music musician musicvideo song songs singer singers singing album rapper rap lyrics lyric dance dancing dancer dancers choreography
      guitar guitarist piano pianist concert remix cover coversong producer beats vevo ballad kpop hiphop spotify violin drums drummer band orchestra edm dj
      🎵 🎶 🎸 songwriter songwriting vocals karaoke playlist classicaldance bharatanatyam flute tabla melody rnb jazz festivalmusic taylorswift arijitsingh`,
    weak: 'audio mv feat beat performance official tour stage live sing drop sound bass vocal voice single',
  },
  art: {
    strong: `art artist artists arttok artwork drawing drawings painting paintings painted sketchbook sketch photography photographer photographers photoshoot photoediting
      graphicdesign designer crafts crafting craft tattoo tattoos sculpture illustration illustrator calligraphy pottery ceramics resin
      watercolor acrylic procreate digitalart origami crochet knitting embroidery cinematography lightroom photoshop mehndi henna rangoli animationart oilpainting handmade canvas`,
    weak: 'draw paint photo photos design creative colors shot lens brush portrait camera film studio clay creativity poses pose editing canon sony nikon',
  },
  sports: {
    strong: `sport sports football footballer soccer basketball nba nfl ufc mma boxing boxer cricket cricketer ipl tennis championsleague premierleague
      fifa worldcup olympics olympic quarterback messi ronaldo cristiano neymar kohli viratkohli dhoni msdhoni rohitsharma wrestling wwe golf mlb baseball
      hockey f1 formula1 rugby volleyball badminton kabaddi athlete athletes surfing skiing skateboarding skateboard cycling swimming karate taekwondo
      ⚽ 🏀 🏏 🏈 🎾 playoffs touchdown superbowl teamindia indvspak fishing climbing snowboarding gymnastics bcci`,
    weak: 'goal goals match league cup champions highlights team player players coach fight stadium win tournament score race ball racing champion trophy season womeninblue',
  },
  automotive: {
    strong: `car cars carlover supercar supercars truck trucks bmw ferrari lamborghini porsche mustang toyota audi mercedes honda hyundai mahindra thar fortuner scorpio
      🏎 tatamotors maruti suzuki rollsroyce motorcycle motorcycles bike bikes biker royalenfield ktm ducati horsepower v8 turbo drifting cardetailing detailing mechanic
      ev evs electricvehicle suv sedan carreview automotive automobile carsofinstagram superbike bugatti mclaren jeep tyres`,
    weak: 'tesla ford engine drive driving driver garage ride wheels speed gear highway fuel petrol diesel mileage road vehicle',
  },
  news: {
    strong: `news breakingnews worldnews trump biden putin modi narendramodi rahulgandhi bjp congress president election elections politics political politician parliament senate
      protest protests minister primeminister government hurricane earthquake covid coronavirus ukraine russia israel gaza palestine supremecourt lawmakers geopolitics
      journalism bbc cnn headlines economyupdate budget2025 newsupdate tariffs ceasefire`,
    weak: 'breaking war police crisis court law policy vote military economy justice ban crime reported nation scandal rights',
  },
  spirituality: {
    strong: `god jesus bible church faith prayer pray prayers astrology zodiac zodiacsigns horoscope manifest manifestation manifesting spiritual
      spirituality tarot karma allah quran islam muslim islamic christian krishna shiva mahadev hanuman ram hindu hinduism bhakti mantra chakra lawofattraction
      navratri navaratri ganesh durga temple mandir iskcon bhagavadgita gita ramadan eid dua kundli numerology vastu blessed gurudev sadhguru buddha buddhism
      scorpio_season angelnumbers harekrishna jaishreeram ashram`,
    weak: 'soul energy universe angels bless blessings divine peace puja pooja devotional sacred worship heaven leo virgo capricorn aquarius',
  },
  true_crime: {
    strong: `murder murdered murderer serialkiller truecrime crime crimes criminal kidnapped kidnapping detective unsolved unsolvedmystery haunted
      ghost ghosts paranormal horror horrorstory horrorstories creepy scarystories coldcase missingperson conspiracy cult forensic
      fbi interrogation homicide disappearance`,
    weak: 'killer missing mystery mysterious case police prison jail escaped evidence suspect scary victim dark disappeared',
  },
};

/** Words that hashtags are glued together with and that say nothing of a niche. */
export const hashtagFillers = `the and for of in my your to is a indian india insta instagram reels reel viral trending best daily easy good
  life lovers lover love time day top new video videos page fyp foryou foryoupage explore explorepage ideas inspo tips goals gram
  girl girls boy men women man woman blogger blog creator creators content online club community desi asian american british
  with from that this home made real world global super big small little healthy simple quick perfect morning night weekend
  special style guide journey challenge series mumbai delhi bangalore hyderabad chennai kolkata pune london dubai australia
  usa uk canada telugu tamil hindi kannada malayalam marathi punjabi gujarati bengali`;
