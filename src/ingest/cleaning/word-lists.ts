// Words by what they say about a text. Data only.

const list = (words: string) => words.trim().split(/\s+/);

/** Articles, prepositions and conjunctions: a text that ends with one continues somewhere. */
export const danglingWords: ReadonlySet<string> = new Set(
  list(`
  a an the of to in on at for with from by and or but my your his her our their its this that these than as is are was
  der die das den dem ein eine einen mein meine dein und oder mit für von zu im am auf
  le la les un une des de du et ou avec pour dans sur mon ma mes ton ta au aux que
  el los las del y o con para por en mi tu su al lo
  os as um uma do da dos das e com em no na meu minha seu sua ao
  il gli uno di dei della con per nel
  het een van op voor met mijn jouw aan
  ka ki ke ko se mein aur`),
);
