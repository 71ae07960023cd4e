/** Links, phone numbers and addresses in a text. Pure. */
import { anyOf, end, languages, type RiskPart, start, trimmed, withoutOverlaps } from './languages.ts'

const topLevelDomains =
  'com|net|org|io|co|info|biz|app|dev|link|ly|me|ai|cloud|page|store|tech|tv|cc|gl|to|click|support|help|xyz|top|shop|site|online|gov|edu|uk|ie|de|at|ch|fr|be|es|it|nl|pt|pl|cz|se|dk|no|fi|eu|us|ca|mx|br|ar|au|nz|in|jp|ru|cn|tr'
const linkPattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_-])(?:https?:\/\/|www\.)[^\s<>"')\]]+`,
    String.raw`(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}(?:${topLevelDomains})(?![\p{L}\p{N}_-])(?:\/[^\s<>"')\]]*)?`,
    String.raw`(?<![\p{L}\p{N}_-])[\p{L}\p{N}-]{1,63} (?:(?:dot|punkt|ponto|punt) (?:com|net|org|de|fr|es|it|nl|pt)|(?:punto|point) (?:com|net|org|fr|es|it))(?![\p{L}\p{N}_-])`,
    // Any domain with a path.
    String.raw`(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}-]{2,63}\.){1,8}\p{L}{2,24}\/[\p{L}\p{N}][^\s<>"')\]]*`,
  ].join('|'),
  'giu',
)

const partsOf = (text: string, pattern: RegExp, valueOf: (match: string) => string): RiskPart[] =>
  [...text.matchAll(pattern)].map(({ 0: match, index }) => ({
    index,
    text: trimmed(match),
    value: valueOf(trimmed(match)),
  }))

/** Replaces e-mail addresses, which are not links, by spaces. Keeps URLs with credentials before the host, which are. */
const withoutEmails = (text: string) =>
  text.replace(/(?<!\S)(?!https?:|www\.)\S+@\S+/gi, (email) => ' '.repeat(email.length))

/** The same page with and without scheme, "www." and a slash at the end. */
const linkValue = (link: string) =>
  link
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/\/$/, '')

/** The links of a text. E-mail addresses are none. */
export const linkParts = (text: string): RiskPart[] =>
  text.includes('.') || / (?:dot|punkt|punto|ponto|point|punt) /i.test(text)
    ? partsOf(withoutEmails(text), linkPattern, linkValue)
    : []

const emailPattern = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,5}\p{L}{2,}/gu

/** The first letter may be a capital. */
const eitherCase = (words: string) =>
  words
    .split('|')
    .map((word) => `[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`)
    .join('|')
const streets = (...indexes: number[]) => anyOf(indexes.map((index) => eitherCase(languages[index]?.street ?? '')))
/** The positions of the languages in `languages`. */
const [english, german, spanish, french, italian, portuguese, dutch, polish] = [0, 1, 2, 3, 4, 5, 6, 7] as const
const addressPatterns = [
  // 12 Baker Street
  String.raw`${start}\d{1,5}[a-zA-Z]?,?\s+(?:\p{Lu}[\p{L}'’.-]*\s+){1,3}${streets(english)}${end}`,
  // Hauptstraße 5, Kerkstraat 12 b, Unter den Linden-Allee 3
  String.raw`${start}\p{Lu}[\p{L}-]+(?:\s\p{Lu}?[\p{L}-]{1,20}){0,2}?\s?${streets(german, dutch)}\s+\d{1,4}\s?[a-z]?${end}`,
  // 12 bis, rue de Rivoli
  String.raw`${start}\d{1,4}(?:\s?(?:bis|ter))?,?\s+${streets(french)}\s+(?:(?:de|du|des|de la|la|le|les)\s+|d['’]|l['’])*\p{Lu}[\p{L}'’-]*`,
  // calle Mayor 12, via Roma, 10, Rua Augusta 200, ul. Długa 5
  String.raw`${start}${streets(spanish, italian, portuguese, polish)}\s+(?:(?:de|del|della|dei|la|las|los|da|do|dos|das)\s+)*\p{Lu}[\p{L}.'’-]*(?:\s+(?:de\s+|di\s+|da\s+)?\p{Lu}?[\p{L}'’-]+){0,3}?,?\s+(?:(?:n[.º°]*|n[uú]mero|num\.|nº)\s?)?\d{1,5}${end}`,
  // 10115 Berlin, 75001 Paris, 1012 AB
  String.raw`${start}\d{5}\s+\p{Lu}\p{Ll}{2,}`,
  String.raw`(?<=\d\s?[a-zA-Z]?,\s*)\d{4}\s?[A-Z]{2}${end}|${start}\d{4}\s?[A-Z]{2}(?=,?\s+\p{Lu}\p{Ll}{2,})`,
  // SW1A 1AA
  String.raw`${start}[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}${end}`,
]
const addressPattern = new RegExp(addressPatterns.join('|'), 'gu')

