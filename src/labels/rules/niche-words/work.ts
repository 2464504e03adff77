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
      taxsaving stockmarketindia sharemarket`,
    weak: `
      money budget debt credit savings tax income bank banking loan loans salary paycheck rich millionaire cash dollars
      rupees invested saving interest wealthy payday bills emi rate rates earn spend paisa paise lakhs crore crores
      kamai bachat nivesh udhaar mehngai`,
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
      businesswoman`,
    weak: `
      company ceo cto sales client clients customer customers profit revenue pitch hustle owner brand brands deal deals
      launch product buyer buyers sell selling hiring team vc billion founded scale trade market invoice supplier store
      industry dukaan dhandha karobar vyapar vyapaar grahak turnover`,
  },
  lifestyle: {
    strong: `
      lifestyle minimalism minimalist slowliving dayinmylife dayinthelife morningroutine nightroutine vlog vlogger vlogs
      vlogging dailyvlog grwm thatgirl photodump weekendvibes lifeupdate sustainableliving zerowaste lifestyleblogger
      declutter decluttering`,
    weak: `
      diwali christmas festive celebration celebrating routine aesthetic cozy weekend mornings wholesome sunday journal
      apartment birthday bucketlist`,
  },
  marketing: {
    strong: `
      marketing marketer marketers digitalmarketing socialmedia socialmediamarketing contentcreation contentmarketing
      contentcreators contentstrategy instagramgrowth instagramtips algorithm seo copywriting copywriter ads advertising
      facebookads branding personalbrand personalbranding influencermarketing emailmarketing newsletter leadgeneration
      landingpage carousel clickthrough reachandengagement youtubegrowth growthhacking hashtagstrategy ugc ugccreator
      organicreach subjectline calltoaction videoeditingtips conversionrate`,
    weak: `
      followers viral hashtag engagement audience influencer creator creators funnel leads campaign subscribers reach ad
      brand views posting conversion hooks hook linkedin email`,
  },
  ai: {
    strong: `
      ai chatgpt gpt gpt4 gpt5 openai claude gemini copilot midjourney artificialintelligence machinelearning
      deeplearning llm llms 🤖 aitools aitool aivideo aiart deepfake generativeai promptengineering aiagent aiagents
      neuralnetwork deepseek perplexity grok veo sora nanobanana aiprompt`,
    weak: 'prompt prompts automation automate agent agents robot robots',
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
      techburner`,
    weak: `
      phone phones apple camera specs device internet code website microsoft battery screen settings feature features
      download data engineer engineering meta tesla display update hacks tricks mobile jugaad smartphones unbox`,
  },
  productivity: {
    strong: `
      productivity productive notion timemanagement todolist procrastination procrastinating procrastinate pomodoro
      timeboxing deepwork studytips studytok studymotivation studywithme notetaking secondbrain planner digitalplanner
      focusmode inbox`,
    weak: `
      focus calendar schedule tasks organized distraction distractions deadline meetings meeting workflow system
      spreadsheet`,
  },
  self_improvement: {
    strong: `
      mindset discipline selfimprovement selfhelp selflove selfcare selfgrowth personaldevelopment personalgrowth
      motivation motivational motivationalquotes growthmindset confidence stoic stoicism habits goodhabits atomichabits
      successmindset selfdiscipline levelup lifelessons lifeadvice inspiration inspirational dopaminedetox
      bettereveryday selfworth motivate`,
    weak: `
      habit success goals growth better believe dreams quotes quote inspire potential lessons comfort courage attitude
      focus regret`,
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
      padhai pariksha vidyarthi shiksha boardexam`,
    weak: `
      learn english class lecture book books read reading explained research grades campus marks pr test country
      government fact explain theory australia canada kitab gyaan`,
  },
  career: {
    strong: `
      career careers careeradvice careertips resume resumes cv jobinterview jobsearch jobseeker jobseekers jobhunt
      jobtips coworker coworkers workplace recruiter recruiters recruitment internship internships interviewtips
      interviewquestions promotion corporatelife corporate remotejobs workfromhome remotework salarynegotiation layoff
      layoffs linkedin linkedintips womeninbusiness placement 9to5 quitmyjob resignation`,
    weak: `
      job jobs boss interview hiring hr office work manager hired workday employee employees fired colleagues burnout`,
  },
  science: {
    strong: `
      science scientist scientists physics chemistry biology astronomy astrophysics nasa isro planet planets mars
      universe experiment quantum volcano dinosaur dinosaurs evolution atom atoms rocket spacex molecule dna genetics
      neuroscience asteroid blackhole telescope galaxies gravity climatechange ocean spacefacts sciencefacts geology
      microscope robotics chandrayaan`,
    weak: `
      space earth moon sun energy brain experiments nature lab species lightning magnet solar cells invented invention
      deepsea`,
  },
};
