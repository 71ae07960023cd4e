/**
 * Reads a workbook (.xlsx, .xlsm) to rows of text. Formulas show their stored values, macros and links are not read, and nothing is fetched.
 */
import { isOldOffice } from '../file/may-be-workbook.ts'
import type { FileRefusal, Outcome, SheetName } from '../file/refusal.ts'
import { builtInFormat, createFormat, type Format } from './number-format.ts'
import * as refusals from './refusals.ts'
import { readSheet, type Sheet, type SheetContext, type SheetLimits, unescapeText } from './sheet.ts'
import { parseXml, type XmlEvents } from './xml.ts'
import { type Archive, openArchive } from './zip.ts'

export interface WorkbookRows extends Sheet {
  sheets: SheetName[]
  /** The name of the sheet that was read. */
  sheet: string
}

interface Reading {
  /** The sheet that a person chose. Default: the first of those with the highest rank that the workbook shows. */
  sheet?: string | undefined
  checkSize: SheetLimits['checkSize']
  /** How much the first rows of a sheet look like people to call, from 0. */
  rank: (sheet: Sheet) => number
  /** Called with the first rows of the sheet, before the others are read. */
  onFirstRows?: (sheet: Sheet) => void
  /** Milliseconds of a steady clock. */
  now?: () => number
}

const maxMs = 60_000
const sampledRows = 200

/** Decides by what is in an archive. @throws WorkbookRefusal for everything but a workbook */
function checkKind({ has, names }: Archive): void {
  if (has('xl/workbook.bin')) throw refusals.binaryWorkbook()
  if (has('_rels/.rels') && names.some((name) => /(?:^|\/)workbook[^/]*\.xml$/i.test(name))) return
  if (has('mimetype') && has('content.xml')) throw refusals.openDocument()
  if (names.some((name) => /^index(?:\.zip$|\/.*\.iwa$)/i.test(name))) throw refusals.appleNumbers()
  if (has('word/document.xml')) throw refusals.otherOffice('a Word document')
  if (has('ppt/presentation.xml')) throw refusals.otherOffice('a presentation')
  throw refusals.otherArchive()
}

interface Relation {
  id: string
  /** The last word of its type, such as `worksheet`. */
  type: string
  path: string
}

/** The path of a part, relative to the folder of the part that names it. */
function resolvePath(folder: string, target: string): string {
  const parts: string[] = []
  for (const part of (target.startsWith('/') ? target : `${folder}/${target}`).replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function createReader(bytes: Uint8Array, now: () => number) {
  const archive = openArchive(bytes)
  checkKind(archive)
  const end = now() + maxMs
  const checkTime = () => {
    if (now() > end) throw refusals.takesTooLong()
  }
  const parse = (path: string, events: XmlEvents) => parseXml(archive.unpack(path), events, checkTime)

  /** What a part refers to inside of the archive. */
  async function relationsOf(path: string): Promise<Relation[]> {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const found: Relation[] = []
    const relations = resolvePath(folder, `_rels/${path.slice(path.lastIndexOf('/') + 1)}.rels`)
    await parse(relations, {
      open: (name, attributes) => {
        if (name !== 'Relationship') return
        const { Id = '', Type = '', Target = '', TargetMode } = attributes()
        if (TargetMode !== 'External')
          found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), path: resolvePath(folder, Target) })
      },
    })
    return found
  }

  async function readFormats(path: string | undefined): Promise<Format[]> {
    const codes = new Map<number, string>()
    const ids: number[] = []
    let isInCells = false
    if (path !== undefined && archive.has(path))
      await parse(path, {
        open: (name, attributes) => {
          if (name === 'cellXfs') isInCells = true
          else if (name === 'numFmt') codes.set(Number(attributes().numFmtId), attributes().formatCode ?? 'General')
          else if (name === 'xf' && isInCells) ids.push(Number(attributes().numFmtId ?? 0))
        },
        close: (name) => {
          if (name === 'cellXfs') isInCells = false
        },
      })
    const formats = new Map<number, Format>()
    return ids.map((id) => {
      const format = formats.get(id) ?? createFormat(codes.get(id) ?? builtInFormat(id))
      formats.set(id, format)
      return format
    })
  }

  async function readStrings(path: string | undefined): Promise<string[]> {
    const strings: string[] = []
    let text = ''
    let [isInText, isPhonetic] = [false, false]
    if (path !== undefined && archive.has(path))
      await parse(path, {
        open: (name) => {
          if (name === 'si') text = ''
          else if (name === 't') isInText = !isPhonetic
          else if (name === 'rPh') isPhonetic = true
        },
        text: (piece) => {
          if (isInText) text += piece
        },
        close: (name) => {
          if (name === 't') isInText = false
          else if (name === 'rPh') isPhonetic = false
          else if (name === 'si') strings.push(unescapeText(text))
        },
      })
    return strings
  }

  return { archive, relationsOf, parse, readFormats, readStrings, checkTime }
}

