import { describe, expect, it } from 'vitest'
import type { Summary } from '#recipients/worker/protocol.ts'
import { nameFromFile, nameOf } from './batch-name.ts'
import {
  callCountOf,
  currentOperations,
  decisionsOf,
  type Event,
  emptyNewBatch,
  fileOf,
  type NewBatch,
  reduce,
  startObstaclesOf,
  stepOf,
  storedFieldsOf,
} from './new-batch.ts'

const file = {
  counts: { read: 25, valid: 23, invalid: 1, duplicate: 1, blank: 0, leftOut: 0 },
  phoneColumn: 'phone_number',
} as Summary
const stateAfter = (...events: Event[]): NewBatch => events.reduce(reduce, emptyNewBatch)
const fileChosen: Event = { type: 'fileChosen', name: 'renewals.csv', size: 900 }
const fileRead: Event = { type: 'fileRead', readingNumber: 1, file }
const preparedEvents: Event[] = [fileChosen, fileRead, { type: 'agentChosen', agentId: 'a' }]

describe('a new batch', () => {
  it('gets its name from the file until it is named', () => {
    const newBatch = stateAfter(fileChosen, fileRead)
    expect([fileOf(newBatch), callCountOf(newBatch), nameOf(newBatch)]).toEqual([file, 23, 'Renewals'])
    expect(nameOf(reduce(newBatch, { type: 'named', name: 'November' }))).toBe('November')
    expect(nameOf(reduce(newBatch, { type: 'named', name: '' }))).toBe('')
  })

  it('keeps decisions about people found by a rule until the rows change', () => {
    const decided = stateAfter(...preparedEvents, { type: 'decided', decisions: { callAgain: 5 } })
    expect(decisionsOf(decided)).toMatchObject({ callAgain: 5 })
    expect(decisionsOf(reduce(decided, { type: 'rowsChanged', readingNumber: 1, file }))).toEqual({})
  })

  it('ignores the rows of a file that was replaced meanwhile', () => {
    const newBatch = stateAfter(fileChosen, { ...fileChosen, name: 'second.csv' }, fileRead)
    expect(fileOf(newBatch)).toBeNull()
    expect(reduce(newBatch, { type: 'fileRead', readingNumber: 2, file })).toMatchObject({
      fileReading: { kind: 'read' },
    })
  })

  it('shows the first rows while the rest is being read', () => {
    const firstRows = { columns: ['phone_number'], rows: [['+14155550101']] }
    const newBatch = stateAfter(
      fileChosen,
      { type: 'progressed', readingNumber: 1, progress: { stage: 'glimpse', ...firstRows } },
      { type: 'progressed', readingNumber: 1, progress: { stage: 'checking' } },
    )
    expect(newBatch.fileReading).toEqual({ kind: 'reading', stage: 'checking', firstRows })
  })

  it('can stop reading a file, and ignores the late result', () => {
    const newBatch = stateAfter(fileChosen, { type: 'fileDiscarded' }, fileRead)
    expect([newBatch.source, newBatch.fileReading.kind]).toEqual([null, 'nothing'])
  })

  it('repeats the start with the same key after a reload, and uses a new key after any change', () => {
    const sent = stateAfter(...preparedEvents, { type: 'startSent', key: 'k' })
    const stored = storedFieldsOf(sent)
    if (!stored) throw new Error('nothing is stored')
    expect(stateAfter({ type: 'resumed', stored }).intention).toBe('k')
    const changes: Event[] = [
      { type: 'named', name: 'November' },
      { type: 'agentChosen', agentId: 'b' },
      { type: 'planned', plan: { callBacks: 1 } },
      { type: 'operationAdded', operation: { kind: 'leaveOut', rows: [2], out: true } },
      { type: 'choicesChanged', choices: { headerRow: 2 } },
      { ...fileChosen, name: 'second.csv' },
      { type: 'startSent', key: null },
      { type: 'started' },
    ]
    for (const change of changes) expect(reduce(sent, change).intention).toBeNull()
  })

  it('keeps the name and the agent while choosing another file', () => {
    const newBatch = stateAfter(
      fileChosen,
      { type: 'named', name: 'November' },
      { type: 'agentChosen', agentId: 'a' },
      { type: 'fileDiscarded' },
    )
    expect([nameOf(newBatch), newBatch.agentId]).toEqual(['November', 'a'])
    expect(stateAfter(...preparedEvents, fileChosen)).toMatchObject({ agentId: 'a', fileReading: { kind: 'reading' } })
  })

  it('discards the service’s answers when the header row changes', () => {
    const newBatch = stateAfter(
      fileChosen,
      fileRead,
      { type: 'serviceCheckStarted', readingNumber: 1, check: 'asRead' },
      { type: 'serviceCheckUnanswered', readingNumber: 1, check: 'asRead', reason: 'Down.' },
      { type: 'choicesChanged', choices: { headerRow: 2 } },
      { type: 'serviceCheckUnanswered', readingNumber: 1, check: 'preview', reason: 'Down.' },
    )
    expect(newBatch).toMatchObject({
      choices: { headerRow: 2 },
      fileReading: { kind: 'reading' },
      serviceChecks: {
        asRead: { kind: 'not_started' },
        clean: { kind: 'not_started' },
        preview: { kind: 'not_started' },
      },
    })
  })

  it('stores the batch from which its people were selected until another file is chosen', () => {
    const origin = { batchId: 'batch_1', name: 'Renewals', calls: 'never_called', people: 39 } as const
    const newBatch = stateAfter({ ...fileChosen, origin }, fileRead)
    const stored = storedFieldsOf(newBatch)
    if (!stored) throw new Error('nothing is stored')
    expect([newBatch.origin, stateAfter({ type: 'resumed', stored }).origin]).toEqual([origin, origin])
    expect(reduce(newBatch, fileChosen).origin).toBeNull()
    expect(reduce(newBatch, { type: 'fileDiscarded' }).origin).toBeNull()
    // Stored by an earlier version without this field.
    expect(stateAfter({ type: 'resumed', stored: { ...stored, origin: undefined } as never }).origin).toBeNull()
  })

  it('resets the file format for a new file', () => {
    expect(stateAfter(fileChosen, { type: 'choicesChanged', choices: { delimiter: ';' } }, fileChosen).choices).toEqual(
      {},
    )
  })

  it('does not show a step whose requirements are not met', () => {
    expect(stepOf(emptyNewBatch, 'start')).toBe('upload')
    expect(stepOf(stateAfter(fileChosen), 'preview')).toBe('upload')
    expect(stepOf(stateAfter(fileChosen, fileRead), 'preview')).toBe('preview')
    const withoutCallable = { ...file, counts: { ...file.counts, valid: 0 } }
    expect(stepOf(stateAfter(fileChosen, { ...fileRead, file: withoutCallable }), 'start')).toBe('validate')
  })

  it('lists all reasons why it cannot be started', () => {
    expect(startObstaclesOf(emptyNewBatch)).toHaveLength(3)
    const withoutPhoneColumn = { ...file, phoneColumn: null }
    expect(startObstaclesOf(stateAfter(fileChosen, { ...fileRead, file: withoutPhoneColumn }))[0]).toBe(
      'Choose the column with the phone numbers.',
    )
    expect(startObstaclesOf(stateAfter(...preparedEvents))).toEqual([])
  })
})

