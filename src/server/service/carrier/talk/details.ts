/** Where customers live, and how their names and addresses are spelled on the telephone. Made up, and always the same for a number. */
import { integerBetween, pick, seededRandom } from '../../shared/random.ts'

const streets: Readonly<Record<string, readonly string[]>> = {
  GB: ['Mill Lane', 'Church Road', 'Station Road', 'Albert Street', 'Orchard Close', 'Bridge Street'],
  DE: ['Lindenstraße', 'Gartenweg', 'Schillerstraße', 'Am Anger', 'Bergstraße'],
  FR: ['rue des Lilas', 'rue Pasteur', 'avenue Jean Jaurès', 'rue du Moulin'],
  SE: ['Storgatan', 'Björkvägen', 'Kungsgatan', 'Ringvägen'],
}
const americanStreets = ['Maple Street', 'Oak Avenue', 'Lincoln Street', 'Cedar Lane', 'Birch Drive', 'Elm Street']
const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** `D, A, N, A`. Only ASCII: what is spelled is part of an e-mail address or a form. */
const spell = (text: string): string => Array.from(text.toUpperCase(), (one) => (one === '.' ? 'dot' : one)).join(', ')
const sayDigits = (count: number, random: () => number) =>
  Array.from({ length: count }, () => pick(random, digits)).join(', ')
const withoutAccents = (name: string) =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')

interface Person {
  /** `+` and digits. */
  number: string
  /** ISO 3166. */
  country: string
  firstName: string
  lastName: string
  /** '' if it is not known. */
  email: string
}

/** The values of variables about a customer that only exchanges of a call use. One without a value is ''. */
export function detailsOf({ number, country, firstName, lastName, email }: Person): Record<string, string> {
  const random = seededRandom(`home of ${number}`)
  const house = String(integerBetween(random, 2, 88))
  const addressIn = (street: string, no: string) =>
    country === 'DE' || country === 'SE' ? `${street} ${no}` : `${no} ${street}`
  const known = streets[country] ?? americanStreets
  const street = pick(random, known)
  const other = pick(
    random,
    known.filter((one) => one !== street),
  )
  const [local = '', host = ''] = email.split('@')
  const gateCode = sayDigits(4, random)
  const shortName = `${withoutAccents(firstName).charAt(0)}${withoutAccents(lastName)}`.toLowerCase()
  return {
    house_number: house,
    street: addressIn(street, house),
    new_street: addressIn(other, String(integerBetween(random, 2, 88))),
    gap:
      country === 'US'
        ? `${pick(random, ['twenty-three and a half', 'twenty-four', 'twenty-four and a half', 'twenty-five'])} inches`
        : `${pick(random, ['fifty-nine', 'sixty', 'sixty-one', 'sixty-two'])} centimetres`,
    relative: pick(random, ['sister', 'cousin', 'aunt', 'niece', 'mother-in-law']),
    ailment: pick(random, ['knee', 'hip', 'shoulder']),
    letters: pick(random, ['two', 'three', 'four']),
    gate_code: gateCode,
    gate_code_first: gateCode.charAt(0).toUpperCase() + gateCode.slice(1),
    plan_number: sayDigits(6, random),
    last_digits: sayDigits(3, random),
    birth_year: `nineteen ${pick(random, ['fifty-eight', 'sixty-three', 'sixty-nine', 'seventy-four', 'eighty-one', 'eighty-seven'])}`,
    last_name_spelled: lastName === '' ? '' : spell(withoutAccents(lastName)),
    email_said: local === '' ? '' : `${local.replaceAll('.', ' dot ')} at ${host.replaceAll('.', ' dot ')}`,
    email_spelled: local === '' ? '' : spell(local),
    new_email_said: local === '' || shortName === '' ? '' : `${shortName} at ${host.replaceAll('.', ' dot ')}`,
    new_email_spelled: shortName === '' ? '' : spell(shortName),
  }
}
