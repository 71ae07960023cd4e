/**
 * Finds opt-out columns, which say who must not be called ("Do Not Call", "Opt-out", "Consent"), and interprets their cells. A column is
 * found by its name, or by a cell that says so explicitly ("Status: do not call").
 */
import { normalizedName } from './cells.ts'

/**
 * - optOut: yes means do not call, as in "Opt-out"
 * - consent: no means do not call, as in "Consent"
 * - status: any other column in which a cell says "do not call"
 * - suspected: a person has to say what the column means; until then, its marked cells are unclear
 */
export type OptOutKind = 'optOut' | 'consent' | 'status' | 'suspected'
/** `unclear`: a person has to decide. */
export type Answer = 'call' | 'doNotCall' | 'unclear'

/** Without accents, because systems export both `Désinscrit` and `Desinscrit`. */
const folded = (text: string): string =>
  normalizedName(text.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Phrases for "do not call", in names and in cells. */
const phrases = [
  '(?:do not|don t|dont|never) (?:call|contact|phone|ring)(?: again| anymore)?',
  'donotcall|donotcontact|dnc|dncl',
  'opt(?:ed)? ?out(?: of calls)?',
  'unsubscribed?',
  'bitte nicht anrufen|nicht (?:mehr )?(?:anrufen|kontaktieren)|keine? (?:anrufe?|werbeanrufe?|kontaktaufnahme)',
  'ne (?:pas|plus) (?:appeler|contacter|rappeler)|desabonnee?|desinscrite?',
  'no (?:llamar|contactar|molestar)',
  'non (?:chiamare|contattare|disturbare)|disiscritt[oa]',
  'nao (?:ligar|contactar|contatar|telefonar|perturbe)|descadastrad[oa]',
].join('|')
const isPhrase = new RegExp(`^(?:${phrases})$`)
/** A cheap check first, because few cells begin like this. */
const mayBePhrase =
  /^['\s]*(?:do[\s_-]?no|don['’\s]?t|never|dnc|opt|unsub|bitte|nicht|keine?\s|ne[\s_-]p|d[eé]sa|d[eé]si|no[\s_-]|non[\s_-]|disis|n[aã]o|descad)/i
const maxPhraseLength = 40

/** Only in names. In a cell, these words may be something else, such as a surname. */
const optOutNames = new RegExp(
  `\\b(?:${[
    phrases,
    'do not disturb|dnd|suppress(?:ed|ion)?|blacklist(?:ed)?|c?tps',
    'no consent|(?:consent|permission) (?:withdrawn|revoked|denied|refused)|(?:withdrawn|revoked) (?:consent|permission)',
    'unsubscription|robinson(?:liste?)?|anrufsperre|werbesperre|kontaktsperre|abgemeldet|(?:werbe)?widerspruch',
    'desabonnement|desinscription|bloctel|(?:liste d |registro delle )opposi(?:tion|zioni)|dad[oa] de baja',
  ].join('|')})\\b`,
)
/** With these words, the name is about another channel or a text. */
const otherChannel =
  /\b(?:e ?mails?|mails?|mailings?|correo|courriel|sms|texts?|texting|fax|newsletter|post|postal|letters?|print|web|push|cookies?|whatsapp|rcs)\b/
const byPhone = /\b(?:calls?|calling|phone|telephone|telefon|telefono|telefone|voice|mobile|cell|anrufe?n?|dnc)\b/
const aboutText =
  /\b(?:links?|urls?|uri|page|message|instructions?|script|token|key|keyword|id|language|deadline|options?|policy|form|counts?|rate|period|before|after|version)\b/

/** "Consent" has many uses (cookies, recordings), so all words of such a name have to be about calling. */
const consentCore =
  /\b(?:consent|consents|consented|opt(?:ed)? ?in|permission|einwilligung|werbeeinwilligung|zustimmung|consentement|consentimiento|consenso|consentimento|(?:may|can|ok|okay) (?:we )?(?:to )?(?:be )?(?:call|called|contact|contacted|phone)|call(?:s|ing)? (?:allowed|permitted|ok)|contact (?:allowed|permitted|ok)|callable|contactable|anruf(?:e)? erlaubt|telefonwerbung erlaubt|darf angerufen werden|autorisation d appel|accepte les appels|(?:acepta|autoriza) llamadas|accetta chiamate|aceita (?:chamadas|ligacoes))\b/
const consentWords = new Set(
  `consent consents consented opt opted in optin permission to call calls called calling callable contact contacts contacted contactable
  phone telephone mobile voice marketing outreach gdpr dsgvo rgpd tcpa for of by on at be is has have we may can ok okay allowed permitted given status
  date time timestamp flag y n yes no customer client lead user the
  einwilligung werbeeinwilligung zustimmung anruf anrufe telefon telefonwerbung werbung zur zum erlaubt darf angerufen werden erteilt
  consentement autorisation d appel appels telephonique accepte les pour consentimiento acepta autoriza llamadas telefonico
  consenso accetta chiamate telefoniche consentimento aceita chamadas ligacoes`.split(/\s+/),
)

/** Whether a column's name says that it holds opt-outs or consent; null: neither. */
export function consentKindOf(name: string): 'optOut' | 'consent' | null {
  const words = folded(name)
  if ((otherChannel.test(words) && !byPhone.test(words)) || aboutText.test(words)) return null
  if (optOutNames.test(words)) return 'optOut'
  if (consentCore.test(words) && words.split(' ').every((word) => consentWords.has(word))) return 'consent'
  return null
}

/** Whether a cell of any column says "do not call" explicitly. */
export const saysDoNotCall = (text: string): boolean =>
  mayBePhrase.test(text) && text.length <= maxPhraseLength && isPhrase.test(folded(text))