describe('repairing rows', () => {
  const edit = { kind: 'edit', cells: [{ row: 3, column: 'name', value: 'Ann' }] } as const
  const country = { kind: 'rule', rule: 'country', country: 'US' } as const
  const repaired = stateAfter(
    ...preparedEvents,
    { type: 'operationAdded', operation: edit },
    { type: 'operationAdded', operation: country },
    { type: 'rowsChanged', readingNumber: 1, file },
    { type: 'rowsChanged', readingNumber: 1, file },
  )

  it('can be undone and redone, and a new change replaces undone ones', () => {
    const undone = reduce(repaired, { type: 'undone' })
    expect([currentOperations(repaired), currentOperations(undone)]).toEqual([[edit, country], [edit]])
    expect(currentOperations(reduce(undone, { type: 'redone' }))).toEqual([edit, country])
    const afterNewEdit = reduce(undone, { type: 'operationAdded', operation: edit })
    expect(afterNewEdit.history).toEqual({ operations: [edit, edit], position: 2 })
    expect(reduce(repaired, { type: 'redone' })).toBe(repaired)
    expect(reduce(stateAfter(fileChosen, fileRead), { type: 'undone' }).history.position).toBe(0)
  })

  it('blocks the start while rows are being checked', () => {
    const pending = reduce(repaired, { type: 'undone' })
    expect(startObstaclesOf(pending)).toEqual(['The rows are still being checked.'])
    expect(startObstaclesOf(reduce(pending, { type: 'rowsChanged', readingNumber: 1, file }))).toEqual([])
  })

  it('repeats the service’s check of the file that is sent, but not of the rows as read', () => {
    const noAnswer = (check: 'asRead' | 'clean'): Event => ({
      type: 'serviceCheckUnanswered',
      readingNumber: 1,
      check,
      reason: 'Down.',
    })
    const unanswered = [noAnswer('asRead'), noAnswer('clean')].reduce(reduce, repaired)
    const { serviceChecks } = reduce(unanswered, { type: 'undone' })
    expect([serviceChecks.asRead.kind, serviceChecks.clean.kind]).toEqual(['unanswered', 'not_started'])
    const matched = reduce(unanswered, {
      type: 'operationAdded',
      operation: { kind: 'match', column: 'x', as: 'phone_number' },
    })
    expect(matched.serviceChecks.asRead.kind).toBe('not_started')
  })

  it('keeps the rows in view after an edit and looks them up again after a rule', () => {
    expect(reduce(repaired, { type: 'operationAdded', operation: edit }).view).toBe(repaired.view)
    expect(reduce(repaired, { type: 'operationAdded', operation: country }).view).toBe(repaired.view + 1)
  })

  it('continues after a reload with the stored fields', () => {
    const stored = storedFieldsOf(repaired)
    expect(stored && reduce(emptyNewBatch, { type: 'resumed', stored })).toMatchObject({
      source: { name: 'renewals.csv' },
      history: { operations: [edit, country], position: 2 },
      agentId: 'a',
      fileReading: { kind: 'reading' },
    })
    expect(storedFieldsOf(emptyNewBatch)).toBeNull()
  })
})

