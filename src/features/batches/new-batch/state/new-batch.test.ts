import { describe, expect, it } from 'vitest'
import type { Summary } from '#recipients/worker/protocol.ts'
import { nameFromFile, nameOf } from './batch-name.ts'
import {
  callsOf,
  currentOperations,
  decisionsOf,
  type Event,
  emptyNewBatch,
  fileOf,
  missingOf,
  type NewBatch,
  reduce,
  stepOf,
  storedFieldsOf,
} from './new-batch.ts'

const file = {
  counts: { read: 25, valid: 23, invalid: 1, duplicate: 1, blank: 0, leftOut: 0 },
  phoneColumn: 'phone_number',
} as Summary
const after = (...events: Event[]): NewBatch => events.reduce(reduce, emptyNewBatch)
const chosen: Event = { type: 'fileChosen', name: 'renewals.csv', size: 900 }
const read: Event = { type: 'fileRead', turn: 1, file }
const prepared: Event[] = [chosen, read, { type: 'agentChosen', agentId: 'a' }]

describe('a new batch', () => {
  it('gets its name from the file until it is named', () => {
    const newBatch = after(chosen, read)
    expect([fileOf(newBatch), callsOf(newBatch), nameOf(newBatch)]).toEqual([file, 23, 'Renewals'])
    expect(nameOf(reduce(newBatch, { type: 'named', name: 'November' }))).toBe('November')
    expect(nameOf(reduce(newBatch, { type: 'named', name: '' }))).toBe('')
  })

  it('keeps decisions about people found by a rule until the rows change', () => {
    const decided = after(...prepared, { type: 'decided', decisions: { callAgain: 5 } })
    expect(decisionsOf(decided)).toMatchObject({ callAgain: 5 })
    expect(decisionsOf(reduce(decided, { type: 'rowsChanged', turn: 1, file }))).toEqual({})
  })

  it('ignores the rows of a file that was replaced meanwhile', () => {
    const newBatch = after(chosen, { ...chosen, name: 'second.csv' }, read)
    expect(fileOf(newBatch)).toBeNull()
    expect(reduce(newBatch, { type: 'fileRead', turn: 2, file })).toMatchObject({ reading: { kind: 'read' } })
  })

  it('shows the first rows while the rest is being read', () => {
    const glimpse = { columns: ['phone_number'], rows: [['+14155550101']] }
    const newBatch = after(
      chosen,
      { type: 'progressed', turn: 1, progress: { stage: 'glimpse', ...glimpse } },
      { type: 'progressed', turn: 1, progress: { stage: 'checking' } },
    )
    expect(newBatch.reading).toEqual({ kind: 'reading', stage: 'checking', glimpse })
  })

  it('can cancel a reading and ignores its late result', () => {
    const newBatch = after(chosen, { type: 'fileDiscarded' }, read)
    expect([newBatch.source, newBatch.reading.kind]).toEqual([null, 'nothing'])
  })

  it('repeats the same start after a reload, and a new one after any change', () => {
    const sent = after(...prepared, { type: 'startSent', key: 'k' })
    const kept = storedFieldsOf(sent)
    if (!kept) throw new Error('nothing is stored')
    expect(after({ type: 'resumed', kept }).intention).toBe('k')
    const changes: Event[] = [
      { type: 'named', name: 'November' },
      { type: 'agentChosen', agentId: 'b' },
      { type: 'planned', plan: { callBacks: 1 } },
      { type: 'operationAdded', operation: { kind: 'leaveOut', rows: [2], out: true } },
      { type: 'choicesChanged', choices: { headerRow: 2 } },
      { ...chosen, name: 'second.csv' },
      { type: 'startSent', key: null },
      { type: 'started' },
    ]
    for (const change of changes) expect(reduce(sent, change).intention).toBeNull()
  })

  it('keeps the name and the agent while choosing another file', () => {
    const newBatch = after(
      chosen,
      { type: 'named', name: 'November' },
      { type: 'agentChosen', agentId: 'a' },
      { type: 'fileDiscarded' },
    )
    expect([nameOf(newBatch), newBatch.agentId]).toEqual(['November', 'a'])
    expect(after(...prepared, chosen)).toMatchObject({ agentId: 'a', reading: { kind: 'reading' } })
  })

  it('forgets the service’s answers when the header row changes', () => {
    const newBatch = after(
      chosen,
      read,
      { type: 'asked', turn: 1, what: 'asRead' },
      { type: 'serviceSilent', turn: 1, what: 'asRead', why: 'Down.' },
      { type: 'choicesChanged', choices: { headerRow: 2 } },
      { type: 'serviceSilent', turn: 1, what: 'preview', why: 'Down.' },
    )
    expect(newBatch).toMatchObject({
      choices: { headerRow: 2 },
      reading: { kind: 'reading' },
      questions: { asRead: { kind: 'not_asked' }, clean: { kind: 'not_asked' }, preview: { kind: 'not_asked' } },
    })
  })

  it('remembers the batch that its people come from, also after a reload, until another file is chosen', () => {
    const origin = { batchId: 'batch_1', name: 'Renewals', calls: 'never_called', people: 39 } as const
    const newBatch = after({ ...chosen, origin }, read)
    const kept = storedFieldsOf(newBatch)
    if (!kept) throw new Error('nothing is stored')
    expect([newBatch.origin, after({ type: 'resumed', kept }).origin]).toEqual([origin, origin])
    expect(reduce(newBatch, chosen).origin).toBeNull()
    expect(reduce(newBatch, { type: 'fileDiscarded' }).origin).toBeNull()
    // Stored by an earlier version without this field.
    expect(after({ type: 'resumed', kept: { ...kept, origin: undefined } as never }).origin).toBeNull()
  })

  it('resets the file format for a new file', () => {
    expect(after(chosen, { type: 'choicesChanged', choices: { delimiter: ';' } }, chosen).choices).toEqual({})
  })

  it('does not show a step whose requirements are missing', () => {
    expect(stepOf(emptyNewBatch, 'start')).toBe('upload')
    expect(stepOf(after(chosen), 'preview')).toBe('upload')
    expect(stepOf(after(chosen, read), 'preview')).toBe('preview')
    const none = { ...file, counts: { ...file.counts, valid: 0 } }
    expect(stepOf(after(chosen, { ...read, file: none }), 'start')).toBe('validate')
  })

  it('lists everything that is missing before the start', () => {
    expect(missingOf(emptyNewBatch)).toHaveLength(3)
    const column = { ...file, phoneColumn: null }
    expect(missingOf(after(chosen, { ...read, file: column }))[0]).toBe('Choose the column with the phone numbers.')
    expect(missingOf(after(...prepared))).toEqual([])
  })
})

