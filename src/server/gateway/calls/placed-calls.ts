/** Places single calls, each recorded and sent once, and lists the team's recent ones. Numbers are stored only here and in the registry. */
import { type Call, callEndpoints, type Operator, type PlacedCall } from '#contract/index.ts'
import { checkNumber } from '#phone/number.ts'
import { excessOf } from '../calling-rules/contact-limits.ts'
import { callOutsideHours, outsideHoursReason } from '../calling-rules/hours-rule.ts'
import { contactsIn } from '../calling-rules/over-limit.ts'
import type { CallingRuleSetting } from '../calling-rules/setting.ts'
import type { Contacts } from '../contacts/contacts.ts'
import type { DoNotCall } from '../contacts/do-not-call.ts'
import { numberOnDoNotCall } from '../contacts/do-not-call-refusals.ts'
import { emptyLookup, findFlagged } from '../contacts/lookup.ts'
import { numberCalledBefore } from '../contacts/refusals.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { sendCommand } from '../ledger/send-command.ts'
import type { Outcome } from '../ledger/types.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import type { LiveCalls } from './live-calls.ts'

interface CallRequest {
  agentId: string
  toNumber: string
  /** Whether the operator was warned of an earlier call and confirmed this one. */
  isConfirmed: boolean
  /** Why the number is called outside the calling hours; undefined: it is not. */
  hoursReason?: string | undefined
  operator: Operator
  key: string | undefined
  requester: Requester
  workspace: string
}

const maxListedCalls = 50
/** An event that arrives later than this after a call belongs to another call. */
const evidenceTtlMs = 3_600_000

export type PlacedCalls = ReturnType<typeof createPlacedCalls>

