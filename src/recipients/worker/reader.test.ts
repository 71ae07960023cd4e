import { expect, it } from 'vitest'
import type { Summary, Verdicts, WorkerMessage } from './protocol.ts'
import { createReader } from './reader.ts'

async function summaryOf(text: string, countries: string[] = []): Promise<Summary> {
  const messages: WorkerMessage[] = []
  const handle = createReader((message) => messages.push(message))
  await handle({ id: 1, name: 'open', file: new Blob([text]), choices: {}, operations: [], variables: [], countries })
  const last = messages.at(-1)
  const verdicts = last?.kind === 'answer' ? (last.answer as Verdicts) : undefined
  if (!verdicts?.ok) throw new Error('The file was refused.')
  return verdicts.summary
}

it('names numbers that cost more or may not reach a person, and calls them', async () => {
  const special = ['+18005550134', '+19005550134', '+448081570123', '+447012345678', '+499001234567', '+4915123456789']
  const { counts, specialNumbers } = await summaryOf(`phone_number\n${[...special, '+14155550134'].join('\n')}\n`)
  expect(counts.valid).toBe(7)
  const groups = specialNumbers.map(({ kind, count, examples }) => [kind, count, examples[0]?.row])
  expect(new Map(groups.map((group) => [group[0], group]))).toEqual(
    new Map([
      ['personal', ['personal', 1, 5]],
      ['premium', ['premium', 2, 3]],
      ['tollFree', ['tollFree', 2, 2]],
    ]),
  )
})

it('proposes a country that the workspace calls', async () => {
  expect((await summaryOf('phone\n07700 900123\n', ['GB'])).home).toBe('GB')
  expect((await summaryOf('phone\n07700 900123\n')).home).toBeNull()
})

it.each<[text: string, own: string[], home: string | null, rows: number]>([
  ['phone\n07700 900123\n07700 900124\n0151 2345\n', ['GB'], null, 0],
  ['phone\n07700 900123\n07700 900124\n', ['GB'], 'GB', 2],
  ['Vorname,Telefon\nMax,0151 23456789\nEva,0152 34567890\n', [], 'DE', 2],
  ['name,Country,phone\nAnn,US,(415) 555-0134\nBob,USA,(415) 555-0135\n', [], 'US', 2],
  ['name,Country,phone\nAnn,US,(415) 555-0134\nBob,Canada,(416) 555-0135\nCid,US,(415) 555-0136\n', [], 'US', 3],
  // Of several countries with one plan, the one in which most of the numbers are.
  ['Имя,Телефон\nАня,79161234567\nЯн,79161234568\n', [], 'RU', 2],
  ['Имя,Телефон\nАня,77011234567\nЯн,77011234568\n', [], 'KZ', 2],
  ['phone\n(604) 555-0134\n(604) 555-0135\n', ['US', 'CA'], 'CA', 2],
  ['phone\n(415) 555-0134\n(415) 555-0135\n', ['CA', 'US'], 'US', 2],
  // Rows that say different countries, or nothing at all.
  ['name,Country,phone\nAnn,US,(415) 555-0134\nMax,DE,0151 23456789\n', [], null, 0],
  ['name,phone\nAnn,(415) 555-0134\nBob,+14155550135\n', [], null, 0],
  ['name,Country,phone\nAnn,,(415) 555-0134\n', [], null, 0],
])('fills in the country that every suggestion has: %j, %j', async (text, own, home, rows) => {
  const summary = await summaryOf(text, own)
  expect([summary.home, summary.missingCountry.inHome]).toEqual([home, rows])
})

it('asks about a column that may say who must not be called, unless it is a variable of the flow', async () => {
  const messages: WorkerMessage[] = []
  const handle = createReader((message) => messages.push(message))
  const send = async (request: Parameters<typeof handle>[0]) => {
    await handle(request)
    const last = messages.at(-1)
    return last?.kind === 'answer' ? last.answer : last
  }
  const rows = ['+14155550134,Ann,x', '+14155550135,Bob,', '+14155550136,Cid,', '+1 415 555 0134,Ann again,']
  const file = new Blob([`phone_number,name,Anruf KZ\n${rows.join('\n')}\n`])
  const opening = { file, choices: {}, operations: [], variables: [], countries: [] }
  const values = [
    { text: 'x', count: 1, isMarked: true },
    { text: '', count: 3, isMarked: true },
  ]
  const suspects = ['Anruf KZ']
  expect(await send({ id: 1, name: 'open', ...opening })).toMatchObject({
    summary: {
      counts: { valid: 0, invalid: 4 },
      groups: [{ reason: 'unanswered_opt_out', count: 4 }],
      optOuts: [{ question: { about: 'contact', values }, isAnswered: false, unclear: 4, rows: 0 }],
      suspects,
    },
  })
  expect(await send({ id: 2, name: 'variables', variables: ['anruf kz'] })).toMatchObject({
    summary: { counts: { valid: 3, duplicate: 1 }, optOuts: [], suspects },
  })
  const answer = { means: 'optOut' as const, doNotCall: ['x'], call: [''] }
  const said = { kind: 'rule' as const, rule: 'answer' as const, column: 'Anruf KZ', answer }
  expect(await send({ id: 3, name: 'move', keep: 0, add: [said] })).toMatchObject({
    summary: {
      counts: { valid: 2, optedOut: 2 },
      optOuts: [{ question: null, isAnswered: true, rows: 1, numbers: 1 }],
    },
  })
})
