import { describe, expect, it } from 'vitest'
import type { WalkedFlow } from '#flow-engine/walk.ts'
import { createControl, initialState, pathOf, type RehearsalControl, type RehearsalState } from './rehearsal-state.ts'

const node = (id: string, type: string) => ({ id, type, position: { x: 0, y: 0 }, data: { label: id, prompt: id } })
const flow: WalkedFlow = {
  promptType: 'flow',
  prompt: '',
  welcomeMessage: 'ai_dynamic',
  customWelcomeMessage: '',
  rules: [],
  settings: {},
  flowData: {
    nodes: [node('ask', 'ask'), node('kept', 'end'), node('lost', 'end')],
    edges: [
      { id: 'a', source: 'ask', target: 'kept', data: { label: 'Yes' } },
      { id: 'b', source: 'ask', target: 'lost', data: { label: 'No' } },
    ],
  },
}

/** The control after each of these actions of a person. */
function act(...actions: ((control: RehearsalControl) => void)[]): RehearsalControl {
  let state: RehearsalState = initialState
  const control = () =>
    createControl(flow, 'Miles', state, (change) => {
      state = change(state)
    })
  for (const action of actions) action(control())
  return control()
}
const next = ({ next }: RehearsalControl) => next()
const back = ({ back }: RehearsalControl) => back()
const typeAnswers = ({ setCustomer }: RehearsalControl) => setCustomer('typed')
const sayNo = ({ give }: RehearsalControl) => give({ kind: 'answer', text: 'no' })

describe('a rehearsal in the page', () => {
  it('shows a simulated call move by move, forwards and back', () => {
    expect(act().moves).toEqual([])
    expect(act(next, next).moves).toHaveLength(2)
    expect(act(next, next, back).moves).toHaveLength(1)
    const whole = act(...Array.from({ length: 20 }, () => next))
    expect(whole).toMatchObject({ hasNext: false, waiting: null })
    expect(pathOf(whole.moves)).toEqual({
      currentStepId: 'kept',
      stepIds: new Set(['ask', 'kept']),
      edgeIds: new Set(['a']),
    })
  })

  it('goes on to the next question if a person answers, and back by one answer', () => {
    const waiting = act(typeAnswers, next)
    expect(waiting.waiting?.for).toBe('answer')
    expect(pathOf(act(typeAnswers, next, sayNo).moves).currentStepId).toBe('lost')
    expect(act(typeAnswers, next, sayNo, back).moves).toEqual(waiting.moves)
    expect(act(typeAnswers, next, back).moves).toEqual([])
  })

  it('begins anew with another customer', () => {
    expect(act(next, next, typeAnswers).moves).toEqual([])
  })

  it('lets the agent call itself by its name, unless another is entered', () => {
    expect(act().state.values.agent).toBe('Miles')
    expect(act(({ setValue }) => setValue('agent', 'Nora')).state.values.agent).toBe('Nora')
  })

  it('marks no path before it has started', () => {
    expect(pathOf(act().moves)).toEqual({ currentStepId: null, stepIds: new Set(), edgeIds: new Set() })
  })
})
