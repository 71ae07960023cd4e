/** Performs commands of the service through the ledger. */
import { type BatchCancelled, type Operator, type ServiceCommandName, serviceEndpoints } from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Writes } from '../ledger/record-writes.ts'
import { sendCancel, sendCommand } from '../ledger/send-command.ts'
import type { InTransaction } from '../ledger/types.ts'
import { progressAfterCancel } from '../registry/batches.ts'
import type { Registry } from '../registry/registry.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'

/** The ids of a command for the audit. Never includes its texts. */
function auditIds(params: Record<string, string>, body: unknown): Record<string, string> {
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
  /** As in the ledger's command. */
  also?: InTransaction
  /** Set if Switchboard itself performs the command. */
  reason?: string
}

/** A command in a workspace, as it will be sent. */
interface RequestedCommand {
  name: ServiceCommandName
  body: unknown
  workspace: string
}

/** The operator who performs a command. */
interface Caller {
  operator: Operator
  who: Requester
  workspace: string
}

export type PerformCommand = ReturnType<typeof createCommands>

/** Checks a command in the transaction of its record. @throws Refusal if it must not be sent */
export type RefuseInRecord = (store: Store, asked: RequestedCommand) => Promise<void>

/** @param deps.stopping aborted when the process stops */
export function createCommands(deps: {
  requestService: RequestService
  ledger: Ledger
  writes: Writes
  snapshots: Snapshots
  registry: Registry
  clock: Clock
  refuseInRecord: RefuseInRecord
  stopping: AbortSignal
}) {
  const { requestService, ledger, writes, snapshots, registry, clock, refuseInRecord } = deps

  /**
   * Performs a command of the service.
   *
   * @returns the service's answer
   * @throws Refusal as `Ledger.perform`
   */
  return async (
    { name, params, body, key, also, reason }: Command,
    { operator, who, workspace }: Caller,
  ): Promise<unknown> => {
    const command = { name, params, body, workspace }
    const isCancel = name === 'batchCancel'
    const { effect } = serviceEndpoints[name]
    const asked = { name, params, body, workspace: serviceEndpoints[name].workspace ? workspace : null }
    try {
      // A cancel is sent at once, even if the outcome of an earlier write is unknown.
      const earlier = isCancel || (await ledger.hasEffect(operator, key)) ? null : await writes.readEarlier(asked)
      if (earlier) return earlier
      const record = writes.record(asked)
      const done = await ledger.perform({
        endpoint: name,
        ids: auditIds(params, body),
        target: effect.target({ params, body }),
        key,
        body: JSON.stringify(body ?? null),
        operator,
        sendUnrecorded: isCancel,
        repeatable: effect.repeatable,
        inTransaction: async (store, effectId) => {
          await refuseInRecord(store, { name, body, workspace })
          await record?.(store, effectId)
          await also?.(store, effectId)
        },
        reason,
        send: async (effectId, gateway) => {
          const outgoing = { ...command, gateway }
          const outcome = await (isCancel
            ? sendCancel(deps, outgoing, who)
            : sendCommand(requestService, outgoing, who, clock.now))
          if (outcome.state !== 'unknown' || !outcome.answered) return outcome
          const answer = await writes.readBack(effectId, asked, who)
          return answer ? { state: 'done', answer } : outcome
        },
        onEnded: (effectId, state) => writes.onEnded(effectId, asked, state),
      })
      // The cancel is done even if its progress cannot be recorded.
      const progress = isCancel ? progressAfterCancel((done as BatchCancelled).details) : null
      if (progress) {
        snapshots.applyCommandAnswer('batchProgress', params, progress)
        await registry.recordCancelled(params.batchId ?? '', progress).catch(() => {})
      }
      return done
    } finally {
      snapshots.invalidate(name, params)
    }
  }
}
