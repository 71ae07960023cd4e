import { deserialize, serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { createReceiver, sendValue } from './messages.ts'

/** What arrives of a value, and the size of the largest message. */
async function passed(value: unknown): Promise<{ arrived: unknown[]; largest: number }> {
  const arrived: unknown[] = []
  let largest = 0
  const receive = createReceiver((one) => arrived.push(one))
  const send = (message: object, onSent: (error: Error | null) => void) => {
    const bytes = serialize(message)
    largest = Math.max(largest, bytes.byteLength)
    receive(deserialize(bytes))
    onSent(null)
    return true
  }
  await sendValue({ send }, value)
  return { arrived, largest }
}

test('a small value is one message', async () => {
  const value = { a: [1, 'b'], bytes: new Uint8Array([1, 2]), nothing: null }
  expect(await passed(value)).toMatchObject({ arrived: [value] })
})

test('large buffers arrive in slices, as they were', async () => {
  const [one, other] = [5_000_000, 1_500_001].map((length) => Uint8Array.from({ length }, (_, at) => at % 251))
  const { arrived, largest } = await passed({ a: { one, n: 1 }, b: other?.buffer, rows: Uint32Array.of(1) })
  expect(arrived).toHaveLength(1)
  const [found] = arrived as [{ a: { one: Uint8Array; n: number }; b: Uint8Array; rows: Uint32Array }]
  expect(Buffer.compare(found.a.one, one ?? new Uint8Array())).toBe(0)
  expect(Buffer.compare(found.b, other ?? new Uint8Array())).toBe(0)
  expect(found).toMatchObject({ a: { n: 1 }, rows: Uint32Array.of(1) })
  expect(largest).toBeLessThan(1_100_000)
})

test('nothing more is sent to a process that has ended', async () => {
  let sent = 0
  await sendValue({ send: (_, onSent) => (onSent(new Error('closed')), ++sent > 0) }, { a: new Uint8Array(5_000_000) })
  expect(sent).toBe(1)
})
