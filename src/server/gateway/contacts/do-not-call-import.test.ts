import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Contract, DoNotCallEntry, ResponseOf } from '#contract/index.ts'
import { shareChanges } from '#server/database/changes.ts'
import { openTestStore } from '../testing/store.ts'
import { csvForm, startGatewayWithService } from '../testing/testing.ts'

type Person = Awaited<ReturnType<typeof startGatewayWithService>>['grace']

const numberAt = (index: number) => `+1907555${String(100 + index).padStart(4, '0')}`
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => numberAt(from + index))
const csv = (...lists: string[][]) => `phone_number\n${lists.flat().join('\n')}\n`
const reason = 'Asked not to be called'
const add = (person: Person, number: string, fields: object = {}) =>
  person.post('/gateway/do-not-call', { number, reason, ...fields })
const search = async (person: Person, number: string) =>
  ((await person.post('/gateway/do-not-call/search', { number })).json as { entry?: DoNotCallEntry | null }).entry
const readList = async (person: Person) =>
  (await person.get('/gateway/do-not-call')).json as unknown as ResponseOf<Contract['doNotCallList']>
const upload = (person: Person, file: string, fields: Record<string, string> = {}) =>
  person.post('/gateway/do-not-call/import', csvForm({ reason, ...fields }, file))
const importFile = async (person: Person, file: string, fields: Record<string, string> = {}) =>
  (await upload(person, file, fields)).json as unknown as ResponseOf<Contract['doNotCallImport']>

