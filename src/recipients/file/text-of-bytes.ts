/** Bytes read in one encoding: their text, or that they are none. */
import type { Encoding } from './refusal.ts'

/** Signs that no text has: zero, the other controls, and what single-byte encodings leave undefined. */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const controls = /[\0-\u0008\u000e-\u0019\u001b-\u001f\u0080-\u009f]/

/** The text of these bytes, or undefined where they are not text in that encoding. Byte order marks at its start are not part of it. */
export function read(bytes: Uint8Array, encoding: Encoding, offered: boolean): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // A zero is in no text; it is how binary data and undeclared UTF-16 show.
    if (text.includes('\0') || (offered && controls.test(text))) return undefined
    // A program that wrote a mark before a file that had one left two; DOS ended its files with Ctrl-Z.
    // oxlint-disable-next-line no-control-regex -- as above
    return text.replace(/^\ufeff+/, '').replace(/\u001a+\s*$/, '')
  } catch {
    return undefined
  }
}

/** In UTF-16 every other byte of Latin text is zero: even places in big-endian, odd places in little-endian. */
export function unmarkedUtf16(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0]
  const looked = Math.min(bytes.length, 512)
  for (let at = 0; at < looked; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > looked / 4 && even === 0) return 'utf-16le'
  return even > looked / 4 && odd === 0 ? 'utf-16be' : undefined
}

/** Every line end made `\n`. */
export const withOneLineEnd = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)
