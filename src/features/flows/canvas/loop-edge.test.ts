import { describe, expect, it } from 'vitest'
import { laneOf } from './loop-edge.tsx'

const sizeOf = () => ({ width: 200, height: 100 })

describe('a connection that leads back', () => {
  it('goes below the steps that it passes', () => {
    const places = { first: { x: 0, y: 0 }, low: { x: 300, y: 90 }, last: { x: 600, y: 0 }, below: { x: 300, y: 400 } }
    expect(laneOf(places, sizeOf, 'last', 'first')).toBe(210)
    expect(laneOf({ ...places, low: { x: 300, y: 0 } }, sizeOf, 'last', 'first')).toBe(120)
    expect(laneOf(places, sizeOf, 'last', 'last')).toBe(120)
  })

  it('goes between two steps if there is room', () => {
    expect(laneOf({ upper: { x: 0, y: 0 }, lower: { x: 50, y: 160 } }, sizeOf, 'lower', 'upper')).toBe(130)
    const withStepBetween = { upper: { x: 0, y: 0 }, middle: { x: 50, y: 132 }, lower: { x: 50, y: 264 } }
    expect(laneOf(withStepBetween, sizeOf, 'lower', 'upper')).toBe(250)
  })

  it('is no loop if it leads to the right', () => {
    expect(laneOf({ first: { x: 0, y: 0 }, last: { x: 300, y: 500 } }, sizeOf, 'first', 'last')).toBeNull()
  })
})
