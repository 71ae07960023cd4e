/** The rule that prevents calling people twice by mistake. It finds people who are already being called (reliability R02). */
import type { Contacted } from '#contract/index.ts'
import { type ContactLookup, type FlaggedPeople, findFlagged } from '../contacts/lookup.ts'
import { listCalledBefore as calledBeforeRefusal } from '../contacts/refusals.ts'
import type { Clock } from '../shared/clock.ts'
import type { RecipientRule } from './recipient-rules.ts'
import type { SharedLookup } from './shared-lookup.ts'

/** Leaves out people whose calls have ended, because the contact limits cover them. */
const findBeingCalled = async (lookup: ContactLookup) => ({
  lookup,
  ...(await findFlagged(lookup, (sources) => sources.filter(({ state }) => state !== null && state !== 'called'))),
})

export const createCalledBeforeRule = ({
  sharedLookup,
  clock,
}: {
  sharedLookup: SharedLookup
  clock: Clock
}): RecipientRule<FlaggedPeople & { lookup: ContactLookup }, Contacted> => ({
  find: async (people) => findBeingCalled(await sharedLookup.lookUp(people)),

  findAgain: async (store, people, findings) =>
    findBeingCalled(await sharedLookup.lookUpInTransaction(store, people, findings.lookup)),

  /** @throws Refusal 409 `called_before` if more people are already being called than the operator agreed to call again (`callAgain`) */
  refuse(findings, { hashes, fields: { callAgain = '0' } }) {
    // guard: called-people-are-named
    if (findings.indexes.length > Number(callAgain)) throw calledBeforeRefusal(findings, hashes.length, clock.now())
  },

  adjustFields: ({ indexes }, { fields: { callAgain } }) =>
    callAgain === undefined ? {} : { callAgain: String(indexes.length) },

  indexesOf: ({ indexes }) => indexes,
  describe: ({ indexes, by }, rowsOf) => ({ people: indexes.length, rows: rowsOf(indexes), by }),
})
