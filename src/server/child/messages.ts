/**
 * Sends values between processes. A message is copied several times at once, and 80 MB would block a process for half a second, so large
 * buffers are taken out of a value and sent in slices.
 */

/** What can send a message: a child process, or the process itself. */
interface Sender {
  send?: (message: object, onSent: (error: Error | null) => void) => boolean
}
interface TakenOut {
  /** The names of the properties that lead to the buffer. */
  path: string[]
  bytes: Uint8Array
}
interface First {
  value: unknown
  buffers: { path: string[]; length: number }[]
}
interface Slice {
  slice: Uint8Array
}

const sliceBytes = 1024 * 1024

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The value without its large buffers, and these. */
function takeOut(value: unknown, path: string[] = []): { rest: unknown; taken: TakenOut[] } {
  if (value instanceof ArrayBuffer) return takeOut(new Uint8Array(value), path)
  if (value instanceof Uint8Array)
    return value.byteLength <= sliceBytes ? { rest: value, taken: [] } : { rest: null, taken: [{ path, bytes: value }] }
  if (!isPlain(value)) return { rest: value, taken: [] }
  const parts = Object.entries(value).map(([name, inner]) => ({ name, ...takeOut(inner, [...path, name]) }))
  return {
    rest: Object.fromEntries(parts.map(({ name, rest }) => [name, rest])),
    taken: parts.flatMap(({ taken }) => taken),
  }
}

function putBack(value: unknown, path: readonly string[], bytes: Uint8Array): unknown {
  const [name, ...others] = path
  if (name === undefined) return bytes
  const holder = value as Record<string, unknown>
  holder[name] = putBack(holder[name], others, bytes)
  return holder
}

/**
 * Sends a value, and resolves when it has left. Array buffers in it become byte arrays. A failure is not reported: the other process has
 * ended, which its parent notices.
 */
export async function sendValue(to: Sender, value: unknown): Promise<void> {
  const { rest, taken } = takeOut(value)
  const send = (message: First | Slice) =>
    new Promise<boolean>((resolve) => {
      if (to.send) to.send(message, (error) => resolve(error === null))
      else resolve(false)
    })
  const buffers = taken.map(({ path, bytes }) => ({ path, length: bytes.byteLength }))
  if (!(await send({ value: rest, buffers }))) return
  for (const { bytes } of taken)
    for (let from = 0; from < bytes.byteLength; from += sliceBytes)
      if (!(await send({ slice: bytes.subarray(from, from + sliceBytes) }))) return
}

/** Puts the messages of `sendValue` together. @param onValue called with each value */
export function createReceiver(onValue: (value: unknown) => void): (message: unknown) => void {
  let value: unknown
  let missing: { path: string[]; bytes: Uint8Array; filled: number }[] = []
  return (message) => {
    const one = message as First | Slice
    if ('buffers' in one) {
      value = one.value
      missing = one.buffers.map(({ path, length }) => ({ path, bytes: new Uint8Array(length), filled: 0 }))
    } else {
      const [next] = missing
      if (!next) return
      next.bytes.set(one.slice, next.filled)
      next.filled += one.slice.byteLength
      if (next.filled < next.bytes.byteLength) return
      missing.shift()
      value = putBack(value, next.path, next.bytes)
    }
    if (missing.length === 0) onValue(value)
  }
}
