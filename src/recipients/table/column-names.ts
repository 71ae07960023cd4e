/** Recognizes known columns by the names that other systems and languages give them. */
import { normalizedName, sameName } from './cells.ts'
import { consentKindOf } from './opt-outs.ts'

export const knownColumns = ['phone_number', 'first_name', 'last_name', 'email'] as const
export type KnownColumn = (typeof knownColumns)[number]

/** In the form that `normalizedName` returns. */
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

/** `Phone 1 - Value`, `Primary mobile`, `Cell Phone #2`; but no fax, and no column that only describes a number. */
const phoneWords = /\b(?:phone|telephone|mobile|cell|cellphone|telefon|handy|whatsapp|msisdn)\b/
const notPhones =
  /\b(?:fax|ext|extension|type|label|country|status|verified|opt|id|owner|carrier|provider|email|mail|date|time|count|formatted|name)\b/

export const hasExactName = (name: string, known: KnownColumn): boolean => sameName(name) === known

/** Whether a column has one of the names of a known column. */
export function hasKnownName(name: string, known: KnownColumn): boolean {
  const words = normalizedName(name)
  if (words === normalizedName(known) || otherNames[known].includes(words)) return true
  return known === 'phone_number' && phoneWords.test(words) && !notPhones.test(words) && consentKindOf(name) === null
}
