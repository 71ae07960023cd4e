/** Placing one call: recorded, sent once; and what the team placed lately. Numbers stand here and in the registry, nowhere else. */
import { type Call, callEndpoints, type Operator, type PlacedCall } from '#contract/index.ts'
import type { Ask } from './asking.ts'
import type { Who } from './budget.ts'
import type { Clock } from './clock.ts'
import { sendCommand } from './commands.ts'
import type { Store } from './database.ts'
import { ago } from './effect-refusals.ts'
import type { Endings } from './endings.ts'
import type { Ledger, Outcome } from './ledger.ts'
import type { LiveCalls } from './live-calls.ts'
import type { Log } from './log.ts'
import { refusal } from './refusals.ts'
import type { Registry } from './registry.ts'

interface Placing {
  agentId: string
  toNumber: string
  /** The operator was told of the call before, and means it. */
  again: boolean
  operator: Operator
  key: string | undefined
  who: Who
  workspace: string
}

/** A second call to a number within this time needs a person's word, ms. */
const soonAgain = 5 * 60_000
const mostListed = 50

export type PlacedCalls = ReturnType<typeof createPlacedCalls>

export function createPlacedCalls(parts: {
  store: Store
  ledger: Ledger
  ask: Ask
  registry: Registry
  liveCalls: LiveCalls
  endings: Endings
  clock: Clock
  log: Log
}) {
  const { store, ledger, ask, registry, liveCalls, endings, clock, log } = parts
  /** Numbers that are being called in this moment, and by whom: two who press at once do not both pass. */
  const calling = new Map<string, string>()

  const calledBefore = (operator: string, at: number) =>
    refusal({
      status: 409,
      code: 'called_before',
      message: `${operator} called this number ${ago(clock.now() - at)}. Nobody was called now. Call again if you mean it.`,
    })

  async function warn(number: string, operator: string): Promise<void> {
    const before = await store
      .selectFrom('placed_calls')
      .select(['operator', 'at'])
      .where('number', '=', number)
      .where('at', '>', clock.now() - soonAgain)
      // What was settled as not having happened warns of nothing.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('history')
              .select('seq')
              .whereRef('history.effect_id', '=', 'placed_calls.effect_id')
              .where('happened', '=', 0),
          ),
        ),
      )
      .orderBy('at', 'desc')
      .executeTakeFirst()
    if (before) throw calledBefore(before.operator, before.at)
    const other = calling.get(number)
    if (other !== undefined) throw calledBefore(other, clock.now())
    calling.set(number, operator)
  }

  /** Nothing was called: then nobody needs to be warned of it. */
  const forget = (effectId: string) =>
    endings.write(async () => void (await store.deleteFrom('placed_calls').where('effect_id', '=', effectId).execute()))

  async function send(placing: Placing, number: string, effectId: string): Promise<Outcome> {
    const { agentId, toNumber, operator, who, workspace } = placing
    const agent_name = registry.nameOf('agent', agentId) ?? ''
    const row = { effect_id: effectId, number, to_number: toNumber, agent_id: agentId, agent_name }
    await store
      .insertInto('placed_calls')
      .values({ ...row, call_id: null, room_name: null, operator: operator.name, at: clock.now() })
      .execute()
      .catch((error: unknown) => log.error({ error: String(error) }, 'a call could not be put into the list'))
    const command = { name: 'callSend', params: {}, body: { agentId, toNumber }, workspace } as const
    const outcome = await sendCommand(ask, command, who, clock.now).catch(async (error: unknown) => {
      await forget(effectId)
      throw error
    })
    if (outcome.state === 'refused') await forget(effectId)
    if (outcome.state !== 'done') return outcome
    const call = outcome.answer as Call
    liveCalls.place(call, workspace)
    const { callId: call_id, roomName: room_name, agent } = call
    await endings.write(async () => {
      await store
        .updateTable('placed_calls')
        .set({ call_id, room_name, ...(agent.name && { agent_name: agent.name }) })
        .where('effect_id', '=', effectId)
        .execute()
      await registry.seePlaced(call)
    })
    return { state: 'done', answer: { ...call, effectId } }
  }

  return {
    /**
     * Places a call.
     *
     * @returns the service's answer (specification 2.3)
     * @throws Refusal 409 `called_before` (names who and when) unless `again`, and everything that `Ledger.perform` refuses
     */
    async place(placing: Placing): Promise<unknown> {
      const { agentId, toNumber, again, operator, key } = placing
      const number = ledger.hash('number', toNumber)
      const target = callEndpoints.callSend.effect.target({ params: {}, body: { agentId, toNumber } })
      const repeated = await ledger.knows(operator, key)
      // What is live on the very target is said by the ledger, which knows more.
      if (!repeated && !again && !(await ledger.holder(ledger.hash(target)))) await warn(number, operator.name)
      try {
        return await ledger.perform({
          endpoint: 'callSend',
          ids: { agentId },
          target,
          key,
          body: JSON.stringify({ agentId, toNumber }),
          operator,
          send: (effectId) => send(placing, number, effectId),
        })
      } finally {
        calling.delete(number)
      }
    },

    /** The calls that the team placed, the latest first. */
    async list(): Promise<PlacedCall[]> {
      const rows = await store
        .selectFrom('placed_calls')
        .selectAll()
        .where('call_id', 'is not', null)
        .orderBy('at', 'desc')
        .limit(mostListed)
        .execute()
      return rows.map((row) => ({
        callId: row.call_id ?? '',
        roomName: row.room_name ?? '',
        agentId: row.agent_id,
        agentName: row.agent_name || (registry.nameOf('agent', row.agent_id) ?? row.agent_id),
        toNumber: row.to_number,
        operator: row.operator,
        at: row.at,
      }))
    },
  }
}