describe('repairing rows', () => {
  const edit = { kind: 'edit', cells: [{ row: 3, column: 'name', value: 'Ann' }] } as const
  const country = { kind: 'rule', rule: 'country', country: 'US' } as const
  const repaired = after(
    ...prepared,
    { type: 'operationAdded', operation: edit },
    { type: 'operationAdded', operation: country },
    { type: 'rowsChanged', turn: 1, file },
    { type: 'rowsChanged', turn: 1, file },
  )

  it('can be undone and redone, and a new change replaces undone ones', () => {
    const undone = reduce(repaired, { type: 'undone' })
    expect([currentOperations(repaired), currentOperations(undone)]).toEqual([[edit, country], [edit]])
    expect(currentOperations(reduce(undone, { type: 'redone' }))).toEqual([edit, country])
    const other = reduce(undone, { type: 'operationAdded', operation: edit })
    expect(other.history).toEqual({ operations: [edit, edit], position: 2 })
    expect(reduce(repaired, { type: 'redone' })).toBe(repaired)
    expect(reduce(after(chosen, read), { type: 'undone' }).history.position).toBe(0)
  })

  it('blocks the start while rows are being checked', () => {
    const pending = reduce(repaired, { type: 'undone' })
    expect(missingOf(pending)).toEqual(['The rows are still being checked.'])
    expect(missingOf(reduce(pending, { type: 'rowsChanged', turn: 1, file }))).toEqual([])
  })

  it('asks the service again about the file that is sent, but not about the rows as read', () => {
    const silent = (what: 'asRead' | 'clean'): Event => ({ type: 'serviceSilent', turn: 1, what, why: 'Down.' })
    const asked = [silent('asRead'), silent('clean')].reduce(reduce, repaired)
    const { questions } = reduce(asked, { type: 'undone' })
    expect([questions.asRead.kind, questions.clean.kind]).toEqual(['silent', 'not_asked'])
    const matched = reduce(asked, {
      type: 'operationAdded',
      operation: { kind: 'match', column: 'x', as: 'phone_number' },
    })
    expect(matched.questions.asRead.kind).toBe('not_asked')
  })

  it('keeps the rows in view after an edit and looks them up again after a rule', () => {
    expect(reduce(repaired, { type: 'operationAdded', operation: edit }).view).toBe(repaired.view)
    expect(reduce(repaired, { type: 'operationAdded', operation: country }).view).toBe(repaired.view + 1)
  })

  it('continues after a reload with the stored fields', () => {
    const kept = storedFieldsOf(repaired)
    expect(kept && reduce(emptyNewBatch, { type: 'resumed', kept })).toMatchObject({
      source: { name: 'renewals.csv' },
      history: { operations: [edit, country], position: 2 },
      agentId: 'a',
      reading: { kind: 'reading' },
    })
    expect(storedFieldsOf(emptyNewBatch)).toBeNull()
  })
})

describe('a batch without a name', () => {
  it.each([
    ['renewals_november.csv', 'Renewals november'],
    ['2026-11-20 Overdue.CSV', '2026-11-20 Overdue'],
    ['no ending', 'No ending'],
  ])('gets its name from the file %s', (file, name) => {
    expect(nameFromFile(file)).toBe(name)
  })
})

describe('a start with an unknown outcome', () => {
  const unknown = after(...prepared, { type: 'startUnknown', effectId: 'e' })

  it('blocks all changes until it is resolved', () => {
    expect(stepOf(unknown, 'upload')).toBe('start')
    const tries: Event[] = [
      chosen,
      { type: 'fileDiscarded' },
      { type: 'choicesChanged', choices: {} },
      { type: 'named', name: 'x' },
      { type: 'agentChosen', agentId: 'b' },
    ]
    for (const event of tries) expect(reduce(unknown, event)).toBe(unknown)
  })

  it('continues with the prepared batch if it did not start', () => {
    expect(reduce(unknown, { type: 'resolved', happened: false })).toEqual(after(...prepared))
  })

  it('clears the prepared batch if it started', () => {
    const nothing = { ...emptyNewBatch, turn: 2, view: 2 }
    expect(reduce(unknown, { type: 'resolved', happened: true })).toEqual(nothing)
    expect(after(...prepared, { type: 'started' })).toEqual(nothing)
  })
})
