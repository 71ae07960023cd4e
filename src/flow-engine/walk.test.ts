import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlowEdge, FlowNode, FlowRule } from '#contract/index.ts'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import type { Situation } from './conditions.ts'
import { actionOf, edgesFrom, type Graph } from './graph.ts'
import {
  branchesAt,
  conditionAfter,
  noQuestionReason,
  ruleAction,
  ruleFor,
  startWalk,
  type Walk,
  walkAlong,
  walkTo,
} from './walk.ts'

const node = (id: string, type: string, data: Record<string, unknown> = {}): FlowNode => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
})
const edge = (source: string, target: string, data?: Record<string, unknown>, sourceHandle?: string): FlowEdge => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(data === undefined ? {} : { data }),
  ...(sourceHandle === undefined ? {} : { sourceHandle }),
})
const rule = (when: string, then: string, value = ''): FlowRule => ({ id: when, when, then, value })
const calm: Situation = {
  outside_working_hours: false,
  sentiment_negative: false,
  silence: false,
  caller_asks_for_human: null,
}

const graph: Graph = {
  nodes: [
    node('hello', 'say', { prompt: 'Hello.' }),
    node('start', 'start'),
    node('home', 'ask', { prompt: 'At home?' }),
    node('fork', 'condition'),
    node('bye', 'end'),
  ],
  edges: [
    edge('start', 'home'),
    edge('home', 'fork'),
    edge('fork', 'bye', { label: 'Yes' }),
    edge('fork', 'home', { label: 'No' }),
    edge('fork', 'gone', { label: 'Night', condition: 'outside_working_hours' }),
  ],
}
const edgeTo = (target: string) => graph.edges.find((candidate) => candidate.target === target)

describe('a walk', () => {
  it('begins at the start step or, without one, at the first step', () => {
    expect(startWalk({ promptType: 'flow', flowData: graph }).step?.id).toBe('start')
    const nodes = graph.nodes.filter(({ type }) => type !== 'start')
    expect(startWalk({ promptType: 'flow', flowData: { ...graph, nodes } }).step?.id).toBe('hello')
  })

  it('has no steps if the flow has only a prompt', () => {
    expect(startWalk({ promptType: 'simple', flowData: graph }).stop).toEqual({ kind: 'no-steps' })
    expect(startWalk({ promptType: 'flow', flowData: { nodes: [], edges: [] } }).stop).toEqual({ kind: 'no-steps' })
  })

  it('stops at a dead end, and at a connection to a step that does not exist', () => {
    const atFork = walkTo(startWalk({ promptType: 'flow', flowData: graph }), 'fork')
    expect(walkAlong(atFork, edgeTo('gone')).stop).toEqual({ kind: 'missing-step', id: 'gone' })
    expect(walkAlong(atFork, undefined).stop).toMatchObject({ kind: 'no-next', step: { id: 'fork' } })
  })

  it('goes through a flow of any length', () => {
    const ids = Array.from({ length: 80 }, (_, index) => `step ${index}`)
    const long = { nodes: ids.map((id) => node(id, 'say')), edges: ids.slice(1).map((id, i) => edge(ids[i] ?? '', id)) }
    let walk = startWalk({ promptType: 'flow', flowData: long })
    while (walk.step !== null) walk = walkAlong(walk, edgesFrom(long, walk.step.id)[0])
    expect(walk.stop).toMatchObject({ kind: 'no-next', step: { id: 'step 79' } })
  })

  it('stops at a step where it has been twice, and says which', () => {
    let walk = walkTo(startWalk({ promptType: 'flow', flowData: graph }), 'home')
    for (let round = 0; round < 2; round++) walk = walkAlong(walkAlong(walk, edgeTo('fork')), edgeTo('home'))
    expect(walk.step).toBeNull()
    expect(walk.stop).toMatchObject({ kind: 'loop', step: { id: 'home' } })
  })
})

describe('the branches of a step', () => {
  it('are decided by the first condition that is true, whatever the label of its connection', () => {
    expect(branchesAt(graph, 'fork', { ...calm, outside_working_hours: true })).toEqual({
      taken: edgeTo('gone'),
      condition: 'outside_working_hours',
    })
  })

  it('are open between the answers if no condition is true', () => {
    expect(branchesAt(graph, 'fork', calm)).toEqual({ taken: null, open: [edgeTo('bye'), edgesFrom(graph, 'fork')[1]] })
  })

  it('can have their condition as a label or a handle, in any spelling', () => {
    const spelled: Graph = {
      nodes: graph.nodes,
      edges: [edge('fork', 'bye', {}, 'Silence'), edge('fork', 'home', { label: 'Caller asks-for human' })],
    }
    expect(branchesAt(spelled, 'fork', { ...calm, silence: true })).toMatchObject({ condition: 'silence' })
    expect(branchesAt(spelled, 'fork', calm)).toMatchObject({ open: [{ target: 'home' }] })
    expect(branchesAt(spelled, 'fork', { ...calm, caller_asks_for_human: false })).toMatchObject({ open: [] })
  })

  it('of a question are those of the condition after it', () => {
    expect(conditionAfter(graph, edgeTo('fork'))?.id).toBe('fork')
    expect(conditionAfter(graph, edge('home', 'fork', { label: 'Yes' }))).toBeUndefined()
    expect(conditionAfter(graph, edge('start', 'home'))).toBeUndefined()
  })
})

