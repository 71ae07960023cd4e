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
import { driftedCopies, driftKinds, type FieldPath, fieldPathsOf, sampleOf, valueAt } from '#tools/testing/drift.ts'
import { parseAnswer } from './answers.ts'

const endpointsWithResponse = (Object.entries(serviceEndpoints) as [string, EndpointDefinition][]).filter(
  ([, { response }]) => response,
)
const parse = (endpoint: EndpointDefinition, answer: unknown): unknown => {
  try {
    return parseAnswer(endpoint, JSON.stringify(answer))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unreadable') return 'rejected'
    throw error
  }
}

/** Fields that are derived from others if they are missing. */
const derivedFields = /pagination|count|total|batchId/i
const startsWith = (path: FieldPath, start: FieldPath) => start.every((step, index) => path[index] === step)
/** The paths of an answer's strings, numbers and booleans. */
const leafPaths = (answer: unknown) =>
  fieldPathsOf(answer).filter(
    (path) => typeof valueAt(answer, path) !== 'object' && !derivedFields.test(path.join('.')),
  )

/** Finds out what is wrong with how a changed answer was parsed. @returns null: nothing */
function findFault(
  endpoint: EndpointDefinition,
  goodAnswer: unknown,
  path: FieldPath,
  driftedAnswer: unknown,
): string | null {
  const parsed = parse(endpoint, driftedAnswer)
  // Only a missing or unusable list makes the whole answer unreadable.
  if (parsed === 'rejected') return path.length === 1 ? null : 'rejected'
  // A value that conforms to the contract does not change if it is parsed again.
  const reparsed = parse(endpoint, parsed)
  const unstableLeaf = leafPaths(goodAnswer).find(
    (leaf) => !isDeepStrictEqual(valueAt(reparsed, leaf), valueAt(parsed, leaf)),
  )
  if (unstableLeaf) return `${unstableLeaf.join('.')} does not conform to the contract`
  // If the first element was removed, the second has moved up.
  if (typeof path.at(-1) === 'number') return null
  const changedLeaf = leafPaths(goodAnswer).find(
    (leaf) => !startsWith(leaf, path) && valueAt(parsed, leaf) !== valueAt(goodAnswer, leaf),
  )
  return changedLeaf ? `changed ${changedLeaf.join('.')}` : null
}

describe('an answer with a changed field', { tags: ['R19'] }, () => {
  test.each(endpointsWithResponse)('of %s is parsed, or rejected as a whole', (_, endpoint) => {
    const goodAnswer = parse(endpoint, sampleOf(endpoint.response as never))
    const faults = fieldPathsOf(goodAnswer).flatMap((path) =>
      driftKinds.flatMap((kind) =>
        driftedCopies(goodAnswer, path, kind).map((answer) => [
          path.join('.'),
          kind,
          findFault(endpoint, goodAnswer, path, answer),
        ]),
      ),
    )
    expect(faults.length).toBeGreaterThan(5)
    expect(faults.filter(([, , found]) => found !== null)).toEqual([])
  })
})

describe('an element of a list', { tags: ['R19'] }, () => {
  test.each(endpointsWithResponse)('of %s that is not an object does not affect the others', (_, endpoint) => {
    const goodAnswer = parse(endpoint, sampleOf(endpoint.response as never))
    const elements = fieldPathsOf(goodAnswer).filter(
      (path) => path.at(-1) === 0 && typeof valueAt(goodAnswer, path) === 'object',
    )
    for (const path of elements) {
      for (const nonObject of [null, 7, 'a text', []]) {
        const list = path.slice(0, -1)
        const brokenAnswer = structuredClone(goodAnswer)
        const brokenList = valueAt(brokenAnswer, list) as unknown[]
        brokenList[0] = nonObject
        const parsed = valueAt(parse(endpoint, brokenAnswer), list) as unknown[]
        expect([path.join('.'), parsed?.at(-1)]).toEqual([path.join('.'), valueAt(goodAnswer, [...list, 1])])
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
  const messageOf = (answer: unknown) => (parse(serviceEndpoints.conversationShow, answer) as Conversation).messages[0]

  test('can be decided', () => {
    expect(needsReview(messageOf(conversation) as Message)).toBe(true)
  })

  test('without a status waits for review if it is unsent', () => {
    for (const kind of ['missing', 'null', 'of another type', 'empty'])
      for (const answer of driftedCopies(conversation, ['messages', 0, 'status'], kind)) {
        const parsed = messageOf(answer) as Message
        expect([kind, parsed.status, needsReview(parsed)]).toEqual([kind, '', true])
      }
  })

  test.each(['_id', 'direction', 'sent', 'message'])('with an unusable %s is shown and cannot be decided', (field) => {
    for (const kind of ['missing', 'null', 'of another type', 'empty']) {
      for (const answer of driftedCopies(conversation, ['messages', 0, field], kind)) {
        const parsed = messageOf(answer)
        expect(parsed).toBeDefined()
        expect([kind, needsReview(parsed as Message)]).toEqual([kind, false])
      }
    }
  })
})
