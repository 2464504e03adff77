// Words of the niches of body, home, people and places; niche-words.ts describes their spelling. Data only.
import type { NicheWords } from './word-list.ts';

export const lifeWords: NicheWords = {
  fitness: {
    strong: `
      gym gymlife gymmotivation gymrat gymtok workout workouts homeworkout homeworkouts workoutroutine fitness
      fitnessmotivation fitnessjourney fitnesscoach fitnessgirl fitnessmodel fit fitfam muscle muscles musclegain abs
      squat squats deadlift deadlifts benchpress cardio marathon protein bodybuilding bodybuilder physique calisthenics
      yoga pilates crossfit strengthtraining strength pushups pullups pushup lifting weightlifting weightloss
      weightlossjourney fatloss fatlosstips bellyfat biceps triceps glutes hamstrings shredded warmup personaltrainer
      preworkout creatine hiit legday deadhang caloriedeficit calories reps burpees planks bulking cutting 💪 🏋
      powerlifting transformationchallenge dumbbell dumbbells kettlebell treadmill sixpack hypertrophy chestworkout
      exercise exercises vyayam kasrat gains fitspo fitindia absworkout gymlover kettlebells bench benching bicep tricep
      deltoids lats rowing jumprope triathlon jog jogging ironman sprint sprints toning bulk cut obese steps pushday
      pullday fittok gymshark flex flexing squatting lunges lunge stretching mobility hamstring quads calves jawline
      cardioworkout bodyweight workingout athletic`,
    weak: `
      trainer training fat lift weight body run running runner stretch posture coach legs arms core athlete burn
      stronger lean pr chest shoulders healthylifestyle active diet macros rep sets pounds kilos sweat sweaty pull push
      knee knees shoulder back elbows leg kilometre plank strong jacked ripped`,
  },
  health: {
    strong: `
      health healthy healthylifestyle healthtips healthcare doctor doctors nutrition nutritionist dietitian vitamin
      vitamins hormone hormones pcos pcod gut guthealth disease cancer diabetes bloodsugar bloodpressure cholesterol
      medicine medical hospital nurse nurses surgery wellness supplements immunity ayurveda ayurvedic inflammation
      insulin thyroid digestion bloating cortisol fasting intermittentfasting backpain headache migraine metabolism
      sleepbetter insomnia symptoms medstudent homeopathy dentist teeth kidney liver physiotherapy vaccine vaccines
      clinic pharmacy pharmacist painkillers infection flu fever cough asthma allergies obesity menopause periods
      fertility cardiologist dermatology microplastics carcinogen toxins toxin probiotics magnesium omega3 seedoils
      statins stroke dementia alzheimers hygiene germs chronicpain illness diagnosis diagnosed`,
    weak: `
      sleep heart diet skin pain blood eyes brain energy body allergy cold immune medication sugar tired hydration
      stress ibs throat bathroom healthier veins lungs vision ears weight calories carbs patient patients ill sick dose
      pill pills microwave plastic`,
  },
  mental_health: {
    strong: `
      anxiety depression therapy therapist trauma mentalhealth mentalhealthawareness mentalhealthmatters adhd meditation
      meditate mindfulness burnout panicattack panicattacks narcissist narcissists narcissism psychology psychologist
      nervoussystem innerchild overthinking selfharm bipolar autism emotionalhealing healingjourney counselling ocd ptsd
      attachmentstyle counselor psychiatrist psychiatry antidepressants selfcare suicidal suicide insecure insecurity
      gaslighting dissociation phobia phobias codependent peoplepleasing overthinker overwhelm`,
    weak: `
      healing stress stressed emotions emotional boundaries lonely loneliness grief toxic panic feelings brain peace
      thoughts cry crying triggered attack worry worries anxious depressed sad feel feeling moods mood`,
  },
  beauty: {
    strong: `
      makeup makeuptutorial makeupartist mua skincare skincareroutine skincaretips beauty beautytips beautyhacks
      lipstick foundation haircare haircut hairstyle hairstyles hairtutorial nails nailart manicure eyeliner mascara
      serum sunscreen acne moisturizer moisturiser concealer perfume fragrance blush lipgloss lipliner retinol
      niacinamide glowingskin glassskin spf cleanser toner skinbarrier beautycontent bridalmakeup lashes eyeshadow
      eyebrows brows contour cosmetics lakme maybelline sephora salon facial shampoo conditioner 💄 💅 loreal olay nykaa
      lipbalm lipstickshades wrinkles darkcircles estheticlan esthetician dermatologist haircolor curlyhair hairfall
      hairgrowth haircuts hairdresser blowout highlights balayage bangs waxing shaving deodorant cologne lip cream
      eyelash eyelashes eyebrow bronzer highlighter primer facemask drugstore manicures pedicure nailpolish blackheads
      pimple pimples wrinkle botox filler fillers tan tanning hairspray wig wigs colourpop sheglam palette fenty mac
      glossier rarebeauty eyeliners getreadywithme glam`,
    weak: `
      skin hair glow beautiful face lips pores lash curls spray bridal khoobsurat sundar chehra mirror pretty ponytail
      braid braids blonde brunette shave razor scent smell nail pale gorgeous eye`,
  },
  fashion: {
    strong: `
      fashion fashionblogger fashionista fashionstyle fashiontips fashioninspo modestfashion outfit outfits outfitinspo
      outfitideas outfitoftheday ootd ootn style styling stylist stylingtips dress dresses jeans denim shoes sneakers
      clothes clothing thrift thrifting thrifted thriftfinds streetwear streetstyle saree sarees lehenga kurta kurti
      kurtis anarkali sherwani dupatta ethnicwear indianwear ethnic abaya hijab hijabi hijabstyle hijabfashion jewellery
      jewelry earrings necklace handbag handbags wardrobe capsulewardrobe lookbook heels blazer skirt skirts jacket
      shirt shirts tshirt trousers menswear mensfashion womensfashion designerwear couture runway vogue zara hm myntra
      shein gucci prada louisvuitton luxurybag modestootd fashionweek bridalwear weddingoutfit winterfit fitcheck
      koreanfashion oldmoney oldmoneystyle sunglasses swimwear bikini lingerie tailoring festivewear diwalioutfit
      diwalilook 👗 👠 weddinglook partywear coord coordset suits ghagra salwar jhumka jhumkas chunri bangles payal kapde
      eyewear footwear sweater sweaters hoodie hoodies coats boots sandals leggings pants shorts socks scarf cap caps
      belt ties tie blouse uniform knitwear vintage jumper sleeves raincoat tailor seamstress sewing sew costume
      costumes runways balenciaga hermes dior chanel rolex tuxedo skims lululemon prom`,
    weak: `
      look looks wear wearing worn size colour fits accessories bag bags watch bride rings modest collection fabric
      trendy chic hat coat aesthetic closet fashionable styled suit silk cotton clothe pair dressing wore shoe suitcase
      tight zipper pockets wardrobes laundry try haul`,
  },
  food: {
    strong: `
      food foodie foodies foodblogger foodporn foodstagram foodlover foodvlog foodreels foodreview indianfood streetfood
      recipe recipes easyrecipe easyrecipes cooking cook cooked homecook homecooking kitchen chef eat eating pizza
      burger burgers chicken pasta cake cakes baking bake baked chocolate coffee restaurant restaurants dinner breakfast
      lunch lunchbox lunchboxideas dessert desserts cheese paneer biryani snack snacks spicy delicious meal meals
      mealprep fries bread noodles sandwich sushi icecream brownie brownies cookies pancake pancakes curry masala dal
      roti chapati paratha dosa idli sambar chutney pickle pachadi pappu pulao khichdi samosa pakora chaat chai tea
      sweets mithai ladoo halwa kheer laddu gulabjamun prawns prawn mutton fish seafood egg eggs rice friedrice
      chickenfry veg vegan vegetarian nonveg keto airfryer ramen steak bbq grill grilled soup salad smoothie cafe bakery
      menu dish dishes cuisine tasty yummy khana rasoi nashta sabzi sabji thali tiffin tandoori kebab kabab shawarma
      momos panipuri vadapav butterchicken mango potato tomato onion garlic mushroom butter ghee cream curd yogurt flour
      dough sauce ketchup mayo starbucks kfc mcdonalds zomato swiggy cookbook homemade tandoor korma gravy kofta upma
      poha rasam bhindi okra lollipop haleem nihari vepudu pulusu pulihora annam podi kodi pulav 🍕 🍔 🍛 🍜 🍝 🍳 🍰 🍗 🍲 🌮 🍩 🍫
      🥗 beefburger cheesecake tiramisu croissant waffle donut popcorn milkshake lassi juice cocktail wine beer mocktail
      vlogfood pesarattu gongura avakaya payasam jalebi barfi rasgulla rasmalai bhelpuri pavbhaji misalpav chole rajma
      kadhi palak aloo gobi bhatura dhokla thepla khakhra appam uttapam medu bajji bonda masaledar swaad khane khaana
      achaar seekh dumbiryani hyderabadibiryani pulusukura pappucharu dryfruits streetfoodindia cookingvideo toast
      waffles lemon lemons nutella pork ham bacon beef lamb turkey duck sausage sausages hotdog hotdogs tacos taco
      burrito quesadilla nachos salsa guacamole avocado broccoli carrot carrots cucumber spinach cabbage pumpkin beans
      bean lentils tofu oats oatmeal cereal granola syrup honey jam jelly peanut peanutbutter almond almonds walnuts
      cinnamon ginger pepper chili chilli vinegar oliveoil mayonnaise mustard bagel bagels baguette pho dumpling
      dumplings lasagna spaghetti noodle risotto pizzas cheeseburger nuggets wings ribs brisket barbecue lobster shrimp
      crab salmon tuna oysters caviar omelette omelet apple apples banana bananas strawberry strawberries blueberry
      grapes watermelon pineapple orange oranges coconut cookie cupcakes muffin muffins pie pies pudding gelato candy
      candies gummy marshmallow lollipops gum oreo snickers tequila vodka whiskey rum cocktails coke pepsi soda espresso
      latte cappuccino matcha boba stove pan pans skillet wok microwaved leftovers foods eats ate eaten chefs baker
      bakers waiter menus crust loaf dinners onions garlicky mukbang buffet buffets costco chipotle tacobell wendys
      recipetutorial kebabs ramyeon kimchi tteokbokki blt philly cheesesteak`,
    weak: `
      taste snack dry nuts fruit fruits fresh crispy fried ingredients ingredient hungry hotel order sweet eatery
      vegetables milk flavour flavor healthyrecipe fry oven bites plate bowl serve sugar salt drink drinks water cooker
      crunchy crunchiest cheesy stretchiest served bowlful plates hunger frozen slice sliced roast roasted boil boiled
      toasted salty sour bitter cup glass spoon fork knife flavors flavours pocky cow`,
  },
  travel: {
    strong: `
      travel traveling travelling traveler traveller travelers travelgram travelblogger travelvlog traveltips
      travelindia traveldiaries travelreels travelphotography trip trips flight flights airport hotel hotels hostel
      resort resorts beach beaches vacation vacations holiday holidays itinerary island islands destination destinations
      backpacking backpacker wanderlust roadtrip trek trekking hiking hike mountains himalayas himalaya himachal
      himachalpradesh manali spiti ladakh leh kashmir kasol shimla uttarakhand rishikesh meghalaya sikkim goa kerala
      rajasthan jaipur udaipur paris bali dubai thailand bangkok phuket vietnam singapore malaysia maldives japan tokyo
      iceland switzerland norway finland italy rome london barcelona amsterdam budapest prague greece santorini turkey
      istanbul egypt kenya safari newzealand srilanka nepal bhutan seychelles mauritius hiddengem hiddengems tourism
      tourist incredibleindia solotravel solotraveler budgettravel airbnb cruise northernlights waterfall sunset sunrise
      explore explorer exploring campervan vanlife camping passport airline airlines luggage carryon packing
      seeaustralia sydney melbourne queensland tasmania newyork seoul korea pahadi heritage tourismaustralia staycation
      snorkeling scubadiving ✈ 🏖 🏝 🗺 🧳 europe europetrip eurotrip bucketlist visit visitindia nomad digitalnomad villa
      yatra safar musafir ghumakkad pahad pahaad pahaadi hampi gokarna pondicherry andaman lakshadweep munnar ooty coorg
      alleppey darjeeling nainital mussoorie tawang shillong jodhpur jaisalmer pushkar varanasi tajmahal agra varkala
      vizag visafree tourists tourguide sightseeing jetlag roadtrips planeticket boarding borders bordercrossing
      tripadvisor venice lisbon portugal spain madrid berlin vienna swiss hawaii caribbean cancun brazil argentina peru
      machu patagonia morocco malta ladakhtrip asia africa firstclass businessclass airindia layover backpack sahara`,
    weak: `
      country countries city visited places place adventure adventures stay views view nature journey mountain lake
      valley snow ocean sea cave map guide explored local locals street culture festival village temple train booking
      booked paradise abroad world landscape museum park seat passengers passenger plane planes trains bus cities road
      boat ship ticket tickets currency`,
  },
  home: {
    strong: `
      homedecor homeimprovement interiordesign interior interiors diy diyhome diyprojects decor cleaning cleantok
      cleaninghacks housecleaning laundry gardening garden houseplants plants furniture ikea renovation renovating
      remodel apartmentdecor organization organizing organize kitchenhacks homehacks lifehack lifehacks roommakeover
      bathroom bedroom livingroom woodworking declutter toolbox vacuum airpurifier handyman paintwall tinyhome
      homemakeover plumbing carpet curtains mattress stains kitchens cupboard drawer drawers dishwasher freezer toilet
      sink faucet tiles tile roof ceiling basement attic stain vinegar bleach mop vacuuming dusting lawn mower mowing
      weeds seeds seedlings compost succulents cactus cacti backyard patio fireplace carpenter drill hammer screwdriver
      plaster wallpaper rug bedding pillows`,
    weak: `
      home house clean room fridge kitchen tools wall sofa door organized shelves bed pillow dishes fix floor window
      windows lamp chair table couch soil roommate candle painted wood wooden shelf mold pots`,
  },
  real_estate: {
    strong: `
      realestate realtor realtors realestateagent property properties housing landlord landlords mortgage mortgages
      listing condo mansion homebuyer homebuyers homebuying firsttimehomebuyer propertymarket realestateinvesting
      househunting apartmenttour housetour flipping houseflipping 2bhk 3bhk bhk plots builder villas openhouse
      luxuryrealestate penthouse renters renting homeowner homeowners realestatetips condos apartments rentals
      airbnbhost zillow foreclosure downpayment escrow`,
    weak: `
      rent tenant tenants apartment flat buyer broker houses sqft neighborhood residential deposit viewing square homes
      building buildings villa keys lease block neighbourhood`,
  },
  parenting: {
    strong: `
      parenting parents baby babies toddler toddlers newborn pregnant pregnancy motherhood momlife dadlife mumlife
      breastfeeding postpartum kidsactivities firsttimemom momhacks momtok parenthood diaper diapers stroller
      gentleparenting newmom newmoms moms mums sahm fatherhood momsoftiktok dads newborns infant infants twins triplets
      midwife childbirth birth playground daycare babysitter stepdad grandkids grandchildren teenager teenagers
      schoolrun playdate potty tantrum tantrums parent babyboy babygirl genderreveal`,
    weak: `
      kid kids child children mom mum dad mother father son daughter daughters sons family siblings nursery bedtime
      school maa papa mummy beta grandma grandmother grandpa grandparents brother sister sibling girls boys toys toy
      fairy`,
  },
  relationships: {
    strong: `
      relationship relationships relationshipadvice relationshiptips dating datingadvice boyfriend girlfriend marriage
      married husband wife couple couples couplegoals breakup breakups soulmate situationship tinder hinge bumble
      divorce divorced crush longdistance fiance engaged proposal firstdate redflags greenflags ghosted cheating
      lovelanguage loveletter husbandwife couplecomedy boyfriends girlfriends wives husbands gf bf exes engagement
      honeymoon anniversary weddings bestfriend bestfriends friendships inlaws motherinlaw lover lovers flirt flirting
      cuddle cuddles redflag greenflag toxicrelationship marriages matchmaking betrayed jealous sexuality virgin`,
    weak: `
      love ex partner date romance romantic wedding kiss heart him her friends friendship shaadi pyaar pyar ishq single
      valentine mohabbat rishta rishtey dulhan dulha biwi dosti dost dates men women girl guy together jealousy trust
      cheater cheated forever`,
  },
  pets: {
    strong: `
      dog dogs doglover dogsofinstagram doglife puppy puppies cat cats catsofinstagram catlover kitten kittens pet pets
      petlover animal animals animallover hamster parrot wildlife zoo vet veterinarian doggo goldenretriever labrador
      husky germanshepherd poodle aquarium rabbit 🐶 🐱 🐕 🐈 🐾 bunny horse horses elephant tiger lion snake snakes panda
      monkey dogtraining petsofinstagram petcare leash rescuedog petsitter puppys doggy pup pups kitty kitties gecko
      lizard turtle tortoise hamsters guinea guineapig ferret budgie parrots chickens cows pigs piglet sheep donkey
      ponies gorilla gorillas monkeys apes lions tigers bears sharks whale whales dolphin dolphins penguin penguins owl
      owls eagle octopus crocodile alligator giraffe zebra kangaroo koala fox foxes wolf wolves deer squirrel raccoon
      bees bee spider spiders insect insects`,
    weak: `
      bird birds bear shark rescue adopted paws breed fur tail cow goat frog shelter vets collar bark barks meow litter
      wild cage bite species walkies`,
  },
};
