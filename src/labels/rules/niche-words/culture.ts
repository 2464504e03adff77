// Words of the niches of play, arts, news and belief; niche-words.ts describes their spelling. Data only.
import type { NicheWords } from './word-list.ts';

export const cultureWords: NicheWords = {
  gaming: {
    strong: `
      game games gaming gamer gamers gameplay videogame videogames minecraft fortnite roblox gta gta5 gta6 xbox
      playstation ps4 ps5 nintendo twitch steam esports pubg bgmi freefire valorant speedrun speedrunning apexlegends
      pokemon mario zelda warzone callofduty amongus eldenring leagueoflegends 🎮 csgo counterstrike gamingpc gamingsetup
      livestreamer mobilegame clashofclans clashroyale brawlstars genshin genshinimpact minecraftmemes nintendoswitch
      playstation5 smashbros cod battlefield battlefront flightsimulator callofdutymobile fifa21 fifa22 fifa23 fc24
      easports tetris sudoku dnd rpg mmorpg speedruns easteregg glitch glitches skins loot hardcore creepers skyblock
      fallguys rocketleague overwatch apex dota cyberpunk skyrim pokemongo pacman sonic arcade videogaming gamerboy
      gamergirl`,
    weak: `
      level boss mod console streamer switch pc controller lobby sims chess server noob fps quest player players played
      replay joystick levels play playing cheat cheats avatar pixels`,
  },
  entertainment: {
    strong: `
      movie movies film films filmmaking cinema trailer teaser netflix marvel disney celebrity celebrities actor actress
      bollywood hollywood tollywood kollywood starwars avengers batman spiderman webseries tvshow tvseries biggboss
      realitytv prank pranks oscars premiere boxoffice kdrama anime moviereview srk shahrukhkhan salmankhan prabhas
      alluarjun maheshbabu nowstreaming incinemas primevideo hotstar jiohotstar hbo talkshow latenight director
      cinematic bts scenes newrelease moviescene alia deepika mrbeast filmmaker filmmakers screenwriter theater theaters
      musical broadway disneyland pixar dreamworks harrypotter hogwarts jedi dc superman joker ironman thor hulk xmen
      simpsons spongebob strangerthings gameofthrones squidgame thevoice xfactor idol americanidol gottalent bgt agt
      kardashian kardashians beyonce drake rihanna kanye royalfamily paparazzi redcarpet sitcom cartoon cartoons cosplay
      fandom fanfic rottentomatoes youtuber youtubers sidemen ksi dudeperfect challengevideo lasttoleave
      extremechallenge dragonball goku naruto onepiece`,
    weak: `
      show shows episode season scene series star fans famous fan drama starring cast watch entertainment entertainer
      theatre theatres hero podcast release interview channel vlogger strangers island traffic prize win wins winner
      hidden seek surprise surprising balloon costume obstacle halloween magic magician trick`,
  },
  comedy: {
    strong: `
      comedy comedyreels comedyvideo comedyvideos funny funnyvideo funnyvideos funnyreels funnymemes funnycontent
      funnyposts meme memes memesdaily memepage indianmemes dankmemes joke jokes skit skits parody lol lmao lmfao
      hilarious standup standupcomedy standupcomedian humor humour comedian roast relatable relatablememes
      relatablereels haha hahaha trollpage telugumemes tamilmemes hindimemes trolls 😂 🤣 😹 💀 🤡 sarcasm sarcastic
      darkhumor memesofinstagram explorememes viralmemes memer funniest telugutrolls memereels desimemes lolz rofl
      mazaak mazak hasi chutkule dailymemes memesindia memevideo memecontent laughs laughed jokester comedians punchline
      satire spoof sketch sketches impersonation impression roastbattle pranked pranking pranks sitcoms silly awkward
      sarcastically lustig drole humoristique jajaja kkkk kkkkk rsrs mdr ptdr`,
    weak: `
      laugh laughing 😭 😆 😅 😜 bro bhai yaar troll prank mood fr 🥲 😶 🗿 🫠 wtf tf hehe af bechara bichara behen pagal 🤪 dumb
      stupid idiot weird moms dads embarrassing relate fail fails grandpa mom`,
  },
  music: {
    strong: `
      music musician musicvideo song songs singer singers singing album rapper rap lyrics lyric dance dancing dancer
      dancers choreography guitar guitarist piano pianist concert remix cover coversong producer beats vevo ballad kpop
      hiphop spotify violin drums drummer band orchestra edm dj 🎵 🎶 🎸 songwriter songwriting vocals karaoke playlist
      classicaldance bharatanatyam flute tabla melody rnb jazz festivalmusic taylorswift arijitsingh lyricvideo chorus
      verse rhythm drum drumming trumpet saxophone cello harp choir composer beethoven mozart bach vinyl billboard
      grammys eminem adele coldplay bts blackpink rosalia badbunny reggaeton tango ballet twerk dancechallenge techno
      rave festival coachella tomorrowland soundtrack acapella beatbox autotune shuffle`,
    weak: `
      audio mv feat beat performance official tour stage live sing drop sound bass vocal voice single rhythmically
      strings keys tune dances danced club`,
  },
  art: {
    strong: `
      art artist artists arttok artwork drawing drawings painting paintings painted sketchbook sketch photography
      photographer photographers photoshoot photoediting graphicdesign designer crafts crafting craft tattoo tattoos
      sculpture illustration illustrator calligraphy pottery ceramics resin watercolor acrylic procreate digitalart
      origami crochet knitting embroidery cinematography lightroom photoshop mehndi henna rangoli animationart
      oilpainting handmade canvas mural photograph photographs photographed polaroid sculptor museum museums gallery
      galleries vangogh picasso monalisa davinci graffiti streetart comic comics doodle doodles sketching pencil pencils
      watercolors oilpaint pixelart animator animators weaving quilt quilting beading polymerclay resinart macrame
      scrapbook diycrafts papercraft miniature designers redraw typography handlettering`,
    weak: `
      draw paint photo photos design creative colors shot lens brush portrait camera film studio clay creativity poses
      pose editing canon sony nikon colour color paper glue scissors shots frame sculpted artistry brushes ink carve
      carved stitched`,
  },
  sports: {
    strong: `
      sport sports football footballer soccer basketball nba nfl ufc mma boxing boxer cricket cricketer ipl tennis
      championsleague premierleague fifa worldcup olympics olympic quarterback messi ronaldo cristiano neymar kohli
      viratkohli dhoni msdhoni rohitsharma wrestling wwe golf mlb baseball hockey f1 formula1 rugby volleyball badminton
      kabaddi athlete athletes surfing skiing skateboarding skateboard cycling swimming karate taekwondo ⚽ 🏀 🏏 🏈 🎾
      playoffs touchdown superbowl teamindia indvspak fishing climbing snowboarding gymnastics bcci referee goalkeeper
      striker midfielder penalty penalties freekick offside halftime worldseries homerun pitcher linebacker nascar
      motogp grandprix verstappen hamilton leclerc sainz landonorris tourdefrance cyclist cyclists swimmer swimmers
      marathoner gymnast gymnasts olympian olympians medal medals skate skater skaters skateboarder snowboard
      snowboarder surfer surfers climber ufcfight boxers knockout tyson fury judo wrestler wrestlers lebron jordan curry
      kobe haaland mbappe psg realmadrid manutd arsenal juventus bayern bundesliga laliga seriea volleybal darts golfers
      archery footballs hoops dunk dunks volley`,
    weak: `
      goal goals match league cup champions highlights team player players coach fight stadium win tournament score race
      ball racing champion trophy season womeninblue captain stadiums balls summit scored beat finals winners defender
      ankle ankles rider jockey`,
  },
  automotive: {
    strong: `
      car cars carlover supercar supercars truck trucks bmw ferrari lamborghini porsche mustang toyota audi mercedes
      honda hyundai mahindra thar fortuner scorpio 🏎 tatamotors maruti suzuki rollsroyce motorcycle motorcycles bike
      bikes biker royalenfield ktm ducati horsepower v8 turbo drifting cardetailing detailing mechanic ev evs
      electricvehicle suv sedan carreview automotive automobile carsofinstagram superbike bugatti mclaren jeep tyres
      carsoftiktok tires tyre engines brake brakes steering dashboard hood windshield bumper gearbox clutch exhaust
      turbocharged v12 convertible hatchback pickup truckdriver trucker trucking harley yamaha kawasaki bmwmotorrad
      vespa scooter scooters motorbike motorbikes motocross rally drift parking parked carwash mechanics autos auto
      peugeot renault citroen volkswagen vw opel skoda volvo subaru nissan mazda kia lexus bentley rolls aston corvette
      camaro dodge chevrolet chevy cadillac pagani koenigsegg supra civic gtr excavator tractor`,
    weak: `
      tesla ford engine drive driving driver garage ride wheels speed gear highway fuel petrol diesel mileage road
      vehicle motor wheel roadside drove lane km mph ridden traffic license`,
  },
  news: {
    strong: `
      news breakingnews worldnews trump biden putin modi narendramodi rahulgandhi bjp congress president election
      elections politics political politician parliament senate protest protests minister primeminister government
      hurricane earthquake covid coronavirus ukraine russia israel gaza palestine supremecourt lawmakers geopolitics
      journalism bbc cnn headlines economyupdate budget2025 newsupdate tariffs ceasefire pandemic lockdown quarantine
      riot riots gunman terrorism terrorist nato kremlin zelensky macron merkel trudeau borisjohnson kamala obama
      clinton senator governor mayor referendum brexit refugees immigration immigrants journalist journalists reporter
      reporters newspaper newspapers anchor weatherforecast forecast wildfire wildfires flood floods drought
      climatecrisis airstrike missile missiles nuclear debate`,
    weak: `
      breaking war police crisis court law policy vote military economy justice ban crime reported nation scandal rights
      weather storm councils council town towns headline edition press killed crash crashed strike voters`,
  },
  spirituality: {
    strong: `
      god jesus bible church faith prayer pray prayers astrology zodiac zodiacsigns horoscope manifest manifestation
      manifesting spiritual spirituality tarot karma allah quran islam muslim islamic christian krishna shiva mahadev
      hanuman ram hindu hinduism bhakti mantra chakra lawofattraction navratri navaratri ganesh durga temple mandir
      iskcon bhagavadgita gita ramadan eid dua kundli numerology vastu blessed gurudev sadhguru buddha buddhism
      scorpio_season angelnumbers harekrishna jaishreeram ashram christ christianity gospel sermon preacher pastor
      priest nun nuns monk monks monastery chapel hymn psalm psalms worshipper catholic pope vatican rosary hallelujah
      prayed praying mosque imam hajj mecca sikh waheguru torah rabbi synagogue hanukkah passover aura crystals reiki
      moonphase fullmoon retrograde horoscopes gemini taurus aries pisces libra sagittarius janmashtami mahashivratri
      rakhi chanting`,
    weak: `
      soul energy universe angels bless blessings divine peace puja pooja devotional sacred worship heaven leo virgo
      capricorn aquarius saint saints holy spirit angel candle ritual miracle miracles fate destiny`,
  },
  true_crime: {
    strong: `
      murder murdered murderer serialkiller truecrime crime crimes criminal kidnapped kidnapping detective unsolved
      unsolvedmystery haunted ghost ghosts paranormal horror horrorstory horrorstories creepy scarystories coldcase
      missingperson conspiracy cult forensic fbi interrogation homicide disappearance stolen robbery robber robbers
      burglar burglars burglary heist thief thieves theft fraud fraudster scammer scammers counterfeit forgery hitman
      mafia cartel gangster gang gangs kidnapper arson autopsy fingerprint fingerprints coldcases witness witnesses
      courtroom verdict sentenced deathrow bodycam jacktheripper`,
    weak: `
      killer missing mystery mysterious case police prison jail escaped evidence suspect scary victim dark disappeared
      cases vanished vault alibi solve solved clue clues interrogated arrested arrest guilty guard`,
  },
};
