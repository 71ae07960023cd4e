import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Lane } from '#contract/index.ts'
import { Budget } from './budget.ts'
import { createGate } from './gate.ts'

const who = { operator: 'Grace', page: 'calls' }
const wait = 90_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open(record: () => Promise<void> = () => Promise.resolve()) {
  const budget = new Budget({ perMinute: 60, burst: 0 })
  const gate = createGate(budget, () => Date.now(), record)
  const went: Lane[] = []
  const ask = (lane: Lane, patience = wait) =>
    gate.take(lane, who, patience).then((sent) => {
      if (sent) {
        went.push(lane)
        gate.done(sent)
      }
      return sent !== null
    })
  return { budget, gate, went, ask }
}

describe('at a spent budget', () => {
  test('a cancel goes before a read that waited longer', async () => {
    const { went, ask } = open()
    await Promise.all(Array.from({ length: 60 }, () => ask('cancel')))
    went.length = 0
    const reading = ask('reads')
    const cancelling = ask('cancel')
    await vi.advanceTimersByTimeAsync(61_000)
    await Promise.all([reading, cancelling])
    expect(went).toEqual(['cancel', 'reads'])
  })

  test('a read waits for its place, and one that would wait in vain is told at once', async () => {
    const { budget, gate, ask } = open()
    await Promise.all(Array.from({ length: 48 }, () => ask('reads')))
    expect(await ask('reads', 8_000)).toBe(false)
    const patient = ask('reads', 61_000)
    await vi.advanceTimersByTimeAsync(60_100)
    expect(await patient).toBe(true)
    expect(budget.recent(Date.now()).length).toBe(1)
    gate.close()
  })

  test('a command and a watched reading never wait', async () => {
    const { ask } = open()
    await Promise.all(Array.from({ length: 58 }, () => ask('commands', 0)))
    expect(await ask('commands', 0)).toBe(false)
    expect(await ask('watching', 0)).toBe(false)
    expect(await ask('cancel', 0)).toBe(true)
  })

  test('every place is written down before it is given', async () => {
    const steps: string[] = []
    const { ask } = open(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      steps.push('recorded')
    })
    const given = ask('reads').then(() => steps.push('given'))
    await vi.advanceTimersByTimeAsync(20)
    await given
    expect(steps).toEqual(['recorded', 'given'])
  })

  test('whoever waits is let go when the gate closes', async () => {
    const { gate, ask } = open()
    await Promise.all(Array.from({ length: 48 }, () => ask('reads')))
    const waiting = ask('reads')
    gate.close()
    expect(await waiting).toBe(false)
  })
})
