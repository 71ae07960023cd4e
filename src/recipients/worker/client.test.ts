import { describe, expect, it } from 'vitest'
import { workbookOf } from '#tools/testing/workbooks.ts'
import { type OpenFile, openFile, type ReaderWorker, sheetInCsv } from './client.ts'
import type { Progress, WorkerRequest } from './protocol.ts'
import { createReader } from './reader.ts'

const csv = `phone_number;name
+14155550134;Ann
+447700900123;Bob
+1 (415) 555-0134;Ann again
4155550136;Cid
4155550137;Dan

nobody;Eve
`

/** A worker on the same thread. Messages are cloned, as between threads, and none arrive after it is terminated. */
function standIn() {
  const listeners: ((event: { data?: unknown; message?: string }) => void)[] = []
  const worker = { ended: false, fail: (message: string) => listeners[1]?.({ message }) }
  const post = (data: unknown) => {
    if (!worker.ended) listeners[0]?.({ data: structuredClone(data) })
  }
  const handle = createReader(post)
  return Object.assign(worker, {
    postMessage: (message: unknown) => void handle(message as WorkerRequest),
    addEventListener: (type: string, listener: (typeof listeners)[0]) => {
      listeners[type === 'message' ? 0 : 1] = listener
    },
    terminate: () => {
      worker.ended = true
    },
  }) satisfies ReaderWorker
}

async function open(
  text: string,
  choices = {},
): Promise<{ opened: OpenFile; progress: Progress[]; worker: ReturnType<typeof standIn> }> {
  const worker = standIn()
  const progress: Progress[] = []
  const opening = await openFile(new Blob([text]), choices, (step) => progress.push(step), { worker })
  if (!opening.ok) throw new Error(opening.refusal.message)
  return { opened: opening.opened, progress, worker }
}

