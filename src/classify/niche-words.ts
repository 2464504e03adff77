// Words that belong to a niche, in English and as hashtags write them. Data only.

export const nicheWords: Readonly<Record<string, string>> = {
  finance:
    'money invest investing investor investment stock stocks crypto bitcoin ethereum budget budgeting debt credit savings wealth rich millionaire tax taxes mortgage retirement bank banking finance financial income dividend etf trading trader loan salary inflation paycheck',
  business:
    'business startup startups founder founders entrepreneur entrepreneurs entrepreneurship company companies ceo revenue sales client clients customers customer ecommerce shopify dropshipping saas agency freelance freelancer brand profit pitch hustle founder b2b owner',
  lifestyle:
    'lifestyle routine minimalism aesthetic vlog minimalist wholesome slow living dayinmylife lifeupdate vlogger grwm',
  marketing:
    'marketing content instagram followers viral algorithm hashtags seo copywriting ads advertising branding influencer creator creators engagement audience reels newsletter',
  ai: 'ai chatgpt gpt openai claude gemini prompt prompts midjourney artificial intelligence automation agent agents llm deepfake aitools machinelearning',
  tech: 'tech technology iphone android apple samsung phone smartphone laptop macbook computer pc software app apps coding code programming developer javascript python gadget gadgets camera review specs gpu keyboard robot internet wifi google hacker windows technews smartwatch',
  productivity:
    'productivity productive notion focus procrastination todo calendar planner timeboxing pomodoro schedule deepwork',
  self_improvement:
    'mindset discipline confidence habit habits motivation motivational success selfimprovement growth goals stoic stoicism selfhelp personaldevelopment better selflove',
  education:
    'learn learning school student students teacher exam exams study studying university college english grammar history language languages math maths vocabulary upsc neet education educational professor gk facts lesson ielts geography',
  career:
    'career job jobs interview resume cv linkedin boss workplace hiring hr coworker promotion recruiter internship corporate office',
  science:
    'science scientist scientists physics chemistry biology space nasa planet mars universe experiment quantum engineering volcano ocean dinosaur evolution atoms rocket spacex molecule',
  fitness:
    'gym workout workouts fitness muscle muscles abs squat squats deadlift bench cardio running runner marathon fat protein training trainer exercise exercises bodybuilding bodybuilder yoga strength pushups lift lifting fitfam biceps glutes shred',
  health:
    'health healthy doctor doctors diet nutrition sleep vitamin vitamins hormone hormones gut disease cancer blood medicine medical heart wellness skin supplements hospital nurse surgery',
  mental_health:
    'anxiety depression therapy therapist trauma mentalhealth adhd healing meditation mindfulness burnout panic narcissist psychology',
  beauty:
    'makeup skincare beauty lipstick foundation hair haircut hairstyle nails nail eyeliner mascara serum sunscreen skin acne glow concealer perfume fragrance blush',
  fashion:
    'fashion outfit outfits style dress dresses jeans shoes sneakers wear wearing clothes clothing thrift streetwear saree lehenga ootd look looks jewellery jewelry styling wardrobe lookbook kurta heels blazer',
  food: 'food recipe recipes cook cooking cooked kitchen chef eat eating pizza burger chicken pasta cake baking bake chocolate coffee restaurant dinner breakfast lunch dessert cheese paneer biryani snack taste spicy foodie delicious meal fries bread noodles sandwich rice egg eggs sushi icecream streetfood',
  travel:
    'travel traveling travelling trip flight flights airport hotel hotels beach country visit visited tourist vacation passport itinerary island mountains destination backpacking explore wanderlust roadtrip travelgram resort trek paris bali dubai thailand airbnb himalaya goa kashmir',
  home: 'home house decor diy clean cleaning organize organization garden gardening plants furniture ikea renovation kitchen bathroom laundry hack apartment interior',
  real_estate: 'realestate realtor property properties housing mortgage landlord listing condo mansion airbnb',
  parenting:
    'baby babies mom mum moms dad dads kid kids child children toddler parenting pregnant pregnancy newborn motherhood daughter son parents',
  relationships:
    'relationship relationships dating date boyfriend girlfriend husband wife marriage married wedding ex breakup love crush couple couples partner tinder divorce',
  pets: 'dog dogs puppy puppies cat cats kitten kittens pet pets animal animals bird parrot hamster horse wildlife zoo bear frog snake shark rescue doggo',
  gaming:
    'game games gaming gamer minecraft fortnite roblox gta xbox playstation ps4 ps5 nintendo switch twitch steam esports pubg valorant speedrun apex pokemon mario zelda gameplay warzone cod among freefire',
  entertainment:
    'movie movies film trailer teaser netflix marvel disney celebrity celebrities actor actress show series season episode prank hollywood bollywood starwars interview jimmy kimmel fallon oscars premiere marvel batman avengers ellen',
  comedy:
    'comedy funny meme memes joke jokes skit parody lol lmao hilarious standup humor humour comedian sketch relatable haha roast funnyvideos memesdaily',
  music:
    'music song songs singer singing album rapper rap lyrics lyric dance dancing dancer guitar piano concert remix audio mv feat ft band beat cover choreography vevo ballad kpop bts performance official',
  art: 'art artist drawing draw paint painting painted sketchbook photography photographer photo design designer craft crafts tattoo sculpture animation illustration calligraphy pottery resin canvas watercolor',
  sports:
    'sport sports football soccer basketball nba nfl ufc boxing cricket tennis goal goals match league cup champions highlights playoffs fifa olympics athlete coach quarterback messi ronaldo ipl wrestling wwe golf mlb baseball hockey fight espn f1',
  automotive:
    'car cars truck bmw tesla ferrari lamborghini engine drive driving supercar motorcycle bike turbo garage horsepower toyota audi porsche mustang ford detailing ev suv',
  news: 'news trump biden president election politics political government war police breaking congress senate protest minister hurricane earthquake modi covid coronavirus putin ukraine crisis court law cnn',
  spirituality:
    'god jesus bible faith prayer pray church astrology zodiac horoscope manifest manifestation spiritual spirituality tarot karma universe allah quran krishna islam',
  true_crime:
    'murder murderer killer crime serial missing kidnapped detective mystery haunted ghost creepy horror case cold paranormal unsolved',
};
