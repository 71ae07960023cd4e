/** Does the worker's work: keeps one file's rows and answers requests about them. */
import { rowRanges } from '#contract/gateway/reports/row-ranges.ts'
import { telephoneOf } from '#phone/telephone.ts'
import { type CheckedTable, createChecker } from '../check/check.ts'
import { type Operation, repairsOf, rowsTouched } from '../check/repairs.ts'
import { decode } from '../encoding/decode.ts'
import { unguardCell } from '../file/formula.ts'
import { mayBeWorkbook } from '../file/may-be-workbook.ts'
import { writeAsRead, writeForSpreadsheet, writeRecipients } from '../file/write.ts'
import { type Choices, readTable, refuseSize, refuseTable, type TextTable } from '../read.ts'
import { numberOf, parseStart } from '../table/parse.ts'
import type {
  Filter,
  Progress,
  RequestName,
  Requests,
  Verdicts,
  WorkerMessage,
  WorkerRequest,
  WrittenRows,
} from './protocol.ts'
import { countEmpty, optedOutBy, placesOf, shownRow, summarize } from './summary.ts'

const firstRows = { bytes: 65_536, rows: 50 } as const
const lineFeed = 0x0a

/** The first rows of a file, from its first bytes; none if they cannot be read. */
function readFirstRows(start: Uint8Array, choices: Choices): Progress[] {
  // Whole lines only, and in UTF-16 whole characters.
  const end = start.lastIndexOf(lineFeed) + 1
  const decoded = decode(start.subarray(0, start[end] === 0 ? end + 1 : end), choices.encoding, choices.askEncoding)
  return decoded.ok ? [{ stage: 'glimpse', ...parseStart(decoded.text, choices, firstRows.rows) }] : []
}

type Handlers = {
  [Name in RequestName]: (
    request: Requests[Name]['request'],
    onProgress: (progress: Progress) => void,
  ) => Requests[Name]['answer'] | Promise<Requests[Name]['answer']>
}

/** The open file, parsed and checked. */
interface CurrentFile {
  table: TextTable
  check: ReturnType<typeof createChecker>
  sheet: CheckedTable
}

const maxCachedViews = 4

