/**
 * What a change to an agent or a flow does to calls that are not placed yet. It covers everything that can stop an agent from calling:
 * deleting the agent or its flow, removing its number, deactivating the flow, making it inbound, or moving it to another agent. Pure.
 */
import type { Agent, AgentUse, Flow, KnownBatch } from '#contract/index.ts'
import { type KnownFlows, type Readiness, readinessOf } from './readiness.ts'

/** Determines whether an agent can place calls: its record (null: deleted) and the known flows. */
export interface CallSetup {
  agent: Pick<Agent, 'id' | 'phoneNumber'> | null
  flows: KnownFlows | null | undefined
}

/** The effect on the agent's next calls. */
export type Outlook =
  | { kind: 'same' | 'fail' | 'may-fail' }
  /** The calls use another flow than before. */
  | { kind: 'other-flow'; flow: Flow }

/** Without the agent's status in the service, which no change affects. */
const readinessIn = ({ agent, flows }: CallSetup): Readiness | null =>
  agent && readinessOf({ id: agent.id, phoneNumber: agent.phoneNumber }, flows)

/** Compares an agent before and after a change. Losing a flow matters only if no other active flow of the agent takes over. */
export function outlookOf(before: CallSetup, after: CallSetup): Outlook {
  const readinessBefore = readinessIn(before)
  const readinessAfter = readinessIn(after)
  if (readinessAfter === null) return { kind: 'fail' }
  // The agent's calls fail already, so the change does not affect them.
  if (readinessBefore === null || readinessBefore.state === 'not-ready') return { kind: 'same' }
  if (readinessAfter.state === 'not-ready') return { kind: 'fail' }
  if (readinessAfter.state === 'unknown') return { kind: readinessBefore.state === 'unknown' ? 'same' : 'may-fail' }
  const { flow } = readinessAfter
  return flow && readinessBefore.flow && flow.id !== readinessBefore.flow.id
    ? { kind: 'other-flow', flow }
    : { kind: 'same' }
}

/** The known flows with this version of one flow, even if it was not among them. @param flow null: without this flow */
export function withFlow(knownFlows: KnownFlows | null | undefined, flowId: string, flow: Flow | null): KnownFlows {
  const others = (knownFlows?.flows ?? []).filter(({ id }) => id !== flowId)
  return { flows: flow ? [flow, ...others] : others, isComplete: knownFlows?.isComplete ?? false }
}

/** A batch, the people held back after its first ten calls, or a start that waits for approval (`batchId` ''). */
export interface AffectedBatch {
  key: string
  batchId: string
  name: string
  state: 'running' | 'scheduled' | 'held_back' | 'awaits_approval' | 'not_loaded'
  /** Calls that are not placed yet; null: unknown. */
  calls: number | null
  /** Calls in progress, which the change does not end. */
  active: number
  /** false: it is unknown whether the batch uses this agent. */
  isCertain: boolean
}

const stateOf = ({ progress }: KnownBatch): AffectedBatch['state'] => {
  if (progress === null) return 'not_loaded'
  return progress.status === 'scheduled' ? 'scheduled' : 'running'
}

/** Everything with calls left to place with an agent, most calls first. */
export function affectedBatches({
  batches,
  prepared,
  awaitingApproval,
}: Omit<AgentUse, 'unknownStarts'>): AffectedBatch[] {
  const affected: AffectedBatch[] = [
    ...batches.map((batch) => ({
      key: batch.batchId,
      batchId: batch.batchId,
      name: batch.name || batch.batchId,
      state: stateOf(batch),
      calls: batch.progress?.waiting ?? null,
      active: batch.progress?.active ?? 0,
      isCertain: batch.agentId !== null,
    })),
    ...prepared.map(({ id, batchId, name, calls }) => ({
      key: `prepared/${id}`,
      batchId,
      name,
      state: 'held_back' as const,
      calls,
      active: 0,
      isCertain: true,
    })),
    ...awaitingApproval.map(({ approvalId, name, calls }) => ({
      key: `approval/${approvalId}`,
      batchId: '',
      name,
      state: 'awaits_approval' as const,
      calls,
      active: 0,
      isCertain: true,
    })),
  ]
  return affected.toSorted(
    (a, b) => Number(b.isCertain) - Number(a.isCertain) || (b.calls ?? Infinity) - (a.calls ?? Infinity),
  )
}

/** What a change does to the calls of one agent. */
export interface Impact {
  agentName: string
  outlook: Outlook
  /** The batches that use the agent; null: they could not be read. */
  agentUse: AgentUse | null
}

/** Calls that are not placed yet, where their number is known, without those of batches whose agent is unknown. */
export const callsLeft = ({ agentUse }: Impact): number =>
  agentUse
    ? affectedBatches(agentUse).reduce((sum, { calls, isCertain }) => sum + (isCertain ? (calls ?? 0) : 0), 0)
    : 0

/** Whether the change affects, or may affect, calls that are not placed yet. */
export function affectsCalls({ outlook, agentUse }: Impact): boolean {
  if (outlook.kind === 'same') return false
  return agentUse === null || agentUse.unknownStarts > 0 || affectedBatches(agentUse).some(({ calls }) => calls !== 0)
}

/** Whether the change now affects a batch that the dialog does not list. */
export const affectsMoreBatches = (displayed: readonly Impact[], current: readonly Impact[]): boolean => {
  const keys = (impacts: readonly Impact[]) =>
    impacts.filter(affectsCalls).flatMap(({ agentUse }) => {
      const affected = agentUse ? affectedBatches(agentUse).filter(({ calls }) => calls !== 0) : []
      return [
        ...affected.map(({ key }) => key),
        ...Array.from({ length: agentUse?.unknownStarts ?? 0 }, (_, index) => `start ${index}`),
      ]
    })
  const before = new Set(keys(displayed))
  return keys(current).some((key) => !before.has(key))
}
