/** Does the worker's work: keeps one file's rows and answers requests about them. */
import { type CheckedTable, createChecker } from '../check/check.ts'
import { type Operation, repairsOf, rowsTouched } from '../check/repairs.ts'
import { decode } from '../file/decode.ts'
import { unguardCell } from '../file/formula.ts'
import { writeAsRead, writeLeftOut, writeRecipients } from '../file/write.ts'
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
  const decoded = decode(start.subarray(0, start[end] === 0 ? end + 1 : end), choices.encoding)
  return decoded.ok ? [{ stage: 'glimpse', ...parseStart(decoded.text, choices, firstRows.rows) }] : []
}

type Handlers = {
  [Name in RequestName]: (
    question: Requests[Name]['question'],
    tell: (progress: Progress) => void,
  ) => Requests[Name]['answer'] | Promise<Requests[Name]['answer']>
}

/** The open file, parsed and checked. */
interface CurrentFile {
  table: TextTable
  judge: ReturnType<typeof createChecker>
  sheet: CheckedTable
}

const maxCachedViews = 4

function createHandlers(): Handlers {
  let bytes = new Uint8Array()
  let operations: readonly Operation[] = []
  let kept: CurrentFile | undefined
  let views = new Map<string, number[]>()

  function readWith(choices: Choices, tell: (progress: Progress) => void): Verdicts {
    kept = undefined
    views = new Map()
    const read = readTable(bytes, choices, (stage) => tell({ stage }))
    if (!read.ok) return read
    tell({ stage: 'checking' })
    const { table } = read
    const refusal = refuseTable(table, choices)
    if (refusal) return refusal
    const judge = createChecker(table, false)
    kept = { table, judge, sheet: judge(repairsOf(operations), null) }
    return summary(kept)
  }
  const summary = ({ table, sheet }: CurrentFile): Verdicts => ({ ok: true, summary: summarize(table, sheet) })
  const checked = (): CurrentFile => {
    if (!kept) throw new Error('No file is checked.')
    return kept
  }
  const encode = (text: string) => new TextEncoder().encode(text)

  function view(filter: Filter, number: number): number[] {
    const name = `${filter}/${number}`
    const places = views.get(name) ?? placesOf(checked().sheet, filter)
    views.delete(name)
    views.set(name, places)
    for (const old of [...views.keys()].slice(0, -maxCachedViews)) views.delete(old)
    return places
  }
  /** Indexes of the rows that are written for the service, in their order. */
  function placesIn(what: WrittenRows): readonly number[] {
    const { sheet } = checked()
    return what === 'clean' ? sheet.called : [...sheet.verdicts.keys()].filter((at) => sheet.verdicts[at] !== 'blank')
  }
  /** A row with all changes, and with as many cells as it has. */
  function currentCells(at: number): string[] {
    const { sheet, table } = checked()
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
    async open({ file: chosen, choices, operations: first }, tell) {
      const tooLarge = refuseSize(chosen.size, choices)
      if (tooLarge) return tooLarge
      tell({ stage: 'reading' })
      const start = new Uint8Array(await chosen.slice(0, firstRows.bytes).arrayBuffer())
      for (const progress of readFirstRows(start, choices)) tell(progress)
      bytes = new Uint8Array(await chosen.arrayBuffer())
      operations = first
      return readWith(choices, tell)
    },
    choose: ({ choices }, tell) => readWith(choices, tell),
    move({ keep, add }) {
      const one = checked()
      const touched = rowsTouched([...operations.slice(keep), ...add])
      operations = [...operations.slice(0, keep), ...add]
      one.sheet = one.judge(repairsOf(operations), touched)
      return summary(one)
    },
    rows({ from, to, filter, view: number }) {
      const places = view(filter, number)
      const { sheet } = checked()
      return {
        rows: places.slice(Math.max(0, from), to).flatMap((at) => shownRow(sheet, at)),
        total: places.length,
      }
    },
    block({ from, to, filter, view: number, columns }) {
      const { sheet, table } = checked()
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
      const { called, recipientAt } = checked().sheet
      const place = called[at]
      return place === undefined ? null : recipientAt(place)
    },
    empty: ({ columns }) => countEmpty(checked().sheet, columns),
    write({ what, maxRows }) {
      const { sheet, table } = checked()
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
    locate({ what, rows }) {
      const places = placesIn(what)
      // The header is row 1.
      return rows.map((row) => {
        const at = places[row - 2]
        return at === undefined ? null : sentRow(checked(), at)
      })
    },
    sameNumbers({ rows }) {
      const { sheet, table } = checked()
      // The header is row 1.
      const numbers = new Set(rows.map((row) => sheet.numbers[sheet.called[row - 2] ?? -1]))
      return [...sheet.verdicts.keys()]
        .filter((at) => sheet.numbers[at] !== 0 && numbers.has(sheet.numbers[at]))
        .map((at) => numberOf(table, at))
    },
    optedOut: ({ column }) => optedOutBy(checked().sheet, column),
    leftOut() {
      const { sheet, table } = checked()
      const out = [...sheet.verdicts.keys()].filter(
        (at) => sheet.verdicts[at] !== 'valid' && sheet.verdicts[at] !== 'blank',
      )
      return encode(writeLeftOut(table.columns, out.map(currentCells)))
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
): (question: WorkerRequest) => Promise<void> {
  const handlers = createHandlers()
  const handle = async (question: WorkerRequest) => {
    const { id } = question
    try {
      const handler = handlers[question.name] as (
        question: object,
        tell: (progress: Progress) => void,
      ) => Promise<Requests[RequestName]['answer']>
      const answer = await handler(question, (progress) => post({ id, kind: 'progress', progress }, []))
      post({ id, kind: 'answer', answer }, answer instanceof Uint8Array ? [answer.buffer] : [])
    } catch (error) {
      post({ id, kind: 'failure', message: error instanceof Error ? error.message : String(error) }, [])
    }
  }
  let last = Promise.resolve()
  return (question) => {
    last = last.then(() => handle(question))
    return last
  }
}
