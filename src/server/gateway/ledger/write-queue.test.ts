import { expect, test } from 'vitest'
import { createSilentLog } from '../shared/log.ts'
import { createWriteQueue } from './write-queue.ts'

/** PostgreSQL does not accept text with a NUL. */
const invalidTextError = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' })
const fullDiskError = Object.assign(new Error('database or disk is full'), { errcode: 13 })

test('a write that the database refuses does not block the others', { tags: ['R22'] }, async () => {
  const writeQueue = createWriteQueue(createSilentLog())
  const written: string[] = []
  await writeQueue.write(() => Promise.reject(invalidTextError))
  await writeQueue.write(async () => void written.push('another'))
  expect(written).toEqual(['another'])
  await writeQueue.close()
})

test('writes stay in order while the database accepts none', { tags: ['R22'] }, async () => {
  const writeQueue = createWriteQueue(createSilentLog())
  const written: string[] = []
  let isFull = true
  const write = (name: string) =>
    writeQueue.write(async () => {
      if (isFull) throw fullDiskError
      written.push(name)
    })
  await write('first')
  await write('second')
  isFull = false
  await write('third')
  expect(written).toEqual(['first', 'second', 'third'])
})
