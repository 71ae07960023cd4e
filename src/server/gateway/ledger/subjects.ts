/**
 * The subject of an effect: the agent, the batch and the people that it concerns, so that operators can distinguish unknown outcomes.
 * The ledger stores no names or numbers. They are read from tables that may store them, and deleted a day after the effect ended.
 */
import type { EffectSubject } from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import { answerTtlMs, effectRows, openStates } from './effect-rows.ts'

/** Maximum phone numbers stored for a batch start. */
const maxStoredNumbers = 3

export type Subjects = ReturnType<typeof createSubjects>

/** Looks up names that the ledger does not store. */
interface NameLookup {
  /** '' if the agent has not been read, null if there is no agent. */
  agentName: (agentId: string | null) => string | null
  /** Names by batch id. Batches that have not been read are missing. */
  batchNames: (batchIds: readonly string[]) => Promise<Map<string, string>>
}

export function createSubjects(deps: { store: Store; names: NameLookup; clock: Clock; log: Log }) {
  const { store, names, clock, log } = deps

  async function deleteOld(): Promise<void> {
    const expiredIds = effectRows(store)
      // Not a join, which would read all effects, and the latest step of each.
      .where('e.id', 'in', store.selectFrom('start_subjects').select('effect_id'))
      .where('h.at', '<', clock.now() - answerTtlMs)
      .where('h.state', 'not in', openStates)
      .clearSelect()
      .select('e.id')
    await store.deleteFrom('start_subjects').where('effect_id', 'in', expiredIds).execute()
  }

  return {
    /**
     * Stores the subject of a batch start, in the transaction of its effect.
     *
     * @param numbers all numbers that it calls, E.164
     */
    async add(store: Store, effectId: string, name: string, numbers: readonly string[]): Promise<void> {
      const storedNumbers = JSON.stringify(numbers.slice(0, maxStoredNumbers))
      await store
        .insertInto('start_subjects')
        .values({ effect_id: effectId, name, calls: numbers.length, numbers: storedNumbers })
        .execute()
    },

    /** Subjects by effect id. Effects without a known subject are missing. */
    async find(effects: readonly { id: string; ids: string }[]): Promise<Map<string, EffectSubject>> {
      const subjects = new Map<string, EffectSubject>()
      if (effects.length === 0) return subjects
      const ids = effects.map(({ id }) => id)
      const effectIds = effects.map(({ id, ids: text }) => ({
        id,
        ...(JSON.parse(text) as Record<string, string>),
      })) as ({
        id: string
      } & Partial<Record<'agentId' | 'batchId' | 'roomName', string>>)[]
      const [starts, calls, messages] = await Promise.all([
        store.selectFrom('start_subjects').selectAll().where('effect_id', 'in', ids).execute(),
        store
          .selectFrom('placed_calls')
          .select(['effect_id', 'to_number', 'agent_name'])
          .where('effect_id', 'in', ids)
          .execute(),
        store
          .selectFrom('decisions')
          .select(['effect_id', 'second_id', 'sends_to'])
          .where((eb) => eb.or([eb('effect_id', 'in', ids), eb('second_id', 'in', ids)]))
          .execute(),
      ])
      const batches = await names.batchNames(effectIds.flatMap(({ batchId }) => batchId ?? []))
      const rooms = effectIds.flatMap(({ roomName }) => roomName ?? [])
      const seenCalls =
        rooms.length === 0
          ? []
          : await store
              .selectFrom('seen')
              .select(['id', 'note', 'digits'])
              .where('kind', '=', 'call')
              .where('id', 'in', rooms)
              .execute()
      for (const { id, agentId, batchId, roomName } of effectIds) {
        const start = starts.find(({ effect_id }) => effect_id === id)
        const call = calls.find(({ effect_id }) => effect_id === id)
        const message = messages.find(({ effect_id, second_id }) => effect_id === id || second_id === id)
        const room = seenCalls.find((seenCall) => seenCall.id === roomName)
        const subject: EffectSubject = {
          agentName: names.agentName(agentId ?? null) || call?.agent_name || room?.note || null,
          batchName: start?.name ?? batches.get(batchId ?? '') ?? null,
          calls: start?.calls ?? null,
          people: start
            ? (JSON.parse(start.numbers) as string[])
            : ([call?.to_number, message?.sends_to, room?.digits && `+${room.digits}`].filter(
                (number) => !!number,
              ) as string[]),
        }
        if (subject.agentName !== null || subject.batchName !== null || subject.people.length > 0)
          subjects.set(id, subject)
      }
      return subjects
    },

    /** Deletes expired subjects, in the background. */
    sweep(): void {
      deleteOld().catch((error: unknown) => log.error({ error: String(error) }, 'could not delete expired subjects'))
    },
  }
}
