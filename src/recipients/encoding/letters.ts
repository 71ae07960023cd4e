/** Whether a text could be written by people: the letters beyond ASCII of each encoding, by the languages that use it. */
import type { Encoding } from '../file/refusal.ts'

/** Letters that occur together, in lower case. Lists of names mix the languages of Western Europe; elsewhere they hardly do. */
const western = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüßªº'
const central = ['ąćęłńóśźż', 'áčďéěíĺľňóôŕřšťúůýžäöüßőű', 'ăâîşţäöüßáéíóőúű', 'čćđšžäöüßáéíóőúű']
const latin: Partial<Record<Encoding, readonly string[]>> = {
  // Those after the first are rare, and other encodings have frequent letters in their places.
  'windows-1252': [western, `${western}ÿœšž`, 'áðéíóúýþæö'],
  macintosh: [western],
  cp850: [western],
  cp437: [western],
  'windows-1250': central,
  cp852: central,
  'iso-8859-2': central,
  'windows-1254': ['çğıi̇öşüâîûäß'],
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
  'windows-1258': ['àáâãèéêìíòóôõùúýăđơư\u0300\u0301\u0303\u0309\u0323'],
}

const greek = /^[α-ωάέήίόύώϊϋΐΰς]+$/
/** The letters of encodings of other scripts, where nearly all words are of that script. */
const scripts: Partial<Record<Encoding, readonly RegExp[]>> = {
  'windows-1251': [/^[а-яёґєіїў]+$/, /^[абвгдежзијклмнопрстуфхцчшђљњћџѓѕќ]+$/],
  'koi8-r': [/^[а-яё]+$/],
  ibm866: [/^[а-яёєїў]+$/],
  'windows-1253': [greek],
  'iso-8859-7': [greek],
  'windows-1255': [/^[א-ת]+$/],
  'windows-1256': [/^[ء-ي\u064b-\u0652پچژگکھہےی]+$/],
  'windows-874': [/^[ก-ฺเ-๎]+$/],
}
/** Those with capital letters. Without a single name in title case, another encoding may have exchanged them. */
const cased = new Set<Encoding>(['windows-1251', 'koi8-r', 'ibm866', 'windows-1253', 'iso-8859-7'])

/** Signs that stand beside words. */
const signs = /[\u00a0°²³½¼¾§©®™€£¥«»“”‘’„‚–—…·•¿¡×±´]/g
/** A sign within a word, or a no-break space where a letter is missing. An apostrophe or a point may stand there. */
const signInWord = /\p{L}(?:[^\p{ASCII}\p{L}\p{M}\u00a0’´·]|\u00a0(?!\p{Lu}))\p{L}/u
/** A sign that does not stand before a word, or not after one. */
const signAtWord = /[™®©²³…¼½¾£¥§€]\p{L}|\p{L}[¼½¾£¥§©±×]/u
/** Upper case after lower case, two capitals before small letters, or a small letter in a word of capitals. Only ß may stand there. */
const wrongCase =
  /\p{Lu}(?![A-Z])\p{Lu}\p{Ll}|\p{Ll}(?![A-Z])\p{Lu}|(?![a-zß])\p{Ll}\p{Lu}|(?<!\p{L})\p{Lu}{2,}(?![a-zß])\p{Ll}(?!\p{L})/u
/** A word as it stands in a name. */
const inTitleCase = /(?<!\p{L})\p{Lu}\p{Ll}/u
/** An apostrophe within a word, where English, French and Irish names have one. */
const apostrophe = /\p{L}’(?:\p{Lu}|(?:s|t|re|ll|ve|d|m)(?!\p{L}))/u
/** Vowels of Thai that stand before their consonant, and marks that stand on one. */
const wrongThai = /[เ-ไ](?![ก-ฮ])|(?<![ก-ฺ็-๎])[ัิ-ฺ็-๎]/u
/** Letters of Arabic that only stand at the end of a word. */
const wrongArabic = /[ةى]\p{L}/u

const distinctLetters = (text: string): string[] => [...new Set(text.toLowerCase().match(/(?![a-z])[\p{L}\p{M}]/gu))]

const beyondAscii = /\P{ASCII}/u
/** The words with letters beyond ASCII. */
const wordsIn = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => beyondAscii.test(word))

const minLetters = 4

/**
 * Whether a text has words, all of which could be of one language in this encoding.
 *
 * @returns 0: they could not · 1: they could, but other encodings are as likely · 2: they could
 */
export function likelihood(text: string, encoding: Encoding): 0 | 1 | 2 {
  if (signInWord.test(text) || signAtWord.test(text) || wrongCase.test(text)) return 0
  if (/[^\p{ASCII}\p{L}\p{M}]/u.test(text.replace(signs, ''))) return 0
  const words = wordsIn(text)
  const all = words.join('')
  const groups = latin[encoding]
  if (groups) {
    if (words.length === 0) return apostrophe.test(text) ? 2 : 0
    // Words of letters beyond ASCII alone are of another script.
    if (all.replace(/[^a-z]/gi, '').length * 2 < all.length) return 0
    const letters = distinctLetters(all)
    const group = groups.findIndex((group) => letters.every((letter) => group.includes(letter)))
    if (group < 0) return 0
    // One letter, or one word of two, may be one of another code page by chance.
    if (encoding === 'windows-1252') return group === 0 && words.some((word) => word.length > 2) ? 2 : 1
    return letters.length > 1 ? 2 : 1
  }
  if (words.length === 0 || wrongThai.test(text) || wrongArabic.test(text)) return 0
  if (!scripts[encoding]?.some((script) => words.every((word) => script.test(word.toLowerCase())))) return 0
  return all.length < minLetters || (cased.has(encoding) && !inTitleCase.test(words.join(' '))) ? 1 : 2
}

/** The first bytes of characters that are frequent in encodings with two bytes for each. */
const frequent: Partial<Record<Encoding, (byte: number) => boolean>> = {
  shift_jis: (byte) => byte >= 0x81 && byte <= 0x97,
  gb18030: (byte) => byte >= 0xa1 && byte <= 0xd7 && !(byte >= 0xaa && byte < 0xb0),
  big5: (byte) => byte >= 0xa1 && byte <= 0xc6,
  'euc-kr': (byte) => byte >= 0xa1 && byte <= 0xc8,
  'euc-jp': (byte) => byte >= 0xa1 && byte <= 0xcf,
}
export const hasTwoBytes = (encoding: Encoding): boolean => Object.hasOwn(frequent, encoding)

const minFrequent = 0.9

/** Whether nearly all characters with two bytes are frequent ones, and none of them is joined to a Latin letter. */
export function isPlausibleInTwoBytes(bytes: Uint8Array, text: string, encoding: Encoding): boolean {
  if (/[a-z][\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[\u3400-\u9fff\uac00-\ud7af][a-z]/i.test(text)) return false
  let [all, usual] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    all++
    if (frequent[encoding]?.(byte)) usual++
    at++
  }
  return all > 0 && usual >= all * minFrequent
}
