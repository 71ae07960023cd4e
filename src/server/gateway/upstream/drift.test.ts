/** What becomes of answers that are not as the contract has them (reliability R19), over the whole contract. */
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
import { at, drifted, driftKinds, fieldsOf, type Path, sampleOf } from '#tools/drift.ts'
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

/** Reckoned from other fields where they do not say it themselves. */
const reckoned = /pagination|count|total|batchId/i
const begins = (path: Path, start: Path) => start.every((step, index) => path[index] === step)
/** The words, numbers and ids of an answer: all that the contract names and that holds nothing else. */
const leaves = (good: unknown) =>
  fieldsOf(good).filter((path) => typeof at(good, path) !== 'object' && !reckoned.test(path.join('.')))

/** What is wrong with how a spoilt answer was read; null: nothing. */
function fault(endpoint: EndpointDefinition, good: unknown, path: Path, answer: unknown): string | null {
  const came = read(endpoint, answer)
  // A list that is missing as a whole is unreadable, not empty; no other field is worth a page.
  if (came === 'refused') return path.length === 1 ? null : 'refused'
  // What was read is itself as the contract has it: reading it once more changes nothing.
  const again = read(endpoint, came)
  const unsettled = leaves(good).find((leaf) => !isDeepStrictEqual(at(again, leaf), at(came, leaf)))
  if (unsettled) return `${unsettled.join('.')} is not as the contract has it`
  // Without its first element the second is the first.
  if (typeof path.at(-1) === 'number') return null
  const changed = leaves(good).find((leaf) => !begins(leaf, path) && at(came, leaf) !== at(good, leaf))
  return changed ? `changed ${changed.join('.')}` : null
}

describe('an answer with a field spoilt', { tags: ['R19'] }, () => {
  test.each(answering)('of %s is read all the same, or refused as a whole', (_, endpoint) => {
    const good = read(endpoint, sampleOf(endpoint.response as never))
    const faults = fieldsOf(good).flatMap((path) =>
      driftKinds.flatMap((way) =>
        drifted(good, path, way).map((answer) => [path.join('.'), way, fault(endpoint, good, path, answer)]),
      ),
    )
    expect(faults.length).toBeGreaterThan(5)
    expect(faults.filter(([, , says]) => says !== null)).toEqual([])
  })
})

describe('an element of a list', { tags: ['R19'] }, () => {
  test.each(answering)('of %s that is no record takes none of the others with it', (_, endpoint) => {
    const good = read(endpoint, sampleOf(endpoint.response as never))
    const elements = fieldsOf(good).filter((path) => path.at(-1) === 0 && typeof at(good, path) === 'object')
    for (const path of elements) {
      for (const nothing of [null, 7, 'a text', []]) {
        const list = path.slice(0, -1)
        const spoilt = structuredClone(good)
        const holder = at(spoilt, list) as unknown[]
        holder[0] = nothing
        const came = at(read(endpoint, spoilt), list) as unknown[]
        expect([path.join('.'), came?.at(-1)]).toEqual([path.join('.'), at(good, [...list, 1])])
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

  test('is one that can be decided', () => {
    expect(needsReview(messageOf(conversation) as Message)).toBe(true)
  })

  test('whose status is not told waits all the same: it is unsent, and nobody decided', () => {
    for (const way of ['missing', 'null', 'of another type', 'empty'])
      for (const answer of drifted(conversation, ['messages', 0, 'status'], way)) {
        const came = messageOf(answer) as Message
        expect([way, came.status, needsReview(came)]).toEqual([way, '', true])
      }
  })

  test.each(['_id', 'direction', 'sent', 'message'])(
    'whose %s is unusable is shown, and cannot be decided',
    (field) => {
      for (const way of ['missing', 'null', 'of another type', 'empty']) {
        for (const answer of drifted(conversation, ['messages', 0, field], way)) {
          const came = messageOf(answer)
          expect(came).toBeDefined()
          expect([way, needsReview(came as Message)]).toEqual([way, false])
        }
      }
    },
  )
})
