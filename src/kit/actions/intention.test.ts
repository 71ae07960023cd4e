import { describe, expect, it } from 'vitest'
import { Refusal } from '#contract/index.ts'
import { createCommandRun } from './intention.ts'

function withCountedKeys() {
  let count = 0
  return createCommandRun(() => `key-${(count += 1)}`)
}
const refuse = (data: Partial<Refusal['data']>) => () =>
  Promise.reject(new Refusal({ status: 400, code: 'x', message: 'No.', by: 'service', ...data }))
const key = async (given: string) => given

describe('an intention', () => {
  it('runs once on a double click', async () => {
    const intention = withCountedKeys()
    const [first, second] = await Promise.all([intention.runOnce(key), intention.runOnce(key)])
    expect([first, second]).toEqual(['key-1', null])
  })

  it('keeps its key while the outcome is unknown', async () => {
    const intention = withCountedKeys()
    await expect(intention.runOnce(refuse({ sent: 'unknown' }))).rejects.toThrow('No.')
    expect(await intention.runOnce(key)).toBe('key-1')
  })

  it('keeps its key if no answer arrived', async () => {
    const intention = withCountedKeys()
    await expect(intention.runOnce(refuse({ sent: 'no', by: 'network' }))).rejects.toThrow('No.')
    expect(await intention.runOnce(key)).toBe('key-1')
  })

  it('gets a new key after a final refusal and after success', async () => {
    const intention = withCountedKeys()
    await expect(intention.runOnce(refuse({ sent: 'no' }))).rejects.toThrow('No.')
    expect(await intention.runOnce(key)).toBe('key-2')
    expect(await intention.runOnce(key)).toBe('key-3')
  })

  it('gets a new key if the outcome is unknown and a repeat is safe', async () => {
    const intention = withCountedKeys()
    const unconfirmed = refuse({ sent: 'unknown', code: 'unconfirmed' })
    await expect(intention.runOnce(unconfirmed)).rejects.toThrow('No.')
    expect(await intention.runOnce(key)).toBe('key-2')
  })

  it('with a stored key keeps it after a reload, until a final refusal', async () => {
    let stored: string | null = null
    const kept = { read: () => stored, write: (key: string | null) => void (stored = key) }
    const reloaded = (newKey: string) => createCommandRun(() => newKey, kept)
    await expect(reloaded('key-1').runOnce(refuse({ sent: 'unknown' }))).rejects.toThrow('No.')
    expect(await reloaded('key-2').runOnce(key)).toBe('key-1')
    // After success, the owner of the store clears it.
    expect(stored).toBe('key-1')
    await expect(reloaded('key-3').runOnce(refuse({ sent: 'no' }))).rejects.toThrow('No.')
    expect(stored).toBeNull()
    expect(await reloaded('key-4').runOnce(key)).toBe('key-4')
  })

  it('gets a new key if the command has changed, and keeps it if not', async () => {
    const intention = withCountedKeys()
    const unknown = refuse({ sent: 'unknown' })
    await expect(intention.runOnce(unknown, { name: 'Anna' })).rejects.toThrow('No.')
    await expect(
      intention.runOnce(
        (given) =>
          Promise.reject(new Refusal({ status: 503, code: given, message: given, by: 'gateway', sent: 'unknown' })),
        { name: 'Anna' },
      ),
    ).rejects.toThrow('key-1')
    expect(await intention.runOnce(key, { name: 'Ben' })).toBe('key-2')
  })
})
