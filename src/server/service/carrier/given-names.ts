/** Whom a child calls mother or father, by the given name. A name that is not listed, or that both have, decides nothing. */
const women = new Set(
  `Elena Grace Mei Aisha Rosa Denise Hailey Ngozi Soledad Vivian Amelia Fiona Harriet Yasmin Niamh Beatrice Katharina Lena Sabine Ingrid
   Fatou Hélène Zoé Astrid Linnea Saga Eleri Priti Zara Birgit Ayşe Franziska Renate Brigitte Chloé Estelle Inès Ylva Maja`.split(
    /\s+/,
  ),
)
const men = new Set(
  `Marcus Tyrone Luis Walter Brandon Kenji Omar Curtis Peter Oliver Rhys Callum Declan Graham Tariq Angus Jürgen Mehmet Florian Tobias
   Étienne Mathieu Björn Gustav Duncan Simon Winston Holger Dieter Matthias Stefan Antoine Didier Guillaume Jérôme Henrik Oskar`.split(
    /\s+/,
  ),
)

export const isWoman = (givenName: string): boolean => women.has(givenName)
export const isMan = (givenName: string): boolean => men.has(givenName)