describe('what the agent does', () => {
  it('at a step follows from its type, and an unknown type only says its text', () => {
    expect(actionOf(node('a', 'ask', { label: 'Sure?' }))).toEqual({ kind: 'ask', text: 'Sure?' })
    expect(actionOf(node('a', 'transfer', { to: ' Sales ' }))).toEqual({ kind: 'transfer', to: 'Sales', text: '' })
    expect(actionOf(node('a', 'message', { message: 'Hi', spoken: 7 }))).toEqual({
      kind: 'message',
      text: 'Hi',
      spoken: '',
    })
    expect(actionOf(node('a', 'webhook', { text: 'One moment.' }))).toEqual({ kind: 'say', text: 'One moment.' })
    expect(actionOf(node('a', 'webhook', { url: 'x' }))).toEqual({ kind: 'pass' })
  })

  it('by a rule is to follow the first from the top, once', () => {
    const [first, second] = [rule('Silence', 'end', 'Bye.'), rule('silence', 'transfer', 'care')]
    const rules = [rule('caller_asks_for_human', 'transfer'), first, second]
    expect(ruleFor(rules, 'silence', new Set())).toBe(first)
    expect(ruleFor(rules, 'silence', new Set([first]))).toBe(second)
    expect(ruleFor(rules, 'outside_working_hours', new Set())).toBeUndefined()
  })

  it('by a rule is nothing if its step does not exist or its action is unknown', () => {
    expect(ruleAction(graph, rule('silence', 'go_to_node', 'home'))).toMatchObject({ kind: 'go-to' })
    expect(ruleAction(graph, rule('silence', 'go_to_node', 'gone'))).toEqual({ kind: 'nothing' })
    expect(ruleAction(graph, rule('silence', 'play_music', 'home'))).toEqual({ kind: 'nothing' })
  })
})

describe('a walk of any graph', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '')
  const anyGraph: fc.Arbitrary<Graph> = fc
    .record({
      nodes: fc.array(fc.record({ id, type: fc.constantFrom('start', 'say', 'ask', 'condition', 'end', 'webhook') }), {
        maxLength: 6,
      }),
      edges: fc.array(fc.record({ source: id, target: id, label: fc.constantFrom('', 'Yes', 'No', 'silence') }), {
        maxLength: 12,
      }),
    })
    .map(({ nodes, edges }) => ({
      nodes: nodes.map(({ id, type }) => node(id, type)),
      edges: edges.map(({ source, target, label }, index) => ({ ...edge(source, target, { label }), id: `${index}` })),
    }))

  interface Move {
    from: string
    edge: FlowEdge | undefined
  }
  /** Walks until the walk stops. `choices` decide between open branches. */
  function walkAll(flowData: Graph, choices: readonly number[]): { moves: Move[]; walk: Walk } {
    let walk = startWalk({ promptType: 'flow', flowData })
    const moves: Move[] = []
    while (walk.step !== null) {
      const branches = branchesAt(flowData, walk.step.id, calm)
      const choice = choices[moves.length % Math.max(1, choices.length)] ?? 0
      const next = branches.taken ?? branches.open[choice % Math.max(1, branches.open.length)]
      moves.push({ from: walk.step.id, edge: next })
      walk = walkAlong(walk, next)
    }
    return { moves, walk }
  }
  const stepsOf = (moves: readonly Move[]) => moves.map(({ from }) => from)

  it('ends or says that it goes round in a loop, follows only connections, and is the same each time', {
    tags: ['soak'],
  }, () => {
    fc.assert(
      fc.property(anyGraph, fc.array(fc.nat(5), { maxLength: 40 }), (flowData, choices) => {
        const { moves, walk } = walkAll(flowData, choices)
        const wrong = moves.filter(
          ({ from, edge }) => edge !== undefined && !(flowData.edges.includes(edge) && edge.source === from),
        )
        expect(wrong).toEqual([])
        expect(walk.stop).not.toBeNull()
        const loopsAt = walk.stop?.kind === 'loop' ? walk.stop.step.id : null
        const steps = stepsOf(moves)
        const mostVisits = Math.max(0, ...steps.map((id) => steps.filter((other) => other === id).length))
        expect(mostVisits).toBeLessThanOrEqual(2)
        expect(steps.filter((id) => id === loopsAt)).toHaveLength(loopsAt === null ? 0 : 2)
        expect(stepsOf(walkAll(structuredClone(flowData), choices).moves)).toEqual(steps)
      }),
      propertyTestParameters(300),
    )
  })
})

describe('a flow in which the customer never gets to answer', () => {
  const flow = {
    promptType: 'flow',
    prompt: '',
    flowData: graph,
    rules: [],
    settings: {},
    welcomeMessage: 'ai_dynamic',
    customWelcomeMessage: '',
  }
  it('has no question, or none that a call comes to', () => {
    expect(noQuestionReason(flow)).toBeNull()
    const withoutAsk = { ...graph, nodes: graph.nodes.filter(({ type }) => type !== 'ask') }
    expect(noQuestionReason({ ...flow, flowData: withoutAsk })).toBe('no-question-step')
    const cutOff = { ...flow, flowData: { ...graph, edges: graph.edges.slice(1) } }
    expect(noQuestionReason(cutOff)).toBe('question-out-of-reach')
    expect(noQuestionReason({ ...cutOff, rules: [rule('silence', 'go_to_node', 'home')] })).toBe(
      'question-out-of-reach',
    )
    expect(noQuestionReason({ ...cutOff, rules: [rule('outside_working_hours', 'go_to_node', 'home')] })).toBeNull()
    expect(noQuestionReason({ ...flow, promptType: 'simple', prompt: 'Be kind.' })).toBe('no-question-in-prompt')
    expect(noQuestionReason({ ...flow, promptType: 'simple', prompt: 'Are you at home?' })).toBeNull()
  })
})