describe('an open file', () => {
  it('has a summary with problems grouped by repair', async () => {
    const { summary } = (await open(csv)).opened
    expect(summary).toMatchObject({
      delimiter: ';',
      encoding: 'utf-8',
      phoneColumn: 'phone_number',
      counts: { read: 7, valid: 2, invalid: 3, duplicate: 1, blank: 1, leftOut: 0 },
      groups: [
        { reason: 'missing_plus', code: 'invalid_number', count: 2, repairable: 0, examples: [{ row: 5 }, { row: 6 }] },
        { reason: 'duplicate', count: 1, repairable: 0 },
        { reason: 'letters', count: 1, repairable: 0 },
      ],
      destinations: [
        { country: 'US', calls: 1, zones: ['America/Los_Angeles'] },
        { country: 'GB', calls: 1, zones: ['Europe/London'] },
      ],
      first: [{ row: 2 }, { row: 3 }],
      last: [],
    })
  })

  it('posts the first rows before all are checked', async () => {
    const { progress } = await open(csv)
    expect(progress.map(({ stage }) => stage)).toEqual(['reading', 'glimpse', 'decoding', 'parsing', 'checking'])
    expect(progress[1]).toMatchObject({ columns: ['phone_number', 'name'], rows: { length: 7 } })
    const long = `phone_number,name\n${'+14155550134,"Lee\nAnn"\n'.repeat(10_000)}`
    const glimpse = (await open(long)).progress.find((step) => step.stage === 'glimpse')
    expect(glimpse?.rows).toEqual(Array.from({ length: 50 }, () => ['+14155550134', 'Lee\nAnn']))
  })

  it('returns windows of rows by verdict and by problem', async () => {
    const { opened } = await open(csv)
    const numbers = async (
      from: number,
      to: number,
      filter: 'all' | 'valid' | 'invalid_number' | 'duplicate' | 'letters' | 'blank',
    ) => {
      const { rows, total } = await opened.rows({ from, to, filter, view: 1 })
      return [total, ...rows.map(({ number }) => number)]
    }
    expect(await numbers(0, 3, 'all')).toEqual([7, 2, 3, 4])
    expect(await numbers(5, 50, 'all')).toEqual([7, 7, 8])
    expect(await numbers(-5, 1, 'all')).toEqual([7, 2])
    expect(await numbers(9, 12, 'all')).toEqual([7])
    expect(await numbers(0, 9, 'valid')).toEqual([2, 2, 3])
    expect(await numbers(1, 9, 'invalid_number')).toEqual([3, 6, 8])
    expect(await numbers(0, 9, 'duplicate')).toEqual([1, 4])
    expect(await numbers(0, 9, 'letters')).toEqual([1, 8])
    expect(await numbers(0, 9, 'blank')).toEqual([1, 7])
    const { rows } = await opened.rows({ from: 2, to: 4, filter: 'all', view: 1 })
    expect(rows).toMatchObject([
      {
        cells: ['+1 (415) 555-0134', 'Ann again'],
        verdict: 'duplicate',
        problems: [{ code: 'duplicate_number' }],
        phoneNumber: null,
      },
      { verdict: 'invalid', problems: [{ reason: 'missing_plus' }] },
    ])
  })

  it('applies, undoes and redoes repairs', async () => {
    const { opened } = await open(csv)
    const country = { kind: 'rule', rule: 'country', country: 'US' } as const
    const out = { kind: 'leaveOut', rows: [3], out: true } as const
    await opened.move({ keep: 0, add: [country, out] })
    expect(opened.summary.counts).toEqual({
      read: 7,
      valid: 3,
      invalid: 1,
      duplicate: 1,
      blank: 1,
      optedOut: 0,
      leftOut: 1,
    })
    expect(await opened.rows({ from: 3, to: 4, filter: 'all', view: 1 })).toMatchObject({
      rows: [{ cells: ['4155550136', 'Cid'], verdict: 'valid', phoneNumber: '+14155550136', changed: [] }],
    })
    await opened.move({ keep: 1, add: [] })
    expect(opened.summary.counts).toMatchObject({ valid: 4, leftOut: 0 })
    await opened.move({ keep: 0, add: [] })
    expect(opened.summary.counts.valid).toBe(2)
  })

  it('leaves out people with the duplicates that would be called instead', async () => {
    const { opened } = await open(csv)
    // The first call of the sent file is to Ann, who is in the file twice.
    const rows = await opened.sameNumbers([2])
    expect(rows).toEqual([2, 4])
    await opened.move({ keep: 0, add: [{ kind: 'leaveOut', rows, out: true, by: 'calledBefore' }] })
    expect(opened.summary.counts).toMatchObject({ read: 7, valid: 1, invalid: 3, blank: 1, leftOut: 2 })
    const { rows: shown } = await opened.rows({ from: 0, to: 9, filter: 'leftOut', view: 1 })
    expect(shown.map(({ number, leftOutBy }) => [number, leftOutBy])).toEqual([
      [2, 'calledBefore'],
      [4, 'calledBefore'],
    ])
    await opened.move({ keep: 1, add: [{ kind: 'leaveOut', rows: [2], out: false }] })
    expect(opened.summary.counts).toMatchObject({ valid: 2, leftOut: 1 })
  })

  it('counts opt-outs by column, and those called once it is an ordinary column', async () => {
    const rows = ['+14155550134,Ann,yes', '+14155550135,Bob,', '+14155550136,Cid,?', '+1 415 555 0134,Ann,no', ',,']
    const { opened } = await open(`phone_number,name,Opt-out\n${rows.join('\n')}\n`)
    const column = { column: 'Opt-out', isOrdinary: false, rows: 1, numbers: 1, withoutNumber: 0, unclear: 1, empty: 1 }
    expect(opened.summary).toMatchObject({
      counts: { valid: 1, invalid: 1, optedOut: 2, blank: 1 },
      names: ['phone_number', 'name', null],
      optOuts: [column],
      calledOptedOut: 0,
    })
    const { rows: shown } = await opened.rows({ from: 0, to: 9, filter: 'optedOut', view: 1 })
    expect(shown.map(({ number, phoneNumber }) => [number, phoneNumber])).toEqual([
      [2, null],
      [5, null],
    ])
    const ordinary = { kind: 'rule', rule: 'ordinary', column: 'Opt-out', on: true } as const
    await opened.move({ keep: 0, add: [ordinary] })
    expect(opened.summary).toMatchObject({
      counts: { valid: 3, duplicate: 1, optedOut: 0 },
      optOuts: [{ ...column, numbers: 0, isOrdinary: true }],
      calledOptedOut: 1,
    })
    expect(await (await opened.write('clean')).text()).toContain('+14155550134,Ann,yes')
    await opened.move({ keep: 0, add: [] })
    expect(opened.summary.counts).toMatchObject({ valid: 1, optedOut: 2 })
  })

  it('returns the distinct numbers of opt-outs in any spelling', async () => {
    const rows = ['+14155550134,yes', '+1 415 555 0134,yes', '0044 7700 900123,yes', 'nobody,yes', '+14155550135,']
    const { opened } = await open(`phone_number,Opt-out\n${rows.join('\n')}\n`)
    expect(opened.summary.optOuts).toMatchObject([{ rows: 4, numbers: 2, withoutNumber: 1 }])
    expect(await opened.optedOut('Opt-out')).toEqual(['+14155550134', '+447700900123'])
    expect(await opened.optedOut('phone_number')).toEqual([])
  })

  it('keeps a repaired row in view until the next lookup', async () => {
    const { opened } = await open(csv)
    const asked = { from: 0, to: 9, filter: 'missing_plus', view: 1 } as const
    expect((await opened.rows(asked)).rows.map(({ number }) => number)).toEqual([5, 6])
    const cells = [{ row: 5, column: 'phone_number', value: '+14155550136' }]
    await opened.move({ keep: 0, add: [{ kind: 'edit', cells }] })
    expect((await opened.rows(asked)).rows).toMatchObject([
      { number: 5, verdict: 'valid', changed: [0] },
      { number: 6, verdict: 'invalid' },
    ])
    expect((await opened.rows({ ...asked, view: 2 })).rows.map(({ number }) => number)).toEqual([6])
  })

  it('is read with another delimiter and keeps its changes', async () => {
    const { opened } = await open(csv)
    await opened.move({ keep: 0, add: [{ kind: 'rule', rule: 'country', country: 'US' }] })
    expect(await opened.choose({ choices: { delimiter: ',' } })).toMatchObject({
      ok: true,
      summary: { phoneColumn: null },
    })
    expect(opened.summary.columns).toEqual(['phone_number;name'])
    await opened.choose({ choices: {} })
    expect(opened.summary.counts.valid).toBe(4)
  })

  it('writes the file to send, the rows left out, and the rows as read', async () => {
    const { opened } = await open(csv)
    expect(await (await opened.write('clean')).text()).toBe('phone_number,name\n+14155550134,Ann\n+447700900123,Bob\n')
    expect(await (await opened.leftOut()).text()).toBe(
      "phone_number,name\n'+1 (415) 555-0134,Ann again\n4155550136,Cid\n4155550137,Dan\nnobody,Eve\n",
    )
    expect(await (await opened.write('asRead')).text()).toBe(
      'phone_number,name\n+14155550134,Ann\n+447700900123,Bob\n+1 (415) 555-0134,Ann again\n4155550136,Cid\n4155550137,Dan\nnobody,Eve\n',
    )
  })

  it('finds the rows of the sent file in the chosen one', async () => {
    const { opened } = await open(csv)
    expect(await opened.locate({ what: 'asRead', rows: [2, 4, 7, 8, 1] })).toMatchObject([
      { number: 2, verdict: 'valid', asWritten: true, why: '' },
      { number: 4, verdict: 'duplicate', asWritten: false },
      { number: 8, verdict: 'invalid', why: expect.stringContaining('Row 8') },
      null,
      null,
    ])
    expect(await opened.locate({ what: 'clean', rows: [3] })).toMatchObject([{ number: 3, verdict: 'valid' }])
    expect(await opened.rowNumbers('clean')).toBe('2-3')
    await opened.move({ keep: 0, add: [{ kind: 'leaveOut', rows: [2], out: true }] })
    expect(await opened.rowNumbers('clean')).toBe('3-4')
    expect(await opened.rowNumbers('asRead')).toBe('2-6,8')
    await opened.move({ keep: 0, add: [] })
    expect(await opened.call({ at: 1 })).toMatchObject({ row: 3, phone_number: '+447700900123' })
    expect(await opened.call({ at: 2 })).toBeNull()
  })

  it('starts with the given operations', async () => {
    const operations = [{ kind: 'rule', rule: 'country', country: 'US' }] as const
    const opening = await openFile(new Blob([csv]), {}, () => {}, { worker: standIn(), operations })
    expect(opening).toMatchObject({ ok: true, opened: { summary: { counts: { valid: 4 } } } })
  })

  it('is refused with a reason, and the worker is terminated', async () => {
    const worker = standIn()
    const opening = await openFile(new Blob(['phone_number\n"+1']), {}, () => {}, { worker })
    expect(opening).toMatchObject({ ok: false, refusal: { code: 'open_quote' } })
    expect(worker.ended).toBe(true)
  })

  it('is refused without being read if it is too large', async () => {
    const progress: Progress[] = []
    const choices = { limits: { bytes: 5, rows: 5 } }
    const opening = await openFile(new Blob([csv]), choices, (step) => progress.push(step), { worker: standIn() })
    expect([opening.ok, progress]).toEqual([false, []])
  })

  it('can be cancelled while it is read', async () => {
    const stop = new AbortController()
    const worker = standIn()
    const opening = openFile(new Blob([csv]), {}, () => {}, { worker, signal: stop.signal })
    stop.abort(new Error('The manager chose another file.'))
    await expect(opening).rejects.toThrow('another file')
    expect(worker.ended).toBe(true)
  })

  it('can be cancelled before it is read', async () => {
    const worker = standIn()
    await expect(openFile(new Blob([csv]), {}, () => {}, { worker, signal: AbortSignal.abort() })).rejects.toThrow(
      'aborted',
    )
    expect(worker.ended).toBe(true)
  })

  it('rejects requests if the worker fails or the file is closed', async () => {
    const { opened, worker } = await open(csv)
    const asked = opened.write('clean')
    worker.fail('out of memory')
    await expect(asked).rejects.toThrow('out of memory')
    await expect(opened.write('clean')).rejects.toThrow('out of memory')
    const second = (await open(csv)).opened
    const late = second.rows({ from: 0, to: 1, filter: 'all', view: 1 })
    second.close()
    await expect(late).rejects.toThrow('closed')
  })

  it('cannot be opened if it is gone from the disk', async () => {
    const gone = new Blob([csv])
    gone.arrayBuffer = () => Promise.reject(new Error('The file could not be read.'))
    await expect(openFile(gone, {}, () => {}, { worker: standIn() })).rejects.toThrow('could not be read')
  })
})

