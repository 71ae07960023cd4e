/** Tests every read of the contract when the service answers 200 with unrelated data (reliability R19). */
import { describe, expect, test, vi } from 'vitest'
import { type EndpointDefinition, fillPath, Refusal, serviceEndpoints } from '#contract/index.ts'
import { driftedCopies, type FieldPath, fieldPathsOf, sampleOf, valueAt } from '#tools/testing/drift.ts'
import { type Clock, clock as realClock } from '../shared/clock.ts'
import { type ReceivedRequest, type Script, startGatewayWithService } from '../testing/testing.ts'
import { parseAnswer, parseReadAnswer } from './answers.ts'

const readEndpoints = (Object.entries(serviceEndpoints) as [string, EndpointDefinition][]).filter(
  ([, { method }]) => method === 'GET',
)
const readsWithResponse = readEndpoints.filter(([, { response }]) => response)
const readsWithCounts = readsWithResponse.filter(([, { about }]) =>
  about?.contentFields.some((field) => /\bwaiting$/.test(field)),
)

/** Answers of other programs, pages and proxies. */
const unrelatedAnswers = [
  {},
  { ok: true },
  { status: 'ok', message: 'healthy' },
  { data: { x: 1 } },
  [1, 'a'],
  7,
  null,
  'page',
]

type Fields = Record<string, unknown>
const ownIdOf = (param: string) => `own-${param}`
const paramsOf = (path: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ownIdOf(name)]))
const pathOf = ({ path, query }: EndpointDefinition) =>
  fillPath(path, paramsOf(path)) + (query && 'page' in (sampleOf(query) as Fields) ? '?page=1&limit=20' : '')

/** A valid answer to the read, about the requested record or another one. */
function validAnswerOf({ response, about, path }: EndpointDefinition, ids = paramsOf(path)): unknown {
  const sample = sampleOf(response as never)
  if (!about?.is) return sample
  const { is } = about
  return { ...(sample as Fields), [is.in[0] as string]: ids[is.param] }
}

const answersOfOthers = (endpoint: EndpointDefinition) =>
  endpoint.about?.is ? [validAnswerOf(endpoint, { [endpoint.about.is.param]: 'another' })] : []
/** Answers about another record or without the counts. */
const wrongAnswers = (name: string, endpoint: EndpointDefinition) => [
  ...answersOfOthers(endpoint),
  ...answersWithoutCounts(name, endpoint),
]
const answersWithoutCounts = (name: string, endpoint: EndpointDefinition) =>
  readsWithCounts.some(([readName]) => readName === name)
    ? [
        {
          ...paramsOf(endpoint.path),
          id: Object.values(paramsOf(endpoint.path))[0],
          status: 'completed',
          isComplete: true,
        },
      ]
    : []

/** Positions of steps are layout. Fields of free-form objects are not interpreted. */
const isLayout = (path: FieldPath) => path.includes('position')
const isFreeForm = (path: FieldPath) => path.at(-1) === 'color'

const refusalCodeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}

const offset = { ms: 0 }
const shiftedClock: Clock = { now: () => realClock.now() + offset.ms, steady: () => realClock.steady() + offset.ms }
/** The headers of a read that bypasses snapshots, and of one in focus. */
const bypassingSnapshot = { headers: { 'cache-control': 'no-cache' } }
const inFocus = { headers: { priority: 'u=1' } }
const environment = { SERVICE_REQUESTS_PER_MINUTE: '10000' }

/** A script that answers this path with this body, and the others as usual. */
const answerPath =
  (path: string, body: unknown): Script =>
  (asked) =>
    asked.path === path
      ? { body, ...(typeof body === 'string' && { headers: { 'content-type': 'text/html' } }) }
      : undefined

