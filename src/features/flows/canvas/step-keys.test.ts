import { describe, expect, it } from 'vitest'
import type { Graph } from '#flow-engine/graph.ts'
import { outlineOf } from '../steps/graph.ts'
import { stepTowards } from './step-keys.ts'

const step = (id: string, type = 'say') => ({ id, type, data: {} })
/** A question with two answers that lead to the same end, and a step that nothing leads to. */
const graph: Graph = {
  nodes: [step('start', 'start'), step('fork', 'condition'), step('yes'), step('no'), step('end', 'end'), step('lost')],
  edges: (
    [
      ['start', 'fork'],
      ['fork', 'yes'],
      ['fork', 'no'],
      ['yes', 'end'],
      ['no', 'end'],
    ] as const
  ).map(([source, target], index) => ({ id: `e${index}`, source, target })),
}
const lines = outlineOf(graph, [])
const walk = (from: string, ...keys: string[]) =>
  keys.reduce((id, key) => stepTowards(key, id, graph, lines) ?? `${id}?`, from)

describe('the keys of the canvas', () => {
  it('follow the connections down and up, and the numbers to the sides', () => {
    expect(walk('start', 'ArrowDown', 'ArrowDown')).toBe('yes')
    expect(walk('yes', 'ArrowRight')).toBe('no')
    expect(walk('no', 'ArrowDown')).toBe('end')
    expect(walk('end', 'ArrowUp', 'ArrowUp', 'ArrowUp')).toBe('start')
    expect(walk('end', 'ArrowDown')).toBe('end')
  })

  it('reach every step, also one that nothing leads to', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']
    const reached = new Set(['start'])
    for (const id of reached) for (const key of keys) reached.add(walk(id, key))
    expect([...reached].toSorted()).toEqual(['end', 'fork', 'lost', 'no', 'start', 'yes'])
    expect([walk('fork', 'End'), walk('fork', 'Home'), walk('fork', 'a')]).toEqual(['lost', 'start', 'fork?'])
  })
})
