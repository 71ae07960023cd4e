import { describe, expect, it } from 'vitest'
import type { Graph } from '#flow-engine/graph.ts'
import {
  addStep,
  connect,
  emptyGraph,
  moveSteps,
  outlineOf,
  removeSteps,
  setEdgeData,
  setStepData,
  setStepType,
  unusedId,
} from './graph.ts'
import { problemsIn, ruleTargets } from './problems.ts'

const step = (id: string, type: string, data: Record<string, unknown> = {}) => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data: { label: id, ...data },
})
const graph: Graph = {
  nodes: [
    step('start', 'start'),
    step('ask', 'ask', { prompt: 'Is this a good time?', tone: { warm: true } }),
    step('fork', 'condition'),
    { ...step('bye', 'end'), colour: 'teal' },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'ask' },
    { id: 'e2', source: 'ask', target: 'fork', weight: 3 },
    { id: 'e3', source: 'fork', target: 'bye', data: { label: 'No', seen: 1 } },
    { id: 'e4', source: 'fork', target: 'ask', data: { condition: 'Later' } },
  ],
  viewport: { zoom: 2 },
}
const connections = ({ edges }: Graph) => edges.map(({ source, target }) => `${source}>${target}`)

describe('a step that is added', () => {
  it('is inserted into the only connection of a step, which keeps its label', () => {
    const labelled = setEdgeData(graph, 'e1', 'label', 'Always')
    const extended = addStep(labelled, { id: 'say_1', type: 'say', label: 'Say' }, 'start')
    expect(connections(extended)).toEqual(['start>say_1', 'ask>fork', 'fork>bye', 'fork>ask', 'say_1>ask'])
    expect(extended.edges[0]?.data).toEqual({ label: 'Always' })
  })

  it('is another branch after a condition, or if it ends the call', () => {
    expect(connections(addStep(graph, { id: 'x', type: 'say', label: '' }, 'fork')).at(-1)).toBe('fork>x')
    expect(connections(addStep(graph, { id: 'x', type: 'end', label: '' }, 'start'))).toContain('start>ask')
  })

  it('has no position until somebody moves it', () => {
    const positioned = moveSteps(graph, { start: { x: 0, y: 0 }, ask: { x: 260, y: 0 } })
    const extended = addStep(positioned, { id: 'x', type: 'say', label: '' }, 'start')
    expect(extended.nodes.at(-1)).toEqual({ id: 'x', type: 'say', data: { label: '' } })
    expect(moveSteps(extended, { x: { x: 7, y: 8 } }).nodes.at(-1)?.position).toEqual({ x: 7, y: 8 })
  })

  it('gets an unused ID', () => {
    expect(unusedId([{ id: 'ask_1' }, { id: 'ask_3' }], 'ask')).toBe('ask_2')
  })
})

describe('an edit', () => {
  it('keeps all other fields, also unknown ones', () => {
    const changed = setStepData(graph, 'ask', 'prompt', 'May I?')
    expect(changed).toEqual({
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.id === 'ask' ? { ...node, data: { label: 'ask', prompt: 'May I?', tone: { warm: true } } } : node,
      ),
    })
    expect(setStepType(graph, 'bye', 'goodbye').nodes.at(-1)).toMatchObject({ type: 'goodbye', colour: 'teal' })
    expect(setEdgeData(graph, 'e3', 'label', '').edges[2]).toEqual({ ...graph.edges[2], data: { seen: 1 } })
    expect(moveSteps(graph, { ask: { x: 1.4, y: 2.6 } }).viewport).toEqual({ zoom: 2 })
  })

  it('removes a step with its connections', () => {
    expect(connections(removeSteps(graph, ['ask']))).toEqual(['fork>bye'])
  })

  it('connects two steps only once', () => {
    expect(connect(graph, 'start', 'ask')).toBe(graph)
  })
})

