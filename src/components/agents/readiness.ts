/**
 * Whether an agent can place calls (interface 1). It needs an active phone number and an active flow, outbound or bidirectional, whose
 * `agentId` is this agent. The status that the service gives does not decide, but an agent that is not `ready` is never shown as ready. Pure.
 */
import type { Agent, Flow } from '#contract/index.ts'
import * as texts from './texts.ts'

/** The flows that were read. */
export interface KnownFlows {
  flows: readonly Flow[]
  /** false: the service has more flows than one read returns, so a missing flow may be among the others. */
  isComplete: boolean
}

export interface ReadinessCheck {
  need: 'number' | 'flow' | 'status'
  /** null: unknown. */
  isMet: boolean | null
  /** The requirement, such as "Active flow for outbound calls". */
  title: string
  /** What was found, as a sentence. */
  finding: string
}

export interface Readiness {
  state: 'ready' | 'not-ready' | 'unknown'
  /** Short, such as "No phone number". */
  label: string
  checks: readonly [number: ReadinessCheck, flow: ReadinessCheck, status: ReadinessCheck]
  /** The flow that calls use: the latest updated one, if there are several. */
  flow: Flow | null
  /** All flows of this agent, whatever their direction, the latest updated first. */
  attached: readonly Flow[]
}

/** Whether calls can use this flow. They cannot use one with an unknown direction. */
const isForCalls = (flow: Flow): boolean =>
  flow.isActive && (flow.direction === 'outbound' || flow.direction === 'bidirectional')

function numberCheck(phoneNumber: string | null): ReadinessCheck {
  const title = 'Active phone number'
  if (phoneNumber === null) return { need: 'number', isMet: false, title, finding: 'No active phone number.' }
  const finding =
    phoneNumber === '' ? 'Has a phone number. The service does not show its digits.' : 'Has an active phone number.'
  return { need: 'number', isMet: true, title, finding }
}

/** Why calls can use none of these flows: short for a column, and as a sentence. */
function missingFlow(attached: readonly Flow[]): { short: string; sentence: string } {
  if (attached.length === 0) return texts.noFlow
  const inactive = attached.find((flow) => isForCalls({ ...flow, isActive: true }))
  return inactive
    ? {
        short: 'Inactive flow',
        sentence: `The flow “${inactive.name}” is inactive.`,
      }
    : texts.noOutboundFlow(attached.map(({ name }) => name))
}

function flowCheck(
  attached: readonly Flow[],
  usedFlow: Flow | null,
  knownFlows: KnownFlows | null | undefined,
): ReadinessCheck {
  const check = { need: 'flow', title: 'Active flow for outbound calls' } as const
  if (usedFlow) return { ...check, isMet: true, finding: `Calls use “${usedFlow.name}”.` }
  if (knownFlows?.isComplete) return { ...check, isMet: false, finding: missingFlow(attached).sentence }
  return {
    ...check,
    isMet: null,
    finding: knownFlows
      ? 'Switchboard loads only the first 100 flows. None of them is attached.'
      : knownFlows === null
        ? 'Loading flows…'
        : 'The flows could not be loaded.',
  }
}

/** A service that gives no status says nothing against the agent. Nothing says that calls fail with another status than `ready`. */
const statusCheck = (status: string): ReadinessCheck => ({
  need: 'status',
  isMet: status === '' || status === 'ready' ? true : null,
  title: 'Status in the service',
  finding: texts.serviceStatus(status),
})

function labelOf(number: ReadinessCheck, flow: ReadinessCheck, attached: readonly Flow[], status: string): string {
  if (number.isMet === false) return flow.isMet === false ? 'No number or flow' : 'No phone number'
  if (flow.isMet === false) return missingFlow(attached).short
  if (status !== '' && status !== 'ready') return texts.statusLabel(status)
  return flow.isMet ? 'Ready' : 'Unknown'
}

/**
 * Readiness of an agent.
 *
 * @param knownFlows null: they are still loading; undefined: they could not be loaded
 * @returns `ready` only if all requirements are known to be met; `unknown` if nothing is known to be missing, but not all flows are known,
 *   or the service gives another status than `ready`
 */
export function readinessOf(
  agent: Pick<Agent, 'id' | 'phoneNumber'> & Partial<Pick<Agent, 'status'>>,
  knownFlows: KnownFlows | null | undefined,
): Readiness {
  const attached = (knownFlows?.flows ?? [])
    .filter((flow) => flow.agentId === agent.id)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const usedFlow = attached.find(isForCalls) ?? null
  const number = numberCheck(agent.phoneNumber)
  const flow = flowCheck(attached, usedFlow, knownFlows)
  const status = agent.status ?? ''
  const checks = [number, flow, statusCheck(status)] as const
  const isReady = checks.every(({ isMet }) => isMet)
  const state = checks.some(({ isMet }) => isMet === false) ? 'not-ready' : isReady ? 'ready' : 'unknown'
  return { state, label: labelOf(number, flow, attached, status), checks, flow: usedFlow, attached }
}

/**
 * Why this agent cannot place calls, as a sentence for a disabled button; '' if it can. What is unknown does not disable the button: the
 * service refuses a call that it cannot place, and says why.
 */
export function cannotCallReason(readiness: Readiness): string {
  if (readiness.state !== 'not-ready') return ''
  const missing = readiness.checks.filter(({ isMet }) => isMet === false).map(({ finding }) => finding)
  return `This agent cannot place calls yet. ${missing.join(' ')}`
}
