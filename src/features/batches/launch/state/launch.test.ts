import { describe, expect, it } from 'vitest'
import type { Summary } from '#recipients/worker/protocol.ts'
import { nameFromFile, nameOf } from './batch-name.ts'
import {
  callsOf,
  currentOperations,
  decisionsOf,
  type Event,
  fileOf,
  type Launch,
  missingOf,
  noLaunch,
  reduce,
  stepOf,
  storedFieldsOf,
} from './launch.ts'

const file = {
  counts: { read: 25, valid: 23, invalid: 1, duplicate: 1, blank: 0, leftOut: 0 },
  phoneColumn: 'phone_number',
} as Summary
const after = (...events: Event[]): Launch => events.reduce(reduce, noLaunch)
const chosen: Event = { type: 'fileChosen', name: 'renewals.csv', size: 900 }
const read: Event = { type: 'fileRead', turn: 1, file }
const prepared: Event[] = [chosen, read, { type: 'agentChosen', agentId: 'a' }]

describe('a manager who prepares a batch', () => {
  it('reads a file, and the batch is called after it until it is named', () => {
    const launch = after(chosen, read)
    expect([fileOf(launch), callsOf(launch), nameOf(launch)]).toEqual([file, 23, 'Renewals'])
    expect(nameOf(reduce(launch, { type: 'named', name: 'November' }))).toBe('November')
    expect(nameOf(reduce(launch, { type: 'named', name: '' }))).toBe('')
  })

  it('decides about people whom a rule found, until the rows change', () => {
    const decided = after(...prepared, { type: 'decided', decisions: { callAgain: 5 } })
    expect(decisionsOf(decided)).toMatchObject({ callAgain: 5 })
    expect(decisionsOf(reduce(decided, { type: 'rowsChanged', turn: 1, file }))).toEqual({})
  })

  it('never sees the rows of a file that was replaced meanwhile', () => {
    const launch = after(chosen, { ...chosen, name: 'second.csv' }, read)
    expect(fileOf(launch)).toBeNull()
    expect(reduce(launch, { type: 'fileRead', turn: 2, file })).toMatchObject({ reading: { kind: 'read' } })
  })

  it('sees the first rows while the rest is still read', () => {
    const glimpse = { columns: ['phone_number'], rows: [['+14155550101']] }
    const launch = after(
      chosen,
      { type: 'progressed', turn: 1, progress: { stage: 'glimpse', ...glimpse } },
      { type: 'progressed', turn: 1, progress: { stage: 'checking' } },
    )
    expect(launch.reading).toEqual({ kind: 'reading', stage: 'checking', glimpse })
  })

  it('can stop the reading; what comes late is not taken', () => {
    const launch = after(chosen, { type: 'fileDiscarded' }, read)
    expect([launch.source, launch.reading.kind]).toEqual([null, 'nothing'])
  })

  it('asks after a reload for the start that went out, and for another once anything of it has changed', () => {
    const sent = after(...prepared, { type: 'startSent', key: 'k' })
    const kept = storedFieldsOf(sent)
    if (!kept) throw new Error('nothing is kept')
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
    const launch = after(
      chosen,
      { type: 'named', name: 'November' },
      { type: 'agentChosen', agentId: 'a' },
      { type: 'fileDiscarded' },
    )
    expect([nameOf(launch), launch.agentId]).toEqual(['November', 'a'])
    expect(after(...prepared, chosen)).toMatchObject({ agentId: 'a', reading: { kind: 'reading' } })
  })

  it('names another header row, and nothing that the service said of the old rows stays', () => {
    const launch = after(
      chosen,
      read,
      { type: 'asked', turn: 1, what: 'asRead' },
      { type: 'serviceSilent', turn: 1, what: 'asRead', why: 'Down.' },
      { type: 'choicesChanged', choices: { headerRow: 2 } },
      { type: 'serviceSilent', turn: 1, what: 'preview', why: 'Down.' },
    )
    expect(launch).toMatchObject({
      choices: { headerRow: 2 },
      reading: { kind: 'reading' },
      questions: { asRead: { kind: 'not_asked' }, clean: { kind: 'not_asked' }, preview: { kind: 'not_asked' } },
    })
  })

  it('knows the batch that its people come from, after a reload too, until another file is chosen', () => {
    const origin = { batchId: 'batch_1', name: 'Renewals', calls: 'never_called', people: 39 } as const
    const launch = after({ ...chosen, origin }, read)
    const kept = storedFieldsOf(launch)
    if (!kept) throw new Error('nothing is kept')
    expect([launch.origin, after({ type: 'resumed', kept }).origin]).toEqual([origin, origin])
    expect(reduce(launch, chosen).origin).toBeNull()
    expect(reduce(launch, { type: 'fileDiscarded' }).origin).toBeNull()
    // Kept by a version that did not know it.
    expect(after({ type: 'resumed', kept: { ...kept, origin: undefined } as never }).origin).toBeNull()
  })

  it('starts a new file without the choices made for the old one', () => {
    expect(after(chosen, { type: 'choicesChanged', choices: { delimiter: ';' } }, chosen).choices).toEqual({})
  })

  it('cannot be on a step that has nothing to stand on', () => {
    expect(stepOf(noLaunch, 'start')).toBe('upload')
    expect(stepOf(after(chosen), 'preview')).toBe('upload')
    expect(stepOf(after(chosen, read), 'preview')).toBe('preview')
    const none = { ...file, counts: { ...file.counts, valid: 0 } }
    expect(stepOf(after(chosen, { ...read, file: none }), 'start')).toBe('validate')
  })

  it('is told everything that is missing, and nothing once it is all there', () => {
    expect(missingOf(noLaunch)).toHaveLength(3)
    const column = { ...file, phoneColumn: null }
    expect(missingOf(after(chosen, { ...read, file: column }))[0]).toContain('which column')
    expect(missingOf(after(...prepared))).toEqual([])
  })
})

