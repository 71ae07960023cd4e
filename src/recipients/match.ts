/** Which column is what. A suggestion: the person decides, and must where two columns could be the phone number. */
import { checkNumber } from '#phone/number.ts'
import { sameName, type Table } from './parse.ts'

export const knownColumns = ['phone_number', 'first_name', 'last_name', 'email'] as const
export type KnownColumn = (typeof knownColumns)[number]

/** What the known columns are called elsewhere, in the spelling of `plain`. */
const otherNames: Record<KnownColumn, readonly string[]> = {
  phone_number: [
    'phone',
    'phone no',
    'phone nr',
    'phone num',
    'phone 1',
    'phonenumber',
    'telephone',
    'telephone number',
    'tel',
    'tel no',
    'mobile',
    'mobile number',
    'mobile phone',
    'mobile no',
    'cell',
    'cell phone',
    'cellphone',
    'cell number',
    'msisdn',
    'number',
    'contact number',
    'to',
    'to number',
    'tonumber',
    'whatsapp',
    'telefon',
    'telefonnummer',
    'handy',
    'handynummer',
    'mobil',
    'rufnummer',
    'téléphone',
    'portable',
    'numéro',
    'número',
    'teléfono',
    'telefono',
    'móvil',
    'celular',
    'cellulare',
    'telefone',
  ],
  first_name: [
    'firstname',
    'first',
    'given name',
    'givenname',
    'forename',
    'vorname',
    'prénom',
    'prenom',
    'nombre',
    'nome',
  ],
  last_name: [
    'lastname',
    'last',
    'surname',
    'family name',
    'familyname',
    'nachname',
    'nom',
    'nom de famille',
    'apellido',
    'apellidos',
    'cognome',
  ],
  email: ['e mail', 'mail', 'email address', 'e mail address', 'emailaddress', 'correo', 'courriel'],
}

/** Case, spaces, dashes and underscores aside. */
const plain = (name: string): string => sameName(name.replace(/[\s_.-]+/g, ' '))
const isExact = (name: string, known: KnownColumn): boolean => sameName(name) === known
const isNamed = (name: string, known: KnownColumn): boolean =>
  plain(name) === plain(known) || otherNames[known].includes(plain(name))

const looked = 200
const enough = 0.5

/** Whether most of the first cells of this column are phone numbers, whole or repairable. */
function holdsNumbers({ rows }: Table, at: number): boolean {
  let filled = 0
  let numbers = 0
  for (const { cells } of rows.slice(0, looked)) {
    const cell = cells[at]?.trim().replace(/^'/, '') ?? ''
    if (cell === '') continue
    filled++
    const check = checkNumber(cell)
    if (check.ok || check.repaired !== undefined) numbers++
  }
  return filled > 0 && numbers / filled >= enough
}

export interface Match {
  /** The column with the phone numbers; null: none, or a person must choose. */
  phoneColumn: string | null
  /** Columns that could be it, best first. */
  candidates: string[]
  /** The name of each column in the file that is sent, in the table's order. */
  names: string[]
}

/** Exactly `phone_number` wins; else every column that is called so or holds numbers is a candidate, and only one alone is taken. */
function phoneCandidates(table: Table): string[] {
  const exact = table.columns.find((name) => isExact(name, 'phone_number'))
  if (exact !== undefined) return [exact]
  const named = table.columns.filter((name) => isNamed(name, 'phone_number'))
  const holding = table.columns.filter((_, at) => holdsNumbers(table, at))
  return [...new Set([...named.filter((name) => holding.includes(name)), ...holding, ...named])]
}

/**
 * Matches columns by their names and contents.
 *
 * @param chosen the column that a person named as the phone number
 * @param strict take only the interface's own names, case and spaces aside (interface 4)
 */
export function match(table: Table, chosen: string | undefined, strict: boolean): Match {
  const { columns } = table
  const candidates = strict ? columns.filter((name) => isExact(name, 'phone_number')) : phoneCandidates(table)
  const alone = candidates.length === 1 ? candidates[0] : undefined
  const phoneColumn = columns.find((name) => name === chosen) ?? alone ?? null
  return { phoneColumn, candidates, names: nameAll(columns, phoneColumn, strict ? isExact : isNamed) }
}

/** The interface's names for the columns it knows, the file's own for the rest; none twice, so that no content is lost. */
function nameAll(columns: string[], phoneColumn: string | null, suits: typeof isExact): string[] {
  const taken = new Set(phoneColumn === null ? [] : ['phone_number'])
  const free = (name: string): string => {
    let unique = name
    for (let count = 2; taken.has(sameName(unique)); count++) unique = `${name}_${count}`
    taken.add(sameName(unique))
    return unique
  }
  // A name that is there exactly is nobody else's.
  const open = knownColumns.filter((known) => known !== 'phone_number' && !columns.some((name) => isExact(name, known)))
  return columns.map((name) => {
    if (name === phoneColumn) return 'phone_number'
    const exact = knownColumns.find((known) => isExact(name, known))
    return free(exact ?? open.find((known) => !taken.has(known) && suits(name, known)) ?? name)
  })
}
