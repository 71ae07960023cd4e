/**
 * Whether an agent can place calls (interface 1). It needs an active phone number and an active flow, outbound or bidirectional, whose
 * `agentId` is this agent. Pure.
 */
import type { Agent, Flow } from '#contract/index.ts'
import * as texts from './texts.ts'

/** The flows that were read. */
export interface KnownFlows {
  flows: readonly Flow[]
  /** false: the service has more flows than one read returns, so a missing flow may be among the others. */
  complete: boolean
}

export interface ReadinessCheck {
  need: 'number' | 'flow'
  /** null: unknown. */
  met: boolean | null
  /** The requirement, such as "Active flow for outbound calls". */
  title: string
  /** What was found, as a sentence. */
  found: string
}

export interface Readiness {
  state: 'ready' | 'not-ready' | 'unknown'
  /** Short, such as "No phone number". */
  label: string
  checks: readonly [number: ReadinessCheck, flow: ReadinessCheck]
  /** The flow that calls use: the latest updated one, if there are several. */
  flow: Flow | null
  /** All flows of this agent, whatever their direction, the latest updated first. */
  attached: readonly Flow[]
}

/** Whether calls can use this flow. They cannot use one with an unknown direction. */
const isForCalls = (flow: Flow): boolean =>
  flow.isActive && (flow.direction === 'outbound' || flow.direction === 'bidirectional')

function numberCheck(phoneNumber: string | null): ReadinessCheck {
  const title = texts.numberRequirement
  if (phoneNumber === null) return { need: 'number', met: false, title, found: texts.noActiveNumber }
  const found = phoneNumber === '' ? texts.hasHiddenNumber : texts.hasActiveNumber
  return { need: 'number', met: true, title, found }
}

/** Why calls can use none of these flows: short for a column, and as a sentence. */
function missingFlow(attached: readonly Flow[]): { short: string; sentence: string } {
  if (attached.length === 0) return texts.noFlow
  const inactive = attached.find((flow) => isForCalls({ ...flow, isActive: true }))
  return inactive ? texts.inactiveFlow(inactive.name) : texts.noOutboundFlow(attached.map(({ name }) => name))
}

function flowCheck(attached: readonly Flow[], used: Flow | null, known: KnownFlows | undefined): ReadinessCheck {
  const about = { need: 'flow', title: texts.flowRequirement } as const
  if (used) return { ...about, met: true, found: texts.callsUse(used.name) }
  if (known?.complete) return { ...about, met: false, found: missingFlow(attached).sentence }
  return {
    ...about,
    met: null,
    found: known ? texts.someFlowsUnknown : texts.flowsNotLoaded,
  }
}

function labelOf(number: ReadinessCheck, flow: ReadinessCheck, attached: readonly Flow[]): string {
  if (number.met === false) return flow.met === false ? texts.noNumberOrFlow : texts.noPhoneNumber
  if (flow.met === null) return texts.unknownReadiness
  return flow.met ? texts.ready : missingFlow(attached).short
}

/**
 * Readiness of an agent.
 *
 * @param known undefined: no flows are loaded
 * @returns `ready` only if both requirements are known to be met; `unknown` if nothing is known to be missing but not all flows are known
 */
export function readinessOf(agent: Pick<Agent, 'id' | 'phoneNumber'>, known: KnownFlows | undefined): Readiness {
  const attached = (known?.flows ?? [])
    .filter((flow) => flow.agentId === agent.id)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const used = attached.find(isForCalls) ?? null
  const number = numberCheck(agent.phoneNumber)
  const flow = flowCheck(attached, used, known)
  const checks = [number, flow] as const
  const state = checks.some(({ met }) => met === false) ? 'not-ready' : flow.met ? 'ready' : 'unknown'
  return { state, label: labelOf(number, flow, attached), checks, flow: used, attached }
}

/**
 * Why this agent cannot place calls, as a sentence for a disabled button; '' if it can. What is unknown does not disable the button: the
 * service refuses a call that it cannot place, and says why.
 */
export function callsRefused(readiness: Readiness): string {
  if (readiness.state !== 'not-ready') return ''
  const missing = readiness.checks.filter(({ met }) => met === false).map(({ found }) => found)
  return texts.cannotPlaceCalls(missing)
}