describe('an import of a file', () => {
  test('adds all numbers, and reports new, existing and invalid ones', async () => {
    const { grace } = await startGatewayWithService()
    await add(grace, numberAt(0))
    const lines = [
      'Name;Mobile;Note',
      `Ada;${numberAt(0)};`,
      `Ben;001 907 555 0101;`,
      'Cy;nobody;',
      '',
      `Di;${numberAt(1)};`,
      `Eve;${numberAt(2)};"a`,
      'b"',
    ]
    expect(await importFile(grace, lines.join('\r\n'), { fileName: 'list.csv' })).toMatchObject({
      added: 2,
      already: 2,
      invalid: 1,
      rows: [{ row: 4, text: 'nobody', problem: 'letters' }],
      additionId: expect.any(String),
    })
    expect((await readList(grace)).entries[0]).toMatchObject({ source: { kind: 'import', name: 'list.csv' } })
  })

  test.each([
    ['without column names', numbers(3).join('\n'), 3],
    ['in UTF-16', Buffer.from(`\ufeff${csv(numbers(4))}`, 'utf16le'), 4],
    ['with quotation marks around each line', `"name,phone"\n"Ada,${numberAt(1)}"\n"Ben,${numberAt(2)}"\n`, 2],
    ['with a comma in every name', `Name, Vorname;Telefon\nLee, Ada;${numberAt(1)}\nRay, Ben;${numberAt(2)}\n`, 2],
    ['with a title above the columns', `Do not call\n\nphone,name\n${numberAt(1)},Ada\n`, 1],
  ])('reads a file %s', async (_, file, count) => {
    const { grace } = await startGatewayWithService()
    expect((await importFile(grace, file as string)).added).toBe(count)
  })

  test('keeps the first person of a file without column names and without country codes', async () => {
    const { grace } = await startGatewayWithService()
    const file = '0664 1234567;Max\n0664 1234568;Eva\n'
    expect((await importFile(grace, file, { country: 'AT' })).added).toBe(2)
    expect(await search(grace, '+436641234567')).not.toBe(null)
  })

  test('finds every number of a cell that also has other text', async () => {
    const { grace } = await startGatewayWithService()
    const cells = [
      `${numberAt(1)} (mobile)`,
      `Home: ${numberAt(2)}`,
      `${numberAt(3)} / ${numberAt(4)}`,
      '0664 1234567 privat',
    ]
    const file = csv([...numbers(6, 5), ...cells, 'nobody 12'])
    expect((await upload(grace, file)).json.error.code).toBe('choose_country')
    expect(await importFile(grace, file, { country: 'AT' })).toMatchObject({ added: 11, invalid: 1 })
    for (const number of [...numbers(4, 1), '+436641234567']) expect(await search(grace, number)).not.toBe(null)
  })

  test('lists the columns that may contain the numbers, and reads the chosen one', async () => {
    const { grace } = await startGatewayWithService()
    const file = `home phone,work phone\n${numberAt(1)},${numberAt(2)}\n`
    const refused = await upload(grace, file)
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'choose_column' } } })
    expect((refused.json.error as { details?: string }).details).toBe('home phone\nwork phone')
    expect((await importFile(grace, file, { column: 'work phone' })).added).toBe(1)
    expect(await search(grace, numberAt(2))).not.toBe(null)
    expect((await upload(grace, 'name\nAda\n')).status).toBe(400)
  })

  test('takes columns that repeat the same numbers, and a second number in any of them', async () => {
    const { grace } = await startGatewayWithService()
    const rows = Array.from({ length: 250 }, (_, at) => `${numberAt(at)},${numberAt(at)}`)
    const file = `Phone,Formatted Phone\n,${numberAt(300)}\n${rows.join('\n')}\n${numberAt(301)},${numberAt(302)}\n,\n`
    expect(await importFile(grace, file)).toMatchObject({ added: 253, already: 0, invalid: 0 })
    expect(await search(grace, numberAt(302))).not.toBe(null)
    const national = `Phone,Other\n${rows.join('\n')}\n+4915112345678,0170 9998887\n`
    expect(await upload(grace, national)).toMatchObject({ status: 400, json: { error: { code: 'choose_country' } } })
    expect(await importFile(grace, national, { country: 'DE' })).toMatchObject({ added: 2, already: 250, invalid: 0 })
    expect(await search(grace, '+491709998887')).not.toBe(null)
  })

  test('asks for the country of numbers that have no country code, or leaves them out', async () => {
    const { grace } = await startGatewayWithService()
    const file = csv(['+43 664 1234567', '+43 664 1234568', '0664 1234569', '0043 664 1234570', '12'])
    const refused = await upload(grace, file)
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'choose_country', details: 'AT' } } })
    expect(refused.json.error.message).toBe('2 of the numbers have no country code. Nothing was added.')
    expect((await readList(grace)).pagination.total).toBe(0)
    expect(await importFile(grace, file, { country: 'none' })).toMatchObject({
      added: 3,
      invalid: 2,
      rows: [
        { row: 4, text: '0664 1234569', problem: 'missing_plus' },
        { row: 6, text: '12', problem: 'missing_plus' },
      ],
    })
    expect(await importFile(grace, file, { country: 'AT' })).toMatchObject({
      added: 1,
      already: 3,
      rows: [{ row: 6, problem: 'not_in_plan' }],
    })
    expect(await search(grace, '+436641234569')).not.toBe(null)
    expect((await upload(grace, file, { country: 'at' })).status).toBe(400)
  })

  test('reads a file as wide as a spreadsheet, and refuses one with text in more than 1,000 columns or in a cell too long', async () => {
    const { grace } = await startGatewayWithService()
    const number = numberAt(7)
    const empty = ','.repeat(16_382)
    expect(await importFile(grace, `number${empty}\n${number}${empty}\n`)).toMatchObject({ added: 1, invalid: 0 })
    const refusalOf = async (file: string) => {
      const { status, json } = await upload(grace, file)
      return [status, json.error.message]
    }
    expect(await refusalOf(`number${',n'.repeat(14_000)}\n${number}\n`)).toEqual([
      400,
      'This file has 14,001 columns. The limit is 1,000. Remove those that the calls do not need and choose it again. Nothing was added.',
    ])
    const long = await refusalOf(`number\n${number}\n${' '.repeat(120_000)}\n`)
    expect(long).toEqual([400, expect.stringContaining('The cell in row 3, column 1 has 120,000 characters.')])
  })

  test('accepts an export of the same gateway, and refuses one of another', {
    tags: ['export-is-of-this-gateway'],
  }, async () => {
    const { grace } = await startGatewayWithService()
    const until = Date.now() + 3_600_000
    await add(grace, numberAt(1), { until: new Date(until).toISOString() })
    await importFile(grace, csv(numbers(40, 10)))
    const { text, headers } = await grace.post('/gateway/do-not-call/export')
    expect(headers.get('content-type')).toContain('text/csv')
    expect(text).not.toMatch(/907555/)
    const otherWorkspace = { headers: { 'x-workspace-id': 'ws_other' } }
    const answer = await grace.post('/gateway/do-not-call/import', csvForm({ reason }, text), otherWorkspace)
    expect(answer.json).toMatchObject({ added: 41, invalid: 0 })
    const found = await grace.post('/gateway/do-not-call/search', { number: numberAt(1) }, otherWorkspace)
    expect(found.json).toMatchObject({ entry: { until, lastTwo: '01' } })
    const otherGateway = await startGatewayWithService()
    expect((await upload(otherGateway.grace, text)).json.error.message).toContain('another Switchboard')
  })

  test('does not block other requests while it adds 20,000 numbers', async () => {
    const { grace } = await startGatewayWithService()
    const manyNumbers = Array.from({ length: 20_000 }, (_, index) => `+49151${String(10_000_000 + index)}`)
    const importing = importFile(grace, csv(manyNumbers))
    // The requests are sent one after another. Each is answered between two slices.
    const requests = Array.from({ length: 20 }, () => () => grace.get('/healthz'))
    const allAnswered = (async () => {
      for (const send of requests) await send().then(() => new Promise((resolve) => setImmediate(resolve)))
      return 'answered'
    })()
    expect(await Promise.race([allAnswered, importing.then(() => 'imported')])).toBe('answered')
    expect(await importing).toMatchObject({ added: 20_000, already: 0, invalid: 0 })
    expect(await importFile(grace, csv(manyNumbers))).toMatchObject({ added: 0, already: 20_000 })
    expect((await readList(grace)).pagination).toMatchObject({ total: 20_000, totalPages: 1_000 })
  })
})

