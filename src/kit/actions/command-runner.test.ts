import { describe, expect, it } from 'vitest'
import { Refusal } from '#contract/index.ts'
import { createCommandRunner } from './command-runner.ts'

function createRunnerWithCountedKeys() {
  let count = 0
  return createCommandRunner(() => `key-${(count += 1)}`)
}
const refuseWith = (data: Partial<Refusal['data']>) => () =>
  Promise.reject(new Refusal({ status: 400, code: 'x', message: 'No.', by: 'service', ...data }))
const returnKey = async (key: string) => key

describe('a command runner', () => {
  it('runs once on a double click', async () => {
    const runner = createRunnerWithCountedKeys()
    const [first, second] = await Promise.all([runner.runOnce(returnKey), runner.runOnce(returnKey)])
    expect([first, second]).toEqual(['key-1', null])
  })

  it('keeps its key while the outcome is unknown', async () => {
    const runner = createRunnerWithCountedKeys()
    await expect(runner.runOnce(refuseWith({ sent: 'unknown' }))).rejects.toThrow('No.')
    expect(await runner.runOnce(returnKey)).toBe('key-1')
  })

  it('keeps its key if no answer arrives', async () => {
    const runner = createRunnerWithCountedKeys()
    await expect(runner.runOnce(refuseWith({ sent: 'no', by: 'network' }))).rejects.toThrow('No.')
    expect(await runner.runOnce(returnKey)).toBe('key-1')
  })

  it('gets a new key after a final refusal and after success', async () => {
    const runner = createRunnerWithCountedKeys()
    await expect(runner.runOnce(refuseWith({ sent: 'no' }))).rejects.toThrow('No.')
    expect(await runner.runOnce(returnKey)).toBe('key-2')
    expect(await runner.runOnce(returnKey)).toBe('key-3')
  })

  it('gets a new key if the outcome is unknown and a repeat is safe', async () => {
    const runner = createRunnerWithCountedKeys()
    const unconfirmed = refuseWith({ sent: 'unknown', code: 'unconfirmed' })
    await expect(runner.runOnce(unconfirmed)).rejects.toThrow('No.')
    expect(await runner.runOnce(returnKey)).toBe('key-2')
  })

  it('keeps a stored key after a reload, until a final refusal', async () => {
    let stored: string | null = null
    const storedKey = { read: () => stored, write: (key: string | null) => void (stored = key) }
    const createAfterReload = (newKey: string) => createCommandRunner(() => newKey, storedKey)
    await expect(createAfterReload('key-1').runOnce(refuseWith({ sent: 'unknown' }))).rejects.toThrow('No.')
    expect(await createAfterReload('key-2').runOnce(returnKey)).toBe('key-1')
    // After success, the owner of the store clears it.
    expect(stored).toBe('key-1')
    await expect(createAfterReload('key-3').runOnce(refuseWith({ sent: 'no' }))).rejects.toThrow('No.')
    expect(stored).toBeNull()
    expect(await createAfterReload('key-4').runOnce(returnKey)).toBe('key-4')
  })

  it('gets a new key if the command has changed, and keeps it if not', async () => {
    const runner = createRunnerWithCountedKeys()
    const unknown = refuseWith({ sent: 'unknown' })
    await expect(runner.runOnce(unknown, { name: 'Anna' })).rejects.toThrow('No.')
    await expect(
      runner.runOnce(
        (key) => Promise.reject(new Refusal({ status: 503, code: key, message: key, by: 'gateway', sent: 'unknown' })),
        { name: 'Anna' },
      ),
    ).rejects.toThrow('key-1')
    expect(await runner.runOnce(returnKey, { name: 'Ben' })).toBe('key-2')
  })
})
