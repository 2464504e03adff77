// Words of all niches in Spanish, Portuguese, French and German, without accents; niche-words.ts describes their spelling. Data only.
import type { NicheWords } from './word-list.ts';

export const foreignWords: NicheWords = {
  finance: {
    strong: `
      dinero dinheiro geld argent invertir inversion inversiones investir investimento investimentos investissement
      investieren aktien bolsa borsa bourse borse ahorrar ahorro ahorros poupar poupanca epargne sparen deuda deudas
      divida dividas dette dettes schulden impuestos impostos impots steuern steuer finanzas financas finanzen
      hipoteca criptomonedas aposentadoria rente tarjetacredito sueldo salario gehalt salaire`,
    weak: `
      pagar banco banque euros precio preco prix preis barato caro teuer gunstig cher tarjeta cartao konto rico ricos
      riche reich`,
  },
  business: {
    strong: `
      negocio negocios negocioonline empresa empresas empresario emprender emprendedor emprendedores emprendimiento
      empreendedor empreendedorismo empreender entreprise entrepreneuriat entreprendre unternehmen unternehmer
      selbststandig grunder ventas vendas clientes clients kunden`,
    weak: 'vender vendre verkaufen vende vendent cliente marca jefe socio patron tienda loja boutique',
  },
  lifestyle: {
    strong: 'rutina rotina alltag quotidien',
    weak: 'cumpleanos aniversario anniversaire geburtstag navidad natal noel weihnachten',
  },
  marketing: {
    strong: 'publicidad publicidade publicite werbung redessociales redessociais marketingdigital reseaux',
    weak: 'seguidores abonnes abonnenten anuncio',
  },
  ai: { strong: 'inteligenciaartificial intelligenceartificielle kunstlicheintelligenz ki', weak: 'ia' },
  tech: {
    strong: `
      tecnologia technologie telefono celular smartphone ordenador computadora computador ordinateur programacion
      programacao programmieren handy`,
    weak: 'telephone pantalla tela ecran bateria internet',
  },
  productivity: {
    strong: 'productividad produtividade productivite produktivitat',
    weak: 'tareas organizacion aufgaben',
  },
  self_improvement: {
    strong: `
      motivacion motivacao superacion disciplina desarrollopersonal desenvolvimentopessoal developpementpersonnel
      autoestima selbstbewusstsein`,
    weak: 'exito sucesso succes erfolg habitos mente',
  },
  education: {
    strong: `
      escuela colegio escola ecole schule lycee universidad universidade universite universitat profesor profesora
      professor professora lehrer lehrerin estudiante estudiantes estudante etudiant etudiants studenten schuler
      aprender apprendre lernen examen prova prufung abitur historia histoire geschichte idioma idiomas sprache langue`,
    weak: 'libro livro livre buch palabra palavra wort ingles alumno aluno',
  },
  career: {
    strong: `
      trabajo empleo emprego emploi travail bewerbung vorstellungsgesprach curriculum entrevistadetrabajo entrevista
      despido estagio`,
    weak: 'trabalho arbeit buro oficina jefe entretien metier vendeurs',
  },
  science: {
    strong: `
      ciencia ciencias wissenschaft scientifique scientifiques experimento experimentos experiment fisica physik
      physique quimica chimie chemie planeta planetas planete planeten universo univers espacio espaco weltraum
      astronomia cientificos forscher`,
    weak: `
      tierra terra terre erde luna lua mond sol soleil sonne agua eau wasser luz lumiere cerebro cerveau gehirn`,
  },
  fitness: {
    strong: `
      gimnasio musculacion musculacao entrenamiento entrenar treino treinar entrainement musculation ejercicio
      ejercicios exercicio exercicios abdominales fitnessstudio muskeln kraftsport laufen correr adelgazar emagrecer
      abnehmen maigrir`,
    weak: 'musculo musculos cuerpo corpo corps korper peso poids grasa gordura abdomen',
  },
  health: {
    strong: `
      salud saude sante gesundheit medico medica medecin arzt arztin enfermedad doenca maladie krankheit hopital
      krankenhaus dieta nutricion nutricao vitaminas dolor schmerzen`,
    weak: 'dormir sueno sono sommeil schlaf sangre sangue blut corazon coracao coeur herz doctora gesund',
  },
  mental_health: {
    strong: `
      ansiedad ansiedade anxiete depresion depressao terapia therapie psicologia psicologo psicologa psychologie
      saludmental saudemental`,
    weak: 'estres estresse emociones emocoes',
  },
  beauty: {
    strong: `
      maquillaje maquiagem maquillage schminken schminke cabello cabelo cheveux haare peluqueria cabeleireiro coiffure
      coiffeur friseur frisur unas unhas ongles belleza beleza beaute decoloration coloration umstyling perruque`,
    weak: 'piel peau haut pelo labios visage rosto gesicht blonde brune',
  },
  fashion: {
    strong: `
      moda ropa roupa roupas vetements vetement kleidung klamotten vestido kleid zapatos sapatos chaussures schuhe
      sapatilhas`,
    weak: 'estilo camisa chemise hemd pantalon hose bolso sac tasche luxe jupe',
  },
  food: {
    strong: `
      comida comidas cocina cocinar cocinero cozinha cozinhar cuisine cuisiner kochen koch receta recetas receita
      receitas recette recettes rezept rezepte restaurante restaurantes pizzas queso queijo fromage kase pollo frango
      poulet carne viande fleisch pescado peixe poisson fisch pao brot gateau torta tarta kuchen schokolade helado
      sorvete eis huevo huevos ovo ovos oeuf oeufs eier arroz riz reis sopa soupe suppe ensalada salada salade salat
      patatas batata kartoffel kartoffeln kaffee cerveza cerveja biere bier vino vinho vin wein desayuno almuerzo
      almoco cena jantar dejeuner diner fruhstuck abendessen mittagessen postre sobremesa dulces doces saucisse
      saucisses churros tapas nourriture manger essen gegessen comer degustation mcdo`,
    weak: `
      sabor probar gout goute lecker delicioso deliciosa comi mange hambre fome faim hunger sucre azucar acucar zucker`,
  },
  travel: {
    strong: `
      viaje viajes viajar viagem viagens voyage voyages voyager reise reisen urlaub vacaciones ferias vacances playa
      playas praia praias plage montana montanha montagne berge avion aviao aeropuerto aeroporto aeroport flughafen
      hoteles isla ilha ile insel turismo tourisme`,
    weak: `
      mexico espana francia franca alemania deutschland italia ciudad cidade ville stadt pais pays carretera estrada
      tren trem zug barco bateau mundo monde welt
    `,
  },
  home: {
    strong: `
      decoracion decoracao jardin jardim garten limpieza limpeza menage putzen haushalt muebles moveis meubles mobel
      bricolage heimwerken hausbau wohnung renovierung renovieren travaux piscine beton dalle wohnzimmer fertighaus`,
    weak: 'casa maison haus chambre zimmer habitacion quarto sala jardinage piscina pool ordnung',
  },
  real_estate: {
    strong: 'inmobiliaria imobiliaria immobilier immobilien alquiler aluguel loyer miete vermieter propiedad',
    weak: 'piso apartamento appartement',
  },
  parenting: {
    strong: `
      bebe bebes embarazo embarazada gravida gravidez enceinte grossesse schwanger schwangerschaft maternidad
      maternidade crianza hijos filhos enfants kinder eltern kleinkind accouchement`,
    weak: `
      hijo hija filho filha enfant fille fils sohn tochter mama papa madre padre mae pai mere pere mutter vater
      familia famille familie abuela`,
  },
  relationships: {
    strong: `
      novio novia namorado namorada copain copine pareja casal beziehung partnerschaft matrimonio casamento mariage
      hochzeit boda divorcio scheidung amor amour liebe`,
    weak: `
      amigo amiga ami amis amie freund freundin freunde marido mari esposa femme frau mann beso beijo kennengelernt
      infidelidad`,
  },
  pets: {
    strong: `
      perro perros perra perrito cachorro cachorros chien chiens chienne hund hunde welpe gato gatos gata gatito
      chaton chats katze katzen kater mascota mascotas animales animais animaux tiere haustier caballo cavalo cheval
      pferd aquario`,
    weak: 'animal pajaro passaro oiseau vogel pez',
  },
  gaming: {
    strong: `
      videojuego videojuegos juego juegos jogo jogos jeu jeux spiele spiel jeuxvideo jogador joueur joueurs spieler
      zocken partida`,
    weak: 'jugar jogar jouer spielen jugador nivel niveau konsole manette',
  },
  entertainment: {
    strong: `
      pelicula peliculas filme filmes kino fernsehen television televisao telenovela novela famosos famosas
      celebridades celebrites schauspieler actrizes desenho`,
    weak: `
      ator acteur youtuber youtubeur boite mystere sorpresa surpresa uberraschung concurso episodio abonne`,
  },
  comedy: {
    strong: `
      gracioso chiste chistes broma bromas comedia piada piadas engracado drole blague blagues humoriste lustig witz
      witze witzig pegadinha pegadinhas rire rigolo lachen parodia parodie spass`,
    weak: 'reir risa risos rir',
  },
  music: {
    strong: `
      musica musicas musique musik cancion canciones cancao chanson chansons lieder cantante cantantes cantor cantora
      chanteur chanteuse sanger sangerin bailar baile dancar danca danser tanzen tanz concierto konzert guitarra
      guitare gitarre clipofficiel`,
    weak: 'cantar chanter singen canta voz voix stimme ritmo',
  },
  art: {
    strong: `
      arte pintura peinture dibujo dibujar desenhar dessin dessiner zeichnen zeichnung malen fotografia fotografie
      photographie tatuaje tatuagem tatouage manualidades artesanato basteln museo musee`,
    weak: 'pintar peindre foto fotos artista artiste kunst colores couleurs farben',
  },
  sports: {
    strong: `
      futbol futebol fussball baloncesto basquete tenis deporte deportes esporte esportes sportif mannschaft selecao
      seleccion heimspiel torwart portero goleiro gardien ligue olympiques handball volleybal`,
    weak: 'equipo equipe gol tor partido campeon campeao liga trophee victoire joueur',
  },
  automotive: {
    strong: `
      coche coches carro carros voiture voitures motorrad moto motos motorrader mecanico mecanique motores werkstatt
      fahrschule fahrzeug conducir conduire`,
    weak: 'motor moteur conductor fahren volant permis',
  },
  news: {
    strong: `
      noticias noticia actualite actus nachrichten politica politique politik gobierno governo gouvernement regierung
      presidente eleccion elecciones eleicoes wahlen guerra guerre krieg journaux ministre bundestag pandemia pandemie
      trockenheit`,
    weak: 'policia polizei crise krise ley loi gesetz pueblo peuple',
  },
  spirituality: {
    strong: `
      dios deus dieu gott jesucristo biblia biblija bibel iglesia igreja eglise kirche oracion oracao priere gebet
      rezar orar prier beten horoscopo horoskop signos espiritual espiritualidad milagro`,
    weak: 'alma ame seele glaube angel anjo engel bendiciones',
  },
  true_crime: {
    strong: `
      asesino asesinato assassino assassinato assassin meurtre mord morder crimen verbrechen desaparecido desaparecida
      vermisst fantasma fantasmas fantome secuestro`,
    weak: 'miedo medo peur misterio geheimnis robo roubo',
  },
};
