import { expect, test } from 'vitest'
import { writeRecipients } from '#recipients/file/write.ts'
import { numberHash } from '../contacts/number-hash.ts'
import { parseUploadParts } from '../http/upload.ts'
import { createCheckFile } from './checked-file.ts'

const key = 'key'
const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    phone_number: `+49151${String(10_000_000 + at)}`,
    values: { first_name: `Zoë ${at}`, note: at % 3 ? 'a, "b"' : '' },
  }))
const names = ['phone_number', 'first_name', 'note']
const fileOf = (recipients: ReturnType<typeof people>) => Buffer.from(writeRecipients({ names, recipients }))
const tenTurns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
  return 'ten turns'
}

// A child process parses the larger one.
test.each([2, 20_000])('parses a file of %i rows, and writes any subset of it', async (count) => {
  const recipients = people(count)
  const checked = await createCheckFile(key)(fileOf(recipients))
  expect(checked.recipients.at(-1)).toMatchObject({ row: count + 1, phone_number: recipients.at(-1)?.phone_number })
  expect(checked.hashes).toEqual(recipients.map(({ phone_number }) => numberHash(key, phone_number)))
  expect(checked.write(checked.recipients)).toEqual(fileOf(recipients))
  const isOther = (_: unknown, at: number) => at % 7 !== 1
  const others = checked.recipients.filter(isOther)
  expect(checked.write(others)).toEqual(fileOf(recipients.filter(isOther)))
  expect(checked.sizeOf(others)).toBe(checked.write(others).byteLength)
})

test('a large file does not block the event loop', { tags: ['large-file-stalls-nobody'] }, async () => {
  const checking = createCheckFile(key)(fileOf(people(20_000)))
  expect(await Promise.race([tenTurns(), checking.then(() => 'read')])).toBe('ten turns')
  expect((await checking).recipients).toHaveLength(20_000)
})

test('a large file is refused with the same message as a small one', async () => {
  const refusalOf = async (count: number) => {
    const file = `${fileOf(people(count)).toString()}nobody,,\n`
    return createCheckFile(key)(Buffer.from(file)).catch((error: unknown) => error)
  }
  const [small, large] = [await refusalOf(2), await refusalOf(20_000)]
  expect(large).toMatchObject({ name: 'Refusal', status: 400, code: 'invalid_request' })
  expect((large as Error).message.replace('20002', '4')).toBe((small as Error).message)
})

test.each([2, 20_000])('splits an upload of %i rows into its parts', async (count) => {
  const form = new FormData()
  form.set('name', 'Zoë')
  form.set('file', new File([fileOf(people(count))], 'a.csv'))
  form.set('more', new File(['b'], 'b.csv'))
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? ''
  const parts = await parseUploadParts({ body: await encoded.arrayBuffer(), contentType })
  expect(Buffer.from(parts?.file ?? new ArrayBuffer())).toEqual(fileOf(people(count)))
  expect(parts?.fields).toEqual([
    ['name', 'Zoë'],
    ['more', null],
  ])
})
