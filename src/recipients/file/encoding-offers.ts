/** The encodings that a person is offered, where a file is not in the expected one: the likeliest first. A person decides, not we. */
import { type Encoding, encodings } from './refusal.ts'
import { read, unmarkedUtf16, withOneLineEnd } from './text-of-bytes.ts'

/** Letters beyond ASCII that stand as letters stand in words: small ones beside others, a capital where a word begins. */
const latin =
  /(?<=[a-z])(?![a-z])\p{Ll}|(?![a-z])\p{Ll}(?=[a-z])|(?<!\p{L})(?![A-Z])\p{Lu}(?=[a-z])|(?<=\p{L})’(?=\p{Ll})|[“”–—€](?!\w)/gu
const words: Partial<Record<Encoding, RegExp>> = {
  'windows-1251': /(?<=[\u0400-\u045f])[\u0430-\u045f]|(?<!\p{L})[\u0400-\u042f](?=[\u0430-\u045f])/gu,
  shift_jis: /[\u3040-\u30ff\u4e00-\u9fff](?=[\u3040-\u30ff\u4e00-\u9fff])/g,
  gb18030: /[\u4e00-\u9fff](?=[\u4e00-\u9fff])/g,
  big5: /[\u4e00-\u9fff](?=[\u4e00-\u9fff])/g,
  'euc-kr': /[\uac00-\ud7a3](?=[\uac00-\ud7a3])/g,
}
/** What no word has, or what is rarer than the letters that a neighbouring encoding has at the same bytes. */
const rare: Partial<Record<Encoding, RegExp>> = {
  'windows-1251': /[\u0430-\u045f][\u0400-\u042f]/g,
  'windows-1252': /[³¹¿ÿþð¼½¾¤¦¬]/g,
  macintosh: /[ıˆ˜¯˘˙˚¸˝˛ˇ‡∂∑∏π∫Ω]/g,
  'windows-1250': /[űţşăđŕ]/g,
}

const looked = 200_000
const count = (text: string, pattern: RegExp | undefined): number => (pattern ? (text.match(pattern)?.length ?? 0) : 0)

/** The higher the likelier: the share of letters beyond ASCII that stand as letters stand. */
function likelihood(text: string, encoding: Encoding): number {
  // Bytes that are UTF-8 by chance are hardly ever found.
  if (encoding === 'utf-8') return 2
  const start = text.slice(0, looked)
  const all = count(start, /[\u0080-\uffff]/g)
  return all === 0 ? 0 : (count(start, words[encoding] ?? latin) - 2 * count(start, rare[encoding])) / all
}

const mostOffers = 4

/** Encodings in which these bytes are text, the likeliest first. */
export function offersFor(bytes: Uint8Array, not: Encoding): { encoding: Encoding; text: string }[] {
  const utf16 = unmarkedUtf16(bytes)
  const tried = utf16 ? [utf16] : encodings.filter((encoding) => !encoding.startsWith('utf-16'))
  return tried
    .filter((encoding) => encoding !== not)
    .flatMap((encoding) => {
      const text = read(bytes, encoding, true)
      return text === undefined ? [] : [{ encoding, text: withOneLineEnd(text), score: likelihood(text, encoding) }]
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostOffers)
    .map(({ encoding, text }) => ({ encoding, text }))
}
