// Names that files use for columns of a hook, for columns with many such names. Accents, case and separators do not matter.

const words = (...lines: readonly string[]) => lines.flatMap((line) => line.split(' '));

export const fileNames = {
  text: words(
    'hook hook_text hook_line opener opening_line opening_hook title caption video_title headline desc titulo texto gancho legenda titre texte',
    'accroche legende titel beschriftung titolo testo didascalia judul teks заголовок название текст',
  ),
  views: words(
    'view_count views_count plays play_count video_views total_views video_play_count video_view_count vistas visualizaciones reproducciones',
    'visualizacoes reproducoes vues nombre_de_vues lectures aufrufe wiedergaben visualizzazioni riproduzioni tayangan penayangan',
    'jumlah_tayangan просмотры 조회수 播放量 观看次数 再生回数 視聴回数',
  ),
  creator: words(
    'author username channel_title channel channel_name uploader account account_username creator_name author_name owner_username handle',
    'creador autor cuenta canal criador createur auteur chaine ersteller kanal creatore autore canale kreator pembuat akun автор',
  ),
  source_url: words(
    'url link video_url post_url webpage_url web_video_url permalink video_link post_link reel_url enlace lien tautan collegamento ссылка',
  ),
  published_at: words(
    'published publish_time publish_date video_publish_time post_date post_time posted posted_on posted_at create_time upload_date timestamp date',
    'fecha fecha_de_publicacion data data_de_publicacao data_di_pubblicazione date_de_publication datum veroffentlicht',
    'veroffentlichungsdatum tanggal дата',
  ),
  emotional_trigger: words('emotion trigger emotional_triggers emocion emocao emozione emosi'),
  niche: words('category topic genre vertical nicho nische nicchia categoria categorie kategorie kategori'),
  format: words('video_format content_format formato formati'),
  language: words('lang locale idioma langue sprache lingua bahasa'),
  likes: words('like_count likes_count digg_count me_gusta curtidas suka gostos j_aime gefallt_mir mi_piace'),
  comments: words('comment_count comments_count comment_total comentarios commentaires kommentare commenti komentar'),
  shares: words(
    'share_count shares_count repost_count compartidos compartilhamentos partages geteilt condivisioni dibagikan',
  ),
  duration_seconds: words(
    'duration video_duration video_duration_sec length_seconds duracion duracao duree dauer durata durasi',
  ),
};
