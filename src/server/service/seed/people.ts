/** Generates fictional customers with numbers that are reserved for fiction. */
import { integerBetween, pick, pickWeighted, type Random } from '../shared/random.ts'

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
const areaCodes = [
  '206',
  '212',
  '303',
  '312',
  '404',
  '415',
  '503',
  '512',
  '602',
  '617',
  '702',
  '713',
  '808',
  '919',
] as const
const digits = (random: Random, count: number) =>
  String(integerBetween(random, 0, 10 ** count - 1)).padStart(count, '0')

type Country = 'us' | 'uk' | 'de' | 'fr' | 'se'
/** Shares of the countries of a market, in percent of all customers. */
const countryShares: Record<Market, Partial<Record<Country, number>>> = {
  US: { us: 52 },
  UK: { uk: 24 },
  EU: { de: 10, fr: 8, se: 6 },
}
const markets = Object.keys(countryShares) as Market[]

const countries: Record<
  Country,
  { first: readonly string[]; last: readonly string[]; phone: (random: Random) => string }
> = {
  us: {
    first: [
      'Dana',
      'Marcus',
      'Elena',
      'Tyrone',
      'Grace',
      'Luis',
      'Mei',
      'Walter',
      'Aisha',
      'Brandon',
      'Rosa',
      'Kenji',
      'Denise',
      'Omar',
      'Hailey',
      'Curtis',
      'Ngozi',
      'Peter',
      'Soledad',
      'Vivian',
    ],
    last: [
      'Whitfield',
      'Alvarez',
      'Okonkwo',
      'Brandt',
      'Chen',
      'Delgado',
      'Farrell',
      'Grayson',
      'Holloway',
      'Iverson',
      'Jefferson',
      'Kowalski',
      'Lindholm',
      'Mercado',
      'Nakamura',
      'Patel',
      'Ramirez',
      'Sandoval',
      'Tran',
      'Underwood',
    ],
    phone: (random) => `+1${pick(random, areaCodes)}55501${digits(random, 2)}`,
  },
  uk: {
    first: [
      'Oliver',
      'Amelia',
      'Rhys',
      'Fiona',
      'Harpreet',
      'Callum',
      'Imogen',
      'Declan',
      'Yasmin',
      'Graham',
      'Niamh',
      'Tariq',
      'Beatrice',
      'Angus',
    ],
    last: [
      'Marsh',
      'Pemberton',
      "O'Connell",
      'Sinclair',
      'Bhatt',
      'Thornton',
      'Ashworth',
      'Gallagher',
      'Rahman',
      'Fairclough',
      'Hughes',
      'MacLeod',
      'Osei',
      'Winterbourne',
    ],
    phone: (random) => `+447700900${digits(random, 3)}`,
  },
  de: {
    first: ['Katharina', 'Jürgen', 'Lena', 'Mehmet', 'Sabine', 'Florian', 'Ingrid', 'Tobias'],
    last: ['Hoffmann', 'Weiß', 'Yılmaz', 'Schröder', 'Krüger', 'Baumann', 'Lehmann', 'Vogel'],
    phone: (random) => `+493023125${digits(random, 3)}`,
  },
  fr: {
    first: ['Camille', 'Étienne', 'Fatou', 'Hélène', 'Mathieu', 'Zoé'],
    last: ['Lefèvre', 'Moreau', 'Diallo', 'Garnier', 'Rousseau', 'Chevalier'],
    phone: (random) => `+33261911${digits(random, 3)}`,
  },
  se: {
    first: ['Astrid', 'Björn', 'Linnea', 'Nils', 'Saga'],
    last: ['Åkesson', 'Lindqvist', 'Bergström', 'Norén', 'Söderberg'],
    phone: (random) => `+46701740${integerBetween(random, 605, 699)}`,
  },
}

/** Lower-case ASCII for e-mail addresses: `Åkesson` becomes `akesson`. */
const toAscii = (name: string) =>
  name
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

function generateCustomer(random: Random, from: readonly Market[]): Customer {
  const country = pickWeighted(random, Object.assign({}, ...from.map((market) => countryShares[market]))) as Country
  const { first, last, phone } = countries[country]
  const firstName = pick(random, first)
  const lastName = pick(random, last)
  return {
    firstName,
    lastName,
    email: `${toAscii(firstName)}.${toAscii(lastName)}@example.${pick(random, ['com', 'org', 'net'])}`,
    phone: phone(random),
    market: country === 'us' ? 'US' : country === 'uk' ? 'UK' : 'EU',
  }
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

/** Generates a number of the company, for an agent. */
export const generateCompanyNumber = (random: Random, market: Market): string =>
  countries[{ US: 'us', UK: 'uk', EU: 'de' }[market] as Country].phone(random)
