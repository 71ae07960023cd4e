/**
 * Reads CBOR (RFC 8949) in the form that authenticators have to write (CTAP 2.1, section 8): lengths are given, keys are numbers or texts,
 * nothing has a tag, and values are at most four levels deep. Everything else is refused, because the bytes come from strangers.
 */

export type CborValue = number | string | boolean | null | Buffer | CborValue[] | CborMap
export type CborMap = Map<number | string, CborValue>

const maxDepth = 4
/** Encoded values of these sizes follow the first byte. Numbers of eight bytes are refused: no authenticator needs them. */
const argumentSizes: Record<number, number> = { 24: 1, 25: 2, 26: 4 }
const simpleValues: Record<number, boolean | null> = { 20: false, 21: true, 22: null }

class NotCbor extends Error {}

/** @throws NotCbor */
function readValue(data: Buffer, start: number, depth: number): { value: CborValue; end: number } {
  const take = (from: number, length: number): Buffer => {
    if (from + length > data.length) throw new NotCbor('ends too early')
    return data.subarray(from, from + length)
  }
  const first = take(start, 1).readUInt8()
  const [kind, short] = [first >> 5, first & 0x1f]
  const size = short < 24 ? 0 : argumentSizes[short]
  if (size === undefined) throw new NotCbor('not as authenticators write it')
  // guard: passkey-data-are-bounded
  if (depth > maxDepth) throw new NotCbor('nested too deeply')
  const argument = size === 0 ? short : take(start + 1, size).readUIntBE(0, size)
  let end = start + 1 + size
  const next = (): CborValue => {
    const inner = readValue(data, end, depth + 1)
    end = inner.end
    return inner.value
  }
  switch (kind) {
    case 0:
      return { value: argument, end }
    case 1:
      return { value: -1 - argument, end }
    case 2:
      return { value: take(end, argument), end: end + argument }
    case 3:
      return { value: take(end, argument).toString('utf8'), end: end + argument }
    case 4: {
      const list: CborValue[] = []
      // Ends at the first item that the data do not have, however long the list claims to be.
      while (list.length < argument) list.push(next())
      return { value: list, end }
    }
    case 5: {
      const map: CborMap = new Map()
      for (let entry = 0; entry < argument; entry += 1) {
        const key = next()
        if ((typeof key !== 'number' && typeof key !== 'string') || map.has(key)) throw new NotCbor('not a key')
        map.set(key, next())
      }
      return { value: map, end }
    }
    default: {
      const value = kind === 7 && size === 0 ? simpleValues[short] : undefined
      if (value === undefined) throw new NotCbor('not as authenticators write it')
      return { value, end }
    }
  }
}

/** Reads the map that starts at this offset. @returns it and where it ends; null if there is none */
export function readCborMap(data: Buffer, start: number): { map: CborMap; end: number } | null {
  try {
    const { value, end } = readValue(data, start, 1)
    return value instanceof Map ? { map: value, end } : null
  } catch (error) {
    if (error instanceof NotCbor) return null
    throw error
  }
}
