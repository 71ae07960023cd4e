import { describe, expect, it } from 'vitest'
import type { Summary } from '#recipients/worker-protocol.ts'
import {
  callsOf,
  type Event,
  fileOf,
  type Launch,
  missingOf,
  nameFromFile,
  nameOf,
  noLaunch,
  reduce,
  stepOf,
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

  it('never sees the rows of a file that was replaced meanwhile', () => {
    const launch = after(chosen, { ...chosen, name: 'second.csv' }, read)
    expect(fileOf(launch)).toBeNull()
    expect(reduce(launch, { type: 'fileRead', turn: 2, file })).toMatchObject({ reading: { kind: 'read' } })
  })

  it('sees the first rows while the rest is still read', () => {
    const glimpse = { columns: ['phone_number'], rows: [['+14155550101']] }
    const launch = after(
      chosen,
      { type: 'readOn', turn: 1, progress: { stage: 'glimpse', ...glimpse } },
      { type: 'readOn', turn: 1, progress: { stage: 'checking' } },
    )
    expect(launch.reading).toEqual({ kind: 'reading', stage: 'checking', glimpse })
  })

  it('can stop the reading; what comes late is not taken', () => {
    const launch = after(chosen, { type: 'fileForgotten' }, read)
    expect([launch.source, launch.reading.kind]).toEqual([null, 'nothing'])
  })

  it('keeps the name and the agent while choosing another file', () => {
    const launch = after(
      chosen,
      { type: 'named', name: 'November' },
      { type: 'agentChosen', agentId: 'a' },
      { type: 'fileForgotten' },
    )
    expect([nameOf(launch), launch.agentId]).toEqual(['November', 'a'])
    expect(after(...prepared, chosen)).toMatchObject({ agentId: 'a', reading: { kind: 'reading' } })
  })

  it('names another phone column, and nothing that the service said of the old rows stays', () => {
    const launch = after(
      chosen,
      read,
      { type: 'asked', turn: 1, what: 'check' },
      { type: 'staySilent', turn: 1, what: 'check', why: 'Down.' },
      { type: 'choicesChanged', choices: { phoneColumn: 'mobile' } },
      { type: 'staySilent', turn: 1, what: 'preview', why: 'Down.' },
    )
    expect(launch).toMatchObject({
      choices: { phoneColumn: 'mobile' },
      reading: { kind: 'reading' },
      questions: { check: { kind: 'not_asked' }, preview: { kind: 'not_asked' } },
    })
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
      { type: 'fileForgotten' },
      { type: 'choicesChanged', choices: {} },
      { type: 'named', name: 'x' },
      { type: 'agentChosen', agentId: 'b' },
    ]
    for (const event of tries) expect(reduce(unknown, event)).toBe(unknown)
  })

  it('goes on with what was prepared when it did not start', () => {
    expect(reduce(unknown, { type: 'settled', happened: false })).toEqual(after(...prepared))
  })

  it('has nothing prepared any more when it did', () => {
    expect(reduce(unknown, { type: 'settled', happened: true })).toEqual({ ...noLaunch, turn: 2 })
    expect(after(...prepared, { type: 'started' })).toEqual({ ...noLaunch, turn: 2 })
  })
})
