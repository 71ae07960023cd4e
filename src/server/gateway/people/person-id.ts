/**
 * The key of a person's page: the number or address, encrypted with a secret of this Switchboard. A URL with it tells nobody whom it is
 * about, and a gateway needs no table to know. The same address always has the same key, so links and the browser's history stay right.
 *
 * The encryption is deterministic: its initialization vector is a keyed hash of the text, which is checked again after decrypting.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { digitsOf, emailPattern } from '#contract/index.ts'
import { checkNumber } from '#phone/number.ts'
import { numbersIn } from '#phone/search-digits.ts'

const vectorBytes = 16
/** Texts are padded to a multiple of this, so that the key does not tell the length of a number. */
const blockBytes = 16
/** An ID in a path has at most 128 characters, which are 96 bytes. */
const maxTextBytes = 80
const algorithm = 'aes-256-ctr'

/** A phone number in E.164 or an e-mail address in lower case. */
export type Address = { kind: 'phone' | 'email'; text: string }

/** The number or e-mail address that a text is; null if it is neither, or too long for a key. */
export function addressOf(text: string | null | undefined): Address | null {
  const trimmed = (text ?? '').trim()
  if (trimmed === '') return null
  const check = checkNumber(trimmed)
  const number = check.ok ? check.e164 : check.repaired
  if (number) return { kind: 'phone', text: number }
  if (!emailPattern.test(trimmed) || Buffer.byteLength(trimmed) > maxTextBytes) return null
  return { kind: 'email', text: trimmed.toLowerCase() }
}

/** Whether a text in any spelling is this number in E.164. One that ends with other digits is not, without parsing it. */
export const isNumber = (text: string | null | undefined, number: string): boolean =>
  digitsOf(text).endsWith(number.slice(-6)) && addressOf(text)?.text === number

/** The e-mail address that a typed text is, or the numbers in it, also beside a name. */
export function addressesIn(text: string): Address[] {
  const address = addressOf(text)
  return address?.kind === 'email' ? [address] : numbersIn(text).map((number) => ({ kind: 'phone', text: number }))
}

export type PersonIds = ReturnType<typeof createPersonIds>

/** @param secret never changes for a store, so that links stay right */
export function createPersonIds(secret: string) {
  const keyFor = (use: string) => createHmac('sha256', secret).update(`person id/${use}`).digest()
  const encryptionKey = keyFor('encrypt')
  const hashKey = keyFor('hash')
  const vectorOf = (padded: Buffer) => createHmac('sha256', hashKey).update(padded).digest().subarray(0, vectorBytes)

  return {
    /** The key of an address. */
    idOf({ text }: Address): string {
      const bytes = Buffer.from(text)
      const padded = Buffer.alloc(Math.ceil(bytes.length / blockBytes) * blockBytes)
      bytes.copy(padded)
      const vector = vectorOf(padded)
      const cipher = createCipheriv(algorithm, encryptionKey, vector)
      return Buffer.concat([vector, cipher.update(padded), cipher.final()]).toString('base64url')
    },

    /** The address of a key; null if this Switchboard did not make it. */
    addressOfId(personId: string): Address | null {
      const bytes = Buffer.from(personId, 'base64url')
      if (bytes.length < vectorBytes + blockBytes || bytes.length % blockBytes !== 0) return null
      const vector = bytes.subarray(0, vectorBytes)
      const decipher = createDecipheriv(algorithm, encryptionKey, vector)
      const padded = Buffer.concat([decipher.update(bytes.subarray(vectorBytes)), decipher.final()])
      // guard: only-own-person-keys-are-opened
      if (!timingSafeEqual(vectorOf(padded), vector)) return null
      const text = padded.toString().replace(/\0+$/, '')
      return { kind: text.startsWith('+') ? 'phone' : 'email', text }
    },
  }
}