/** A store whose disk is full after so many slices of numbers were written. */
async function storeThatFills(slices: number) {
  const store = await openTestStore()
  const disk = { slices, isFull: true }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node)
      if (disk.isFull && /insert into do_not_call \(|update do_not_call set removed_at/.test(text) && --disk.slices < 0)
        throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { store: shareChanges(store.withPlugin(plugin), store), disk }
}

describe('on a full disk', () => {
  test('an import says how many numbers are on the list, and can be repeated', {
    tags: ['partial-import-is-told'],
  }, async () => {
    const { store, disk } = await storeThatFills(3)
    const { grace } = await startGatewayWithService(undefined, { store })
    const file = csv(numbers(2_200))
    const refused = await upload(grace, file)
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'partly_recorded', sent: 'yes' } } })
    expect(refused.json.error.message).toContain('1,500 of 2,200 numbers are on the do-not-call list.')
    expect((await readList(grace)).pagination.total).toBe(1_500)
    disk.isFull = false
    expect(await importFile(grace, file)).toMatchObject({ added: 700, already: 1_500 })
  })

  test('an import of which nothing was recorded says so', async () => {
    const { store } = await storeThatFills(0)
    const { grace } = await startGatewayWithService(undefined, { store })
    expect(await upload(grace, csv(numbers(600)))).toMatchObject({
      status: 503,
      json: { error: { code: 'not_recorded', sent: 'no' } },
    })
    expect((await readList(grace)).pagination.total).toBe(0)
  })

  test('an undo says how many numbers were removed', { tags: ['partial-import-is-told'] }, async () => {
    const { store, disk } = await storeThatFills(4)
    const { grace } = await startGatewayWithService(undefined, { store })
    const { additionId } = await importFile(grace, csv(numbers(1_200)))
    const undo = () => grace.post(`/gateway/do-not-call/additions/${additionId}/take-back`, {})
    const refused = await undo()
    expect(refused).toMatchObject({ status: 503, json: { error: { code: 'partly_recorded' } } })
    expect(refused.json.error.message).toContain('500 numbers were removed.')
    disk.isFull = false
    expect((await undo()).status).toBe(200)
    expect((await readList(grace)).pagination.total).toBe(0)
  })
})