export function createPlacedCalls(deps: {
  store: Store
  ledger: Ledger
  contacts: Contacts
  doNotCall: DoNotCall
  setting: CallingRuleSetting
  requestService: RequestService
  registry: Registry
  liveCalls: LiveCalls
  writeQueue: WriteQueue
  clock: Clock
}) {
  const { store, ledger, contacts, doNotCall, setting, requestService, registry, liveCalls, writeQueue, clock } = deps

  /** Deletes the record of a call that was not placed, so that later callers get no warning because of it. */
  const deleteRecord = async (effectId: string) => {
    await contacts.recordNobodyCalled(effectId)
    await writeQueue.write(
      async () => void (await store.deleteFrom('placed_calls').where('effect_id', '=', effectId).execute()),
    )
  }

  /** Records the call in the transaction of its effect, so that the next caller of the number is warned. */
  async function record(
    store: Store,
    { agentId, toNumber, operator }: CallRequest,
    numberHash: string,
    effectId: string,
  ) {
    const agent_name = registry.nameOf('agent', agentId) ?? ''
    const row = { effect_id: effectId, number: numberHash, to_number: toNumber, agent_id: agentId, agent_name }
    await store
      .insertInto('placed_calls')
      .values({ ...row, call_id: null, room_name: null, operator: operator.name, at: clock.now() })
      .execute()
  }

  async function send(request: CallRequest, effectId: string, gateway: number): Promise<Outcome> {
    const { agentId, toNumber, requester, workspace } = request
    const command = { name: 'callSend', params: {}, body: { agentId, toNumber }, workspace, gateway } as const
    const outcome = await sendCommand(requestService, command, requester, clock.now).catch(async (error: unknown) => {
      await deleteRecord(effectId)
      throw error
    })
    if (outcome.state === 'refused') await deleteRecord(effectId)
    if (outcome.state !== 'done') return outcome
    await contacts.recordEnd(effectId)
    contacts.sweep()
    const call = outcome.answer as Call
    liveCalls.onPlaced(call, workspace)
    const { callId: call_id, roomName: room_name, agent } = call
    await writeQueue.write(async () => {
      await store
        .updateTable('placed_calls')
        .set({ call_id, room_name, ...(agent.name && { agent_name: agent.name }) })
        .where('effect_id', '=', effectId)
        .execute()
      await registry.recordPlacedCall(call)
      liveCalls.announce(call.roomName, null, workspace)
    })
    return { state: 'done', answer: { ...call, effectId } }
  }

  return {
    /**
     * Handles the event of a started call. If a call of the same agent to the same number has no answer yet, the event is recorded as
     * evidence for settling it.
     */
    async onCallStarted({
      agentId,
      toNumber,
      callId,
      roomName,
    }: Record<'agentId' | 'toNumber' | 'callId' | 'roomName', string>) {
      const answered = await store.selectFrom('placed_calls').select('call_id').where('call_id', '=', callId).execute()
      if (answered.length > 0) return
      const at = clock.now()
      const unanswered = await store
        .selectFrom('placed_calls')
        .select('effect_id')
        .where('number', '=', ledger.hash('number', toNumber))
        .where('agent_id', '=', agentId)
        .where('call_id', 'is', null)
        .where('at', '>', at - evidenceTtlMs)
        .execute()
      for (const { effect_id } of unanswered)
        await store
          .insertInto('announced_calls')
          .values({ effect_id, call_id: callId, room_name: roomName, at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },

    /**
     * Places a call.
     *
     * @returns the service's answer (specification 2.3)
     * @throws Refusal 409 `do_not_call` (names who added the number, when and why) even if confirmed; 409 `called_before` (names by whom,
     *   in which batch and when) unless confirmed; 409 `outside_hours` without a reason; any refusal of `Ledger.perform`
     */
    async place(request: CallRequest): Promise<unknown> {
      const { agentId, toNumber, isConfirmed, hoursReason, operator, key, workspace } = request
      const numberHash = ledger.hash('number', toNumber)
      // A number with an extra 0 reaches the same person.
      const check = checkNumber(toNumber)
      const reached = (check.ok ? check.e164 : check.repaired) ?? toNumber
      const hashes = await contacts.hash([reached])
      const { limits, hours } = await setting.get(workspace)
      const reason = callOutsideHours(reached, hours, clock.now()) ? hoursReason : undefined
      const target = callEndpoints.callSend.effect.target({ params: {}, body: { agentId, toNumber } })
      return await ledger.perform({
        endpoint: 'callSend',
        ids: { agentId, ...(reason && { hoursReason: reason, hoursPeople: '1' }) },
        requestedIds: { agentId, ...(hoursReason && { hoursReason }) },
        target,
        key,
        body: JSON.stringify({ agentId, toNumber }),
        operator,
        reason: reason && outsideHoursReason(reason),
        inTransaction: async (store, effectId) => {
          const listed = await doNotCall.findAgain(store, workspace, { numbers: [reached], hashes })
          // guard: number-on-the-do-not-call-list
          if (listed.indexes.length > 0) throw numberOnDoNotCall(listed.by[0])
          const outside = callOutsideHours(reached, (await setting.get(workspace, store)).hours, clock.now())
          if (outside && !reason) throw outside
          // Another call may have held the target or the number, and ended since the first check.
          const lookup = await contacts.lookUpAgain(store, hashes, emptyLookup)
          const { by } = await findFlagged(lookup, (sources) => sources.filter(({ state }) => state !== null))
          const excess = excessOf(contactsIn(lookup.people.get(0) ?? []), limits, { now: clock.now() })
          // guard: number-is-not-called-again
          if ((by.length > 0 || excess) && !isConfirmed) throw numberCalledBefore(by, excess, clock.now())
          await contacts.add(store, effectId, 'call', { hashes })
          await record(store, request, numberHash, effectId)
        },
        send: (effectId, gateway) => send(request, effectId, gateway),
      })
    },

    /** Whether this call was placed by hand, so that it is of no batch. */
    async has(roomName: string): Promise<boolean> {
      const rows = store.selectFrom('placed_calls').select('call_id').where('room_name', '=', roomName)
      return (await rows.executeTakeFirst()) !== undefined
    },

    /** @returns the team's placed calls, latest first */
    async list(): Promise<PlacedCall[]> {
      const rows = await store
        .selectFrom('placed_calls')
        .selectAll()
        .where('call_id', 'is not', null)
        .orderBy('at', 'desc')
        .limit(maxListedCalls)
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
