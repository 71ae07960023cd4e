import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Graph, stepOf } from '#flow-engine/graph.ts'
import { gap, layOut, type Places } from './step-layout.ts'
import { sizeOfStep } from './step-size.ts'

const step = (id: string, type = 'say') => ({ id, type, data: {} })
const graphOf = (nodes: Graph['nodes'], connections: readonly (readonly [string, string])[]): Graph => ({
  nodes,
  edges: connections.map(([source, target], index) => ({ id: `e${index}`, source, target })),
})
const sizesIn = (graph: Graph, isEditable: boolean) => (id: string) =>
  sizeOfStep({
    type: stepOf(graph, id)?.type ?? '',
    branchCount: graph.edges.filter(({ source }) => source === id).length,
    isEditable,
  })
const placesOf = (graph: Graph, isEditable = true) => layOut(graph, sizesIn(graph, isEditable))

/** Pairs of steps that are drawn over each other, or with less than the gap between them. */
function overlaps(graph: Graph, places: Places, isEditable = true): string[] {
  const sizeOf = sizesIn(graph, isEditable)
  const ids = Object.keys(places)
  return ids.flatMap((one, index) =>
    ids.slice(index + 1).flatMap((other) => {
      const [a, b] = [places[one], places[other]]
      if (!a || !b) return []
      const isBeside = a.x + sizeOf(one).width <= b.x || b.x + sizeOf(other).width <= a.x
      const isBelow = a.y + sizeOf(one).height <= b.y || b.y + sizeOf(other).height <= a.y
      return isBeside || isBelow ? [] : [`${one} and ${other}`]
    }),
  )
}

/** The condition's branches are in another order than its steps. */
const branching = graphOf(
  [step('start', 'start'), step('fork', 'condition'), step('d'), step('b'), step('a'), step('c', 'transfer')],
  [
    ['start', 'fork'],
    ['fork', 'a'],
    ['fork', 'b'],
    ['fork', 'c'],
    ['fork', 'd'],
  ],
)

describe('the layout of a flow', () => {
  it('keeps the branches of a condition in their order', () => {
    const places = placesOf(branching)
    const tops = ['a', 'b', 'c', 'd'].map((id) => places[id]?.y ?? 0)
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    expect(overlaps(branching, places)).toEqual([])
  })

  it('continues the first branch in a straight line', () => {
    const graph = graphOf(
      [step('start', 'start'), step('ask', 'ask'), step('yes'), step('no'), step('end', 'end')],
      [
        ['start', 'ask'],
        ['ask', 'yes'],
        ['ask', 'no'],
        ['yes', 'end'],
        ['no', 'end'],
      ],
    )
    const places = placesOf(graph)
    const middles = ['start', 'ask', 'yes', 'end'].map(
      (id) => (places[id]?.y ?? 0) + sizesIn(graph, true)(id).height / 2,
    )
    expect(new Set(middles).size).toBe(1)
    expect(places.no?.y).toBeGreaterThan(places.yes?.y ?? 0)
  })

  it('leaves no room for a new branch where nobody can add one', () => {
    const graph = graphOf(
      [step('start', 'start'), step('one', 'condition'), step('two', 'condition'), step('x'), step('y')],
      [
        ['start', 'one'],
        ['start', 'two'],
        ['two', 'x'],
        ['two', 'y'],
      ],
    )
    const [editable, readOnly] = [placesOf(graph), placesOf(graph, false)]
    expect(overlaps(graph, readOnly, false)).toEqual([])
    expect((readOnly.two?.y ?? 0) - (readOnly.one?.y ?? 0)).toBe((editable.two?.y ?? 0) - (editable.one?.y ?? 0) - 24)
  })

  it('places steps that nothing leads to below the others', () => {
    const graph = { ...branching, nodes: [step('lost'), ...branching.nodes] }
    const places = placesOf(graph)
    expect(places.lost?.x).toBe(0)
    for (const id of ['a', 'b', 'c', 'd']) expect(places.lost?.y).toBeGreaterThan(places[id]?.y ?? 0)
  })

  it('places every step to the right of those that lead to it, and none over another, whatever the connections are', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `s${index}`)
    const connection = fc.tuple(fc.constantFrom(...ids, 'missing'), fc.constantFrom(...ids, 'missing'))
    const types = fc.array(fc.constantFrom('start', 'say', 'condition', 'end'), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(types, fc.array(connection, { maxLength: 25 }), (chosen, connections) => {
        const graph = graphOf(
          ids.map((id, index) => step(id, chosen[index])),
          connections,
        )
        const places = placesOf(graph)
        expect(Object.keys(places).toSorted()).toEqual(ids.toSorted())
        expect(overlaps(graph, places)).toEqual([])
        const forwardOnly = connections.filter(
          ([source, target]) => ids.indexOf(source) !== -1 && ids.indexOf(source) < ids.indexOf(target),
        )
        const inOrder = placesOf(graphOf(graph.nodes, forwardOnly))
        const xOf = (id: string) => inOrder[id]?.x ?? Number.NaN
        for (const [source, target] of forwardOnly)
          expect(xOf(target) - xOf(source)).toBeGreaterThanOrEqual(148 + gap.x)
      }),
    )
  })

  it('lays out a chain of five thousand steps', () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => `s${index}`)
    const places = layOut(
      graphOf(
        ids.map((id) => step(id)),
        ids.slice(1).map((id, index) => [ids[index] ?? '', id]),
      ),
      () => ({ width: 220, height: 104 }),
    )
    expect(places.s4999?.x).toBe(4_999 * (220 + gap.x))
  })
})
