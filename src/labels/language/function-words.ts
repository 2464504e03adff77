// Function words of languages in Latin script, without accents and apostrophes, as tokenize() returns them. Data only.
// Includes Hindi, which captions write in Latin letters as often as in Devanagari.

export const functionWords: Readonly<Record<string, string>> = {
  en: `a an i the and you your of to is are was were be been this that these those it its in on for with from at by as an my me we our
    they their them he she his her him what when where why how who which if but so not dont cant wont didnt doesnt isnt youre im
    ive ill will would could should can just have has had do does did get got about out up than then there here every never always
    because until before after into over only more most stop make made want need know think see heres theres thats lets all some
    no one nobody everyone people things thing way time day year years best first like love new good really vs versus let me too much many old little no yes while still again own even`,
  hi: `hai hain ka ki ke ko kya nahi nahin mein main mai aur bhi toh koi kuch yeh ye woh wo kaise kyun kyu kab kahan ab apna apne apni
    mera mere meri tera tere teri hum tum aap aapka aapke unka uska iska iski tha thi raha rahe rahi gaya gayi karo karna kar karta
    karte hua hui hoga hogi sath saath bhai yaar bahut bohot sab sabse phir fir jab tak liye wala wale wali ho gaye ek hota hoti kare se bas`,
  es: `el la los las que de del en y es un una por para con como mi tu su se lo le nos si pero mas este esta esto eso muy cuando
    donde porque todo todos nada nunca siempre yo te me hay tiene tienes puede quiero hacer asi sin sobre ya tambien`,
  pt: `o os as que de do da dos das em um uma por para com como meu minha seu sua se nao mas mais isso este esta muito quando
    onde porque tudo todos nada nunca sempre eu voce voces ele ela tem fazer assim sem sobre ja tambem ate pra pro na no`,
  fr: `le la les des du de et est un une pour avec dans sur que qui ce cette ces mon ma mes ton ta votre vous nous je tu il elle
    ne pas plus tout tous rien jamais toujours comment pourquoi quand ou mais si sans aussi cest jai nest quil au aux`,
  de: `der die das und ist ein eine einen dem den nicht mit fur auf von zu im ich du er sie wir ihr was wie wann warum wo wer wenn
    aber so auch noch nur schon immer nie mehr alle alles hier kann hast habe haben bin bist sind mein dein sein diese dieser dieses kein keine keinen sich bei dir dich mir
    mich doch wird wurde werden`,
  it: `il lo la gli le di che e un una per con come mio mia tuo sua si non ma piu questo questa molto quando dove perche tutto
    tutti niente mai sempre io ti mi ci hai ho sono sei fare cosi senza anche della del nel alla`,
  nl: `de het een en van is dat dit niet met voor op aan in ik je jij hij zij we wat hoe waarom wanneer waar als maar ook nog
    alleen altijd nooit meer alles hier kan hebt heb zijn mijn jouw deze die naar bij ben bent geen even toch deel`,
  id: `yang dan di ke dari ini itu untuk dengan tidak ada adalah saya aku kamu kita kami mereka apa bagaimana kenapa mengapa kapan
    jangan bisa sudah belum akan juga lebih banyak semua harus buat kalau karena gak nggak cara orang sama lagi banget`,
  tr: `bir ve bu su da de icin ile ne nasil neden niye kim ben sen biz siz onlar degil var yok cok daha en her hic ama gibi kadar
    sonra once zaman olan oldu mi mu sey bana sana beni seni`,
  pl: `w na z do nie to jest sie ze jak co dlaczego kiedy gdzie kto ale czy tak juz tylko bardzo wszystko nigdy zawsze moj twoj
    ja ty my wy oni ona on mnie ciebie przez dla po od`,
  ro: `si de la un o cu pe nu este sunt ce cum cand unde pentru din mai dar daca asta acest aceasta tot toate eu tu el ea noi voi sa
    am ai au fost foarte mereu niciodata`,
  sv: `och det att en ett ar som pa av for med inte den jag du han hon vi ni de vad hur varfor nar var om men ocksa alla allt
    aldrig alltid min din sin har kan ska`,
  tl: `ang ng sa na mga ay ko mo siya ako ikaw tayo kami sila hindi wala may para kung paano bakit kailan saan ano sino pero lang
    din rin naman dito yung nang po ito`,
  vi: `la va cua cho co khong nhung cac mot nay khi ban toi anh em chung ta lam sao the nao gi ai o day roi se da dang rat nhieu voi`,
};
