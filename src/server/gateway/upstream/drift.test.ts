/** Tests how answers that deviate from the contract are read (reliability R19), for every endpoint. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  type Conversation,
  type EndpointDefinition,
  type Message,
  needsReview,
  Refusal,
  serviceEndpoints,
} from '#contract/index.ts'
import { driftedCopies, driftKinds, type FieldPath, fieldPathsOf, sampleOf, valueAt } from '#tools/drift.ts'
import { parseAnswer } from './answers.ts'

const answering = (Object.entries(serviceEndpoints) as [string, EndpointDefinition][]).filter(
  ([, { response }]) => response,
)
const read = (endpoint: EndpointDefinition, answer: unknown): unknown => {
  try {
    return parseAnswer(endpoint, JSON.stringify(answer))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unreadable') return 'refused'
    throw error
  }
}

/** Fields that are derived from others if they are missing. */
const derived = /pagination|count|total|batchId/i
const startsWith = (path: FieldPath, start: FieldPath) => start.every((step, index) => path[index] === step)
/** The paths of an answer's strings, numbers and booleans. */
const leaves = (good: unknown) =>
  fieldPathsOf(good).filter((path) => typeof valueAt(good, path) !== 'object' && !derived.test(path.join('.')))

/** @returns what is wrong with how a changed answer was parsed; null: nothing */
function fault(endpoint: EndpointDefinition, good: unknown, path: FieldPath, answer: unknown): string | null {
  const parsed = read(endpoint, answer)
  // A missing list makes the answer unreadable, not empty. No other field does.
  if (parsed === 'refused') return path.length === 1 ? null : 'refused'
  // The result conforms to the contract: parsing it again changes nothing.
  const again = read(endpoint, parsed)
  const changedAgain = leaves(good).find((leaf) => !isDeepStrictEqual(valueAt(again, leaf), valueAt(parsed, leaf)))
  if (changedAgain) return `${changedAgain.join('.')} does not conform to the contract`
  // If the first element was removed, the second has moved up.
  if (typeof path.at(-1) === 'number') return null
  const changed = leaves(good).find((leaf) => !startsWith(leaf, path) && valueAt(parsed, leaf) !== valueAt(good, leaf))
  return changed ? `changed ${changed.join('.')}` : null
}

describe('an answer with a changed field', { tags: ['R19'] }, () => {
  test.each(answering)('of %s is parsed, or refused as a whole', (_, endpoint) => {
    const good = read(endpoint, sampleOf(endpoint.response as never))
    const faults = fieldPathsOf(good).flatMap((path) =>
      driftKinds.flatMap((way) =>
        driftedCopies(good, path, way).map((answer) => [path.join('.'), way, fault(endpoint, good, path, answer)]),
      ),
    )
    expect(faults.length).toBeGreaterThan(5)
    expect(faults.filter(([, , says]) => says !== null)).toEqual([])
  })
})

describe('an element of a list', { tags: ['R19'] }, () => {
  test.each(answering)('of %s that is no object does not affect the others', (_, endpoint) => {
    const good = read(endpoint, sampleOf(endpoint.response as never))
    const elements = fieldPathsOf(good).filter((path) => path.at(-1) === 0 && typeof valueAt(good, path) === 'object')
    for (const path of elements) {
      for (const nothing of [null, 7, 'a text', []]) {
        const list = path.slice(0, -1)
        const broken = structuredClone(good)
        const holder = valueAt(broken, list) as unknown[]
        holder[0] = nothing
        const parsed = valueAt(read(endpoint, broken), list) as unknown[]
        expect([path.join('.'), parsed?.at(-1)]).toEqual([path.join('.'), valueAt(good, [...list, 1])])
      }
    }
  })
})

describe('a draft', { tags: ['R19'] }, () => {
  const draft: Message = {
    _id: 'm1',
    direction: 'outbound',
    sent: false,
    message: 'Hello',
    status: 'pending',
    createdAt: '',
    updatedAt: '',
  }
  const conversation = { _id: 'c1', customer: {}, messages: [draft] }
  const messageOf = (answer: unknown) => (read(serviceEndpoints.conversationShow, answer) as Conversation).messages[0]

  test('can be decided', () => {
    expect(needsReview(messageOf(conversation) as Message)).toBe(true)
  })

  test('without a status waits for review if it is unsent', () => {
    for (const way of ['missing', 'null', 'of another type', 'empty'])
      for (const answer of driftedCopies(conversation, ['messages', 0, 'status'], way)) {
        const parsed = messageOf(answer) as Message
        expect([way, parsed.status, needsReview(parsed)]).toEqual([way, '', true])
      }
  })

  test.each(['_id', 'direction', 'sent', 'message'])('with an unusable %s is shown and cannot be decided', (field) => {
    for (const way of ['missing', 'null', 'of another type', 'empty']) {
      for (const answer of driftedCopies(conversation, ['messages', 0, field], way)) {
        const parsed = messageOf(answer)
        expect(parsed).toBeDefined()
        expect([way, needsReview(parsed as Message)]).toEqual([way, false])
      }
    }
  })
})
