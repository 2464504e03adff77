// Detects what models hallucinate where nobody speaks: phrases of the subtitles that they were trained on, and repeated words.

/** Whole lines, folded by foldPhrase(). */
const phrases = new Set(
  [
    'you',
    'so',
    'oh',
    'bye',
    'bye bye',
    'the end',
    'thank you',
    'thank you very much',
    'thank you so much',
    'thank you bye',
    'thanks',
    'see you next time',
    'see you in the next video',
    "i'll see you in the next video",
    'please subscribe',
    'please subscribe to my channel',
    'please like and subscribe',
    'like and subscribe',
    "don't forget to like and subscribe",
    'transcription by castingwords',
    'gracias',
    'gracias por ver',
    'gracias por ver el video',
    'gracias por ver el vídeo',
    'muchas gracias',
    'hasta la próxima',
    'suscríbete',
    'suscríbete al canal',
    '¡suscríbete',
    'obrigado',
    'obrigado por assistir',
    'obrigada por assistir',
    'inscreva-se no canal',
    'até a próxima',
    'merci',
    "merci d'avoir regardé",
    "merci d'avoir regardé cette vidéo",
    'abonnez-vous',
    'danke',
    'vielen dank',
    'vielen dank fürs zuschauen',
    'vielen dank für die aufmerksamkeit',
    'bis zum nächsten mal',
    'grazie',
    'grazie a tutti',
    'grazie per la visione',
    'bedankt voor het kijken',
    'tot de volgende keer',
    'dziękuję',
    'dziękuję za uwagę',
    'dziękuję za oglądanie',
    'продолжение следует',
    'спасибо за просмотр',
    'спасибо за внимание',
    'подписывайтесь на канал',
    'дякую за перегляд',
    'izlediğiniz için teşekkür ederim',
    'izlediğiniz için teşekkürler',
    'abone olmayı unutmayın',
    'altyazı m.k',
    'terima kasih telah menonton',
    'terima kasih',
    'cảm ơn các bạn đã theo dõi',
    'hãy subscribe cho kênh ghiền mì gõ để không bỏ lỡ những video hấp dẫn',
    'धन्यवाद',
    'شكرا للمشاهدة',
    'شكرا',
    'اشتركوا في القناة',
    'ありがとうございました',
    'ご視聴ありがとうございました',
    'ご視聴ありがとうございます',
    '次の動画でお会いしましょう',
    'チャンネル登録をお願いいたします',
    'おやすみなさい',
    '谢谢观看',
    '谢谢大家',
    '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
    '謝謝觀看',
    '시청해주셔서 감사합니다',
    '시청해 주셔서 감사합니다',
    '구독과 좋아요 부탁드립니다',
    '감사합니다',
    'mbc 뉴스 이덕영입니다',
  ].map(foldPhrase),
);

/** Credits of subtitles, in many languages, and thanks with more words around them. */
const credits =
  /amara\.org|castingwords|dimatorzok|opensubtitles|^(?:thanks|thank you)(?: guys| all| everyone| so much| very much)* for (?:watching|viewing|listening|tuning)|^(?:subtitles?|captions?|transcri(?:bed|ption)|untertitel(?:ung)?|sous-titr\p{L}*|sottotitoli|subt[ií]tulos|legendas?|ondertitel\p{L}*|napisy|субтитры|字幕|자막)\b.{0,60}\b(?:by|von|vom|im auftrag|des|par|di|por|pela|door|przez|делал|сделал|создавал|редактор|提供|제공)(?!\p{L})|^字幕|^субтитры/iu;

export function isStockPhrase(line: string): boolean {
  const folded = foldPhrase(line);
  return phrases.has(folded) || credits.test(folded);
}

function foldPhrase(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[\p{P}\p{S}\s]+$/u, '')
    .replace(/^[\p{P}\p{S}\s]+/u, '')
    .replace(/[,;:!?。、，！]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
/** A song or a loop shows itself earlier. */
const maxWords = 60;

/** Whether a text is nothing but one phrase three times or more: `la la la`, `Thanks for watching! Thanks for …`. */
export function isRepetition(text: string): boolean {
  const spoken = [...words.segment(text.slice(0, 2000).toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .slice(0, maxWords);
  for (let length = 1; length * 3 <= spoken.length; length++)
    if (spoken.every((word, at) => word === spoken[at % length])) return true;
  return false;
}