describe('a workbook', () => {
  const bytes = workbookOf({
    formats: ['"+"0'],
    sheets: [
      { name: 'Notes', rows: [['How to use']] },
      {
        name: 'A',
        rows: [['People'], [], ['Phone', 'Name'], [{ number: '1.4155550134E+10', style: 1 }, 'Lee, "Ann"']],
      },
      { name: 'B', rows: [['Phone'], ['+14155550135'], ['+14155550136']], hiddenRows: [3] },
    ],
  })

  it('is read with the sheet that was chosen, and shows its first rows before', async () => {
    const worker = standIn()
    const progress: Progress[] = []
    const opening = await openFile(new Blob([bytes]), {}, (step) => progress.push(step), { worker })
    if (!opening.ok) throw new Error(opening.refusal.message)
    const { opened } = opening
    expect(progress).toContainEqual({
      stage: 'glimpse',
      columns: ['Phone', 'Name'],
      rows: [['+14155550134', 'Lee, "Ann"']],
    })
    expect(opened.summary).toMatchObject({
      headerRow: 3,
      counts: { read: 1, valid: 1 },
      workbook: { sheet: 'A', hidden: null, sheets: { length: 3 } },
    })
    expect(await opened.rowNumbers('clean')).toBe('4')
    await opened.choose({ choices: { sheet: 'B' } })
    expect(opened.summary).toMatchObject({
      counts: { read: 2, valid: 1, leftOut: 1 },
      workbook: { sheet: 'B', hidden: { rows: 1, columns: [], are: null } },
    })
    const { rows } = await opened.rows({ from: 0, to: 2, filter: 'all', view: 1 })
    expect(rows.map(({ leftOutBy }) => leftOutBy)).toEqual([null, 'hidden'])
    await opened.move({ keep: 0, add: [{ kind: 'rule', rule: 'hidden', are: 'included' }] })
    expect(opened.summary.counts).toMatchObject({ valid: 2, leftOut: 0 })
  })

  it('is converted to CSV with its titles and hidden rows', async () => {
    const convert = (sheet?: string) => sheetInCsv(new Blob([bytes]), sheet, 1_000, standIn())
    const [first, chosen] = await Promise.all([convert(), convert('B')])
    if (!first.ok || !chosen.ok) throw new Error('It was refused.')
    expect([first.sheet, await first.csv.text()]).toEqual([
      'A',
      'People,\n,\nPhone,Name\n+14155550134,"Lee, ""Ann"""\n',
    ])
    expect(await chosen.csv.text()).toBe('Phone\n+14155550135\n+14155550136\n')
  })
})
