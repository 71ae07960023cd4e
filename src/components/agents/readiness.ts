/**
 * Whether an agent can place calls (interface 1): it needs an active phone number, and an active flow, outbound or bidirectional,
 * whose `agentId` is this agent. Pure; every page that shows readiness reads it here.
 */
import type { Agent, Flow } from '#contract/index.ts'

/** The flows as far as they are known; undefined while they are not read at all. */
export interface KnownFlows {
  flows: readonly Flow[]
  /** false: the service has more flows than one read brings, so that a missing flow may be among the rest. */
  complete: boolean
}

export interface ReadinessCheck {
  need: 'number' | 'flow'
  /** null: not known. */
  met: boolean | null
  /** What it is about, such as "Active flow for outbound calls". */
  title: string
  /** What was found, as a sentence. */
  found: string
}

export interface Readiness {
  state: 'ready' | 'not-ready' | 'unknown'
  /** One line for lists, such as "No phone number". */
  words: string
  checks: readonly [number: ReadinessCheck, flow: ReadinessCheck]
  /** The flow that a call follows: of several the latest updated. */
  flow: Flow | null
  /** All flows of this agent, whatever their direction, the latest updated first. */
  attached: readonly Flow[]
}

/** Whether a call may follow this flow. A direction that we do not know leads no call. */
const leadsCalls = (flow: Flow): boolean =>
  flow.isActive && (flow.direction === 'outbound' || flow.direction === 'bidirectional')

function numberCheck(phoneNumber: string | null): ReadinessCheck {
  const title = 'Active phone number'
  if (phoneNumber === null) return { need: 'number', met: false, title, found: 'No active phone number.' }
  const found =
    phoneNumber === '' ? 'Has a number; the service does not tell its digits.' : 'Has an active phone number.'
  return { need: 'number', met: true, title, found }
}

/** Why none of these flows leads a call: short for a column, and as a sentence. */
function lackOf(attached: readonly Flow[]): { short: string; found: string } {
  if (attached.length === 0) return { short: 'No flow attached', found: 'No flow is attached.' }
  const asleep = attached.find((flow) => leadsCalls({ ...flow, isActive: true }))
  if (asleep) return { short: 'Flow not active', found: `The flow “${asleep.name}” is not active.` }
  const found =
    attached.length === 1
      ? `The flow “${attached[0]?.name}” is not for outbound calls.`
      : `None of its ${attached.length} flows is for outbound calls.`
  return { short: 'No outbound flow', found }
}

function flowCheck(attached: readonly Flow[], leading: Flow | null, known: KnownFlows | undefined): ReadinessCheck {
  const about = { need: 'flow', title: 'Active flow for outbound calls' } as const
  if (leading) return { ...about, met: true, found: `Calls follow “${leading.name}”.` }
  if (known?.complete) return { ...about, met: false, found: lackOf(attached).found }
  return {
    ...about,
    met: null,
    found: known
      ? 'None of the flows that were read is attached; the service has more than one read brings.'
      : 'The flows could not be read.',
  }
}

/** Short, for a column. */
function wordsOf(number: ReadinessCheck, flow: ReadinessCheck, attached: readonly Flow[]): string {
  if (number.met === false) return flow.met === false ? 'No number or flow' : 'No phone number'
  if (flow.met === null) return 'Not known'
  return flow.met ? 'Ready' : lackOf(attached).short
}

/**
 * Readiness of an agent.
 *
 * @param agent of its record, what matters
 * @param known the flows that were read; undefined: none yet
 * @returns `ready` only if both needs are known to be met; `unknown` if nothing is known to be missing but the flows are not all known
 */
export function readinessOf(agent: Pick<Agent, 'id' | 'phoneNumber'>, known: KnownFlows | undefined): Readiness {
  const attached = (known?.flows ?? [])
    .filter((flow) => flow.agentId === agent.id)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const leading = attached.find(leadsCalls) ?? null
  const number = numberCheck(agent.phoneNumber)
  const flow = flowCheck(attached, leading, known)
  const checks = [number, flow] as const
  const state = checks.some(({ met }) => met === false) ? 'not-ready' : flow.met ? 'ready' : 'unknown'
  return { state, words: wordsOf(number, flow, attached), checks, flow: leading, attached }
}

/**
 * Why calls with this agent are not offered, as a sentence for a disabled button; '' when they are. What is not known stops
 * nobody: the service refuses a call that cannot be made, and says why.
 */
export function callsRefused(readiness: Readiness): string {
  if (readiness.state !== 'not-ready') return ''
  const missing = readiness.checks.filter(({ met }) => met === false).map(({ found }) => found)
  return `This agent cannot place calls yet. ${missing.join(' ')}`
}
