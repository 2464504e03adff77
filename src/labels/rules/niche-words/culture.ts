// Words of the niches of play, arts, news and belief; niche-words.ts describes their spelling. Data only.
import type { NicheWords } from './word-list.ts';

export const cultureWords: NicheWords = {
  gaming: {
    strong: `
      game games gaming gamer gamers gameplay videogame videogames minecraft fortnite roblox gta gta5 gta6 xbox
      playstation ps4 ps5 nintendo twitch steam esports pubg bgmi freefire valorant speedrun speedrunning apexlegends
      pokemon mario zelda warzone callofduty amongus eldenring leagueoflegends 🎮 csgo counterstrike gamingpc gamingsetup
      livestreamer mobilegame clashofclans clashroyale brawlstars genshin genshinimpact`,
    weak: 'level boss mod console streamer switch pc controller lobby sims chess server noob fps quest',
  },
  entertainment: {
    strong: `
      movie movies film films filmmaking cinema trailer teaser netflix marvel disney celebrity celebrities actor actress
      bollywood hollywood tollywood kollywood starwars avengers batman spiderman webseries tvshow tvseries biggboss
      realitytv prank pranks oscars premiere boxoffice kdrama anime moviereview srk shahrukhkhan salmankhan prabhas
      alluarjun maheshbabu nowstreaming incinemas primevideo hotstar jiohotstar hbo talkshow latenight director
      cinematic bts scenes newrelease moviescene alia deepika`,
    weak: `
      show shows episode season scene series star fans famous fan drama starring cast watch entertainment entertainer
      theatre theatres hero podcast release interview`,
  },
  comedy: {
    strong: `
      comedy comedyreels comedyvideo comedyvideos funny funnyvideo funnyvideos funnyreels funnymemes funnycontent
      funnyposts meme memes memesdaily memepage indianmemes dankmemes joke jokes skit skits parody lol lmao lmfao
      hilarious standup standupcomedy standupcomedian humor humour comedian roast relatable relatablememes
      relatablereels haha hahaha trollpage telugumemes tamilmemes hindimemes trolls 😂 🤣 😹 💀 🤡 sarcasm sarcastic
      darkhumor memesofinstagram explorememes viralmemes memer funniest telugutrolls memereels desimemes lolz rofl
      mazaak mazak hasi chutkule dailymemes memesindia memevideo memecontent`,
    weak: `
      laugh laughing 😭 😆 😅 😜 bro bhai yaar troll prank mood fr 🥲 😶 🗿 🫠 wtf tf hehe af bechara bichara behen pagal 🤪`,
  },
  music: {
    strong: `
      music musician musicvideo song songs singer singers singing album rapper rap lyrics lyric dance dancing dancer
      dancers choreography guitar guitarist piano pianist concert remix cover coversong producer beats vevo ballad kpop
      hiphop spotify violin drums drummer band orchestra edm dj 🎵 🎶 🎸 songwriter songwriting vocals karaoke playlist
      classicaldance bharatanatyam flute tabla melody rnb jazz festivalmusic taylorswift arijitsingh`,
    weak: 'audio mv feat beat performance official tour stage live sing drop sound bass vocal voice single',
  },
  art: {
    strong: `
      art artist artists arttok artwork drawing drawings painting paintings painted sketchbook sketch photography
      photographer photographers photoshoot photoediting graphicdesign designer crafts crafting craft tattoo tattoos
      sculpture illustration illustrator calligraphy pottery ceramics resin watercolor acrylic procreate digitalart
      origami crochet knitting embroidery cinematography lightroom photoshop mehndi henna rangoli animationart
      oilpainting handmade canvas`,
    weak: `
      draw paint photo photos design creative colors shot lens brush portrait camera film studio clay creativity poses
      pose editing canon sony nikon`,
  },
  sports: {
    strong: `
      sport sports football footballer soccer basketball nba nfl ufc mma boxing boxer cricket cricketer ipl tennis
      championsleague premierleague fifa worldcup olympics olympic quarterback messi ronaldo cristiano neymar kohli
      viratkohli dhoni msdhoni rohitsharma wrestling wwe golf mlb baseball hockey f1 formula1 rugby volleyball badminton
      kabaddi athlete athletes surfing skiing skateboarding skateboard cycling swimming karate taekwondo ⚽ 🏀 🏏 🏈 🎾
      playoffs touchdown superbowl teamindia indvspak fishing climbing snowboarding gymnastics bcci`,
    weak: `
      goal goals match league cup champions highlights team player players coach fight stadium win tournament score race
      ball racing champion trophy season womeninblue`,
  },
  automotive: {
    strong: `
      car cars carlover supercar supercars truck trucks bmw ferrari lamborghini porsche mustang toyota audi mercedes
      honda hyundai mahindra thar fortuner scorpio 🏎 tatamotors maruti suzuki rollsroyce motorcycle motorcycles bike
      bikes biker royalenfield ktm ducati horsepower v8 turbo drifting cardetailing detailing mechanic ev evs
      electricvehicle suv sedan carreview automotive automobile carsofinstagram superbike bugatti mclaren jeep tyres`,
    weak: `
      tesla ford engine drive driving driver garage ride wheels speed gear highway fuel petrol diesel mileage road
      vehicle`,
  },
  news: {
    strong: `
      news breakingnews worldnews trump biden putin modi narendramodi rahulgandhi bjp congress president election
      elections politics political politician parliament senate protest protests minister primeminister government
      hurricane earthquake covid coronavirus ukraine russia israel gaza palestine supremecourt lawmakers geopolitics
      journalism bbc cnn headlines economyupdate budget2025 newsupdate tariffs ceasefire`,
    weak: `
      breaking war police crisis court law policy vote military economy justice ban crime reported nation scandal rights`,
  },
  spirituality: {
    strong: `
      god jesus bible church faith prayer pray prayers astrology zodiac zodiacsigns horoscope manifest manifestation
      manifesting spiritual spirituality tarot karma allah quran islam muslim islamic christian krishna shiva mahadev
      hanuman ram hindu hinduism bhakti mantra chakra lawofattraction navratri navaratri ganesh durga temple mandir
      iskcon bhagavadgita gita ramadan eid dua kundli numerology vastu blessed gurudev sadhguru buddha buddhism
      scorpio_season angelnumbers harekrishna jaishreeram ashram`,
    weak: `
      soul energy universe angels bless blessings divine peace puja pooja devotional sacred worship heaven leo virgo
      capricorn aquarius`,
  },
  true_crime: {
    strong: `
      murder murdered murderer serialkiller truecrime crime crimes criminal kidnapped kidnapping detective unsolved
      unsolvedmystery haunted ghost ghosts paranormal horror horrorstory horrorstories creepy scarystories coldcase
      missingperson conspiracy cult forensic fbi interrogation homicide disappearance`,
    weak: `
      killer missing mystery mysterious case police prison jail escaped evidence suspect scary victim dark disappeared`,
  },
};
