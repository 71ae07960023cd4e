/** The worker's work without the worker: keeps one file's rows and answers questions about them. */
import { decode } from './decode.ts'
import { parseStart } from './parse.ts'
import { type Choices, checkTable, type ReadFile, readTable, refuseSize, rowsWith, type TextTable } from './read.ts'
import { summarize, windowsOf } from './summary.ts'
import type { Answer, Progress, Question, Talk, TalkName, Verdicts } from './worker-protocol.ts'
import { writeLeftOut, writeRecipients } from './write.ts'

const glimpsed = { bytes: 65_536, rows: 50 } as const
const lineFeed = 0x0a

/** The first rows of a file, from its first bytes; nothing where those cannot be read. */
function glimpse(start: Uint8Array, choices: Choices): Progress[] {
  // Whole lines only, and in UTF-16 whole characters.
  const end = start.lastIndexOf(lineFeed) + 1
  const decoded = decode(start.subarray(0, start[end] === 0 ? end + 1 : end), choices.encoding)
  return decoded.ok ? [{ stage: 'glimpse', ...parseStart(decoded.text, choices, glimpsed.rows) }] : []
}

/** What decides how a file is cut into rows; the other choices only judge them. */
const cut = ({ encoding, delimiter, headerRow, strict }: Choices) => [encoding, delimiter, headerRow, strict].join()

type Handlers = {
  [Name in TalkName]: (
    question: Talk[Name]['question'],
    tell: (progress: Progress) => void,
  ) => Talk[Name]['answer'] | Promise<Talk[Name]['answer']>
}

function createHandlers(): Handlers {
  let bytes = new Uint8Array()
  let kept: { table: TextTable; cut: string } | undefined
  let file: ReadFile | undefined
  let windows: ReturnType<typeof windowsOf> | undefined

  function judge(choices: Choices, tell: (progress: Progress) => void): Verdicts {
    file = undefined
    if (kept?.cut !== cut(choices)) {
      const read = readTable(bytes, choices, (stage) => tell({ stage }))
      if (!read.ok) return read
      kept = { table: read.table, cut: cut(choices) }
    }
    tell({ stage: 'checking' })
    const checked = checkTable(kept.table, choices)
    if (!checked.ok) return checked
    file = checked.file
    windows = windowsOf(file)
    return { ok: true, summary: summarize(file) }
  }
  const checkedFile = (): ReadFile => {
    if (!file) throw new Error('No file is checked.')
    return file
  }
  const encode = (text: string) => new TextEncoder().encode(text)

  return {
    async open({ file: chosen, choices }, tell) {
      const tooLarge = refuseSize(chosen.size, choices)
      if (tooLarge) return tooLarge
      tell({ stage: 'reading' })
      const start = new Uint8Array(await chosen.slice(0, glimpsed.bytes).arrayBuffer())
      for (const progress of glimpse(start, choices)) tell(progress)
      bytes = new Uint8Array(await chosen.arrayBuffer())
      kept = undefined
      return judge(choices, tell)
    },
    choose: ({ choices }, tell) => judge(choices, tell),
    rows: ({ from, to, filter }) => (checkedFile(), windows?.(from, to, filter) ?? { rows: [], total: 0 }),
    clean: () => encode(writeRecipients(checkedFile())),
    leftOut() {
      const { columns } = checkedFile()
      return encode(writeLeftOut(columns, rowsWith(checkedFile(), ['invalid', 'duplicate', 'leftOut'])))
    },
  }
}

/**
 * Answers questions one after the other.
 *
 * @param post sends to the page; the buffers named are given away, not copied
 * @returns takes a question; resolves when it is answered
 */
export function createReader(
  post: (answer: Answer, give: ArrayBuffer[]) => void,
): (question: Question) => Promise<void> {
  const handlers = createHandlers()
  const handle = async (question: Question) => {
    const { id } = question
    try {
      const handler = handlers[question.name] as (
        question: object,
        tell: (progress: Progress) => void,
      ) => Promise<Talk[TalkName]['answer']>
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
