/** Finds a call by its room, the customer's name or the number in any format (experience U41). */
import type { Card } from '#components/calls/wall.ts'
import { fitsWords, idPattern } from '#contract/index.ts'
import { containsDigits, searchDigits } from '#phone/search-digits.ts'

/** The cards that match a text, in the order of the wall. */
export function matchCards(cards: readonly Card[], text: string): Card[] {
  const query = text.trim().toLowerCase()
  if (query === '') return []
  const digits = searchDigits(text)
  return cards.filter(
    ({ call }) =>
      call.roomName.toLowerCase() === query ||
      call.id.toLowerCase() === query ||
      containsDigits(call.customerPhone, digits) ||
      fitsWords(text, call.customerName ?? ''),
  )
}

/** Whether a text may be the name of a room: a valid ID with letters, which a number does not have. */
export const looksLikeRoom = (text: string): boolean => {
  const id = text.trim()
  return idPattern.test(id) && /[A-Za-z_]/.test(id) && /[-_\d]/.test(id)
}