describe('a batch without a name', () => {
  it.each([
    ['renewals_november.csv', 'Renewals november'],
    ['2026-11-20 Overdue.CSV', '2026-11-20 Overdue'],
    ['no extension', 'No extension'],
  ])('gets its name from the file %s', (file, name) => {
    expect(nameFromFile(file)).toBe(name)
  })
})

describe('a start with an unknown outcome', () => {
  const unknown = stateAfter(...preparedEvents, { type: 'startUnknown', effectId: 'e' })

  it('blocks all changes until it is resolved', () => {
    expect(stepOf(unknown, 'upload')).toBe('start')
    const events: Event[] = [
      fileChosen,
      { type: 'fileDiscarded' },
      { type: 'choicesChanged', choices: {} },
      { type: 'named', name: 'x' },
      { type: 'agentChosen', agentId: 'b' },
    ]
    for (const event of events) expect(reduce(unknown, event)).toBe(unknown)
  })

  it('continues with the prepared batch if it did not start', () => {
    expect(reduce(unknown, { type: 'resolved', happened: false })).toEqual(stateAfter(...preparedEvents))
  })

  it('clears the prepared batch if it started', () => {
    const cleared = { ...emptyNewBatch, readingNumber: 2, view: 2 }
    expect(reduce(unknown, { type: 'resolved', happened: true })).toEqual(cleared)
    expect(stateAfter(...preparedEvents, { type: 'started' })).toEqual(cleared)
  })
})
