import { describe, expect, it } from 'vitest'
import { Refusal } from '#contract/index.ts'
import { createIntention } from './intention.ts'

function counted() {
  let count = 0
  return createIntention(() => `key-${(count += 1)}`)
}
const refuse = (data: Partial<Refusal['data']>) => () =>
  Promise.reject(new Refusal({ status: 400, code: 'x', message: 'No.', by: 'service', ...data }))
const key = async (given: string) => given

describe('an intention', () => {
  it('is carried out once, however fast somebody clicks', async () => {
    const intention = counted()
    const [first, second] = await Promise.all([intention.carryOut(key), intention.carryOut(key)])
    expect([first, second]).toEqual(['key-1', null])
  })

  it('keeps its key while nobody knows how it ended, so that asking again joins it', async () => {
    const intention = counted()
    await expect(intention.carryOut(refuse({ sent: 'unknown' }))).rejects.toThrow('No.')
    expect(await intention.carryOut(key)).toBe('key-1')
  })

  it('keeps its key when no answer came at all', async () => {
    const intention = counted()
    await expect(intention.carryOut(refuse({ sent: 'no', by: 'network' }))).rejects.toThrow('No.')
    expect(await intention.carryOut(key)).toBe('key-1')
  })

  it('is another intention after a final refusal, and after it was done', async () => {
    const intention = counted()
    await expect(intention.carryOut(refuse({ sent: 'no' }))).rejects.toThrow('No.')
    expect(await intention.carryOut(key)).toBe('key-2')
    expect(await intention.carryOut(key)).toBe('key-3')
  })

  it('is another intention where it is unknown and asking anew does no harm, as a save or a cancel', async () => {
    const intention = counted()
    const unconfirmed = refuse({ sent: 'unknown', code: 'unconfirmed' })
    await expect(intention.carryOut(unconfirmed)).rejects.toThrow('No.')
    expect(await intention.carryOut(key)).toBe('key-2')
  })

  it('whose key is kept is joined after a reload, until a final refusal', async () => {
    let stored: string | null = null
    const kept = { read: () => stored, write: (key: string | null) => void (stored = key) }
    const reloaded = (newKey: string) => createIntention(() => newKey, kept)
    await expect(reloaded('key-1').carryOut(refuse({ sent: 'unknown' }))).rejects.toThrow('No.')
    expect(await reloaded('key-2').carryOut(key)).toBe('key-1')
    // What was done goes with the thing that it was done to.
    expect(stored).toBe('key-1')
    await expect(reloaded('key-3').carryOut(refuse({ sent: 'no' }))).rejects.toThrow('No.')
    expect(stored).toBeNull()
    expect(await reloaded('key-4').carryOut(key)).toBe('key-4')
  })

  it('is another intention when something else is asked for, and the same when the same is', async () => {
    const intention = counted()
    const unknown = refuse({ sent: 'unknown' })
    await expect(intention.carryOut(unknown, { name: 'Anna' })).rejects.toThrow('No.')
    await expect(
      intention.carryOut(
        (given) =>
          Promise.reject(new Refusal({ status: 503, code: given, message: given, by: 'gateway', sent: 'unknown' })),
        { name: 'Anna' },
      ),
    ).rejects.toThrow('key-1')
    expect(await intention.carryOut(key, { name: 'Ben' })).toBe('key-2')
  })
})
