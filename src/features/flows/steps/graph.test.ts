import { describe, expect, it } from 'vitest'
import {
  addStep,
  connect,
  emptyGraph,
  freshId,
  type Graph,
  outlineOf,
  place,
  removeStep,
  setEdgeData,
  setStepData,
  setStepType,
} from './graph.ts'
import { findingsOf } from './suggestions.ts'

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
const ways = ({ edges }: Graph) => edges.map(({ source, target }) => `${source}>${target}`)

describe('a step that is added', () => {
  it('stands between its neighbours on a straight way, and keeps what the connection says', () => {
    const said = setEdgeData(graph, 'e1', 'label', 'Always')
    const grown = addStep(said, { id: 'say_1', type: 'say', label: 'Say' }, 'start')
    expect(ways(grown)).toEqual(['start>say_1', 'ask>fork', 'fork>bye', 'fork>ask', 'say_1>ask'])
    expect(grown.edges[0]?.data).toEqual({ label: 'Always' })
  })

  it('is another branch where the way forks, or where it ends the call', () => {
    expect(ways(addStep(graph, { id: 'x', type: 'say', label: '' }, 'fork')).at(-1)).toBe('fork>x')
    expect(ways(addStep(graph, { id: 'x', type: 'end', label: '' }, 'start'))).toContain('start>ask')
  })

  it('covers no other step', () => {
    const placed = place(graph, { start: { x: 0, y: 0 }, ask: { x: 260, y: 0 }, fork: { x: 260, y: 130 } })
    const added = addStep(placed, { id: 'x', type: 'say', label: '' }, 'start').nodes.at(-1)
    expect(added?.position).toEqual({ x: 260, y: 260 })
  })

  it('gets an id that nobody has', () => {
    expect(freshId([{ id: 'ask_1' }, { id: 'ask_3' }], 'ask')).toBe('ask_2')
  })
})

describe('a change of one thing', () => {
  it('leaves everything else as it was, known or not', () => {
    const changed = setStepData(graph, 'ask', 'prompt', 'May I?')
    expect(changed).toEqual({
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.id === 'ask' ? { ...node, data: { label: 'ask', prompt: 'May I?', tone: { warm: true } } } : node,
      ),
    })
    expect(setStepType(graph, 'bye', 'goodbye').nodes.at(-1)).toMatchObject({ type: 'goodbye', colour: 'teal' })
    expect(setEdgeData(graph, 'e3', 'label', '').edges[2]).toEqual({ ...graph.edges[2], data: { seen: 1 } })
    expect(place(graph, { ask: { x: 1.4, y: 2.6 } }).viewport).toEqual({ zoom: 2 })
  })

  it('takes a step away with its connections', () => {
    expect(ways(removeStep(graph, 'ask'))).toEqual(['fork>bye'])
  })

  it('connects two steps once', () => {
    expect(connect(graph, 'start', 'ask')).toBe(graph)
  })
})

describe('the outline', () => {
  it('counts along the ways from the start, and names where each step leads', () => {
    const lines = outlineOf({ ...graph, nodes: graph.nodes.toReversed() })
    expect(lines.map(({ number, node, next }) => [number, node.id, next.map((way) => way.number)])).toEqual([
      [1, 'start', [2]],
      [2, 'ask', [3]],
      [3, 'fork', [4, 2]],
      [4, 'bye', []],
    ])
  })

  it('begins at the first step where there is no start, and after the ways counts what only a rule reaches', () => {
    const numbered = (of: Graph, entries: string[]) => outlineOf(of, entries).map(({ node }) => node.id)
    expect(numbered(removeStep(graph, 'start'), ['bye'])).toEqual(['ask', 'fork', 'bye'])
    expect(numbered(graph, ['bye'])).toEqual(['start', 'ask', 'fork', 'bye'])
  })

  it('ends, though connections lead nowhere and steps stand apart', () => {
    const odd: Graph = {
      nodes: [...graph.nodes, step('apart', 'say')],
      edges: [{ id: 'x', source: 'start', target: 'no' }],
    }
    const lines = outlineOf(odd, ['bye'])
    expect(lines.map(({ node, isReached }) => [node.id, isReached])).toEqual([
      ['start', true],
      ['bye', true],
      ['ask', false],
      ['fork', false],
      ['apart', false],
    ])
    expect(lines[0]?.next[0]).toMatchObject({ number: null, node: undefined })
  })
})

describe('what is odd about a flow', () => {
  const texts = (of: Graph, rules: Parameters<typeof findingsOf>[1] = []) =>
    findingsOf(of, rules).map(({ text }) => text)

  it('is nothing, where all is well', () => {
    expect(texts(graph)).toEqual([])
    expect(texts({ nodes: [], edges: [] })).toEqual([])
  })

  it('is named with the step to look at', () => {
    expect(findingsOf(emptyGraph, [])).toEqual([{ text: '1. Start leads nowhere.', node: 'start' }])
    const lonely = { ...graph, nodes: [...graph.nodes, step('apart', 'say')] }
    expect(texts(lonely)).toEqual([
      '5. apart is never reached.',
      '5. apart has nothing to say.',
      '5. apart leads nowhere.',
    ])
    expect(texts(lonely, [{ id: 'r', when: 'silence', then: 'go_to_node', value: 'apart' }])).not.toContain(
      '5. apart is never reached.',
    )
  })

  it('includes a missing start, a second start, and connections to nowhere', () => {
    expect(texts(removeStep(graph, 'start'))).toEqual(['There is no start. A call begins at the first step.'])
    expect(texts({ ...graph, nodes: [...graph.nodes, step('s2', 'start')] })).toContain(
      'There is more than one start. A call begins at the first.',
    )
    expect(texts({ ...graph, edges: [...graph.edges, { id: 'x', source: 'ask', target: 'gone' }] })).toContain(
      'A connection from ask leads to gone, which does not exist.',
    )
    expect(texts({ ...graph, edges: graph.edges.slice(0, 3) })).toContain(
      '3. fork does not fork: a condition needs two connections.',
    )
  })
})
