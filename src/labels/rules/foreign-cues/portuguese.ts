// Cues of archetypes in Portuguese, without accents as fold() leaves them. Data only.
import type { CuesByValue } from '../phrase.ts';

export const portugueseCues: CuesByValue = {
  question: {
    0.86: `
      ^ por que ... ?; ^ porque ... ?; ^ o que ... ?
      ^ que|qual|quais|quem|onde|quando|quanto|quanta|quantos|quantas|como ... ?
      ^ de|em|com|pra|para que|quem|onde ... ?; ^ voce|voces|tu|ja|alguem|sera|sabia|tem|e ... ?
    `,
  },
  investigation: {
    0.8: `
      ^ o motivo; quis|queria entender|saber por|como|quem; ^ fui atras; pra|para descobrir; a verdadeira razao
      a historia por
    `,
  },
  how_to: {
    0.86: `
      ^ como *ar; ^ como *er; ^ como *ir; ^ como *zer; ^ como *rar; ^ aprenda|aprende a|como; passo a passo
      ^ o jeito|modo mais facil|rapido|certo; ^ a forma|maneira mais facil|rapida; ^ te ensino; receita de
    `,
  },
  listicle: {
    0.9: `
      ^ @n coisas|dicas|truques|erros|formas|maneiras|jeitos|razoes|motivos|sinais|habitos|ideias|lugares|receitas|segredos|frases|exercicios|alimentos|livros|filmes|passos|tipos|perguntas|praias
      ^ os|as|meus|minhas|esses|essas @n _; @n _ que
    `,
    0.66: '^ @n _ que|para|pra|de|do|da',
  },
  negative_command: {
    0.88: `
      ~ pare|para|parem de
      ~ nao compre|faca|use|coma|diga|va|cometa|ignore|perca|coloque|pague|peca|lave|deixe|jogue|caia|tome|se|durma
      ~ nunca mais? use|faca|diga|coma|compre|coloque|deixe|peca; ~ evite
    `,
  },
  superlative: {
    0.86: `
      ^ o|a|os|as melhor|melhores|pior|piores|maior|maiores; mais _ do|da|de mundo|brasil|todos|que; ^ o|a _ mais
      o|a melhor|pior|maior _ do|da|de
    `,
    0.66: 'o|a melhor|pior|maior',
  },
  story: {
    0.84: `
      ^ quando eu; ^ um dia; ^ no dia que|em; ^ ha|faz @n _; ^ ontem; ^ essa|esta e a historia; ^ era uma vez
      ^ a historia de|da|do; ^ em #y; ^ vou te contar; ^ ano passado; ^ semana passada
      ^ meu|minha @family me|vendeu|disse|nao|falou|foi
    `,
    0.6: '^ meu|minha _; ^ eu|a gente',
  },
  confession: {
    0.88: `
      confesso; confissao; tenho que|preciso admitir|confessar; ^ admito; tenho vergonha; nunca contei|falei|disse
      desculpa; me arrependo
    `,
    0.62: '^ nao consigo|aguento; ^ odeio; ^ acho que',
  },
  relatable_pain: {
    0.84: `
      ^ quando voce|o|a|seu|sua; ^ eu quando|:|tentando; aquele|aquela momento|raiva|sensacao; so eu que; ^ ninguem :
      quem mais
    `,
  },
  mistake_callout: {
    0.9: 'fazendo|usando|lavando|comendo errado; voce ta|esta *ndo; o erro que; esta|ta cometendo; por isso que? nao',
  },
  insider_secret: {
    0.88: `
      segredo|segredos; ninguem te|lhe|conta|fala|explica; o que nao te|ninguem|contam; nao querem que voce
      a verdade sobre|por; ^ o que os|as|o|a|seu _ nao|sabe
    `,
  },
  curiosity_gap: {
    0.8: 'voce nao vai acreditar; existe|tem um motivo; o que aconteceu|acontece; nao e o que',
    0.5: '^ isso _; ^ o que _; ^ esse|essa|este|esta',
  },
  cliffhanger: {
    0.86: `
      espera|espere|assista ate|ate|pelo o? final|fim; ate o final|fim; ta|esta na parte; na parte #|dois; parte #
    `,
  },
  stakes_warning: {
    0.84: 'cuidado com; perigo|perigoso|perigosa; esta|ta matando|custando|destruindo; ^ cada dia|mes|ano|vez que',
  },
  urgency: {
    0.88: `
      ultima chance; ultimos dias; ultimas vagas|horas; antes que acabe|seja|feche; so|somente hoje|ate
      faltam|restam @n; ^ corre|corram
    `,
  },
  hypothetical: {
    0.88: `
      ^ e se; ^ o que voce faria; ^ imagina|imagine|imaginem; ^ se voce pudesse|tivesse|fosse; ^ ja imaginou|pensou
    `,
  },
  contrarian: {
    0.86: `
      opiniao impopular; ^ todo mundo diz|fala|manda|acha; voce nao precisa; ^ falam|dizem .. eu; superestimado
      ^ esqueca|esquece
    `,
  },
  myth_bust: { 0.9: 'mito|mitos; e mentira|falso; ^ mentira; nao e verdade; ^ dizem que; essa mentira' },
  experiment: {
    0.84: `
      ^ testei|testamos|testando; ^ tentei|tentando|tentamos; ^ passei|fiquei|passamos|ficamos @n|vinte|trinta
      por @n dias|semanas; ^ @n dias|horas sem|de|com|em|comendo; ^ comprei
    `,
  },
  transformation: {
    0.88: `
      antes e depois; ^ antes :; ^ de .. a|para|pra; transformacao; ^ ha|faz um|@n _ .. hoje|agora; mudanca de visual
    `,
  },
  comparison: { 0.84: 'versus; contra; diferenca|diferencas entre; qual e melhor; barato .. caro' },
  result_first: {
    0.84: '^ como ganhei|consegui|fiz|perdi|criei|sai; ^ foi assim que; ^ assim que eu; ^ ganhei #*; ^ consegui',
  },
  authority: {
    0.84: `
      ^ sou medico|medica|doutor|doutora|advogado|advogada|professor|professora|enfermeira|chef|psicologo|psicologa|nutricionista|dentista
      ^ trabalho; ha|por @n anos; segundo os|a|um; um estudo
    `,
  },
  social_proof: {
    0.84: `
      todo mundo .. usando|fala|falando|pergunta|perguntando; milhares|milhoes de pessoas
      # pessoas|clientes|seguidores
    `,
  },
  identity_callout: {
    0.84: '^ se voce e|tem|esta|ta|quer|mora|trabalha; ^ recado|pra|para quem|voce|quem; ^ voce que; e pra|para voce',
  },
  problem_solution: { 0.84: '^ se o|a|seu|sua .. tenta|use|faz|coloca; cansado|cansada de; a solucao' },
  direct_value: {
    0.8: 'voce economiza|aprende|vai economizar|aprender|conseguir; te poupa; ^ com esse|essa|isso .. voce',
  },
  offer: { 0.88: 'gratis; de graca; sorteio; desconto|descontos; cupom; por minha conta; ^ vou dar' },
  challenge: { 0.86: 'desafio; ^ duvido; adivinha|adivinhe; ^ tente|tenta nao; voce consegue' },
  conflict: {
    0.8: 'me traiu|demitiu|largou|processou|expulsou; minha sogra; meu chefe|vizinho|ex .. me; briga|brigamos|brigaram',
  },
  prediction: { 0.84: '^ daqui a; em @n anos .. vai|vao; vai|vao acabar|sumir|desaparecer|mudar; o futuro do|da' },
  statistic: { 0.86: '@n em|de cada @n; #% do|da|dos|das|de; por cento de|do|da|dos|das' },
  ranking: { 0.9: 'do pior ao|pro melhor; do melhor ao|pro pior; ^ ranking; ^ dando nota' },
  visual_demo: { 0.84: '^ olha|olhe|olhem|veja|vejam|repara' },
  cold_open: { 0.78: '^ de repente; ^ eu estava|tava; ^ sao # horas; ^ amor' },
  shock: { 0.74: 'chocante; ^ enchi; quase morri|morreu; deu errado|ruim' },
  pattern_interrupt: { 0.8: '^ espera|espere .|!; ^ para|pare .|!; ^ boa noite; ^ ei' },
  bold_claim: { 0.76: 'vai mudar; mudou minha|tudo vida|tudo; ninguem consegue; pra|para sempre' },
  trend_reference: { 0.74: 'tendencia; so se fala; viralizou|viral; a trend' },
};
