/** Tests every read of the contract when the service answers 200 with unrelated data (reliability R19). */
import { describe, expect, test, vi } from 'vitest'
import { type EndpointDefinition, fillPath, Refusal, serviceEndpoints } from '#contract/index.ts'
import { driftedCopies, type FieldPath, fieldPathsOf, sampleOf, valueAt } from '#tools/drift.ts'
import { type Clock, clock as real } from '../shared/clock.ts'
import { type Received, type Script, world } from '../testing/testing.ts'
import { parseAnswer, parseReadAnswer } from './answers.ts'

const reads = (Object.entries(serviceEndpoints) as [string, EndpointDefinition][]).filter(
  ([, { method }]) => method === 'GET',
)
const answering = reads.filter(([, { response }]) => response)
const hasCounts = answering.filter(([, { about }]) => about?.contentFields.some((field) => /\bwaiting$/.test(field)))

/** Answers of other programs, pages and proxies. */
const unrelated = [
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
const idOf = (param: string) => `own-${param}`
const paramsOf = (path: string) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, idOf(name)]))
const pathOf = ({ path, query }: EndpointDefinition) =>
  fillPath(path, paramsOf(path)) + (query && 'page' in (sampleOf(query) as Fields) ? '?page=1&limit=20' : '')

/** A valid answer to the read, about the requested record or another one. */
function answerOf({ response, about, path }: EndpointDefinition, named = paramsOf(path)): unknown {
  const sample = sampleOf(response as never)
  if (!about?.is) return sample
  const { is } = about
  return { ...(sample as Fields), [is.in[0] as string]: named[is.param] }
}

const others = (endpoint: EndpointDefinition) =>
  endpoint.about?.is ? [answerOf(endpoint, { [endpoint.about.is.param]: 'another' })] : []
/** Answers that belong to another record, or lack the counts. */
const wrongAnswers = (name: string, endpoint: EndpointDefinition) => [
  ...others(endpoint),
  ...withoutCounts(name, endpoint),
]
const withoutCounts = (name: string, endpoint: EndpointDefinition) =>
  hasCounts.some(([one]) => one === name)
    ? [
        {
          ...paramsOf(endpoint.path),
          id: Object.values(paramsOf(endpoint.path))[0],
          status: 'completed',
          isComplete: true,
        },
      ]
    : []

/** Positions of steps are layout; fields of free-form objects are not interpreted. */
const isLayout = (path: FieldPath) => path.includes('position')
const isFreeForm = (path: FieldPath) => path.at(-1) === 'color'

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}

const time = { passed: 0 }
const later: Clock = { now: () => real.now() + time.passed, steady: () => real.steady() + time.passed }
/** The headers of a read that bypasses snapshots, and of one in focus. */
const noCache = { headers: { 'cache-control': 'no-cache' } }
const inFocus = { headers: { priority: 'u=1' } }
const environment = { SERVICE_REQUESTS_PER_MINUTE: '10000' }

/** Answers one path with this body, and the others as usual. */
const answers =
  (path: string, body: unknown): Script =>
  (asked) =>
    asked.path === path
      ? { body, ...(typeof body === 'string' && { headers: { 'content-type': 'text/html' } }) }
      : undefined

