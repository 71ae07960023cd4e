/** The keyed hash of a phone number, which identifies people in the contacts and on the do-not-call list. */
import { createHmac } from 'node:crypto'
import { checkNumber } from '#phone/number.ts'

/** Characters of a hash: 96 bits, so that no two of ten million people share one. */
export const hashLength = 16

/** A number in the format of the hashes; null: it is none. */
export function e164Of(phone: string | null): string | null {
  const check = checkNumber(phone ?? '')
  return check.ok ? check.e164 : (check.repaired ?? null)
}

/** @param number E.164 */
export const numberHash = (key: string, number: string): string =>
  createHmac('sha256', key).update(number).digest('base64url').slice(0, hashLength)