const isEmpty = ({ width }: Sheet) => width === 0

async function read(bytes: Uint8Array, { sheet: chosen, checkSize, rank, onFirstRows, now = Date.now }: Reading) {
  const { archive, relationsOf, parse, readFormats, readStrings, checkTime } = createReader(bytes, now)
  const path = (await relationsOf('')).find(({ type }) => type === 'officeDocument')?.path
  if (path === undefined) throw refusals.damaged()
  const relations = await relationsOf(path)
  const pathOf = (type: string) => relations.find((relation) => relation.type === type)?.path
  const sheets: (SheetName & { path: string })[] = []
  let is1904: boolean | undefined
  await parse(path, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 ??= ['1', 'true'].includes(attributes().date1904 ?? '')
      if (name !== 'sheet') return
      const { name: title = '', id, state } = attributes()
      const part = relations.find((relation) => relation.id === id)
      // Sheets with a chart have no rows.
      if (part?.type !== 'worksheet' || !archive.has(part.path)) return
      sheets.push({ name: unescapeText(title), isHidden: (state ?? 'visible') !== 'visible', path: part.path })
    },
  })
  const formats = await readFormats(pathOf('styles'))
  const general = createFormat('General')
  const sharedStrings = await readStrings(pathOf('sharedStrings'))
  const context: SheetContext = { sharedStrings, formats, general, is1904: is1904 ?? false, checkTime }
  const sample = (one: { path: string }) => readSheet(archive.unpack(one.path), context, { sampledRows, checkSize })

  let found = sheets.find(({ name }) => name === chosen)
  let first = found && (await sample(found))
  let best = -1
  for (const one of found ? [] : sheets.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden))) {
    // A hidden sheet is taken by itself only if there is no other.
    if (one.isHidden && found) break
    const start = await sample(one)
    const ranked = isEmpty(start) ? -1 : rank(start)
    if (ranked > best) [found, first, best] = [one, start, ranked]
  }
  if (found === undefined || first === undefined) throw refusals.noSheet()
  onFirstRows?.(first)
  const sheet = await readSheet(archive.unpack(found.path), context, { checkSize })
  const names = sheets.map(({ name, isHidden }) => ({ name, isHidden }))
  return { ...sheet, sheets: names, sheet: found.name }
}

/** Old Office files name their parts in UTF-16. */
const includesName = (bytes: Uint8Array, name: string): boolean => {
  const start = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  return start.includes(name)
}

/**
 * Reads one sheet of a workbook.
 *
 * @param bytes the file, for which `mayBeWorkbook` is true
 * @returns the rows of the sheet; or why the workbook cannot be read
 */
export async function readWorkbook(bytes: Uint8Array, reading: Reading): Promise<Outcome<{ workbook: WorkbookRows }>> {
  const refused = (refusal: FileRefusal) => ({ ok: false as const, refusal })
  if (isOldOffice(bytes)) {
    const isEncrypted = includesName(bytes, 'EncryptedPackage')
    return refused((isEncrypted ? refusals.encrypted() : refusals.oldWorkbook()).refusal)
  }
  try {
    return { ok: true, workbook: await read(bytes, reading) }
  } catch (error) {
    if (error instanceof refusals.WorkbookRefusal) return refused(error.refusal)
    throw error
  }
}
