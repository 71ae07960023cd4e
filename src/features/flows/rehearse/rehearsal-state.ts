/** The state of a rehearsal in the page, and what a person can do with it. The moves follow from the flow as it is now. Pure. */
import type { Input, Move, RehearsalOptions, Waiting } from '#flow-engine/rehearsal.ts'
import { rehearse } from '#flow-engine/rehearse.ts'
import type { WalkedFlow } from '#flow-engine/walk.ts'
import type { WalkedPath } from '../steps/walked-path.ts'
import * as texts from './texts.ts'

export interface RehearsalState extends RehearsalOptions {
  inputs: readonly Input[]
  /** How many moves of a simulated call are shown. If a person answers, every move up to the next question is. */
  shown: number
}

export const initialState: RehearsalState = {
  customer: 'agrees',
  values: texts.sampleValues,
  isOutsideHours: false,
  inputs: [],
  shown: 0,
}

export interface RehearsalControl {
  state: RehearsalState
  /** The moves that are shown. */
  moves: readonly Move[]
  /** What the shown moves wait for. */
  waiting: Waiting | null
  /** Whether there is another move to show. */
  hasNext: boolean
  next: () => void
  back: () => void
  restart: () => void
  give: (input: Input) => void
  /** Changes the customer, which begins anew. */
  setCustomer: (customer: RehearsalOptions['customer']) => void
  setOutsideHours: (isOutsideHours: boolean) => void
  setValue: (name: string, value: string) => void
}

/**
 * What is shown of a rehearsal, and what a person can do next.
 *
 * @param agentName how the agent calls itself, unless a person enters another value for `{agent}`
 */
export function createControl(
  flow: WalkedFlow,
  agentName: string,
  state: RehearsalState,
  setState: (change: (before: RehearsalState) => RehearsalState) => void,
): RehearsalControl {
  const values = { agent: agentName, ...state.values }
  const { moves, waiting } = rehearse(flow, { ...state, values }, state.inputs)
  const isTyped = state.customer === 'typed'
  const shown = isTyped && state.shown > 0 ? moves.length : Math.min(state.shown, moves.length)
  const change = (fields: Partial<RehearsalState>) => setState((before) => ({ ...before, ...fields }))
  return {
    state: { ...state, values },
    moves: moves.slice(0, shown),
    waiting: shown === moves.length ? waiting : null,
    hasNext: shown < moves.length,
    next: () => change({ shown: shown + 1 }),
    back: () =>
      isTyped && state.inputs.length > 0
        ? change({ inputs: state.inputs.slice(0, -1) })
        : change({ shown: isTyped ? 0 : Math.max(0, shown - 1) }),
    restart: () => change({ inputs: [], shown: 1 }),
    give: (input) => change({ inputs: [...state.inputs, input] }),
    setCustomer: (customer) => change({ customer, inputs: [], shown: 0 }),
    setOutsideHours: (isOutsideHours) => change({ isOutsideHours, inputs: [], shown: 0 }),
    setValue: (name, value) => change({ values: { ...state.values, [name]: value } }),
  }
}

/** The path that the shown moves took. */
export function pathOf(moves: readonly Move[]): WalkedPath {
  return {
    currentStepId: moves.at(-1)?.step?.id ?? null,
    stepIds: new Set(moves.flatMap(({ step }) => step?.id ?? [])),
    edgeIds: new Set(moves.flatMap(({ via }) => (via?.by === 'connection' ? [via.edge.id] : []))),
  }
}
