/** What becomes of every read of the contract when the service answers 200 with something else (reliability R19). */
import { describe, expect, test, vi } from 'vitest'
import { type EndpointDefinition, fillPath, Refusal, serviceEndpoints } from '#contract/index.ts'
import { at, drifted, fieldsOf, type Path, sampleOf } from '#tools/drift.ts'
import { type Clock, clock as real } from '../shared/clock.ts'
import { type Received, type Script, world } from '../testing/testing.ts'
import { parseAnswer, parseReadAnswer } from './answers.ts'

const reads = (Object.entries(serviceEndpoints) as [string, EndpointDefinition][]).filter(
  ([, { method }]) => method === 'GET',
)
const answering = reads.filter(([, { response }]) => response)
const hasCounts = answering.filter(([, { about }]) => about?.tells.some((field) => /\bwaiting$/.test(field)))

/** Words of other programs, pages and proxies; `stranger` is the same kind of record under another id. */
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

/** A good answer to the read, which names the record that is asked for, or another one. */
function answerOf({ response, about, path }: EndpointDefinition, named = paramsOf(path)): unknown {
  const sample = sampleOf(response as never)
  if (!about?.is) return sample
  const { is } = about
  return { ...(sample as Fields), [is.in[0] as string]: named[is.param] }
}

const others = (endpoint: EndpointDefinition) =>
  endpoint.about?.is ? [answerOf(endpoint, { [endpoint.about.is.param]: 'another' })] : []
/** The answers of this service that are not about what was asked. */
const wrongOnes = (name: string, endpoint: EndpointDefinition) => [
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

/** Where a step is drawn is no fact about the flow; what stands in a bag has a meaning for others only. */
const isLayout = (path: Path) => path.includes('position')
const isOthers = (path: Path) => path.at(-1) === 'color'

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}

const time = { passed: 0 }
const later: Clock = { now: () => real.now() + time.passed, steady: () => real.steady() + time.passed }
/** Past every snapshot; and as somebody who looks at it. */
const now = { headers: { 'cache-control': 'no-cache' } }
const closely = { headers: { priority: 'u=1' } }
const environment = { SERVICE_REQUESTS_PER_MINUTE: '10000' }

/** The service answers this to one path, and what it usually says to the others. */
const answers =
  (path: string, body: unknown): Script =>
  (asked) =>
    asked.path === path
      ? { body, ...(typeof body === 'string' && { headers: { 'content-type': 'text/html' } }) }
      : undefined

describe('every read of the contract', { tags: ['R19'] }, () => {
  test.each(answering)('%s says in the contract what makes an answer one to it', (_, { about, path }) => {
    expect(about?.tells.length).toBeGreaterThan(0)
    expect(about?.is !== undefined).toBe(path.includes('{'))
  })

  test.each(answering)('%s: something unrelated is unreadable', (name, endpoint) => {
    const read = (body: unknown) => parseReadAnswer(endpoint, JSON.stringify(body), paramsOf(endpoint.path))
    expect(read(answerOf(endpoint))).toBeDefined()
    for (const body of [...unrelated, ...wrongOnes(name, endpoint)])
      expect([body, thrownBy(() => read(body))]).toEqual([body, 'unreadable'])
    expect(thrownBy(() => parseReadAnswer(endpoint, '<h1>Hello</h1>', {}))).toBe('unreadable')
  })

  test('stays as it was last read, with its age, while the service answers something unrelated', {
    tags: ['answer-is-about-its-question'],
  }, async () => {
    const body = new Map(answering.map(([name, endpoint]) => [name, answerOf(endpoint)]))
    const paths = answering.map(([name, endpoint]) => ({ name, path: pathOf(endpoint) }))
    const longestFirst = paths.toSorted((a, b) => b.path.length - a.path.length)
    const asks = ({ path: asked }: Received) => longestFirst.find(({ path }) => asked.startsWith(path))?.name ?? ''
    const { service, grace } = await world(
      (asked) => (body.has(asks(asked)) ? { body: body.get(asks(asked)) } : undefined),
      {
        clock: later,
        environment,
      },
    )
    const readings = new Map<string, unknown>()
    for (const [name, endpoint] of answering) readings.set(name, (await grace.get(pathOf(endpoint), now)).json)
    time.passed += 3_600_000
    const stays = async (name: string, endpoint: EndpointDefinition) => {
      for (const wrong of [{ ok: true }, ...wrongOnes(name, endpoint)]) {
        body.set(name, wrong)
        const look = () => grace.get(pathOf(endpoint), closely)
        const before = service.received.filter((asked) => asks(asked) === name).length
        await look()
        // What is watched is read behind the answer.
        await vi.waitFor(
          () => expect(service.received.filter((asked) => asks(asked) === name).length).toBeGreaterThan(before),
          20_000,
        )
        const kept = await look()
        expect([name, kept.status, kept.json]).toEqual([name, 200, readings.get(name)])
        expect(Number(kept.headers.get('age'))).toBeGreaterThanOrEqual(3_600)
      }
    }
    await Promise.all(answering.map(([name, endpoint]) => stays(name, endpoint)))
  })

  test.each(answering)('%s: a number that is missing is derived or not told, never 0', (_, endpoint) => {
    const good = parseAnswer(endpoint, JSON.stringify(answerOf(endpoint)))
    const numbers = fieldsOf(good).filter((path) => typeof at(good, path) === 'number' && !isLayout(path))
    for (const path of numbers) {
      for (const way of ['missing', 'null', 'of another type', 'empty']) {
        for (const answer of drifted(good, path, way)) {
          const came = parseAnswer(endpoint, JSON.stringify(answer))
          expect([path.join('.'), way, at(came, path)]).not.toEqual([path.join('.'), way, 0])
        }
      }
    }
  })

  test.each(answering)('%s: an empty string is not told, as a missing one', (_, endpoint) => {
    const good = sampleOf(endpoint.response as never)
    const texts = fieldsOf(good).filter((path) => typeof at(good, path) === 'string' && !isOthers(path))
    const read = (answer: unknown, path: Path) => at(parseAnswer(endpoint, JSON.stringify(answer)), path) ?? null
    for (const path of texts) {
      const [missing, empty] = ['missing', 'empty'].map((way) => read(drifted(good, path, way)[0], path))
      expect([path.join('.'), empty]).toEqual([path.join('.'), missing])
    }
  })

  test('a template that is a page, or JSON, is unreadable', async () => {
    const { path } = serviceEndpoints.batchTemplate
    const { service, grace } = await world(undefined, { environment })
    for (const body of ['<!doctype html><h1>Hello</h1>', { ok: true }, '']) {
      service.behave(answers(path, body))
      expect([body, (await grace.get(path)).json?.error?.code]).toEqual([body, 'unreadable'])
    }
  })
})