describe('a manager who repairs rows', () => {
  const edit = { kind: 'edit', cells: [{ row: 3, column: 'name', value: 'Ann' }] } as const
  const country = { kind: 'rule', rule: 'country', country: 'US' } as const
  const repaired = after(
    ...prepared,
    { type: 'operationAdded', operation: edit },
    { type: 'operationAdded', operation: country },
    { type: 'rowsChanged', turn: 1, file },
    { type: 'rowsChanged', turn: 1, file },
  )

  it('undoes and redoes; what is done after undoing takes the place of what was undone', () => {
    const undone = reduce(repaired, { type: 'undone' })
    expect([currentOperations(repaired), currentOperations(undone)]).toEqual([[edit, country], [edit]])
    expect(currentOperations(reduce(undone, { type: 'redone' }))).toEqual([edit, country])
    const other = reduce(undone, { type: 'operationAdded', operation: edit })
    expect(other.history).toEqual({ operations: [edit, edit], position: 2 })
    expect(reduce(repaired, { type: 'redone' })).toBe(repaired)
    expect(reduce(after(chosen, read), { type: 'undone' }).history.position).toBe(0)
  })

  it('cannot start while rows are still being checked', () => {
    const behind = reduce(repaired, { type: 'undone' })
    expect(missingOf(behind)).toEqual(['The rows are still being checked.'])
    expect(missingOf(reduce(behind, { type: 'rowsChanged', turn: 1, file }))).toEqual([])
  })

  it('has the service asked again about the file that is sent, and not about the rows as they stood', () => {
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

  it('keeps the rows in view where a cell was put right, and looks them up anew after a rule', () => {
    expect(reduce(repaired, { type: 'operationAdded', operation: edit }).view).toBe(repaired.view)
    expect(reduce(repaired, { type: 'operationAdded', operation: country }).view).toBe(repaired.view + 1)
  })

  it('goes on after a reload with what was kept', () => {
    const kept = storedFieldsOf(repaired)
    expect(kept && reduce(noLaunch, { type: 'resumed', kept })).toMatchObject({
      source: { name: 'renewals.csv' },
      history: { operations: [edit, country], position: 2 },
      agentId: 'a',
      reading: { kind: 'reading' },
    })
    expect(storedFieldsOf(noLaunch)).toBeNull()
  })
})

describe('a batch that nobody named', () => {
  it.each([
    ['renewals_november.csv', 'Renewals november'],
    ['2026-11-20 Overdue.CSV', '2026-11-20 Overdue'],
    ['no ending', 'No ending'],
  ])('is called after its file %s', (file, name) => {
    expect(nameFromFile(file)).toBe(name)
  })
})

describe('a manager whose start nobody answered', () => {
  const unknown = after(...prepared, { type: 'startUnknown', effectId: 'e' })

  it('can change nothing of it until somebody looked, wherever they are', () => {
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

  it('goes on with what was prepared when it did not start', () => {
    expect(reduce(unknown, { type: 'resolved', happened: false })).toEqual(after(...prepared))
  })

  it('has nothing prepared any more when it did', () => {
    const nothing = { ...noLaunch, turn: 2, view: 2 }
    expect(reduce(unknown, { type: 'resolved', happened: true })).toEqual(nothing)
    expect(after(...prepared, { type: 'started' })).toEqual(nothing)
  })
})
