/** The rule that nobody is called twice by oversight: people who are called already are named before a start (reliability R02). */
import type { Contacted } from '#contract/index.ts'
import type { Contacts, Found } from '../contacts/contacts.ts'
import { listCalledBefore } from '../contacts/refusals.ts'
import type { Clock } from '../shared/clock.ts'
import type { RecipientRule } from './recipient-rules.ts'

export const createCalledBefore = ({
  contacts,
  clock,
}: {
  contacts: Contacts
  clock: Clock
}): RecipientRule<Found, Contacted> => ({
  find: ({ hashes, heldBackBy }) => contacts.find(hashes, undefined, heldBackBy),

  findAgain: (store, { hashes, heldBackBy }, before) => contacts.findAgain(store, hashes, before, heldBackBy),

  /** @throws Refusal 409 `called_before` when more are called already than the operator has said to call again (`callAgain`) */
  refuse(found, { hashes, fields: { callAgain = '0' } }) {
    // guard: called-people-are-named
    if (found.places.length > Number(callAgain)) throw listCalledBefore(found, hashes.length, clock.now())
  },

  places: ({ places }) => places,
  tell: ({ places, by }, rowsOf) => ({ people: places.length, rows: rowsOf(places), by }),
})
