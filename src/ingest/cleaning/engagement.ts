// Removes figures of the post before its text, as page exports write them: `1.7M views · 124K reactions | …`.

const list = (words: string) => words.trim().split(/\s+/);

/** Abbreviated thousands, millions and billions, by language. */
const scales: ReadonlySet<string> = new Set(
  list(`
  k m b mn mm bn thousand million millions billion
  lakh lakhs lac crore crores cr l हज़ार हजार लाख करोड़
  mil mill mi mln mio mrd md tsd tys tis rb jt juta ribu bin tr n mila
  millones milhões milhão millionen milioni milliers miljoen duizend mille
  тыс млн млрд тис хил χιλ εκ ألف مليون هزار میلیون אלף מיליון
  千 万 萬 億 亿 천 만 억 พัน หมื่น แสน ล้าน`),
);

/** What is counted: beginnings of words, by language. */
const counted: readonly string[] = list(`
  view play watch reaction like comment share repost save follower subscriber impression
  visualiza vista visita reproducci reprodu gusta curtida reacc reaç coment compart seguidor
  vue lecture réaction aime commentaire partage abonné visualizz reazion piace condivis
  aufruf wiedergabe reaktion gefällt kommentar abonnent weergave reactie bekeken visning
  wyświetle reakcj polubie komentar zhlédn megtekint vizualiz aprecier izlenme görüntülenme beğeni yorum
  tayangan ditonton penayangan suka lượt xem tontonan panonood
  просмотр реакци лайк отмет коммент перегляд реакці вподоб προβολ αντιδράσ צפיות תגובות
  مشاهد تفاعل إعجاب اعجاب تعليق بازدید لایک व्यू देखा लाइक रिएक्शन प्रतिक्रिया কমেন্ট ভিউ
  次观看 次觀看 观看 觀看 播放 浏览 赞 讚 评论 回視聴 視聴回数 再生回数 回再生 いいね コメント 回 次
  조회 회 좋아요 댓글 반응 การดู ยอดวิว ครั้ง ถูกใจ ความคิดเห็น วิว`);

/** Stand between a number and what is counted. */
const linking: ReadonlySet<string> = new Set(list('and y et und e en i и of de d x me j keer times raz बार'));

const token = /\p{Nd}[\p{Nd}.,]*|[\p{L}\p{M}]+/gu;
const separator = /[|｜·•・\n]+|\s[-–—]+\s/u;
/** Cheap: figures stand at the beginning. */
const mayHaveFigures = /^.{0,20}?\p{Nd}/u;
/** Longer pieces are text. */
const maxFigureLength = 60;

/** A text that is only figures becomes ''. */
export function stripEngagement(text: string): string {
  if (!mayHaveFigures.test(text)) return text;
  let rest = text;
  for (;;) {
    const end = separator.exec(rest);
    if (!isFigure(rest.slice(0, end?.index))) return rest.trimStart();
    if (end === null) return '';
    rest = rest.slice(end.index + end[0].length);
  }
}

function isFigure(piece: string): boolean {
  if (piece.length > maxFigureLength) return false;
  const words = piece.toLowerCase().match(token) ?? [];
  const isNumber = (word: string) => /^\p{Nd}/u.test(word);
  const isAllowed = (word: string) => isNumber(word) || scales.has(word) || linking.has(word) || isCounted(word);
  return words.some(isNumber) && words.some(isCounted) && words.every(isAllowed);
}

/** Scripts without spaces write scale and noun as one word. */
function isCounted(word: string): boolean {
  if (counted.some((noun) => word.startsWith(noun))) return true;
  for (const scale of scales) {
    const rest = word.startsWith(scale) && scale.charCodeAt(0) > 0x2ff ? word.slice(scale.length) : '';
    if (rest !== '' && counted.some((noun) => rest.startsWith(noun))) return true;
  }
  return false;
}
