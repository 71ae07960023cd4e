import { describe, expect, it } from 'vitest'
import { boxesOf, laneOf, pathThrough } from './connection-route.ts'
import type { Places } from './step-layout.ts'

const sizeOf = () => ({ width: 100, height: 200 })
const lane = (places: Places, source: string, target: string) =>
  laneOf(boxesOf(places, sizeOf), { source, target, left: 50 })

describe('a connection that leads up', () => {
  it('goes around the steps that it passes, the shorter way', () => {
    const places = { first: { x: 0, y: 0 }, between: { x: 40, y: 300 }, last: { x: 0, y: 600 } }
    expect(lane(places, 'last', 'first')).toBe(-16)
    expect(lane({ ...places, between: { x: -40, y: 300 } }, 'last', 'first')).toBe(116)
    expect(lane(places, 'last', 'last')).toBe(-16)
  })

  it('goes between two steps if there is room', () => {
    expect(lane({ left: { x: 0, y: 0 }, right: { x: 160, y: 50 } }, 'right', 'left')).toBe(130)
    const withStepBetween = { left: { x: 0, y: 0 }, middle: { x: 132, y: 50 }, right: { x: 264, y: 50 } }
    expect(lane(withStepBetween, 'right', 'left')).toBe(116)
  })
})

describe('a connection that leads down', () => {
  it('is a curve if no step is in its way', () => {
    const places = { first: { x: 0, y: 0 }, between: { x: 0, y: 300 }, last: { x: 500, y: 600 } }
    expect(lane({ first: places.first, last: places.last }, 'first', 'last')).toBeNull()
    expect(lane({ ...places, between: { x: 600, y: 300 } }, 'first', 'last')).toBeNull()
  })

  it('goes around a step that its curve would run behind', () => {
    const places = { first: { x: 0, y: 0 }, between: { x: 20, y: 300 }, last: { x: 0, y: 600 } }
    expect(lane(places, 'first', 'last')).toBe(4)
    expect(lane({ ...places, between: { x: -20, y: 300 } }, 'first', 'last')).toBe(96)
  })

  it('stays below or above one of its ends as long as nothing is there', () => {
    const places = { first: { x: 0, y: 0 }, between: { x: 200, y: 300 }, last: { x: 400, y: 600 } }
    expect(lane(places, 'first', 'last')).toBe(50)
  })
})

it('is drawn along straight lines with round corners', () => {
  expect(pathThrough({ x: 0, y: 0 }, { x: 0, y: 200 }, 100)).toBe(
    'M0 0L0 10Q0 20 10 20L88 20Q100 20 100 32L100 168Q100 180 88 180L10 180Q0 180 0 190L0 200',
  )
})
