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
const sizesIn = (graph: Graph) => (id: string) => sizeOfStep(stepOf(graph, id)?.type ?? '')
const placesOf = (graph: Graph) => layOut(graph, sizesIn(graph))

/** Pairs of steps that are drawn over each other, or with less than the gap between them. */
function overlaps(graph: Graph, places: Places): string[] {
  const sizeOf = sizesIn(graph)
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
    const lefts = ['a', 'b', 'c', 'd'].map((id) => places[id]?.x ?? 0)
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
    expect(overlaps(branching, places)).toEqual([])
  })

  it('puts a step above the middle of its branches', () => {
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
    const middleOf = (id: string) => (places[id]?.x ?? 0) + sizesIn(graph)(id).width / 2
    expect(middleOf('ask')).toBe((middleOf('yes') + middleOf('no')) / 2)
    expect([middleOf('start'), middleOf('end')]).toEqual([middleOf('ask'), middleOf('yes')])
    expect(places.no?.y).toBe(places.yes?.y)
  })

  it('places steps that nothing leads to right of the others', () => {
    const graph = { ...branching, nodes: [step('lost'), ...branching.nodes] }
    const places = placesOf(graph)
    expect(places.lost?.y).toBe(0)
    for (const id of ['a', 'b', 'c', 'd']) expect(places.lost?.x).toBeGreaterThan(places[id]?.x ?? 0)
  })

  it('places every step below those that lead to it, and none over another, whatever the connections are', () => {
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
        const yOf = (id: string) => inOrder[id]?.y ?? Number.NaN
        for (const [source, target] of forwardOnly)
          expect(yOf(target) - yOf(source)).toBeGreaterThanOrEqual(sizeOfStep('start').height + gap.y)
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
    expect(places.s4999?.y).toBe(4_999 * (104 + gap.y))
  })
})
