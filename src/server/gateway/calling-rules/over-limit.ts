/** The rule that nobody is called too often: people who reached a contact limit are left out, unless the operator gives a reason. */
import type { ContactLimits, OverLimit } from '#contract/index.ts'
import { type ContactLookup, type Found, findNamed, type Source } from '../contacts/lookup.ts'
import { listOverLimit } from '../contacts/refusals.ts'
import { retriedBatch } from '../contacts/states.ts'
import type { Clock } from '../shared/clock.ts'
import { excessOf } from './contact-limits.ts'
import type { People, RecipientRule } from './recipient-rules.ts'
import type { CallingRuleSetting } from './setting.ts'
import type { SharedLookup } from './shared-lookup.ts'

interface FoundOver extends Found {
  look: ContactLookup
  limits: ContactLimits
  /** How many of these people reached the daily limit; the others reached the weekly limit. */
  overDay: number
}

/** The contacts of a person that count for the limits. */
export const contactsIn = (sources: readonly Source[]) => sources.flatMap(({ contact }) => contact ?? [])

export function createOverLimit({
  looks,
  setting,
  clock,
}: {
  looks: SharedLookup
  setting: CallingRuleSetting
  clock: Clock
}): RecipientRule<FoundOver, OverLimit> {
  async function foundIn(look: ContactLookup, limits: ContactLimits, { fields }: People): Promise<FoundOver> {
    const now = clock.now()
    const { originId, originCalls } = fields
    const batch = retriedBatch(JSON.stringify({ originId, originCalls }))
    const retried = look.sources.find(({ batchId }) => batchId !== null && batchId === batch)?.contact?.source ?? null
    let overDay = 0
    const found = await findNamed(look, (sources) => {
      const excess = excessOf(contactsIn(sources), limits, { now, retried })
      if (excess === null) return []
      if (excess.isOverDay) overDay += 1
      return sources.filter(({ contact }) => contact !== null)
    })
    return { ...found, look, limits, overDay }
  }

  return {
    find: async (people) => foundIn(await looks.of(people), (await setting.of(people.workspace)).limits, people),

    findAgain: async (store, people, before) =>
      foundIn(await looks.inRecord(store, people, before.look), before.limits, people),

    /** @throws Refusal 409 `over_limit` without a reason, or if more people are over the limit than the operator gave the reason for */
    refuse(found, { hashes, fields: { overLimitReason, overLimitPeople = '0' } }) {
      const allowed = overLimitReason === undefined ? 0 : Number(overLimitPeople)
      // guard: contact-limits-hold
      if (found.places.length > allowed) throw listOverLimit(found, hashes.length, clock.now())
    },

    places: ({ places }) => places,
    describe: ({ places, by, overDay, limits }, rowsOf) => ({
      people: places.length,
      rows: rowsOf(places),
      by,
      overDay,
      limits,
    }),
  }
}
