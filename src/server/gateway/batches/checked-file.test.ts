import { expect, test } from 'vitest'
import { writeRecipients } from '#recipients/file/write.ts'
import { numberHash } from '../contacts/number-hash.ts'
import { createFileChecks } from './checked-file.ts'

const hashKey = 'hashKey'
const { checkFile, checkPeople } = createFileChecks(hashKey)
const ann = { person: 'ann', isStart: true }
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    phone_number: `+49151${String(10_000_000 + index)}`,
    values: { first_name: `Zoë ${index}`, note: index % 3 ? 'a, "b"' : '' },
  }))
const columnNames = ['phone_number', 'first_name', 'note']
const csvFileOf = (recipients: ReturnType<typeof people>) =>
  Buffer.from(writeRecipients({ names: columnNames, recipients }))
const waitTenTurns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => void setImmediate(resolve))
  return 'ten turns'
}

test.each([2, 20_000])('parses a file of %i rows, and writes any subset of it', async (count) => {
  const recipients = people(count)
  const checked = await checkFile(csvFileOf(recipients), ann)
  expect(checked.recipients.at(-1)).toMatchObject({ row: count + 1, phone_number: recipients.at(-1)?.phone_number })
  expect(checked.hashes).toEqual(recipients.map(({ phone_number }) => numberHash(hashKey, phone_number)))
  expect(checked.write(checked.recipients)).toEqual(csvFileOf(recipients))
  const isSelected = (_: unknown, index: number) => index % 7 !== 1
  const subset = checked.recipients.filter(isSelected)
  expect(checked.write(subset)).toEqual(csvFileOf(recipients.filter(isSelected)))
  expect(checked.sizeOf(subset)).toBe(checked.write(subset).byteLength)
})

test('a large file does not block the event loop', async () => {
  const checking = checkFile(csvFileOf(people(20_000)), ann)
  expect(await Promise.race([waitTenTurns(), checking.then(() => 'read')])).toBe('ten turns')
  expect((await checking).recipients).toHaveLength(20_000)
})

test('a large file is refused with the same message as a small one', async () => {
  const refusalOf = async (count: number) => {
    const file = `${csvFileOf(people(count)).toString()}nobody,,\n`
    return checkFile(Buffer.from(file), ann).catch((error: unknown) => error)
  }
  const [small, large] = [await refusalOf(2), await refusalOf(20_000)]
  expect(large).toMatchObject({ name: 'Refusal', status: 400, code: 'invalid_request' })
  expect((large as Error).message.replace('20002', '4')).toBe((small as Error).message)
})

test('a check of the people gets nothing else of the file', async () => {
  const recipients = people(3)
  const { recipients: found, hashes, ...others } = await checkPeople(csvFileOf(recipients), ann)
  expect(found.map(({ phone_number }) => phone_number)).toEqual(recipients.map(({ phone_number }) => phone_number))
  expect(hashes).toHaveLength(3)
  expect(Object.keys(others).toSorted()).toEqual(['bytes', 'digest', 'optedOut', 'peopleText'])
})