describe('every read of the contract', { tags: ['R19'] }, () => {
  test.each(readsWithResponse)('%s declares in the contract which fields identify its answer', (_, { about, path }) => {
    expect(about?.contentFields.length).toBeGreaterThan(0)
    expect(about?.is !== undefined).toBe(path.includes('{'))
  })

  test.each(readsWithResponse)('%s: an unrelated answer is unreadable', (name, endpoint) => {
    const read = (body: unknown) => parseReadAnswer(endpoint, JSON.stringify(body), paramsOf(endpoint.path))
    expect(read(validAnswerOf(endpoint))).toBeDefined()
    for (const body of [...unrelatedAnswers, ...wrongAnswers(name, endpoint)])
      expect([body, refusalCodeOf(() => read(body))]).toEqual([body, 'unreadable'])
    expect(refusalCodeOf(() => parseReadAnswer(endpoint, '<h1>Hello</h1>', {}))).toBe('unreadable')
  })

  test('keeps its last snapshot with its age while the service answers with unrelated data', {
    tags: ['answer-is-about-its-question'],
  }, async () => {
    const bodyByName = new Map(readsWithResponse.map(([name, endpoint]) => [name, validAnswerOf(endpoint)]))
    const paths = readsWithResponse.map(([name, endpoint]) => ({ name, path: pathOf(endpoint) }))
    const longestFirst = paths.toSorted((a, b) => b.path.length - a.path.length)
    const readNameOf = ({ path: asked }: ReceivedRequest) =>
      longestFirst.find(({ path }) => asked.startsWith(path))?.name ?? ''
    const { service, grace } = await startGatewayWithService(
      (asked) => (bodyByName.has(readNameOf(asked)) ? { body: bodyByName.get(readNameOf(asked)) } : undefined),
      {
        clock: shiftedClock,
        environment,
      },
    )
    const firstAnswers = new Map<string, unknown>()
    for (const [name, endpoint] of readsWithResponse)
      firstAnswers.set(name, (await grace.get(pathOf(endpoint), bypassingSnapshot)).json)
    offset.ms += 3_600_000
    const expectUnchanged = async (name: string, endpoint: EndpointDefinition) => {
      for (const wrong of [{ ok: true }, ...wrongAnswers(name, endpoint)]) {
        bodyByName.set(name, wrong)
        const readInFocus = () => grace.get(pathOf(endpoint), inFocus)
        const receivedBefore = service.received.filter((asked) => readNameOf(asked) === name).length
        // Watched reads are refreshed after the answer; one that is still under way is not begun again.
        await vi.waitFor(async () => {
          await readInFocus()
          expect(service.received.filter((asked) => readNameOf(asked) === name).length).toBeGreaterThan(receivedBefore)
        }, 20_000)
        const answer = await readInFocus()
        expect([name, answer.status, answer.json]).toEqual([name, 200, firstAnswers.get(name)])
        expect(Number(answer.headers.get('age'))).toBeGreaterThanOrEqual(3_600)
      }
    }
    await Promise.all(readsWithResponse.map(([name, endpoint]) => expectUnchanged(name, endpoint)))
  })

  test.each(readsWithResponse)('%s: a missing number is derived or null, never 0', (_, endpoint) => {
    const validAnswer = parseAnswer(endpoint, JSON.stringify(validAnswerOf(endpoint)))
    const numberPaths = fieldPathsOf(validAnswer).filter(
      (path) => typeof valueAt(validAnswer, path) === 'number' && !isLayout(path),
    )
    for (const path of numberPaths) {
      for (const kind of ['missing', 'null', 'of another type', 'empty']) {
        for (const answer of driftedCopies(validAnswer, path, kind)) {
          const parsed = parseAnswer(endpoint, JSON.stringify(answer))
          expect([path.join('.'), kind, valueAt(parsed, path)]).not.toEqual([path.join('.'), kind, 0])
        }
      }
    }
  })

  test.each(readsWithResponse)('%s: an empty string is treated as missing', (_, endpoint) => {
    const validAnswer = sampleOf(endpoint.response as never)
    const textPaths = fieldPathsOf(validAnswer).filter(
      (path) => typeof valueAt(validAnswer, path) === 'string' && !isFreeForm(path),
    )
    const read = (answer: unknown, path: FieldPath) =>
      valueAt(parseAnswer(endpoint, JSON.stringify(answer)), path) ?? null
    for (const path of textPaths) {
      const [missing, empty] = ['missing', 'empty'].map((kind) => read(driftedCopies(validAnswer, path, kind)[0], path))
      expect([path.join('.'), empty]).toEqual([path.join('.'), missing])
    }
  })

  test('a template that is HTML, JSON or empty is unreadable', async () => {
    const { path } = serviceEndpoints.batchTemplate
    const { service, grace } = await startGatewayWithService(undefined, { environment })
    for (const body of ['<!doctype html><h1>Hello</h1>', { ok: true }, '']) {
      service.setScript(answerPath(path, body))
      expect([body, (await grace.get(path)).json?.error?.code]).toEqual([body, 'unreadable'])
    }
  })
})
