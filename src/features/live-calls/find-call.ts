/** Finding a call by what a person has in hand: a room, a name, or a number in any way of writing it (experience U41). */
import { idPattern } from '#contract/index.ts'
import type { Card } from '#parts/wall.ts'
import { readNumber } from '#phone/number.ts'

/** Fewer digits than these are in every number. */
const fewest = 3

/** The digits of a text that is meant as a number; '' where it is not. The prefixes 00 and 0 are dialled, not part of the number. */
function digitsOf(text: string): string {
  const number = readNumber(text)
  return /^\+?\d+$/.test(number) ? number.replace(/^\+|^0+/, '') : ''
}

/** The cards that a text may mean, the wall's order kept. */
export function matchCards(cards: readonly Card[], text: string): Card[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const digits = digitsOf(text)
  const byDigits = (phone: string) => digits.length >= fewest && readNumber(phone).includes(digits)
  return cards.filter(
    ({ call }) =>
      call.roomName.toLowerCase() === wanted ||
      call.id.toLowerCase() === wanted ||
      byDigits(call.customerPhone) ||
      (digits === '' && (call.customerName?.toLowerCase().includes(wanted) ?? false)),
  )
}

/** Whether a text may be a room's name: an id, and with letters, which no number has. */
export const looksLikeRoom = (text: string): boolean => {
  const id = text.trim()
  return idPattern.test(id) && /[A-Za-z_]/.test(id) && /[-_\d]/.test(id)
}
