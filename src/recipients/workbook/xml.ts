/**
 * Parses a part of a workbook while it is unpacked. Document types are refused, so no entity is ever expanded or fetched. Names lose their
 * prefix, because programs choose it.
 */
import { Parser } from 'saxen'
import * as refusals from './refusals.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

export interface XmlEvents {
  open: (name: string, attributes: () => Attributes) => void
  close?: (name: string) => void
  /** A text may come in several pieces. */
  text?: (text: string) => void
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const entity = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi
const maxCodePoint = 0x10ffff

/** Not the parser's own decoder, which makes two wrong characters of one beyond U+FFFF. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(entity, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > maxCodePoint ? whole : String.fromCodePoint(code)
  })
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Changes as little as possible, because a sheet has millions of them. */
function plainAttributes(attributes: Record<string, string>): Attributes {
  for (const key of Object.keys(attributes)) {
    const value = attributes[key] ?? ''
    if (value.includes('&')) attributes[key] = decodeEntities(value)
    if (key.includes(':')) attributes[withoutPrefix(key)] ??= attributes[key] ?? ''
  }
  return attributes
}

/** A single tag or text longer than this is no part of a workbook: the longest text of a cell is 32 KB. */
const maxSilentCharacters = 4 * 1024 * 1024

/** Thrown by a listener that has seen enough. */
export const enough = Symbol('enough')

/**
 * Calls the listeners for each tag and text.
 *
 * @param checkTime called between chunks; throws if the reading takes too long
 * @throws WorkbookRefusal if it is no XML
 */
export async function parseXml(
  chunks: AsyncIterable<Uint8Array>,
  { open, close, text }: XmlEvents,
  checkTime: () => void,
): Promise<void> {
  let silent = 0
  const parser = new Parser()
  parser.on('openTag', (name, attributes) => {
    silent = 0
    open(withoutPrefix(name), () => plainAttributes(attributes()))
  })
  parser.on('closeTag', (name) => close?.(withoutPrefix(name)))
  if (text) {
    parser.on('text', (piece) => text(decodeEntities(piece)))
    parser.on('cdata', text)
  }
  parser.on('attention', () => {
    throw refusals.damaged()
  })
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const chunk of chunks) {
      checkTime()
      // Workbooks are UTF-8; some programs write UTF-16 with a mark.
      decoder ??= new TextDecoder(
        chunk[0] === 0xff && chunk[1] === 0xfe
          ? 'utf-16le'
          : chunk[0] === 0xfe && chunk[1] === 0xff
            ? 'utf-16be'
            : 'utf-8',
        { fatal: true },
      )
      silent += chunk.length
      if (silent > maxSilentCharacters) throw refusals.damaged()
      parser.write(decoder.decode(chunk, { stream: true }))
    }
    parser.write(decoder?.decode() ?? '')
    parser.end()
  } catch (error) {
    if (error === enough) return
    // An error of the decoder or of the parser: it is no XML.
    throw error instanceof refusals.WorkbookRefusal ? error : refusals.damaged()
  }
}
