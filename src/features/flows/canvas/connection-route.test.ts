import { describe, expect, it } from 'vitest'
import { boxesOf, laneOf, pathThrough } from './connection-route.ts'
import type { Places } from './step-layout.ts'

const sizeOf = () => ({ width: 200, height: 100 })
const lane = (places: Places, source: string, target: string) =>
  laneOf(boxesOf(places, sizeOf), { source, target, top: 50 })

describe('a connection that leads back', () => {
  it('goes around the steps that it passes, the shorter way', () => {
    const places = { first: { x: 0, y: 0 }, low: { x: 300, y: 40 }, last: { x: 600, y: 0 } }
    expect(lane(places, 'last', 'first')).toBe(-16)
    expect(lane({ ...places, low: { x: 300, y: -40 } }, 'last', 'first')).toBe(116)
    expect(lane(places, 'last', 'last')).toBe(-16)
  })

  it('goes between two steps if there is room', () => {
    expect(lane({ upper: { x: 0, y: 0 }, lower: { x: 50, y: 160 } }, 'lower', 'upper')).toBe(130)
    const withStepBetween = { upper: { x: 0, y: 0 }, middle: { x: 50, y: 132 }, lower: { x: 50, y: 264 } }
    expect(lane(withStepBetween, 'lower', 'upper')).toBe(116)
  })
})

describe('a connection that leads to the right', () => {
  it('is a curve if no step is in its way', () => {
    const places = { first: { x: 0, y: 0 }, beside: { x: 300, y: 0 }, last: { x: 600, y: 500 } }
    expect(lane({ first: places.first, last: places.last }, 'first', 'last')).toBeNull()
    expect(lane({ ...places, beside: { x: 300, y: 600 } }, 'first', 'last')).toBeNull()
  })

  it('goes around a step that its curve would run behind', () => {
    const places = { first: { x: 0, y: 0 }, between: { x: 300, y: 20 }, last: { x: 600, y: 0 } }
    expect(lane(places, 'first', 'last')).toBe(4)
    expect(lane({ ...places, between: { x: 300, y: -20 } }, 'first', 'last')).toBe(96)
  })

  it('stays at the height of one of its ends as long as nothing is there', () => {
    const places = { first: { x: 0, y: 0 }, between: { x: 300, y: 200 }, last: { x: 600, y: 400 } }
    expect(lane(places, 'first', 'last')).toBe(50)
  })
})

it('is drawn along straight lines with round corners', () => {
  expect(pathThrough({ x: 0, y: 0 }, { x: 200, y: 0 }, 100)).toBe(
    'M0 0L10 0Q20 0 20 10L20 88Q20 100 32 100L168 100Q180 100 180 88L180 10Q180 0 190 0L200 0',
  )
})
