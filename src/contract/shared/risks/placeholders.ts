/** What a template or a model left in a text that nobody should receive. Pure. */
import { anyOf, end, inSmallLetters, languages, matchesIn, smallPattern, start, trimmed } from './languages.ts'

const fields = anyOf(languages.map(({ fields }) => fields))

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
  // «Nom», but no button «Nom», $name, &lt;name&gt;, [...]
  String.raw`[«‹](?<!(?:champ|bouton|menu|rubrique|onglet|colonne|campo|botón|casilla|apartado|menú|pestaña|pulsante|casella|voce|botão|separador|sur|en|su|em|op|auf|choisissez|sélectionnez)\s[«‹])(?:${fields}(?:[ _]\p{L}{1,20}){0,2}|\p{L}{1,30}_[\p{L}_]{1,30})[»›]`,
  String.raw`\$(?<![\p{L}\p{N}$]\$)${fields}(?:_\p{L}{1,20}){0,2}${end}|&lt;\p{L}[^&\n]{0,40}&gt;|\[(?:…|\.{3})\]`,
  // %name%, %s, %1$s, %(name)s, %@
  String.raw`%\p{L}[\p{L}\p{N}_]{1,40}%|(?<![\p{L}\p{N}%])%(?:\d\$|\(\p{L}[\p{L}\p{N}_]{0,40}\))?[sdfiu@](?![\p{L}\p{N}])`,
  // $name$, ##name##, #name#, @@name@@, *|NAME|*, __name__
  String.raw`\$\p{L}[\p{L}_]{1,40}\$|#{1,2}\p{L}[\p{L}_]{1,40}#{1,2}|@@\p{L}[\p{L}_]{1,40}@@|\*\|[^|\n]{1,40}\|\*|__\p{L}[\p{L}\p{N}]{1,40}__`,
  // ___ and ......
  String.raw`_{3,}|\.{7,}|…{3,}|\.{2,}[/-]\.{2,}(?:[/-]\.{2,})?`,
  String.raw`${start}(?:${greeting} (?:(?:sr|sra|frau|herr|mevrouw|meneer|madame|monsieur|signora?)\.? )?(?:[(«‹]\s?${fields}\s?[)»›]|${fields}(?: ${fields})?(?=\s?[,:!])|null|undefined|none|nan|nil|n/a|unknown|name|(?:first|last|full|customer|client|user|recipient)[ _]?name|customer_\p{L}+|test)${end}(?!['’])|(?<=${start}${before} )(?:null|none null)${end}(?!\s+(?:uhr|euro|und|bis)))`,
  String.raw`${start}(?:undefined|lorem ipsum|dolor sit amet|invalid date|asdf\p{L}*)${end}`,
  String.raw`${start}(?:first|last|customer|full|user|company|agent|order|appointment|account)_(?:first_|last_)?(?:name|id|number|date|time)${end}`,
  String.raw`\(\s?${fields} (?:del? cliente|du client|des kunden|der kundin|of (?:the )?customer|van de klant|do cliente)\s?\)`,
  // (completar nombre), (Name ergänzen)
  String.raw`\((?:[^()\n]{0,30} )?(?:completar|completare|compléter|preencher|rellenar|ergänzen|eintragen|ausfüllen|nachtragen|aanvullen|invullen|tbd|to be (?:confirmed|completed|added|filled)|fill in)(?: [^()\n]{0,30})?\)`,
  // A greeting whose name is missing.
  String.raw`(?<=^|\n)[ \t]*(?:hi|hello|hey|dear|hallo|liebe[rs]?|hola|bonjour|cher|ciao|olá|beste) {1,3},`,
  String.raw`${start}(?:xx[:/.-]xx(?:[/.-]x{2,4})?|[$€£]\s?x{2,}|x{4,}|(?:x{2,}|\?{2,})\s?(?:€|euros?|eur|uhr|%|uur|heures)|00[./-]00[./-]0{2,4}|(?:dd|tt|jj|gg)[./-]mm|(?:dd|tt|jj|gg)[./-]mm[./-](?:yy|yyyy|jj|jjjj|aa|aaaa)|mm/dd/yy(?:yy)?|yyyy-mm-dd|hh:mm)${end}`,
  ...languages.map(({ fillIn, invites = '(?!)' }) => String.raw`${start}(?<!${start}${invites}[\s'’])(?:${fillIn})`),
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
const anyCasePattern = smallPattern(anyCase.join('|'))
const sameCasePattern = new RegExp(sameCase.join('|'), 'gu')

