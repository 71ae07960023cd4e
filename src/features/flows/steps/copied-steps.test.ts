import { describe, expect, it } from 'vitest'
import type { Graph } from '#flow-engine/graph.ts'
import { clipboardTextOf, copiedIn, copySteps, pasteSteps } from './copied-steps.ts'
import { applyEdit, emptyHistory, undo } from './edit-history.ts'
import { emptyGraph } from './graph.ts'

const graph: Graph = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'say_1', type: 'say', position: { x: 10, y: 20, z: 1 }, data: { prompt: 'Hello', tone: 3 }, locked: true },
    { id: 'robot', type: 'robot-check' },
  ],
  edges: [
    { id: 'edge_1', source: 'start', target: 'say_1' },
    { id: 'edge_2', source: 'say_1', target: 'robot', data: { label: 'Yes' }, weight: 2 },
  ],
}
const copied = copySteps(graph, ['say_1', 'robot'])

describe('copied steps', () => {
  it('are the steps and the connections between them', () => {
    expect(copied).toEqual({ nodes: graph.nodes.slice(1), edges: graph.edges.slice(1) })
  })

  it('get new IDs when they are pasted, keep unknown fields, and only those with a position are placed', () => {
    const pasted = pasteSteps(graph, copied)
    expect(pasted.ids).toEqual(['say_2', 'step_1'])
    expect(pasted.graph.nodes.slice(3)).toEqual([
      { ...graph.nodes[1], id: 'say_2', position: { x: 50, y: 60, z: 1 } },
      { id: 'step_1', type: 'robot-check' },
    ])
    expect(pasted.graph.edges.slice(2)).toEqual([
      { id: 'edge_3', source: 'say_2', target: 'step_1', data: { label: 'Yes' }, weight: 2 },
    ])
  })

  it('can be pasted into another flow, and the paste can be undone', () => {
    const fromClipboard = copiedIn(clipboardTextOf(copied))
    expect(fromClipboard).toEqual(copied)
    const state = { graph: emptyGraph, history: emptyHistory }
    const pasted = applyEdit(state, { kind: 'paste', copied })
    expect(pasted.graph.nodes.map(({ id }) => id)).toEqual(['start', 'say_1', 'step_1'])
    expect(undo(pasted).graph).toEqual(emptyGraph)
  })

  it('are not read from another text in the clipboard', () => {
    for (const text of ['', 'Hello', '{"nodes":[]}', '{"format":"switchboard-steps","steps":{"nodes":[],"edges":[]}}'])
      expect(copiedIn(text)).toBeNull()
  })
})
