/** Recognizes known columns by the names that other systems and languages give them. */
import { normalizedName, sameName } from './cells.ts'
import names from './column-names.json' with { type: 'json' }
import { consentKindOf } from './opt-out-names.ts'

export const knownColumns = ['phone_number', 'first_name', 'last_name', 'email'] as const
export type KnownColumn = (typeof knownColumns)[number]

/** In the form that `normalizedName` returns. */
const otherNames: Record<KnownColumn, readonly string[]> = names

/** `Phone 1 - Value`, `Primary mobile`, `Cell Phone #2`; but no fax, and no column that only describes a number. */
const phoneWords = /\b(?:phone|telephone|mobile|cell|cellphone|telefon|handy|whatsapp|msisdn)\b/
const notPhones =
  /\b(?:fax|ext|extension|type|label|country|status|verified|opt|id|owner|carrier|provider|email|mail|date|time|count|formatted|name)\b/

/** Columns that number something other than telephones, in the languages of the names above. */
const numberedOtherwise =
  /(?:^| )(?:id|ids|uid|uuid|guid|orders?|invoices?|accounts?|customers?|contracts?|policy|tickets?|cases?|tax|vat|iban|bic|ean|isbn|sku|imei|zip|postcode|postal|plz|ref|reference|date|birth|amount|price|total|revenue|fax|lat|latitude|lon|lng|longitude|timestamp|kunden\w*|auftrags?\w*|rechnungs?\w*|vertrags?\w*|konto\w*|steuer\w*|geburts\w*|betrag|datum|commande|facture|client|siret|siren|montant|pedido|factura|cliente|importe|fecha|nif|cif|dni|ordine|fattura|importo|data|cpf|cnpj|cep|pesel|nip|klant\w*|order\w*)(?= |$)/

/** Whether a column's name says that its numbers are no telephones. */
export const isNumberedOtherwise = (name: string): boolean => numberedOtherwise.test(normalizedName(name))

export const hasExactName = (name: string, known: KnownColumn): boolean => sameName(name) === known

/** Whether a column has one of the names of a known column. */
export function hasKnownName(name: string, known: KnownColumn): boolean {
  const words = normalizedName(name)
  if (words === normalizedName(known) || otherNames[known].includes(words)) return true
  return known === 'phone_number' && phoneWords.test(words) && !notPhones.test(words) && consentKindOf(name) === null
}
