/** Commands of the service, each performed through the ledger for the person who asks. */
import { type BatchCancelled, type Operator, type ServiceCommandName, serviceEndpoints } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Writes } from '../ledger/record-writes.ts'
import { sendCancel, sendCommand } from '../ledger/send-command.ts'
import type { InTransaction } from '../ledger/types.ts'
import { afterCancel } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'

/** Names what a command is done to, in the audit; never what is said in it. */
function idsIn(params: Record<string, string>, body: unknown): Record<string, string> {
  const named = Object.entries((body ?? {}) as Record<string, unknown>)
  const ids = named.filter(
    (entry): entry is [string, string] => entry[0].endsWith('Id') && typeof entry[1] === 'string',
  )
  return { ...Object.fromEntries(ids.filter(([name]) => name !== 'voiceId')), ...params }
}

interface Command {
  name: ServiceCommandName
  params: Record<string, string>
  body?: unknown
  /** The Idempotency-Key as it came. */
  key: string | undefined
  /** As that of the ledger's command. */
  also?: InTransaction
  /** Why, where Switchboard itself asks for it. */
  reason?: string
}

/** What is asked of the service, in a workspace. */
interface Asked {
  name: ServiceCommandName
  body: unknown
  workspace: string
}

/** Who asks for a command. */
interface Asker {
  operator: Operator
  who: Requester
  workspace: string
}

export type PerformCommand = ReturnType<typeof createCommands>

/** Refuses a command for what it is asked to do, in the transaction of its record. @throws Refusal */
export type RefuseInRecord = (store: Store, asked: Asked) => Promise<void>

/** @param deps.stopping aborted when the process is to end */
export function createCommands(deps: {
  ask: RequestService
  ledger: Ledger
  writes: Writes
  snapshots: Snapshots
  registry: Registry
  clock: Clock
  refuseInRecord: RefuseInRecord
  stopping: AbortSignal
}) {
  const { ask, ledger, writes, snapshots, registry, clock, refuseInRecord } = deps

  /**
   * Performs a command of the service.
   *
   * @returns the service's answer
   * @throws Refusal as `Ledger.perform`
   */
  return async (
    { name, params, body, key, also, reason }: Command,
    { operator, who, workspace }: Asker,
  ): Promise<unknown> => {
    const command = { name, params, body, workspace }
    const cancels = name === 'batchCancel'
    const { effect } = serviceEndpoints[name]
    const asked = { name, params, body, workspace: serviceEndpoints[name].workspace ? workspace : null }
    try {
      // Cancel goes at once, whatever is known of the one before.
      const earlier = cancels || (await ledger.hasEffect(operator, key)) ? null : await writes.readEarlier(asked)
      if (earlier) return earlier
      const record = writes.record(asked)
      const done = await ledger.perform({
        endpoint: name,
        ids: idsIn(params, body),
        target: effect.target({ params, body }),
        key,
        body: JSON.stringify(body ?? null),
        operator,
        sendUnrecorded: cancels,
        repeatable: effect.repeatable,
        inTransaction: async (store, effectId) => {
          await refuseInRecord(store, { name, body, workspace })
          await record?.(store, effectId)
          await also?.(store, effectId)
        },
        reason,
        send: async (effectId, gateway) => {
          const outgoing = { ...command, gateway }
          const outcome = await (cancels ? sendCancel(deps, outgoing, who) : sendCommand(ask, outgoing, who, clock.now))
          if (outcome.state !== 'unknown' || !outcome.answered) return outcome
          const answer = await writes.readBack(effectId, asked, who)
          return answer ? { state: 'done', answer } : outcome
        },
        onEnded: (effectId, state) => writes.onEnded(effectId, asked, state),
      })
      // It is done, whether or not it can be written down.
      const learnt = cancels ? afterCancel((done as BatchCancelled).details) : null
      if (learnt) {
        snapshots.applyCommandAnswer('batchProgress', params, learnt)
        await registry.cancelled(params.batchId ?? '', learnt).catch(() => {})
      }
      return done
    } finally {
      snapshots.invalidate(name, params)
    }
  }
}