function createHandlers(): Handlers {
  let bytes = new Uint8Array()
  let operations: readonly Operation[] = []
  let variables: readonly string[] = []
  let countries: readonly string[] = []
  let current: CurrentFile | undefined
  let views = new Map<string, number[]>()

  async function readWith(choices: Choices, onProgress: (progress: Progress) => void): Promise<Verdicts> {
    current = undefined
    views = new Map()
    const read = mayBeWorkbook(bytes)
      ? await readSheet(choices, onProgress)
      : readTable(bytes, choices, (stage) => onProgress({ stage }))
    if (!read.ok) return read
    onProgress({ stage: 'checking' })
    const { table } = read
    const refusal = refuseTable(table, choices)
    if (refusal) return refusal
    const check = createChecker(table, false, countries)
    current = { table, check, sheet: check(currentRepairs(), null) }
    return summary(current)
  }
  /** Loads the reader of workbooks only for one. */
  async function readSheet(choices: Choices, onProgress: (progress: Progress) => void) {
    onProgress({ stage: 'parsing' })
    const { readWorkbookTable } = await import('../workbook/table.ts')
    return readWorkbookTable(bytes, choices, (columns, rows) =>
      onProgress({ stage: 'glimpse', columns, rows: rows.slice(0, firstRows.rows).map((cells) => [...cells]) }),
    )
  }
  const currentRepairs = () => ({ ...repairsOf(operations), variables })
  const summary = ({ table, sheet }: CurrentFile): Verdicts => ({ ok: true, summary: summarize(table, sheet) })
  const currentFile = (): CurrentFile => {
    if (!current) throw new Error('No file is checked.')
    return current
  }
  const encode = (text: string) => new TextEncoder().encode(text)

  function view(filter: Filter, number: number): number[] {
    const name = `${filter}/${number}`
    const places = views.get(name) ?? placesOf(currentFile().sheet, filter)
    views.delete(name)
    views.set(name, places)
    for (const old of [...views.keys()].slice(0, -maxCachedViews)) views.delete(old)
    return places
  }
  /** Indexes of the rows that are written for the service, in their order. */
  function placesIn(what: WrittenRows): readonly number[] {
    const { sheet } = currentFile()
    return what === 'clean' ? sheet.called : [...sheet.verdicts.keys()].filter((at) => sheet.verdicts[at] !== 'blank')
  }
  /** A row with all changes, and with as many cells as it has. */
  function currentCells(at: number): string[] {
    const { sheet, table } = currentFile()
    const beyond = sheet.overflowAt(at)
    const reason = sheet.faults[at]?.reason
    const cells = table.rows[at] ?? []
    if (reason === 'short_row') return sheet.cellsAt(at).slice(0, cells.length)
    if (reason === 'extra_cell') return [...sheet.cellsAt(at), ...cells.slice(table.columns.length)]
    return beyond === '' ? sheet.cellsAt(at) : [...sheet.cellsAt(at), ...beyond.split(table.delimiter)]
  }
  const sentRow = ({ sheet, table }: CurrentFile, at: number) => {
    const place = table.columns.indexOf(sheet.phoneColumn ?? '')
    const number = sheet.numberAt(at)
    return {
      number: numberOf(table, at),
      verdict: sheet.verdicts[at] ?? 'blank',
      asWritten: number !== null && table.rows[at]?.[place] === number,
      why: sheet.problemAt(at)?.message ?? '',
    }
  }

  return {
    async open({ file: chosen, choices, operations: first, variables: ofFlow, countries: called }, onProgress) {
      const tooLarge = refuseSize(chosen.size, choices)
      if (tooLarge) return tooLarge
      onProgress({ stage: 'reading' })
      const start = new Uint8Array(await chosen.slice(0, firstRows.bytes).arrayBuffer())
      for (const progress of readFirstRows(start, choices)) onProgress(progress)
      bytes = new Uint8Array(await chosen.arrayBuffer())
      operations = first
      variables = ofFlow
      countries = called
      return readWith(choices, onProgress)
    },
    async convert({ file, sheet, bytesLimit }) {
      const { readSheetInCsv } = await import('../workbook/table.ts')
      const read = await readSheetInCsv(new Uint8Array(await file.arrayBuffer()), sheet, bytesLimit)
      return read.ok ? { ...read, csv: new Blob([read.csv], { type: 'text/csv' }) } : read
    },
    choose: ({ choices }, onProgress) => readWith(choices, onProgress),
    variables({ variables: ofFlow }) {
      const one = currentFile()
      variables = ofFlow
      one.sheet = one.check(currentRepairs(), null)
      return summary(one)
    },
    move({ keep, add }) {
      const one = currentFile()
      const touched = rowsTouched([...operations.slice(keep), ...add])
      operations = [...operations.slice(0, keep), ...add]
      one.sheet = one.check(currentRepairs(), touched)
      return summary(one)
    },
    rows({ from, to, filter, view: number }) {
      const places = view(filter, number)
      const { sheet } = currentFile()
      return {
        rows: places.slice(Math.max(0, from), to).flatMap((at) => shownRow(sheet, at)),
        total: places.length,
      }
    },
    block({ from, to, filter, view: number, columns }) {
      const { sheet, table } = currentFile()
      const places = view(filter, number).slice(Math.max(0, from), to)
      return {
        numbers: places.map((at) => numberOf(table, at)),
        cells:
          columns.length === 0
            ? []
            : places.map((at) => {
                const cells = sheet.cellsAt(at)
                return columns.map((column) => cells[column] ?? sheet.overflowAt(at))
              }),
      }
    },
    call({ at }) {
      const { called, recipientAt } = currentFile().sheet
      const place = called[at]
      return place === undefined ? null : recipientAt(place)
    },
    empty: ({ columns }) => countEmpty(currentFile().sheet, columns),
    write({ what, maxRows }) {
      const { sheet, table } = currentFile()
      const places = placesIn(what).slice(0, maxRows)
      if (what === 'clean')
        return encode(writeRecipients({ names: sheet.names, recipients: places.map(sheet.recipientAt) }))
      return encode(
        writeAsRead(
          sheet.names,
          places.map((at) => (table.rows[at] ?? []).map(unguardCell)),
        ),
      )
    },
    rowNumbers: ({ what }) => rowRanges(placesIn(what).map((at) => numberOf(currentFile().table, at))),
    locate({ what, rows }) {
      const places = placesIn(what)
      // The header is row 1.
      return rows.map((row) => {
        const at = places[row - 2]
        return at === undefined ? null : sentRow(currentFile(), at)
      })
    },
    sameNumbers({ rows }) {
      const { sheet, table } = currentFile()
      // The header is row 1.
      const telephoneAt = (at: number) => telephoneOf(sheet.numbers[at] ?? 0)
      const telephones = new Set(rows.map((row) => telephoneAt(sheet.called[row - 2] ?? -1)))
      return [...sheet.verdicts.keys()]
        .filter((at) => telephoneAt(at) !== 0 && telephones.has(telephoneAt(at)))
        .map((at) => numberOf(table, at))
    },
    optedOut: ({ column }) => optedOutBy(currentFile().sheet, column),
    leftOut() {
      const { sheet, table } = currentFile()
      const out = [...sheet.verdicts.keys()].filter(
        (at) => sheet.verdicts[at] !== 'valid' && sheet.verdicts[at] !== 'blank',
      )
      return encode(writeForSpreadsheet(table.columns, out.map(currentCells)))
    },
  }
}

/**
 * Handles requests one after the other.
 *
 * @param post sends a message to the page; the buffers in `transfer` are transferred, not copied
 * @returns a function that handles a request and resolves when it is answered
 */
export function createReader(
  post: (answer: WorkerMessage, transfer: ArrayBuffer[]) => void,
): (request: WorkerRequest) => Promise<void> {
  const handlers = createHandlers()
  const handle = async (request: WorkerRequest) => {
    const { id } = request
    try {
      const handler = handlers[request.name] as (
        request: object,
        onProgress: (progress: Progress) => void,
      ) => Promise<Requests[RequestName]['answer']>
      const answer = await handler(request, (progress) => post({ id, kind: 'progress', progress }, []))
      post({ id, kind: 'answer', answer }, answer instanceof Uint8Array ? [answer.buffer] : [])
    } catch (error) {
      post({ id, kind: 'failure', message: error instanceof Error ? error.message : String(error) }, [])
    }
  }
  let last = Promise.resolve()
  return (request) => {
    last = last.then(() => handle(request))
    return last
  }
}