interface Found {
  index: number
  match: string
}

const word = String.raw`[\p{L}'-]{1,30}`
const texts = anyOf(languages.map(({ drafting }) => drafting?.text ?? ''))
/** "The new version of your contract" is the company's own. */
const notOfOther = String.raw`(?!\s+(?:of|for|von|vom|für|de|du|des|del|dell['’]?|della|do|da|van|voor|zu[rm]?|ihre[rs]|ihr|your|votre|uw)${end}(?!\s+(?:(?:${word}\s+){0,2}${texts}|you|sie|dich|vous|ti|te|je|u)${end}))`

/** Where a remark of a model may begin, and the patterns of a text handed over, an offer to write it once more, and a remark on its tone. */
const draftingPatterns = languages.flatMap(({ drafting }) => {
  if (!drafting) return []
  const { here, draft, text, revised, manner, size, makes, tone, adjusts, offer, rewrite, kept, mood } = drafting
  const form = `(?:${revised}|${manner}|${size})`
  const few = (most: number) => String.raw`(?:[\s,]+${word}){0,${most}}?[\s,]+`
  const near = (one: string, other: string) =>
    `(?:(?:${one})${end}${few(3)}(?:${other})|(?:${other})${end}${few(2)}(?:${one}))${end}`
  const changed = anyOf([`(?:${manner})`, `(?:${rewrite})`, near(size, text), near(makes, size), near(adjusts, tone)])
  const patterns = [
    `(?:${here})${few(4)}(?:${draft})${end}${notOfOther}`,
    `(?:${here})${few(3)}${near(form, text)}${notOfOther}`,
    // "Here is a reply you could send:", but not "our".
    String.raw`(?:${here}) (?!our|unser|notre|nos|nuestr|il nostr|la nostr|noss|[oa] noss|ons|onze)${word}${few(3)}(?:${text})(?:[\s,]+${word}){0,8}\s?:(?=\s*(?:\n|["“„«]|$))`,
    String.raw`(?:${offer})[^.?!\n]{0,60}?[\s,]${changed}${end}`,
    `(?:${kept})(?:${few(5)}${near(mood, tone)}|\\s+it\\s+(?:${mood})${end})`,
  ]
  return [
    {
      start: smallPattern(`${start}${anyOf([here, offer, kept])}`),
      rest: smallPattern(patterns.join('|'), 'uy'),
    },
  ]
})

/** Patterns are compiled at their first use: one for each language, so that a text compiles only those of which it has a beginning. */
function draftingIn(text: string): Found[] {
  const small = inSmallLetters(text)
  return draftingPatterns.flatMap(({ start, rest }) =>
    matchesIn(text, start).flatMap(({ index }) => {
      rest.lastIndex = index
      const length = rest.exec(small)?.[0].length
      return length === undefined ? [] : [{ index, match: text.slice(index, index + length) }]
    }),
  )
}

const modelPattern = smallPattern(
  [
    String.raw`${start}${anyOf(languages.flatMap(({ model }) => model))}`,
    String.raw`(?<=^|\n)[ \t]*(?:assistant|ai|user|system|draft|reasoning|thought|output|response) ?:`,
    String.raw`</?(?:think|thinking|answer|response|system|assistant|tool_call)>|\x60{3}|<\|[\p{L}_]{1,30}\|>|${start}(?:tool_call|function_call|tool_use)${end}`,
  ].join('|'),
)

const textsOf = (matches: readonly Found[]): string[] => {
  const parts = matches.map(({ match, index }) => ({ index, end: index + match.length, match }))
  const sorted = parts.toSorted((one, other) => one.index - other.index || other.end - one.end)
  let last = 0
  const outer = sorted.filter((part) => {
    if (part.end <= last) return false
    last = part.end
    return true
  })
  return [...new Set(outer.map(({ match }) => (/^[_.…/-]+$/.test(match) ? match : trimmed(match).trim())))]
}

/** The placeholders in a text that a template left, and the values that a program did not have. */
export const placeholdersIn = (text: string): string[] =>
  textsOf([
    ...matchesIn(text, anyCasePattern),
    ...Array.from(text.matchAll(sameCasePattern), ({ 0: match, index }) => ({ match, index })),
  ])

/** Typographic apostrophes are compared as plain ones, which have the same length. */
const plain = (text: string) => text.replace(/[’‘]/g, "'")

/** What a language model says about itself or about its task. */
export function modelWordsIn(text: string): string[] {
  const same = plain(text)
  return textsOf([...matchesIn(same, modelPattern), ...draftingIn(same)])
}
