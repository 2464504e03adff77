// Words of the niches of money, work, learning and technology; niche-words.ts describes their spelling. Data only.
import type { NicheWords } from './word-list.ts';

export const workWords: NicheWords = {
  finance: {
    strong: `
      invest investing investor investors investment investments stock stocks stockmarket crypto bitcoin ethereum
      budgeting dividend dividends etf etfs trading trader daytrader forex mutualfund mutualfunds indexfund indexfunds
      personalfinance finance finances financial financialfreedom fintech creditcard creditcards creditscore
      passiveincome sidehustle sidehustles sidehustler retirement 401k wealth inflation networth savingsaccount
      compoundinterest cashback taxes taxreturn itr sip sensex nifty moneytips makemoney insurance emergencyfund
      dogecoin blockchain portfolio debtfree frugal healthinsurance lifeinsurance crorepati paisekamao fixeddeposit
      taxsaving stockmarketindia sharemarket mortgagefree billionaires cryptocurrency ira roth nft stocktips finanzas
      budgets hedgefund debts currency currencies pension pensions savers overdraft accountant accounting creditors
      retire retired taxed refund refunds`,
    weak: `
      money budget debt credit savings tax income bank banking loan loans salary paycheck rich millionaire cash dollars
      rupees invested saving interest wealthy payday bills emi rate rates earn spend paisa paise lakhs crore crores
      kamai bachat nivesh udhaar mehngai payment payments pay paying monthly subscription statement afford affords broke
      cheap expensive dollar euro euros pounds lend coins invoice million millions billionaire cents bucks wallet atm
      rent cost costs price prices`,
  },
  business: {
    strong: `
      business businesses businessowner businessowners smallbusiness smallbusinesses startup startups startuplife
      founder founders entrepreneur entrepreneurs entrepreneurship ecommerce shopify dropshipping saas agency freelance
      freelancer freelancers freelancing b2b coldemail colddm salesteam salescall exporter exporters export exports
      exporting importexport importer importers globaltrade tradefinance businessgrowth businessidea businessideas
      businessmindset venturecapital fundraising franchise wholesale supplychain logistics msme sme 📈 businessmodel
      companies profitmargin scaleyourbusiness amazonfba pitchdeck startupindia wholesaler manufacturer sharktank
      sharktankindia startupstory entrepreneurlife ipo smallbusinessindia womenentrepreneurs femaleentrepreneur
      businesswoman ceos founderstory bootstrapped retail retailer customerservice negotiation negotiate pricing
      salesman salespeople cfo coo competitor competitors shareholders bankruptcy bankrupt`,
    weak: `
      company ceo cto sales client clients customer customers profit revenue pitch hustle owner brand brands deal deals
      launch product buyer buyers sell selling hiring team vc billion founded scale trade market invoice supplier store
      industry dukaan dhandha karobar vyapar vyapaar grahak turnover discount orders shop shops factory employer
      employees partner negotiating warehouse billionaire billionaires meeting contract contracts office growth scaling`,
  },
  lifestyle: {
    strong: `
      lifestyle minimalism minimalist slowliving dayinmylife dayinthelife morningroutine nightroutine vlog vlogger vlogs
      vlogging dailyvlog grwm thatgirl photodump weekendvibes lifeupdate sustainableliving zerowaste lifestyleblogger
      declutter decluttering slowlife simpleliving hygge selfcaresunday everydaylife routines homebody`,
    weak: `
      diwali christmas festive celebration celebrating routine aesthetic cozy weekend mornings wholesome sunday journal
      apartment birthday bucketlist wake bed evening everyday tablecloth neighbours neighbors candles tidy bath shower`,
  },
  marketing: {
    strong: `
      marketing marketer marketers digitalmarketing socialmedia socialmediamarketing contentcreation contentmarketing
      contentcreators contentstrategy instagramgrowth instagramtips algorithm seo copywriting copywriter ads advertising
      facebookads branding personalbrand personalbranding influencermarketing emailmarketing newsletter leadgeneration
      landingpage carousel clickthrough reachandengagement youtubegrowth growthhacking hashtagstrategy ugc ugccreator
      organicreach subjectline calltoaction videoeditingtips conversionrate hashtags slogan logo logos rebrand
      rebranding campaigns clickbait thumbnail thumbnails subscriber captions influencers ppc googleads`,
    weak: `
      followers viral hashtag engagement audience influencer creator creators funnel leads campaign subscribers reach ad
      brand views posting conversion hooks hook linkedin email posts post headline headlines caption jingle instagram
      tiktok channel customers advert adverts billboard`,
  },
  ai: {
    strong: `
      ai chatgpt gpt gpt4 gpt5 openai claude gemini copilot midjourney artificialintelligence machinelearning
      deeplearning llm llms 🤖 aitools aitool aivideo aiart deepfake generativeai promptengineering aiagent aiagents
      neuralnetwork deepseek perplexity grok veo sora nanobanana aiprompt chatbot chatbots aigenerated neural
      superintelligence agi humanoid humanoids imagegenerator elevenlabs notebooklm`,
    weak: `
      prompt prompts automation automate agent agents robot robots model models assistant bot bots algorithm trained
      machine voice`,
  },
  tech: {
    strong: `
      tech technology technews techreview techtips iphone iphones android ios samsung smartphone smartphones laptop
      laptops macbook ipad airpods computer computers pc software app apps coding coder programming programmer developer
      developers softwareengineer softwareengineering webdevelopment webdeveloper javascript python java cybersecurity
      hacker hackers gadget gadgets gpu keyboard wifi bluetooth smartwatch applewatch windows linux oneplus pixel xiaomi
      nothingphone usb usbc charger google womenintech techie leetcode github datascience database saas frontend backend
      api fullstack chip processor snapdragon earbuds headphones powerbank foldable cloud aws devops googlemaps whatsapp
      appstore techlife samsunggalaxy galaxy unboxing smartglasses vr drone drones engineerlife devlife codinglife
      techburner router routers browser browsers password passwords hacked spreadsheet excel firmware bug bugs cpu ram
      ssd monitor headset tablet tablets printer laptopbag smarthome alexa siri smartwatches iphonetips androidtips
      webcam email charging adapter`,
    weak: `
      phone phones apple camera specs device internet code website microsoft battery screen settings feature features
      download data engineer engineering meta tesla display update hacks tricks mobile jugaad smartphones unbox online
      screens wireless smart plug photo photos text texts site robot invention click scroll notification notifications`,
  },
  productivity: {
    strong: `
      productivity productive notion timemanagement todolist procrastination procrastinating procrastinate pomodoro
      timeboxing deepwork studytips studytok studymotivation studywithme notetaking secondbrain planner digitalplanner
      focusmode inbox multitasking todo checklist deadlines planning timer organised`,
    weak: `
      focus calendar schedule tasks organized distraction distractions deadline meetings meeting workflow system
      spreadsheet emails task notes list lists sticky morning hours priorities procrastinated desk`,
  },
  self_improvement: {
    strong: `
      mindset discipline selfimprovement selfhelp selflove selfcare selfgrowth personaldevelopment personalgrowth
      motivation motivational motivationalquotes growthmindset confidence stoic stoicism habits goodhabits atomichabits
      successmindset selfdiscipline levelup lifelessons lifeadvice inspiration inspirational dopaminedetox
      bettereveryday selfworth motivate selfesteem selfdoubt stoics mindsets procrastinator willpower gratitude
      journaling affirmations comfortzone growup bestself`,
    weak: `
      habit success goals growth better believe dreams quotes quote inspire potential lessons comfort courage attitude
      focus regret confident promise change lazy overcome fear failure failures skill skills successful happiness life
      quit`,
  },
  education: {
    strong: `
      education educational student students studentlife teacher teachers exam exams school schools college university
      universities study studying studyabroad internationalstudents internationalstudent studyinaustralia studyincanada
      studyinuk grammar vocabulary englishlearning learnenglish spokenenglish maths mathematics math history geography
      upsc ias neet jee gate ielts toefl gre cbse ncert boardexams scholarship scholarships degree phd homework
      classroom lesson professor learning syllabus semester tuition generalknowledge gk currentaffairs facts didyouknow
      funfact knowledge language languages edtech onlineclasses studentvisa learnwithme indianhistory quiz 🎓 📚 studyvisa
      graduate graduation teaching curriculum studyhacks iit iitbombay kota visa visas tedx interestingfacts topper
      padhai pariksha vidyarthi shiksha boardexam pupil pupils classrooms dictionary essay essays textbook textbooks
      linguistics linguist philosophy philosopher kindergarten lectures spelling multiplication algebra alphabet
      worldwar ancient empire empires roman romans egyptians pharaoh medieval archaeology archaeologist civilization
      historian pyramids`,
    weak: `
      learn english class lecture book books read reading explained research grades campus marks pr test country
      government fact explain theory australia canada kitab gyaan spanish korean french german japanese words word map
      maps capital flags king queen century invented origin meaning subway transportation`,
  },
  career: {
    strong: `
      career careers careeradvice careertips resume resumes cv jobinterview jobsearch jobseeker jobseekers jobhunt
      jobtips coworker coworkers workplace recruiter recruiters recruitment internship internships interviewtips
      interviewquestions promotion corporatelife corporate remotejobs workfromhome remotework salarynegotiation layoff
      layoffs linkedin linkedintips womeninbusiness placement 9to5 quitmyjob resignation jobinterviews interviewer cvs
      coverletter freelancing promotions overtime retirement colleague`,
    weak: `
      job jobs boss interview hiring hr office work manager hired workday employee employees fired colleagues burnout
      application applications bosses title raise shift shifts quit pay worker workers desk pays interviews`,
  },
  science: {
    strong: `
      science scientist scientists physics chemistry biology astronomy astrophysics nasa isro planet planets mars
      universe experiment quantum volcano dinosaur dinosaurs evolution atom atoms rocket spacex molecule dna genetics
      neuroscience asteroid blackhole telescope galaxies gravity climatechange ocean spacefacts sciencefacts geology
      microscope robotics chandrayaan magnets magnetism electricity electrons proton laser lasers helium nitrogen
      hydrogen oxygen metronome metronomes fossil fossils meteor comet eclipse astronaut astronauts orbit satellites
      saturn jupiter pluto supernova volcanoes tsunami tornado thermite aerogel slime fluid fluids density particle
      particles molecules bacteria virus viruses parasite neurons photosynthesis engineering engineers superglue glue
      battery batteries skyscraper skyscrapers planes biologist chemist physicist geologist milkyway milky`,
    weak: `
      space earth moon sun energy brain experiments nature lab species lightning magnet solar cells invented invention
      deepsea waves wave temperature pressure air water gas light sound speed explosion explode metal plastic rock rocks
      bones stars weather balloon balloons bridge bridges rope machine float floating freeze freezing boil toxic
      chemical liquid robot robots height jump`,
  },
};
