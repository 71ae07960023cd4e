/** Decodes bytes in one encoding, if they are text in it. */

import type { Encoding } from '../file/refusal.ts'

/** The code pages of DOS, which "CSV (MS-DOS)" still has and browsers do not know: the characters of the bytes from 0x80. */
const pages = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
} as const
type DosEncoding = keyof typeof pages

const isDosEncoding = (encoding: string): encoding is DosEncoding => Object.hasOwn(pages, encoding)

function decodeDos(bytes: Uint8Array, encoding: DosEncoding): string {
  const page = pages[encoding]
  const units = Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : page.charCodeAt(byte - 0x80)))
  return new TextDecoder('utf-16le').decode(units)
}

/** Characters that text does not contain: null, other controls, and what single-byte encodings leave undefined. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for controls
const controls = /[\0-\u0008\u000e-\u0019\u001b-\u001f\u0080-\u009f]/

/** DOS ended files with Ctrl-Z. Looks at the end alone: a pattern would look for it at each of many in the middle. */
function withoutEndMark(text: string): string {
  let end = text.trimEnd().length
  if (text[end - 1] !== '\u001a') return text
  while (text[end - 1] === '\u001a') end--
  return text.slice(0, end)
}

/** The text of these bytes without byte order marks; undefined if they are not text in this encoding. */
export function decodeStrictly(bytes: Uint8Array, encoding: Encoding, offered: boolean): string | undefined {
  try {
    const text = isDosEncoding(encoding)
      ? decodeDos(bytes, encoding)
      : new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Null characters indicate binary data or UTF-16 without a mark.
    if (text.includes('\0') || (offered && controls.test(text))) return undefined
    // Some programs add a second mark.
    return withoutEndMark(text.replace(/^\ufeff+/, ''))
  } catch {
    return undefined
  }
}

/** In UTF-16, every other byte of Latin text is zero: even positions in big-endian, odd ones in little-endian. */
export function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0]
  const sampled = Math.min(bytes.length, 512)
  for (let at = 0; at < sampled; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sampled / 4 && even === 0) return 'utf-16le'
  return even > sampled / 4 && odd === 0 ? 'utf-16be' : undefined
}

/** Converts all line ends to `\n`. */
export const withOneLineEnd = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)
