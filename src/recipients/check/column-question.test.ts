/** A column that may say who must not be called: nobody whom it marks is called until a person says what it means. */
import { describe, expect, it } from 'vitest'
import type { ColumnAnswer } from '#contract/index.ts'
import { readRecipients } from '../read.ts'
import { optedOutIn } from '../table/opt-outs.ts'
import { type Operation, repairsOf } from './repairs.ts'

const header = 'Name;Telefon;Anruf KZ'
const rows = ['Ann;+14155550134;ja', 'Bob;+14155550135;', 'Cid;+14155550136;nein', 'Dan;+14155550137;ja']
function read(lines: string[], operations: Operation[] = [], variables: string[] = []) {
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  const result = readRecipients(bytes, {}, () => {}, { ...repairsOf(operations), variables })
  if (!result.ok) throw new Error(result.refusal.message)
  return result.file
}
const file = (...lines: string[]) => [header, ...rows, ...lines]
const answer = (given: ColumnAnswer | null): Operation => ({
  kind: 'rule',
  rule: 'answer',
  column: 'Anruf KZ',
  answer: given,
})
const marked = answer({ means: 'optOut', doNotCall: ['ja'], call: ['nein', ''] })
const otherWay = answer({ means: 'optOut', doNotCall: ['nein', ''], call: ['ja'] })
const ordinary = answer({ means: 'ordinary' })
const acceptUnclear: Operation = { kind: 'rule', rule: 'accept', reason: 'unclear_opt_out', on: true }
const calledIn = (...given: Parameters<typeof read>) =>
  read(...given).recipients.map(({ values }) => Object.values(values)[0])

describe('a column that nobody has explained', () => {
  it('keeps all people from being called if any cell may mean no, and is not sent', () => {
    const { problems, recipients, names, counts } = read(file())
    expect(recipients).toEqual([])
    expect(problems.map(({ row, reason, code }) => [row, reason, code])).toEqual([
      [2, 'unanswered_opt_out', 'not_to_be_called'],
      // Whoever did not agree may have left it empty.
      [3, 'unanswered_opt_out', 'not_to_be_called'],
      // It depends on the question to which this is the answer.
      [4, 'unanswered_opt_out', 'not_to_be_called'],
      [5, 'unanswered_opt_out', 'not_to_be_called'],
    ])
    expect(problems[0]?.message).toContain('`ja` may say that this person must not be called.')
    expect(names.at(-1)).toBeNull()
    expect(counts).toMatchObject({ invalid: 4, optedOut: 0 })
  })

  it('keeps every row of their numbers from being called, and no other decision answers it', () => {
    const locked = (...lines: string[]) => [
      'Name;Telefon;Gesperrt',
      'Ann;+14155550134;x',
      'Bob;+14155550135;',
      ...lines,
    ]
    const twice = locked('Ann again;+1 415 555 0134;')
    expect(calledIn(twice)).toEqual(['Bob'])
    const others: Operation[] = [
      acceptUnclear,
      { kind: 'match', column: 'Gesperrt', as: 'kz' },
      { kind: 'rule', rule: 'keep', keep: 'last' },
    ]
    expect(calledIn(twice, others)).toEqual(['Bob'])
  })

  it('is a column for the agent if the flow of the chosen agent has a variable of this name', () => {
    expect(read(file(), [], ['name', 'anruf kz']).recipients.map(({ values }) => values['Anruf KZ'])).toEqual([
      'ja',
      '',
      'nein',
      'ja',
    ])
    // What a person said counts, whatever the flow.
    expect(calledIn(file(), [marked], ['anruf kz'])).toEqual(['Bob', 'Cid'])
  })
})

describe('an answer', () => {
  it('leaves out the people with the chosen texts, and calls the others', () => {
    const { counts, names } = read(file(), [marked])
    expect(counts).toMatchObject({ valid: 2, optedOut: 2, invalid: 0 })
    expect(names.at(-1)).toBeNull()
    expect(calledIn(file(), [otherWay])).toEqual(['Ann', 'Dan'])
  })

  it('may be that the column says something else, and can be taken back', () => {
    expect(read(file(), [ordinary]).recipients.map(({ values }) => values['Anruf KZ'])).toEqual([
      'ja',
      '',
      'nein',
      'ja',
    ])
    expect(read(file(), [ordinary, answer(null)]).problems).toEqual(read(file()).problems)
  })

  it('about an earlier file leaves texts that it does not name unclear, unless all marked ones mean the same', () => {
    const more = file('Eve;+14155550138;JA', 'Fay;+14155550139;n', 'Gus;+14155550140;-')
    for (const [given, called] of [
      [marked, ['Bob', 'Cid', 'Gus']],
      [otherWay, ['Ann', 'Dan', 'Eve']],
    ] as const) {
      expect(calledIn(more, [given])).toEqual(called)
      expect(read(more, [given]).problems.flatMap(({ reason, row }) => (reason === 'opted_out' ? [] : [row]))).toEqual([
        7,
      ])
    }
  })

  it('about an earlier file applies even if nothing in the column looks like it', () => {
    const words = [header, 'Ann;+14155550134;x', 'Bob;+14155550135;', 'Cid;+14155550136;moved to Leeds in May']
    const said = answer({ means: 'optOut', doNotCall: ['x'], call: [''] })
    expect(calledIn(words)).toEqual(['Ann', 'Bob', 'Cid'])
    expect(calledIn(words, [said])).toEqual(['Bob'])
    expect(read(words, [said])).toMatchObject({ counts: { optedOut: 2 }, names: ['Name', 'phone_number', null] })
    // Nobody said what an empty cell means.
    const ofFilled = answer({ means: 'optOut', doNotCall: ['x'], call: [] })
    expect(read(words, [ofFilled])).toMatchObject({ counts: { valid: 0, optedOut: 2, invalid: 1 } })
  })
})

it('a column of many texts is asked about if some say that a number does not work', () => {
  const status = [
    'name,phone,Status',
    'Ann,+14155550134,Active',
    'Bob,+14155550135,disconnected',
    'Cid,+14155550136,Gold',
  ]
  const { problems, recipients } = read(status)
  expect(problems.map(({ row, reason }) => [row, reason])).toEqual([[3, 'unanswered_opt_out']])
  expect(recipients.map(({ row }) => row)).toEqual([2, 4])
  const answered: Operation = {
    kind: 'rule',
    rule: 'answer',
    column: 'Status',
    answer: { means: 'optOut', doNotCall: ['disconnected'], call: [] },
  }
  expect(read([...status, 'Dan,+14155550137,Silver'], [answered]).recipients.map(({ row }) => row)).toEqual([2, 4, 5])
})

it('the clean file with a column that a person declared ordinary says nothing to the gateway', () => {
  const sent = read(file(), [ordinary])
  const sentRows = sent.recipients.map(({ phone_number, values }) => [phone_number, ...Object.values(values)])
  const names = sent.names.filter((name) => name !== null)
  expect(optedOutIn(names, sentRows, 'phone_number').rows).toBe(0)
})
