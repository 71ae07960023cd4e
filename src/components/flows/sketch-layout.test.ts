import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flow } from '#contract/index.ts'
import { sketchOf } from './sketch-layout.ts'

const graphOf = (ids: string, paths: readonly string[]): Flow['flowData'] => ({
  nodes: ids.split('').map((id) => ({ id, type: id === 's' ? 'start' : 'say', data: { label: `Step ${id}` } })),
  edges: paths.map((path, index) => ({ id: `e${index}`, source: path[0] ?? '', target: path[1] ?? '' })),
})
const rowOf = (graph: Flow['flowData'], id: string) => sketchOf(graph).steps.find((step) => step.id === id)?.y

describe('the drawing of a flow', () => {
  it('puts a step below all that lead to it', () => {
    const graph = graphOf('sabc', ['sa', 'ab', 'sc', 'bc'])
    expect(['s', 'a', 'b', 'c'].map((id) => rowOf(graph, id))).toEqual([0, 56, 112, 168])
  })

  it('draws a line that leads back, or past other rows, as such', () => {
    const { lines } = sketchOf(graphOf('sab', ['sa', 'ab', 'ba', 'sb']))
    expect(lines.map(({ way }) => way)).toEqual(['next', 'next', 'back', 'side'])
  })

  it('centers a row in the widest one, and leaves out lines to missing steps', () => {
    const { steps, lines, width } = sketchOf(graphOf('sab', ['sa', 'sb', 'sx']))
    expect(width).toBe(312)
    expect(steps.map(({ x }) => x)).toEqual([82, 0, 164])
    expect(lines).toHaveLength(2)
  })

  it('has every step of any graph once, and none on top of another', () => {
    const id = fc.constantFrom('s', 'a', 'b', 'c', 'd', 'e', 'f')
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.array(fc.tuple(id, id), { maxLength: 20 }), (ids, pairs) => {
        const { steps } = sketchOf(
          graphOf(
            ids.join(''),
            pairs.map((pair) => pair.join('')),
          ),
        )
        expect(steps.map((step) => step.id).toSorted()).toEqual(ids.toSorted())
        expect(new Set(steps.map(({ x, y }) => `${x} ${y}`)).size).toBe(steps.length)
      }),
    )
  })
})
