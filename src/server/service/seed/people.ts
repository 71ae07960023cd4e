/** Generates fictional customers with numbers that are reserved for fiction. */
import { integerBetween, pickWeighted, type Random } from '../shared/random.ts'

export interface Customer {
  firstName: string
  lastName: string
  email: string
  phone: string
  market: Market
}

/** Where the company sells. Each agent calls customers of one market. */
export type Market = 'US' | 'UK' | 'EU'

/** Numbers are +1 xxx 555 01xx. Area code 202 is left to the service's reserved numbers. */
const areaCodes = '206 212 303 312 412 415 503 612 801 617 509 414 207 716'.split(' ')
const threeDigits = (index: number) => String(index).padStart(3, '0')

type Country = 'us' | 'uk' | 'de' | 'fr' | 'se'
/** Shares of the countries of a market, in percent of all customers. */
const countryShares: Record<Market, Partial<Record<Country, number>>> = {
  US: { us: 52 },
  UK: { uk: 24 },
  EU: { de: 10, fr: 8, se: 6 },
}
const markets = Object.keys(countryShares) as Market[]

interface CountryFacts {
  first: readonly string[]
  last: readonly string[]
  /** How many numbers there are. Each full name has one of them; the others are left to the company. */
  numbers: number
  phone: (index: number) => string
}

/** No first name is that of an agent or technician who calls there. */
const countries: Record<Country, CountryFacts> = {
  us: {
    first:
      `Dana Marcus Elena Tyrone Grace Luis Mei Walter Aisha Brandon Rosa Kenji Denise Omar Hailey Curtis Ngozi Peter Soledad
      Vivian Karen Darnell Megan Hector Linda Raj Tiffany Scott Beverly Andre Kelsey Frank Yolanda Dustin Gloria Wayne Brianna
      Mitchell Carmen Todd`.split(/\s+/),
    last: `Whitfield Alvarez Okonkwo Brandt Chen Delgado Farrell Grayson Holloway Iverson Jefferson Kowalski Lindholm Mercado
      Nakamura Patel Ramirez Sandoval Tran Underwood Vance Washington Yoder Zamora Bowen`.split(/\s+/),
    numbers: 1400,
    phone: (index) => `+1${areaCodes[Math.floor(index / 100)]}55501${threeDigits(index % 100).slice(1)}`,
  },
  uk: {
    first:
      `Oliver Amelia Rhys Fiona Harpreet Callum Harriet Declan Yasmin Graham Niamh Tariq Beatrice Angus Eleri Duncan Priti
      Simon Zara Winston`.split(/\s+/),
    last: `Marsh Pemberton O'Connell Sinclair Bhatt Thornton Ashworth Gallagher Rahman Fairclough Hughes MacLeod Osei
      Winterbourne Llewellyn Abbott Chowdhury Dunbar Eastwood Forsyth Grantham Hargreaves Islam Kerr Lockwood Naylor`.split(
      /\s+/,
    ),
    numbers: 1000,
    phone: (index) => `+447700900${threeDigits(index)}`,
  },
  de: {
    first:
      `Katharina Jürgen Lena Mehmet Sabine Florian Ingrid Tobias Birgit Holger Ayşe Dieter Franziska Matthias Renate
      Stefan`.split(/\s+/),
    last: `Hoffmann Weiß Yılmaz Schröder Krüger Baumann Lehmann Vogel Arndt Böhm Dietrich Engel Franke Günther Herzog
      Jansen`.split(/\s+/),
    numbers: 1000,
    phone: (index) => `+493023125${threeDigits(index)}`,
  },
  fr: {
    first: `Camille Étienne Fatou Hélène Mathieu Zoé Antoine Brigitte Chloé Didier Estelle Guillaume Inès Jérôme`.split(
      ' ',
    ),
    last: `Lefèvre Moreau Diallo Garnier Rousseau Chevalier Aubert Benali Colin Dupuis Fournier Guérin Hubert Lambert`.split(
      ' ',
    ),
    numbers: 1000,
    phone: (index) => `+33261911${threeDigits(index)}`,
  },
  se: {
    first: 'Astrid Björn Linnea Gustav Saga Henrik Ylva Oskar Maja'.split(' '),
    last: 'Åkesson Lindqvist Bergström Norén Söderberg Dahl Ekström Forsberg Hedlund Wallin'.split(' '),
    // From 605 to 699.
    numbers: 95,
    phone: (index) => `+46701740${605 + index}`,
  },
}
/** Numbers of people with similar names are far apart. It has no divisor in common with any count of numbers. */
const stride = 367

/** Lower-case ASCII for e-mail addresses: `Åkesson` becomes `akesson`. */
const toAscii = (name: string) =>
  name
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** The nth person of a country. A full name belongs to one number, and a number to one name. */
function personOf(country: Country, n: number): Customer {
  const { first, last, numbers, phone } = countries[country]
  const firstName = first[n % first.length] ?? ''
  const lastName = last[Math.floor(n / first.length)] ?? ''
  return {
    firstName,
    lastName,
    email: `${toAscii(firstName)}.${toAscii(lastName)}@example.${['com', 'org', 'net'][n % 3]}`,
    phone: phone((n * stride) % numbers),
    market: country === 'us' ? 'US' : country === 'uk' ? 'UK' : 'EU',
  }
}

function generateCustomer(random: Random, from: readonly Market[]): Customer {
  const country = pickWeighted(random, Object.assign({}, ...from.map((market) => countryShares[market]))) as Country
  const { first, last } = countries[country]
  return personOf(country, integerBetween(random, 0, first.length * last.length - 1))
}

/** Generates customers with distinct numbers, of one market or of all. */
export function generateCustomers(random: Random, count: number, market?: Market): Customer[] {
  const customersByPhone = new Map<string, Customer>()
  while (customersByPhone.size < count) {
    const customer = generateCustomer(random, market === undefined ? markets : [market])
    customersByPhone.set(customer.phone, customer)
  }
  return [...customersByPhone.values()]
}

/** Generates a number of the company, for an agent. No customer has it. */
export function generateCompanyNumber(random: Random, market: Market): string {
  const { first, last, numbers, phone } = countries[({ US: 'us', UK: 'uk', EU: 'de' } as const)[market]]
  return phone((integerBetween(random, first.length * last.length, numbers - 1) * stride) % numbers)
}
