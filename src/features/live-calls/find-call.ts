/** Finding a call by what a person has in hand: a room, a name, or a number in any way of writing it (experience U41). */

import type { Card } from '#components/calls/wall.ts'
import { fitsWords, idPattern } from '#contract/index.ts'
import { hasDigits, searchDigits } from '#phone/search-digits.ts'

/** The cards that a text may mean, the wall's order kept. */
export function matchCards(cards: readonly Card[], text: string): Card[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const digits = searchDigits(text)
  return cards.filter(
    ({ call }) =>
      call.roomName.toLowerCase() === wanted ||
      call.id.toLowerCase() === wanted ||
      hasDigits(call.customerPhone, digits) ||
      fitsWords(text, call.customerName ?? ''),
  )
}

/** Whether a text may be a room's name: an id, and with letters, which no number has. */
export const looksLikeRoom = (text: string): boolean => {
  const id = text.trim()
  return idPattern.test(id) && /[A-Za-z_]/.test(id) && /[-_\d]/.test(id)
}
