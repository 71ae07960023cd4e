/** Finds a call by its room, the customer's name or the number in any format (experience U41). */
import type { Card } from '#components/calls/wall.ts'
import type { Numbering } from '#components/phone/numbering.ts'
import { fitsWords, idPattern } from '#contract/index.ts'

/**
 * The cards that match a text, in the order of the wall.
 *
 * @param numbering null until it is loaded: then no number matches
 */
export function matchCards(
  cards: readonly Card[],
  text: string,
  numbering: Pick<Numbering, 'searchDigits' | 'containsDigits'> | null,
): Card[] {
  const query = text.trim().toLowerCase()
  if (query === '') return []
  const digits = numbering?.searchDigits(text)
  return cards.filter(
    ({ call }) =>
      call.roomName.toLowerCase() === query ||
      call.id.toLowerCase() === query ||
      (digits && numbering?.containsDigits(call.customerPhone, digits)) ||
      fitsWords(text, call.customerName ?? ''),
  )
}

/** Whether a text may be the name of a room: a valid ID with letters, which a number does not have. */
export const looksLikeRoom = (text: string): boolean => {
  const id = text.trim()
  return idPattern.test(id) && /[A-Za-z_]/.test(id) && /[-_\d]/.test(id)
}
