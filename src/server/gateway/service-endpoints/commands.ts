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
import type { Versions } from '../versions/versions.ts'

/** The ids of a command for the audit, never its texts. */
function auditIds(params: Record<string, string>, body: unknown): Record<string, string> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  const ids = fields.filter(
    (entry): entry is [string, string] => entry[0].endsWith('Id') && typeof entry[1] === 'string',
  )
  return { ...Object.fromEntries(ids.filter(([name]) => name !== 'voiceId')), ...params }
}

interface Command {
  name: ServiceCommandName
  params: Record<string, string>
  body?: unknown
  /** The request's Idempotency-Key header. */
  key: string | undefined
  /** Runs in the transaction that records the command. */
  inTransaction?: InTransaction
  /** More ids for the audit. */
  ids?: Record<string, string>
  /** Set if Switchboard itself performs the command. */
  reason?: string
}

/** A command and the workspace in which it will be performed. */
interface RequestedCommand {
  name: ServiceCommandName
  body: unknown
  workspace: string
}

/** The operator who performs a command. */
interface Caller {
  operator: Operator
  requester: Requester
  workspace: string
}

export type PerformCommand = ReturnType<typeof createCommands>

/** Checks a command in the transaction of its record. @throws Refusal if it must not be sent */
export type RefuseInRecord = (store: Store, command: RequestedCommand) => Promise<void>

/** @param deps.stopping aborted when the process stops */
export function createCommands(deps: {
  requestService: RequestService
  ledger: Ledger
  writes: Writes
  versions: Versions
  snapshots: Snapshots
  registry: Registry
  clock: Clock
  refuseInRecord: RefuseInRecord
  /** Called when the service has accepted a command. */
  onAccepted: (name: ServiceCommandName, params: Record<string, string>) => void
  stopping: AbortSignal
}) {
  const { requestService, ledger, writes, versions, snapshots, registry, clock, refuseInRecord, onAccepted } = deps

  /**
   * Performs a command of the service.
   *
   * @returns the service's answer
   * @throws Refusal as `Ledger.perform`
   */
  return async (
    { name, params, body, key, inTransaction, ids, reason }: Command,
    { operator, requester, workspace }: Caller,
  ): Promise<unknown> => {
    const commandFields = { name, params, body, workspace }
    const isCancel = name === 'batchCancel'
    const { effect } = serviceEndpoints[name]
    const command = { name, params, body, workspace: serviceEndpoints[name].workspace ? workspace : null }
    try {
      // A cancel is sent at once, even if the outcome of an earlier write is unknown.
      const earlierAnswer =
        isCancel || (await ledger.hasEffect(operator, key)) ? null : await writes.recheckEarlierCommands(command)
      if (earlierAnswer) return earlierAnswer
      const record = writes.record(command)
      const result = await ledger.perform({
        endpoint: name,
        ids: { ...auditIds(params, body), ...ids },
        target: effect.target({ params, body }),
        key,
        body: JSON.stringify(body ?? null),
        operator,
        shouldSendUnrecorded: isCancel,
        repeatable: effect.repeatable,
        inTransaction: async (store, effectId) => {
          await refuseInRecord(store, { name, body, workspace })
          await record?.(store, effectId)
          await inTransaction?.(store, effectId)
        },
        reason,
        send: async (effectId, gateway) => {
          const request = { ...commandFields, gateway }
          const outcome = await (isCancel
            ? sendCancel(deps, request, requester)
            : sendCommand(requestService, request, requester, clock.now))
          if (outcome.state !== 'unknown' || !outcome.isAnswered) return outcome
          const answer = await writes.readBack(effectId, command, requester)
          return answer ? { state: 'done', answer } : outcome
        },
        onDone: (store, effectId, answer) => versions.recordCommand(store, effectId, command, answer),
        onEnded: async (effectId, state) => {
          if (state === 'done') onAccepted(name, params)
          await writes.onEnded(effectId, command, state)
        },
      })
      // The cancel is done even if its progress cannot be recorded.
      const progress = isCancel ? progressAfterCancel((result as BatchCancelled).details) : null
      if (progress) {
        snapshots.applyCommandAnswer('batchProgress', params, progress)
        await registry.recordCancelled(params.batchId ?? '', progress).catch(() => {})
      }
      return result
    } finally {
      snapshots.invalidate(name, params)
    }
  }
}