/** In small letters without accents; "Queen's" is "queens". */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(?<=\p{L})['’]s(?!\p{L})/gu, 's')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
const wordsOf = (text: string): readonly string[] => folded(text).match(/\p{L}+\.?|\d+/gu) ?? []
const streetWords = folded(anyOf(languages.map(({ street }) => street)))
const streetWord = new RegExp(`^(?:${streetWords}|numero|num\\.)$`, 'iu')
/** "Goethestraße" is "Goethestr." */
const streetEnding = new RegExp(`(?<=\\p{L}{3})${streetWords}$`, 'iu')
/** The house number and the name of the street, without words that are abbreviated: "12 Church St" is "12 Church Street". */
function addressValue(address: string): string {
  const words = wordsOf(address)
  const names = words.filter((word) => /\p{L}{2}/u.test(word) && !streetWord.test(word))
  return `${words.find((word) => /\d/.test(word)) ?? ''} ${(names.at(-1) ?? '').replace(streetEnding, '')}`
}

/** Shorter names are also other words: "Am Ring 5" and "am 5. Mai". */
const minNameLength = 3

/** Whether a text names an address, however its street is written. @param value from `addressParts` */
export function namesAddress(text: string, value: string): boolean {
  const [number = '', name = ''] = value.split(' ')
  if (name.length < minNameLength) return addressParts(text).some((part) => part.value === value)
  const words = wordsOf(text)
  return words.includes(number) && words.some((word) => word.startsWith(name))
}

/** The postal and e-mail addresses of a text. */
export const addressParts = (text: string): RiskPart[] =>
  /\d|@/.test(text)
    ? withoutOverlaps([
        ...partsOf(text, emailPattern, (email) => email.toLowerCase()),
        ...partsOf(text, addressPattern, addressValue),
      ])
    : []

/** Words before a number that is called. */
const callWords =
  'call|calling|phone|ring|text|dial|reach|tel|telephone|hotline|mobile|cell|whatsapp|fax|anrufen|rufnummer|telefon\\p{L}*|telefonisch|handy\\p{L}*|mobil\\p{L}*|ruf\\p{L}*|erreich\\p{L}*|durchwahl|appel\\p{L}*|rappel\\p{L}*|téléphon\\p{L}*|joindre|joignable|portable|ll[aá]m\\p{L}*|teléfono|móvil|celular|marque|lig\\p{L}*|telefone|telemóvel|chiam\\p{L}*|cellulare|numero verde|bel|bellen|bereik\\p{L}*|06-nummer|numéro|nummer|number|número|numero'
/** Words before a number that is something else. */
const otherNumbers =
  'invoice|ticket|reference|ref|case|booking|customer|account|contract|tracking|parcel|policy|claim|serial|model|member(?:ship)?|article|item|licen[cs]e|passport|isbn|ean|imei|vin|cpf|cnpj|nif|dni|bsn|modell|artikel\\p{L}*|serien\\p{L}*|aktenzeichen|mitglieds?\\p{L}*|zähler\\p{L}*|schaden\\p{L}*|referenz\\p{L}*|référence|série|colis|suivi|compteur|adhérent|sinistre|referencia|expediente|serie|póliza|socio|contador|seguimiento|albarán|referência|processo|apólice|sócio|rastreio|rastreamento|protocolo|riferimento|polizza|matricola|tessera|contatore|spedizione|codice|código|codigo|zending|polis|dossier\\p{L}*|meter\\p{L}*|lid\\p{L}*|zaak\\p{L}*|auftrag\\p{L}*|rechnung\\p{L}*|kunden\\p{L}*|bestell\\p{L}*|vertrag\\p{L}*|vorgang\\p{L}*|sendung\\p{L}*|commande|facture|client|contrat|pedido|factura|fatura|encomenda|contrato|ordine|fattura|pratica|factuur|klant\\p{L}*|order\\p{L}*|iban|id|code|pin|zamówieni\\p{L}*|(?:spare )?parts?|product|device|sku|batch|lot|ersatzteil\\p{L}*|teile?|produkt\\p{L}*|geräte?\\p{L}*|charge|pieza|repuesto|recambio|producto|dispositivo|lote|pièce|produit|appareil|peça|produto|aparelho|ricambio|pezzo|prodotto|apparecchio|lotto|onderdeel\\p{L}*|apparaat\\p{L}*|partij'
/** Verbs of calling, but not "your call" and "it is called". */
const calling = String.raw`(?<!(?:your|the|our|this|last|phone)\s)call|calling|phone(?:\s(?:us|me|them|him|her))?(?!\s(?:call|order|case))|ring|dial|telephone|reach\s(?:us|me|him|her|them)|text\s(?:us|me|him|her|them)|whatsapp|sms|anrufen|anzurufen|ruf(?:en|e|t)?|telefonisch|erreich(?:en|bar|st|t)|(?<!se\s)ll[aá]m(?:e|a|ar|en|enos|anos|arnos|ad)|telefon(?:ee?|i|ar|are|eer|ieren|ate)|r?appel(?:ez|er|lerez?)|téléphone[rz]|joindre|joignable|contactez|lig(?:a|ar|ue|uem|ar-nos|ue-nos)|chiam(?:i|a|are|ate|ateci|aci|arci|ando)|bel|bellen|belt`
const phonePattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}+])(?:\+|00)\d{1,3}[\d ()./-]{5,20}\d`,
    String.raw`(?<![\p{L}\p{N}+#-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)`,
    // (41) 3555-0192
    String.raw`(?<![\p{L}\p{N}+#-])\(\d{2,4}\)\s?\d{3,5}[ -]\d{3,4}(?!\d)`,
    String.raw`(?<![\p{L}\p{N}+#-])\(?0\d{1,5}\)?(?:[ ./-]{0,3}\d{2,}){1,6}(?!\d)`,
    String.raw`(?<=${start}(?:${callWords})[^\d\n]{0,60})(?<![\p{L}\p{N}+#-])\d{2,5}(?:[ ./-]?\d{2,5}){1,5}(?!\d)`,
  ].join('|'),
  'giu',
)
const isOtherNumber = new RegExp(
  String.raw`(?:${start}(?:${otherNumbers})[\s-]?(?:number|no\.?|nr\.?|nummer|numéro|número|numero|n[.º°]*|#|:|is|ist|est|es|é|è|your|ihre?|su|seu|sua|votre|uw|del?|du|d['’])*\s*)$`,
  'iu',
)
/** Free numbers, and those with the code of a country, are called whatever goes before. A part may be 00772658. */
const isCallable = /^\(?0[89]0[08]|^\+|^00[1-9]\d{0,2}[ ()](?:[^\d\n]{0,3}\d){7}/u
/** In the same sentence or the one before. */
const callingBefore = new RegExp(`${start}(?:${calling})${end}[^.!?\\n]{0,80}(?:[.!?\\n][^.!?\\n]{0,80})?$`, 'iu')
const minPhoneDigits = 7
const maxPhoneDigits = 15
const contextLength = 170
const otherLength = 40
/** So many last digits are equal in all spellings of a number. */
const comparedDigits = 8

/** Whether a number is that of an order or a part, and nobody is asked to call it. */
function isNumberOfOther(text: string, index: number, number: string): boolean {
  const before = text.slice(Math.max(0, index - contextLength), index)
  return isOtherNumber.test(before.slice(-otherLength)) && !isCallable.test(number) && !callingBefore.test(before)
}

/** The phone numbers of a text. */
export function phoneParts(text: string): RiskPart[] {
  if (!/\d(?:[^\n]{0,3}\d){4}/.test(text)) return []
  return partsOf(text, phonePattern, (number) => number.replace(/\D/g, '').slice(-comparedDigits)).filter(
    ({ index, text: number }) => {
      const { length } = number.replace(/\D/g, '')
      return length >= minPhoneDigits && length <= maxPhoneDigits && !isNumberOfOther(text, index, number)
    },
  )
}

/** The last digits of all numbers of a text that may be called, with or without words that say so. */
export const knownPhoneDigits = (text: string): string[] =>
  (text.match(/\d(?:[ ()./-]{0,3}\d){6,14}(?!\d)/g) ?? []).map((number) =>
    number.replace(/\D/g, '').slice(-comparedDigits),
  )
