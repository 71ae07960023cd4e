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
  expect(groups.toSorted()).toEqual([
    ['personal', 1, 5],
    ['premium', 2, 3],
    ['tollFree', 2, 2],
  ])
})

it('proposes a country that the workspace calls', async () => {
  expect((await summaryOf('phone\n07700 900123\n', ['GB'])).home).toBe('GB')
  expect((await summaryOf('phone\n07700 900123\n')).home).toBeNull()
})
