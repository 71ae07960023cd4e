import { describe, expect, it } from 'vitest'
import type { Graph } from '#flow-engine/graph.ts'
import { addStep, connect, emptyGraph, moveSteps } from '../steps/graph.ts'
import { placeSteps as placeStepsWithSizes } from './canvas-layout.ts'
import { layOut as layOutWithSizes, type Places } from './step-layout.ts'

const stepSize = { width: 200, height: 92 }
const layOut = (graph: Graph) => layOutWithSizes(graph, () => stepSize)
const placeSteps = (graph: Graph, shown: Places) => placeStepsWithSizes(graph, shown, () => stepSize)

const say = (graph: Graph, id: string, after: string) => addStep(graph, { id, type: 'say', label: id }, after)
/** A start with two branches. */
const branching = say(connect(say(say(emptyGraph, 'a', 'start'), 'b', 'a'), 'start', 'b'), 'c', 'start')

/** Whether no two places overlap. */
const isFree = (places: Places) =>
  Object.values(places).every((one, index, all) =>
    all
      .slice(index + 1)
      .every((other) => Math.abs(one.x - other.x) >= stepSize.width || Math.abs(one.y - other.y) >= stepSize.height),
  )

describe('the place of a step on the canvas', () => {
  it('comes from the layout if no step has a position, or all are at 0, 0', () => {
    expect(placeSteps(branching, {})).toEqual(layOut(branching))
    const atZero = moveSteps(branching, Object.fromEntries(branching.nodes.map(({ id }) => [id, { x: 0, y: 0 }])))
    expect(placeSteps(atZero, {})).toEqual(layOut(branching))
    expect(isFree(layOut(branching))).toBe(true)
  })

  it('is its position, and the other steps stay where they are shown', () => {
    const shown = placeSteps(branching, {})
    const moved = moveSteps(branching, { b: { x: 900, y: 700 } })
    expect(placeSteps(moved, shown)).toEqual({ ...shown, b: { x: 900, y: 700 } })
    // Opened again, they are in the same places.
    expect(placeSteps(moved, {})).toEqual({ ...shown, b: { x: 900, y: 700 } })
  })

  it('is free, below the step before, for a step that was added to placed ones', () => {
    const placed = moveSteps(branching, {
      start: { x: 0, y: 0 },
      a: { x: 0, y: 132 },
      b: { x: 0, y: 264 },
      c: { x: 232, y: 132 },
    })
    const extended = say(placed, 'd', 'b')
    const places = placeSteps(extended, {})
    expect(places).toMatchObject({ a: { x: 0, y: 132 }, d: { x: 0, y: 396 } })
    expect(isFree(placeSteps(say(extended, 'e', 'start'), places))).toBe(true)
  })
})
