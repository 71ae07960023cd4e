/** The rule that nobody is called too often: people who reached a contact limit are left out, unless the operator gives a reason. */
import type { ContactLimits, OverLimit } from '#contract/index.ts'
import { type ContactLookup, type EarlierContact, type FlaggedPeople, findFlagged } from '../contacts/lookup.ts'
import { listOverLimit } from '../contacts/refusals.ts'
import { retriedBatch } from '../contacts/states.ts'
import type { Clock } from '../shared/clock.ts'
import { excessOf } from './contact-limits.ts'
import type { People, RecipientRule } from './recipient-rules.ts'
import type { CallingRuleSetting } from './setting.ts'
import type { SharedLookup } from './shared-lookup.ts'

interface PeopleOverLimit extends FlaggedPeople {
  lookup: ContactLookup
  limits: ContactLimits
  /** How many of these people reached the daily limit. The others reached the weekly limit. */
  overDay: number
}

/** The contacts of a person that count for the limits. */
export const contactsIn = (sources: readonly EarlierContact[]) => sources.flatMap(({ contact }) => contact ?? [])

export function createOverLimitRule({
  sharedLookup,
  setting,
  clock,
}: {
  sharedLookup: SharedLookup
  setting: CallingRuleSetting
  clock: Clock
}): RecipientRule<PeopleOverLimit, OverLimit> {
  async function findOverLimit(
    lookup: ContactLookup,
    limits: ContactLimits,
    { fields }: People,
  ): Promise<PeopleOverLimit> {
    const now = clock.now()
    const { originId, originCalls } = fields
    const retriedBatchId = retriedBatch(JSON.stringify({ originId, originCalls }))
    const retriedSource =
      lookup.sources.find(({ batchId }) => batchId !== null && batchId === retriedBatchId)?.contact?.source ?? null
    let overDay = 0
    const namedPeople = await findFlagged(lookup, (sources) => {
      const excess = excessOf(contactsIn(sources), limits, { now, retriedSource })
      if (excess === null) return []
      if (excess.isOverDay) overDay += 1
      return sources.filter(({ contact }) => contact !== null)
    })
    return { ...namedPeople, lookup, limits, overDay }
  }

  return {
    find: async (people) =>
      findOverLimit(await sharedLookup.lookUp(people), (await setting.get(people.workspace)).limits, people),

    findAgain: async (store, people, findings) =>
      findOverLimit(await sharedLookup.lookUpInTransaction(store, people, findings.lookup), findings.limits, people),

    /** @throws Refusal 409 `over_limit` without a reason, or if more people are over the limit than the operator gave the reason for */
    refuse(findings, { hashes, fields: { overLimitReason, overLimitPeople = '0' } }) {
      const allowed = overLimitReason === undefined ? 0 : Number(overLimitPeople)
      // guard: contact-limits-hold
      if (findings.indexes.length > allowed) throw listOverLimit(findings, hashes.length, clock.now())
    },

    adjustFields: ({ indexes }, { fields: { overLimitReason } }) =>
      overLimitReason === undefined || indexes.length === 0
        ? { overLimitReason: undefined, overLimitPeople: undefined }
        : { overLimitPeople: String(indexes.length) },

    indexesOf: ({ indexes }) => indexes,
    describe: ({ indexes, by, overDay, limits }, rowsOf) => ({
      people: indexes.length,
      rows: rowsOf(indexes),
      by,
      overDay,
      limits,
    }),
  }
}
