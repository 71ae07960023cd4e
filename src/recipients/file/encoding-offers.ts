/** The encodings to offer if a file is not in the expected one, the most likely first. A person decides. */
import { type Encoding, encodings } from './refusal.ts'
import { decodeStrictly, unmarkedUtf16, withOneLineEnd } from './text-of-bytes.ts'

/** Non-ASCII letters where a word has letters: lower case beside others, upper case at the start of a word. */
const latin =
  /(?<=[a-z])(?![a-z])\p{Ll}|(?![a-z])\p{Ll}(?=[a-z])|(?<!\p{L})(?![A-Z])\p{Lu}(?=[a-z])|(?<=\p{L})’(?=\p{Ll})|[“”–—€](?!\w)/gu
const wordLike: Partial<Record<Encoding, RegExp>> = {
  'windows-1251': /(?<=[\u0400-\u045f])[\u0430-\u045f]|(?<!\p{L})[\u0400-\u042f](?=[\u0430-\u045f])/gu,
  shift_jis: /[\u3040-\u30ff\u4e00-\u9fff](?=[\u3040-\u30ff\u4e00-\u9fff])/g,
  gb18030: /[\u4e00-\u9fff](?=[\u4e00-\u9fff])/g,
  big5: /[\u4e00-\u9fff](?=[\u4e00-\u9fff])/g,
  'euc-kr': /[\uac00-\ud7a3](?=[\uac00-\ud7a3])/g,
}
/** Characters that are not in words, or rarer than what a similar encoding has at the same bytes. */
const rare: Partial<Record<Encoding, RegExp>> = {
  'windows-1251': /[\u0430-\u045f][\u0400-\u042f]/g,
  'windows-1252': /[³¹¿ÿþð¼½¾¤¦¬]/g,
  macintosh: /[ıˆ˜¯˘˙˚¸˝˛ˇ‡∂∑∏π∫Ω]/g,
  'windows-1250': /[űţşăđŕ]/g,
}

const sampleLength = 200_000
const count = (text: string, pattern: RegExp | undefined): number => (pattern ? (text.match(pattern)?.length ?? 0) : 0)

/** The share of non-ASCII letters that look like parts of words. Higher is more likely. */
function likelihood(text: string, encoding: Encoding): number {
  // Other encodings are hardly ever valid UTF-8 by chance.
  if (encoding === 'utf-8') return 2
  const start = text.slice(0, sampleLength)
  const all = count(start, /[\u0080-\uffff]/g)
  return all === 0 ? 0 : (count(start, wordLike[encoding] ?? latin) - 2 * count(start, rare[encoding])) / all
}

const maxOffers = 4

/** Encodings in which these bytes are text, the most likely first. */
export function offersFor(bytes: Uint8Array, not: Encoding): { encoding: Encoding; text: string }[] {
  const utf16 = unmarkedUtf16(bytes)
  const candidates = utf16 ? [utf16] : encodings.filter((encoding) => !encoding.startsWith('utf-16'))
  return candidates
    .filter((encoding) => encoding !== not)
    .flatMap((encoding) => {
      const text = decodeStrictly(bytes, encoding, true)
      return text === undefined ? [] : [{ encoding, text: withOneLineEnd(text), score: likelihood(text, encoding) }]
    })
    .toSorted((one, other) => other.score - one.score)
    .slice(0, maxOffers)
    .map(({ encoding, text }) => ({ encoding, text }))
}
