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
      exercise exercises vyayam kasrat gains fitspo fitindia absworkout gymlover`,
    weak: `
      trainer training fat lift weight body run running runner stretch posture coach legs arms core athlete burn
      stronger lean pr chest shoulders healthylifestyle active diet macros`,
  },
  health: {
    strong: `
      health healthy healthylifestyle healthtips healthcare doctor doctors nutrition nutritionist dietitian vitamin
      vitamins hormone hormones pcos pcod gut guthealth disease cancer diabetes bloodsugar bloodpressure cholesterol
      medicine medical hospital nurse nurses surgery wellness supplements immunity ayurveda ayurvedic inflammation
      insulin thyroid digestion bloating cortisol fasting intermittentfasting backpain headache migraine metabolism
      sleepbetter insomnia symptoms medstudent homeopathy dentist teeth kidney liver physiotherapy`,
    weak: `
      sleep heart diet skin pain blood eyes brain energy body allergy cold immune medication sugar tired hydration
      stress ibs`,
  },
  mental_health: {
    strong: `
      anxiety depression therapy therapist trauma mentalhealth mentalhealthawareness mentalhealthmatters adhd meditation
      meditate mindfulness burnout panicattack panicattacks narcissist narcissists narcissism psychology psychologist
      nervoussystem innerchild overthinking selfharm bipolar autism emotionalhealing healingjourney counselling ocd ptsd
      attachmentstyle`,
    weak: `
      healing stress stressed emotions emotional boundaries lonely loneliness grief toxic panic feelings brain peace`,
  },
  beauty: {
    strong: `
      makeup makeuptutorial makeupartist mua skincare skincareroutine skincaretips beauty beautytips beautyhacks
      lipstick foundation haircare haircut hairstyle hairstyles hairtutorial nails nailart manicure eyeliner mascara
      serum sunscreen acne moisturizer moisturiser concealer perfume fragrance blush lipgloss lipliner retinol
      niacinamide glowingskin glassskin spf cleanser toner skinbarrier beautycontent bridalmakeup lashes eyeshadow
      eyebrows brows contour cosmetics lakme maybelline sephora salon facial shampoo conditioner 💄 💅 loreal olay nykaa
      lipbalm lipstickshades wrinkles darkcircles estheticlan esthetician dermatologist haircolor curlyhair hairfall
      hairgrowth`,
    weak: 'skin hair glow beautiful face lips pores lash curls spray bridal khoobsurat sundar chehra',
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
      eyewear footwear`,
    weak: `
      look looks wear wearing worn size colour fits accessories bag bags watch bride rings modest collection fabric
      trendy chic hat coat aesthetic closet fashionable styled suit silk cotton`,
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
      achaar seekh dumbiryani hyderabadibiryani pulusukura pappucharu dryfruits streetfoodindia cookingvideo`,
    weak: `
      taste snack dry nuts fruit fruits fresh crispy fried ingredients ingredient hungry hotel order sweet eatery
      vegetables milk flavour flavor healthyrecipe fry oven bites plate bowl serve sugar salt drink drinks water`,
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
      vizag visafree`,
    weak: `
      country countries city visited places place adventure adventures stay views view nature journey mountain lake
      valley snow ocean sea cave map guide explored local locals street culture festival village temple train booking
      booked paradise abroad world landscape museum park`,
  },
  home: {
    strong: `
      homedecor homeimprovement interiordesign interior interiors diy diyhome diyprojects decor cleaning cleantok
      cleaninghacks housecleaning laundry gardening garden houseplants plants furniture ikea renovation renovating
      remodel apartmentdecor organization organizing organize kitchenhacks homehacks lifehack lifehacks roommakeover
      bathroom bedroom livingroom woodworking declutter toolbox vacuum airpurifier handyman paintwall tinyhome
      homemakeover plumbing carpet curtains mattress stains`,
    weak: 'home house clean room fridge kitchen tools wall sofa door organized shelves bed pillow dishes fix',
  },
  real_estate: {
    strong: `
      realestate realtor realtors realestateagent property properties housing landlord landlords mortgage mortgages
      listing condo mansion homebuyer homebuyers homebuying firsttimehomebuyer propertymarket realestateinvesting
      househunting apartmenttour housetour flipping houseflipping 2bhk 3bhk bhk plots builder villas openhouse
      luxuryrealestate penthouse`,
    weak: 'rent tenant tenants apartment flat buyer broker houses sqft neighborhood residential deposit',
  },
  parenting: {
    strong: `
      parenting parents baby babies toddler toddlers newborn pregnant pregnancy motherhood momlife dadlife mumlife
      breastfeeding postpartum kidsactivities firsttimemom momhacks momtok parenthood diaper diapers stroller
      gentleparenting newmom newmoms moms mums sahm`,
    weak: `
      kid kids child children mom mum dad mother father son daughter daughters sons family siblings nursery bedtime
      school maa papa mummy beta`,
  },
  relationships: {
    strong: `
      relationship relationships relationshipadvice relationshiptips dating datingadvice boyfriend girlfriend marriage
      married husband wife couple couples couplegoals breakup breakups soulmate situationship tinder hinge bumble
      divorce divorced crush longdistance fiance engaged proposal firstdate redflags greenflags ghosted cheating
      lovelanguage loveletter husbandwife couplecomedy`,
    weak: `
      love ex partner date romance romantic wedding kiss heart him her friends friendship shaadi pyaar pyar ishq single
      valentine mohabbat rishta rishtey dulhan dulha biwi dosti dost`,
  },
  pets: {
    strong: `
      dog dogs doglover dogsofinstagram doglife puppy puppies cat cats catsofinstagram catlover kitten kittens pet pets
      petlover animal animals animallover hamster parrot wildlife zoo vet veterinarian doggo goldenretriever labrador
      husky germanshepherd poodle aquarium rabbit 🐶 🐱 🐕 🐈 🐾 bunny horse horses elephant tiger lion snake snakes panda
      monkey dogtraining petsofinstagram petcare leash`,
    weak: 'bird birds bear shark rescue adopted paws breed fur tail cow goat frog',
  },
};
