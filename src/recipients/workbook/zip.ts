/**
 * Unpacks the parts of a workbook, which is a zip archive. Its directory is read first, and bounded before anything is unpacked. What is
 * unpacked is counted and its checksum compared, because the directory can be wrong.
 */
import * as refusals from './refusals.ts'

export const zipLimits = {
  entries: 10_000,
  /** Of the XML of all sheets, which is about ten times as large as the same rows in CSV. */
  unpackedBytes: 1024 * 1024 * 1024,
  /** How many times as large as its packed bytes a part may be, if it is larger than `smallBytes`. */
  ratio: 300,
  smallBytes: 4 * 1024 * 1024,
} as const

interface Entry {
  name: string
  isStored: boolean
  packed: number
  unpacked: number
  checksum: number
  headerAt: number
}

/** An open archive. Names have no leading slash and are compared without regard to case. */
export interface Archive {
  names: readonly string[]
  has: (name: string) => boolean
  /** @throws WorkbookRefusal if the part is missing, damaged or larger than the directory says */
  unpack: (name: string) => AsyncGenerator<Uint8Array>
}

const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locatorSignature = 0x07064b50
const entrySignature = 0x02014b50
const headerSignature = 0x04034b50
const [endBytes, locatorBytes, entryBytes, headerBytes] = [22, 20, 46, 30]
const maxCommentBytes = 65_535
const isElsewhere = 0xffffffff

const checksums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** CRC-32, continued from the checksum of the bytes before. */
function checksumOf(bytes: Uint8Array, before: number): number {
  let sum = ~before
  for (let at = 0; at < bytes.length; at++) sum = (sum >>> 8) ^ (checksums[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0)
  return ~sum >>> 0
}

/** Where the directory is, as the record at the end of the file says. */
function findDirectory(view: DataView): { at: number; entries: number } {
  const lowest = Math.max(0, view.byteLength - endBytes - maxCommentBytes)
  let end = view.byteLength - endBytes
  while (end >= lowest && view.getUint32(end, true) !== endSignature) end--
  if (end < lowest) throw refusals.cutOff()
  const short = { at: view.getUint32(end + 16, true), entries: view.getUint16(end + 10, true) }
  const locator = end - locatorBytes
  if (short.at !== isElsewhere && short.entries !== 0xffff) return short
  if (locator < 0 || view.getUint32(locator, true) !== locatorSignature) return short
  const long = Number(view.getBigUint64(locator + 8, true))
  if (long > locator - 56 || view.getUint32(long, true) !== end64Signature) throw refusals.damaged()
  return { at: Number(view.getBigUint64(long + 48, true)), entries: Number(view.getBigUint64(long + 32, true)) }
}

/** The sizes and the place of an entry, also where they are too large for 32 bits or a program writes them so. */
function readSizes(view: DataView, at: number): Pick<Entry, 'packed' | 'unpacked' | 'headerAt'> {
  const sizes = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
  let extra = at + entryBytes + view.getUint16(at + 28, true)
  const extraEnd = extra + view.getUint16(at + 30, true)
  for (; extra + 4 <= extraEnd; extra += 4 + view.getUint16(extra + 2, true)) {
    if (view.getUint16(extra, true) !== 1) continue
    let value = extra + 4
    for (const [place, size] of sizes.entries()) {
      if (size !== isElsewhere) continue
      sizes[place] = Number(view.getBigUint64(value, true))
      value += 8
    }
  }
  const [unpacked = 0, packed = 0, headerAt = 0] = sizes
  return { unpacked, packed, headerAt }
}

function readDirectory(bytes: Uint8Array, view: DataView): Map<string, Entry> {
  const directory = findDirectory(view)
  if (directory.entries > zipLimits.entries) throw refusals.unpacksTooLarge()
  const entries = new Map<string, Entry>()
  const decoder = new TextDecoder()
  let at = directory.at
  for (let count = 0; count < directory.entries; count++) {
    if (view.getUint32(at, true) !== entrySignature) throw refusals.damaged()
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
    const nameBytes = view.getUint16(at + 28, true)
    const nameAt = at + entryBytes
    const name = decoder
      .decode(bytes.subarray(nameAt, nameAt + nameBytes))
      .replaceAll('\\', '/')
      .replace(/^\/+/, '')
    const key = name.toLowerCase()
    // Two parts of the same name: programs differ in which one they read.
    if (entries.has(key)) throw refusals.damaged()
    if (flags & 1) throw refusals.encrypted()
    if (method !== 0 && method !== 8) throw refusals.damaged()
    const checksum = view.getUint32(at + 16, true)
    entries.set(key, { name, isStored: method === 0, checksum, ...readSizes(view, at) })
    at = nameAt + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

const isXml = (name: string) => /\.(?:xml|rels)$/i.test(name)

/** Refuses archives that unpack to far more than a workbook has. */
function checkSizes(entries: Iterable<Entry>): void {
  let unpackedBytes = 0
  for (const { name, packed, unpacked } of entries) {
    if (!isXml(name)) continue
    unpackedBytes += unpacked
    if (unpacked > zipLimits.smallBytes && unpacked > packed * zipLimits.ratio) throw refusals.unpacksTooLarge()
  }
  if (unpackedBytes > zipLimits.unpackedBytes) throw refusals.unpacksTooLarge()
}

async function* inflate(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Whoever stops early has what they need. What fails after that is of no interest.
    await reader.cancel().catch(() => {})
  }
}

/**
 * Opens a zip archive.
 *
 * @throws WorkbookRefusal if it is cut, damaged, encrypted, or has too much in it
 */
export function openArchive(bytes: Uint8Array): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = (() => {
    try {
      return readDirectory(bytes, view)
    } catch (error) {
      if (error instanceof RangeError) throw refusals.damaged()
      throw error
    }
  })()
  checkSizes(entries.values())

  async function* unpack(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw refusals.damaged()
    const { headerAt, packed, unpacked, isStored, checksum } = entry
    if (headerAt + headerBytes > bytes.length || view.getUint32(headerAt, true) !== headerSignature)
      throw refusals.damaged()
    const start = headerAt + headerBytes + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true)
    if (start + packed > bytes.length) throw refusals.damaged()
    const content = bytes.subarray(start, start + packed)
    let [size, sum] = [0, 0]
    try {
      for await (const chunk of isStored ? [content] : inflate(content)) {
        size += chunk.length
        if (size > unpacked) throw refusals.unpacksTooLarge()
        sum = checksumOf(chunk, sum)
        yield chunk
      }
    } catch (error) {
      // The browser's own error of bytes that are not packed as they should be.
      throw error instanceof TypeError ? refusals.damaged() : error
    }
    if (size !== unpacked || sum !== checksum) throw refusals.damaged()
  }

  return {
    names: Array.from(entries.values(), ({ name }) => name),
    has: (name) => entries.has(name.toLowerCase()),
    unpack,
  }
}