describe('every read of the contract', { tags: ['R19'] }, () => {
  test.each(answering)('%s declares in the contract which fields identify its answer', (_, { about, path }) => {
    expect(about?.contentFields.length).toBeGreaterThan(0)
    expect(about?.is !== undefined).toBe(path.includes('{'))
  })

  test.each(answering)('%s: an unrelated answer is unreadable', (name, endpoint) => {
    const read = (body: unknown) => parseReadAnswer(endpoint, JSON.stringify(body), paramsOf(endpoint.path))
    expect(read(answerOf(endpoint))).toBeDefined()
    for (const body of [...unrelated, ...wrongAnswers(name, endpoint)])
      expect([body, thrownBy(() => read(body))]).toEqual([body, 'unreadable'])
    expect(thrownBy(() => parseReadAnswer(endpoint, '<h1>Hello</h1>', {}))).toBe('unreadable')
  })

  test('keeps its last snapshot with its age while the service answers with unrelated data', {
    tags: ['answer-is-about-its-question'],
  }, async () => {
    const body = new Map(answering.map(([name, endpoint]) => [name, answerOf(endpoint)]))
    const paths = answering.map(([name, endpoint]) => ({ name, path: pathOf(endpoint) }))
    const longestFirst = paths.toSorted((a, b) => b.path.length - a.path.length)
    const readNameOf = ({ path: asked }: Received) =>
      longestFirst.find(({ path }) => asked.startsWith(path))?.name ?? ''
    const { service, grace } = await world(
      (asked) => (body.has(readNameOf(asked)) ? { body: body.get(readNameOf(asked)) } : undefined),
      {
        clock: later,
        environment,
      },
    )
    const readings = new Map<string, unknown>()
    for (const [name, endpoint] of answering) readings.set(name, (await grace.get(pathOf(endpoint), noCache)).json)
    time.passed += 3_600_000
    const expectUnchanged = async (name: string, endpoint: EndpointDefinition) => {
      for (const wrong of [{ ok: true }, ...wrongAnswers(name, endpoint)]) {
        body.set(name, wrong)
        const readInFocus = () => grace.get(pathOf(endpoint), inFocus)
        const before = service.received.filter((asked) => readNameOf(asked) === name).length
        await readInFocus()
        // Watched reads are refreshed after the answer.
        await vi.waitFor(
          () => expect(service.received.filter((asked) => readNameOf(asked) === name).length).toBeGreaterThan(before),
          20_000,
        )
        const shown = await readInFocus()
        expect([name, shown.status, shown.json]).toEqual([name, 200, readings.get(name)])
        expect(Number(shown.headers.get('age'))).toBeGreaterThanOrEqual(3_600)
      }
    }
    await Promise.all(answering.map(([name, endpoint]) => expectUnchanged(name, endpoint)))
  })

  test.each(answering)('%s: a missing number is derived or null, never 0', (_, endpoint) => {
    const good = parseAnswer(endpoint, JSON.stringify(answerOf(endpoint)))
    const numbers = fieldPathsOf(good).filter((path) => typeof valueAt(good, path) === 'number' && !isLayout(path))
    for (const path of numbers) {
      for (const way of ['missing', 'null', 'of another type', 'empty']) {
        for (const answer of driftedCopies(good, path, way)) {
          const parsed = parseAnswer(endpoint, JSON.stringify(answer))
          expect([path.join('.'), way, valueAt(parsed, path)]).not.toEqual([path.join('.'), way, 0])
        }
      }
    }
  })

  test.each(answering)('%s: an empty string is treated as missing', (_, endpoint) => {
    const good = sampleOf(endpoint.response as never)
    const texts = fieldPathsOf(good).filter((path) => typeof valueAt(good, path) === 'string' && !isFreeForm(path))
    const read = (answer: unknown, path: FieldPath) =>
      valueAt(parseAnswer(endpoint, JSON.stringify(answer)), path) ?? null
    for (const path of texts) {
      const [missing, empty] = ['missing', 'empty'].map((way) => read(driftedCopies(good, path, way)[0], path))
      expect([path.join('.'), empty]).toEqual([path.join('.'), missing])
    }
  })

  test('a template that is HTML, JSON or empty is unreadable', async () => {
    const { path } = serviceEndpoints.batchTemplate
    const { service, grace } = await world(undefined, { environment })
    for (const body of ['<!doctype html><h1>Hello</h1>', { ok: true }, '']) {
      service.behave(answers(path, body))
      expect([body, (await grace.get(path)).json?.error?.code]).toEqual([body, 'unreadable'])
    }
  })
})
