/** What a template or a model left in a text that nobody should receive. Pure. */
import { anyOf, end, languages, start, trimmed } from './languages.ts'

const greeting =
  '(?:hi|hello|hey|dear|good morning|good afternoon|good evening|hallo|liebe[rs]?|sehr geehrte[rs]?(?: frau| herr)?|guten tag|hola|estimad[oa]|querid[oa]|buenos días|bonjour|cher|chère|salut|ciao|gentile|caro|cara|buongiorno|olá|oi|prezad[oa]|car[oa]|caro|bom dia|beste|geachte|dag|goedemorgen|cześć|thanks|thank you|mr|mrs|ms)'
/** Prepositions before a value that a program did not have. */
const before = '(?:is|at|on|of|for|to|from|by|your|am|um|für|el|los|las|le|il|op|the)'
const markup = 'b|i|u|p|br|em|strong|a|ul|ol|li|div|span|h[1-6]|hr|img|table|tr|td'

const anyCase = [
  // {name}, {{ name }}, ${name}, {% if %}
  String.raw`\$?\{\{?[^{}\n]{1,40}\}\}?`,
  // [name], [[name]], [object Object], but no [link](address), no [sic] and no [1]
  String.raw`\[\[?(?!sic\]|ok\]|x\]|edit\])\p{L}[\p{L}\p{N} _.,:;/'’…-]{0,60}\]\]?(?!\()`,
  // <date>, <<name>>, <%= name %>
  String.raw`<<?(?!(?:${markup})\s*/?>)\p{L}[\p{L}\p{N} _.'’-]{0,40}>>?|<%[^%\n]{0,40}%>`,
  // %name%, %s, %1$s, %(name)s, %@
  String.raw`%\p{L}[\p{L}\p{N}_]{1,40}%|(?<![\p{L}\p{N}%])%(?:\d\$|\(\p{L}[\p{L}\p{N}_]{0,40}\))?[sdfiu@](?![\p{L}\p{N}])`,
  // $name$, ##name##, #name#, @@name@@, *|NAME|*, __name__
  String.raw`\$\p{L}[\p{L}_]{1,40}\$|#{1,2}\p{L}[\p{L}_]{1,40}#{1,2}|@@\p{L}[\p{L}_]{1,40}@@|\*\|[^|\n]{1,40}\|\*|__\p{L}[\p{L}\p{N}]{1,40}__`,
  // ___ and ......
  String.raw`_{3,}|\.{7,}|…{3,}|\.{2,}[/-]\.{2,}(?:[/-]\.{2,})?`,
  String.raw`${start}(?:${greeting} (?:null|undefined|none|nan|nil|n/a|unknown|name|(?:first|last|full|customer|client|user|recipient)[ _]?name|customer_\p{L}+|test)${end}(?!['’])|(?<=${start}${before} )(?:null|none null)${end}(?!\s+(?:uhr|euro|und|bis)))`,
  String.raw`${start}(?:undefined|lorem ipsum|dolor sit amet|invalid date|asdf\p{L}*)${end}`,
  String.raw`${start}(?:first|last|customer|full|user|company|agent|order|appointment|account)_(?:first_|last_)?(?:name|id|number|date|time)${end}`,
  // (completar nombre), (Name ergänzen)
  String.raw`\((?:[^()\n]{0,30} )?(?:completar|completare|compléter|preencher|rellenar|ergänzen|eintragen|ausfüllen|nachtragen|aanvullen|invullen|tbd|to be (?:confirmed|completed|added|filled)|fill in)(?: [^()\n]{0,30})?\)`,
  // A greeting whose name is missing.
  String.raw`(?<=^|\n)[ \t]*(?:hi|hello|hey|dear|hallo|liebe[rs]?|hola|bonjour|cher|ciao|olá|beste) {1,3},`,
  String.raw`${start}(?:xx[:/.-]xx(?:[/.-]x{2,4})?|[$€£]\s?x{2,}|x{4,}|(?:dd|tt|jj|gg)[./-]mm[./-](?:yy|yyyy|jj|jjjj|aa|aaaa)|mm/dd/yy(?:yy)?|yyyy-mm-dd|hh:mm)${end}`,
  String.raw`${anyOf(languages.map(({ fillIn }) => `${start}(?:${fillIn})`))}`,
]
const sameCase = [
  // XX, BRXXXXXX
  String.raw`${start}(?:X{2,}|[\p{Lu}\d-]{0,8}X{4,})${end}`,
  String.raw`${start}(?:TB[DAC]|TO[D]O|FI[X]ME|NaN|NULL)${end}`,
  // INSERT NAME HERE, FIRST_NAME
  String.raw`${start}(?:INSERT|ENTER|ADD|FILL IN|YOUR|CUSTOMER|HIER|INSERTAR|INSÉRER|INSERIRE|INSERIR) (?:[\p{Lu}]{2,} ){0,3}(?:HERE|NAME|DATE|TIME|AMOUNT|LINK|NUMBER|EINFÜGEN|EINSETZEN|AQUÍ|ICI|QUI|AQUI)${end}`,
  String.raw`${start}\p{Lu}{2,}(?:_\p{Lu}{2,}){1,4}${end}`,
  String.raw`${start}(?:first|last|customer|full|user|company|agent)(?:Name|Id|Number)${end}`,
]
const placeholderPatterns = [new RegExp(anyCase.join('|'), 'giu'), new RegExp(sameCase.join('|'), 'gu')]

const modelPattern = new RegExp(
  [
    String.raw`${start}${anyOf(languages.flatMap(({ model }) => model))}`,
    String.raw`(?<=^|\n)[ \t]*(?:assistant|ai|user|system|draft|reasoning|thought|output|response) ?:`,
    String.raw`</?(?:think|thinking|answer|response|system|assistant|tool_call)>|\x60{3}|<\|[\p{L}_]{1,30}\|>|${start}(?:tool_call|function_call|tool_use)${end}`,
  ].join('|'),
  'giu',
)

const found = (text: string, patterns: readonly RegExp[]): string[] => {
  const parts = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ index, end: index + match.length, match })),
  )
  const sorted = parts.toSorted((one, other) => one.index - other.index || other.end - one.end)
  const outer = sorted.filter(
    (part, at) => !sorted.slice(0, at).some((other) => other.index <= part.index && part.end <= other.end),
  )
  return [...new Set(outer.map(({ match }) => (/^[_.…/-]+$/.test(match) ? match : trimmed(match).trim())))]
}

/** The placeholders in a text that a template left, and the values that a program did not have. */
export const placeholdersIn = (text: string): string[] => found(text, placeholderPatterns)

/** Typographic apostrophes are compared as plain ones, which have the same length. */
const plain = (text: string) => text.replace(/[’‘]/g, "'")

/** What a language model says about itself or about its task. */
export const modelWordsIn = (text: string): string[] => found(plain(text), [modelPattern])