const setOf = (words: string) => new Set(words.split(/\s+/))
/** What systems write for an empty value. */
const nothing = setOf('n/a na #n/a #nv null none nil nan empty blank undefined')
const yes = setOf(
  'yes y yeah yep true t 1 1.0 x on set checked ✓ ✔ ☑ ☒ ✅ ja j wahr oui vrai si s verdadero vero sim verdadeiro',
)
const no = setOf('no n nope false f 0 0.0 off unset unchecked ☐ nein falsch non faux falso nao')
const refused =
  /^(?:withdrawn|revoked|denied|refused|declined|no consent|widerrufen|abgelehnt|refuse|revocado|revocato|revogado)$/
const subscribed = /^(?:opt(?:ed)? ?in|(?:re)?subscribed)$/
const granted =
  /^(?:given|granted|accepted|agreed|allowed|permitted|approved|consented|erteilt|accorde|donne|otorgado|concedido|aceptado|concesso|accettato|aceite|aceito)$/
/** A date in any format: that of the opt-out or of the consent. */
const day =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{1,2}\.? [a-z]{3,9}\.?,? \d{4}|[a-z]{3,9}\.? \d{1,2},? \d{4})(?:[t ,].*)?$/i
/** How databases write no date. */
const noDay = /^0000-00-00/

/** Whether a cell of an opt-out column is empty. */
export const isEmptyAnswer = (text: string): boolean => {
  const word = text.trim().toLowerCase()
  return /^[-–—.\s]*$/.test(word) || nothing.has(word) || noDay.test(word)
}

function isYes(text: string): boolean | undefined {
  const word = text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
  if (yes.has(word) || day.test(word)) return true
  return no.has(word) ? false : undefined
}

/**
 * Interprets a cell of an opt-out column. An empty opt-out allows a call. An empty consent is unclear, because nobody gave it.
 */
export function answerOf(kind: OptOutKind, text: string): Answer {
  if (saysDoNotCall(text)) return 'doNotCall'
  if (kind === 'status') return 'call'
  if (kind === 'suspected') return isEmptyAnswer(text) ? 'call' : 'unclear'
  if (isEmptyAnswer(text)) return kind === 'optOut' ? 'call' : 'unclear'
  const words = folded(text)
  if (refused.test(words)) return 'doNotCall'
  if (subscribed.test(words)) return 'call'
  if (kind === 'consent' && granted.test(words)) return 'call'
  const isSet = isYes(text)
  if (isSet === undefined) return 'unclear'
  return isSet === (kind === 'optOut') ? 'doNotCall' : 'call'
}

/** Interprets each distinct cell once, because most cells of a column repeat. */
function cached(interpret: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known) return known
    const answer = interpret(text)
    answers.set(text, answer)
    return answer
  }
}

/** How the cells of a column are interpreted. Marked cells of a suspected column are unclear until a person says what it means. */
export const answersOf = ({ kind }: Pick<OptOutColumn, 'kind' | 'marked'>): ((text: string) => Answer) =>
  cached((text) => answerOf(kind, text))

/**
 * How the cells are interpreted once a person said what the column means.
 *
 * @param valuesMeaningNo cells (trimmed) of which the person said that they mean "do not call"
 */
export const answersWith = (
  kind: Exclude<OptOutKind, 'suspected'>,
  valuesMeaningNo: ReadonlySet<string> = new Set(),
): ((text: string) => Answer) =>
  cached((text) => (valuesMeaningNo.has(text.trim()) ? 'doNotCall' : answerOf(kind, text)))

/** A text that occurs in a suspected column. */
export interface SuspectedValue {
  text: string
  count: number
  /** Rows with this text cannot be called until a person says what the column means. */
  isMarked: boolean
}

/** A column that says who must not be called, or may say it. */
export interface OptOutColumn {
  /** Column index. */
  at: number
  kind: OptOutKind
  /** Of a suspected column: whether it seems to be about contact, about numbers that do not work, or about people who died. */
  about?: 'contact' | 'number' | 'death'
  /** Of a suspected column: which cells are marked. */
  marked?: 'filled' | 'yes' | 'no' | 'words'
  /** Of a suspected column: its most frequent texts, the most frequent first. */
  values?: SuspectedValue[]
}

/**
 * Finds opt-out columns. Checks every cell, because the only opt-out may be in the last row.
 *
 * @param ordinaryVariables variables of the chosen agent's flow, as `sameName` returns them: such a column is never suspected
 */
export const findOptOuts = (
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  _ordinaryVariables: ReadonlySet<string> = new Set(),
): OptOutColumn[] =>
  columns.flatMap((name, at): OptOutColumn[] => {
    const named = consentKindOf(name)
    if (named) return [{ at, kind: named }]
    return rows.some((cells) => saysDoNotCall(cells[at] ?? '')) ? [{ at, kind: 'status' }] : []
  })

/**
 * Counts the rows that say "do not call" in a file as it is sent, which does not show what a person decided.
 *
 * @returns how many rows, and the columns that say it
 */
export function optedOutIn(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  phoneColumn: string | null,
): { rows: number; columns: string[] } {
  const found = findOptOuts(columns, rows)
    .filter(({ at }) => columns[at] !== phoneColumn)
    .map((column) => ({ at: column.at, answer: answersOf(column) }))
  const saying = new Set<string>()
  if (found.length === 0) return { rows: 0, columns: [] }
  const said = rows.filter((cells) => {
    const says = found.filter(({ at, answer }) => answer(cells[at] ?? '') === 'doNotCall')
    for (const { at } of says) saying.add(columns[at] ?? '')
    return says.length > 0
  })
  return { rows: said.length, columns: [...saying] }
}
