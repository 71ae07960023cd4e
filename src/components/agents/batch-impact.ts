/**
 * What a change to an agent or a flow does to calls that are still to be made. One decision for everything that can take an agent's
 * ability to call: deleting the agent or its flow, removing its number, switching the flow off, making it inbound, or moving it.
 * Pure.
 */
import type { Agent, AgentUse, Flow, KnownBatch } from '#contract/index.ts'
import { type KnownFlows, type Readiness, readinessOf } from './readiness.ts'

/** What decides whether an agent can call: its record (null: it is deleted) and the flows as far as they are known. */
export interface Footing {
  agent: Pick<Agent, 'id' | 'phoneNumber'> | null
  flows: KnownFlows | undefined
}

/** The effect on the agent's next calls. */
export type Outlook =
  | { kind: 'same' | 'fail' | 'may-fail' }
  /** They follow another flow than before. */
  | { kind: 'other-flow'; flow: Flow }

const readiness = ({ agent, flows }: Footing): Readiness | null => agent && readinessOf(agent, flows)

/** Compares an agent before and after a change. A flow matters only where no other active flow of the agent takes over. */
export function outlookOf(before: Footing, after: Footing): Outlook {
  const was = readiness(before)
  const becomes = readiness(after)
  if (becomes === null) return { kind: 'fail' }
  // Its calls fail already: this change takes nothing from them.
  if (was === null || was.state === 'not-ready') return { kind: 'same' }
  if (becomes.state === 'not-ready') return { kind: 'fail' }
  if (becomes.state === 'unknown') return { kind: was.state === 'unknown' ? 'same' : 'may-fail' }
  const { flow } = becomes
  return flow && was.flow && flow.id !== was.flow.id ? { kind: 'other-flow', flow } : { kind: 'same' }
}

/** The flows with this one as it is now, whether or not it was among those that were read; null: it is gone. */
export function withFlow(known: KnownFlows | undefined, flowId: string, flow: Flow | null): KnownFlows {
  const others = (known?.flows ?? []).filter(({ id }) => id !== flowId)
  return { flows: flow ? [flow, ...others] : others, complete: known?.complete ?? false }
}

/** One batch, the people held back after its first ten, or a start that waits for approval (`batchId` ''). */
export interface UseLine {
  key: string
  batchId: string
  name: string
  state: 'running' | 'scheduled' | 'held back' | 'waits for approval' | 'not read yet'
  /** Calls that are still to be made; null: not known. */
  calls: number | null
  /** Calls in progress, which go on. */
  active: number
  /** false: nobody knows whether it is this agent's. */
  isOurs: boolean
}

const stateOf = ({ progress }: KnownBatch): UseLine['state'] => {
  if (progress === null) return 'not read yet'
  return progress.status === 'scheduled' ? 'scheduled' : 'running'
}

/** The calls still to be made with an agent, the most calls first. */
export function linesOf({ batches, prepared, awaitingApproval }: AgentUse): UseLine[] {
  const lines: UseLine[] = [
    ...batches.map((batch) => ({
      key: batch.batchId,
      batchId: batch.batchId,
      name: batch.name || batch.batchId,
      state: stateOf(batch),
      calls: batch.progress?.waiting ?? null,
      active: batch.progress?.active ?? 0,
      isOurs: batch.agentId !== null,
    })),
    ...prepared.map(({ id, batchId, name, calls }) => ({
      key: `prepared/${id}`,
      batchId,
      name,
      state: 'held back' as const,
      calls,
      active: 0,
      isOurs: true,
    })),
    ...awaitingApproval.map(({ approvalId, name, calls }) => ({
      key: `approval/${approvalId}`,
      batchId: '',
      name,
      state: 'waits for approval' as const,
      calls,
      active: 0,
      isOurs: true,
    })),
  ]
  return lines.toSorted((a, b) => Number(b.isOurs) - Number(a.isOurs) || (b.calls ?? Infinity) - (a.calls ?? Infinity))
}

/** What a change does to the calls of one agent. */
export interface Impact {
  agentName: string
  outlook: Outlook
  /** null: it could not be read. */
  use: AgentUse | null
}

/** Calls that are still to be made, as far as their number is known; those of unknown agents left out. */
export const callsOf = ({ use }: Impact): number =>
  use ? linesOf(use).reduce((sum, { calls, isOurs }) => sum + (isOurs ? (calls ?? 0) : 0), 0) : 0

/** Whether the change affects calls still to be made, as far as is known. */
export function isFelt({ outlook, use }: Impact): boolean {
  if (outlook.kind === 'same') return false
  return use === null || use.unknownStarts > 0 || linesOf(use).some(({ calls }) => calls !== 0)
}

/** Whether the change now affects something that was not listed when the person was asked. */
export const isNews = (shown: readonly Impact[], now: readonly Impact[]): boolean => {
  const keys = (impacts: readonly Impact[]) =>
    impacts.filter(isFelt).flatMap(({ use }) => {
      const lines = use ? linesOf(use).filter(({ calls }) => calls !== 0) : []
      return [
        ...lines.map(({ key }) => key),
        ...Array.from({ length: use?.unknownStarts ?? 0 }, (_, at) => `start ${at}`),
      ]
    })
  const before = new Set(keys(shown))
  return keys(now).some((key) => !before.has(key))
}