describe('the outline', () => {
  it('numbers the steps along the connections from the start, and lists the next steps of each', () => {
    const lines = outlineOf({ ...graph, nodes: graph.nodes.toReversed() })
    expect(lines.map(({ number, node, next }) => [number, node.id, next.map((target) => target.number)])).toEqual([
      [1, 'start', [2]],
      [2, 'ask', [3]],
      [3, 'fork', [4, 2]],
      [4, 'bye', []],
    ])
  })

  it('begins at the first step if there is no start, and puts steps that only a rule reaches after the others', () => {
    const idsInOrder = (shownGraph: Graph, entries: string[]) =>
      outlineOf(shownGraph, entries).map(({ node }) => node.id)
    expect(idsInOrder(removeSteps(graph, ['start']), ['bye'])).toEqual(['ask', 'fork', 'bye'])
    expect(idsInOrder(graph, ['bye'])).toEqual(['start', 'ask', 'fork', 'bye'])
  })

  it('includes steps that are not connected, and connections without a target', () => {
    const disconnected: Graph = {
      nodes: [...graph.nodes, step('apart', 'say')],
      edges: [{ id: 'x', source: 'start', target: 'no' }],
    }
    const lines = outlineOf(disconnected, ['bye'])
    expect(lines.map(({ node, isReachable }) => [node.id, isReachable])).toEqual([
      ['start', true],
      ['bye', true],
      ['ask', false],
      ['fork', false],
      ['apart', false],
    ])
    expect(lines[0]?.next[0]).toMatchObject({ number: null, node: undefined })
  })
})

describe('the problems of a flow', () => {
  const problemTexts = (checkedGraph: Graph, rules: Parameters<typeof ruleTargets>[0] = []) =>
    problemsIn(checkedGraph, outlineOf(checkedGraph, ruleTargets(rules))).map(({ text }) => text)

  it('are empty if nothing needs a check', () => {
    expect(problemTexts(graph)).toEqual([])
    expect(problemTexts({ nodes: [], edges: [] })).toEqual([])
  })

  it('name the step to check', () => {
    expect(problemsIn(emptyGraph, outlineOf(emptyGraph))).toEqual([
      { text: '1. Start has no next step.', node: 'start' },
    ])
    const withUnconnectedStep = { ...graph, nodes: [...graph.nodes, step('apart', 'say')] }
    expect(problemTexts(withUnconnectedStep)).toEqual([
      'Calls never get to 5. apart.',
      '5. apart has no text for the agent to say.',
      '5. apart has no next step.',
    ])
    expect(
      problemTexts(withUnconnectedStep, [{ id: 'r', when: 'silence', then: 'go_to_node', value: 'apart' }]),
    ).not.toContain('Calls never get to 5. apart.')
  })

  it('report a missing start, a second start, and connections without a target', () => {
    expect(problemTexts(removeSteps(graph, ['start']))).toEqual([
      'This flow has no start step. Calls begin at the first step.',
    ])
    expect(problemTexts({ ...graph, nodes: [...graph.nodes, step('s2', 'start')] })).toContain(
      'This flow has more than one start step. Calls begin at the first one.',
    )
    expect(
      problemTexts({
        ...graph,
        nodes: [...graph.nodes, step('s2', 'start'), step('after', 'say', { prompt: 'Hello' })],
        edges: [
          ...graph.edges,
          { id: 'y', source: 's2', target: 'after' },
          { id: 'z', source: 'after', target: 'bye' },
        ],
      }),
    ).toEqual(['This flow has more than one start step. Calls begin at the first one.', 'Calls never get to 6. after.'])
    expect(problemTexts({ ...graph, edges: [...graph.edges, { id: 'x', source: 'ask', target: 'gone' }] })).toContain(
      'A connection from ask leads to gone, which does not exist.',
    )
    expect(problemTexts({ ...graph, edges: graph.edges.slice(0, 3) })).toContain('3. fork needs at least two branches.')
  })
})
