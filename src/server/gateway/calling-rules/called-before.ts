/** The rule that prevents calling people twice by mistake: it names people who are already being called (reliability R02). */
import type { Contacted } from '#contract/index.ts'
import { type ContactLookup, type Found, findNamed } from '../contacts/lookup.ts'
import { listCalledBefore } from '../contacts/refusals.ts'
import type { Clock } from '../shared/clock.ts'
import type { RecipientRule } from './recipient-rules.ts'
import type { SharedLookup } from './shared-lookup.ts'

/** People whose calls have ended are covered by the contact limits. */
const foundIn = async (look: ContactLookup) => ({
  look,
  ...(await findNamed(look, (sources) => sources.filter(({ state }) => state !== null && state !== 'called'))),
})

export const createCalledBefore = ({
  looks,
  clock,
}: {
  looks: SharedLookup
  clock: Clock
}): RecipientRule<Found & { look: ContactLookup }, Contacted> => ({
  find: async (people) => foundIn(await looks.of(people)),

  findAgain: async (store, people, before) => foundIn(await looks.inRecord(store, people, before.look)),

  /** @throws Refusal 409 `called_before` if more people are already called than the operator agreed to call again (`callAgain`) */
  refuse(found, { hashes, fields: { callAgain = '0' } }) {
    // guard: called-people-are-named
    if (found.places.length > Number(callAgain)) throw listCalledBefore(found, hashes.length, clock.now())
  },

  places: ({ places }) => places,
  describe: ({ places, by }, rowsOf) => ({ people: places.length, rows: rowsOf(places), by }),
})
