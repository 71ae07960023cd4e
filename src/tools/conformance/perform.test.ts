/** Runs conformance in this process against the embedded service, some of whose answers are changed on the way. */
import { expect, it } from 'vitest'
import { headers } from '#contract/index.ts'
import { performRun } from './perform.ts'
import { exitCodeOf } from './report.ts'
import type { Options } from './run/options.ts'
import { changedTransport, checkOf, run, startTestService } from './test-run.ts'

it('gives each check three verdicts, and blames each field on the section that demands it', async () => {
  const service = await startTestService(true)
  const transport = changedTransport(service.url, async ({ method, path }, forward) => {
    const answer = await forward()
    if (method !== 'GET' || !/^\/api\/v1\/agents\/\w+$/.test(path) || answer.status !== 200) return answer
    const { id, personality: _, ...agent } = JSON.parse(answer.text) as Record<string, unknown>
    return { ...answer, text: JSON.stringify({ ...agent, _id: id }) }
  })
  const { report, text } = await run(service.options(), { transport })
  expect(checkOf(report, 'agentShow', 'answers as documented')).toMatchObject({
    verdicts: { specification: 'differs', interface: 'differs', switchboard: 'limited' },
    findings: [
      { kind: 'alternate', field: 'id', section: 'specification 2.1' },
      { kind: 'missing', field: 'personality', section: 'interface 1' },
    ],
  })
  expect(checkOf(report, 'flowShow', 'answers as documented')?.verdicts).toEqual({
    specification: 'meets',
    interface: 'meets',
    switchboard: 'works',
  })
  expect(text).toContain('Specification: DIFFERS · Interface: DIFFERS · Switchboard: works in part')
  expect(text).toContain('Switchboard works, but shows these as unknown or as the service sent them: personality.')
})

it('says that Switchboard cannot work with an answer that the gateway itself cannot read', async () => {
  const service = await startTestService(true)
  const transport = changedTransport(service.url, async ({ path }, forward) => {
    const answer = await forward()
    return path === '/api/v1/flows' ? { ...answer, text: '{"surprise":[]}' } : answer
  })
  const { report } = await run(service.options(), { transport })
  expect(checkOf(report, 'flowList', 'answers as documented')).toMatchObject({
    verdicts: { switchboard: 'fails' },
    consequence: 'Switchboard cannot read this answer and shows the last state it knows.',
  })
})

it('counts what was not checked as a failure with --strict', async () => {
  const service = await startTestService(true)
  const { report } = await run(service.options())
  expect(exitCodeOf(report)).toBe(0)
  const strict = await run(service.options('--strict'))
  expect(exitCodeOf(strict.report)).toBe(1)
  expect(strict.text).toMatch(/\d+ checks could not be carried out\. With --strict, that counts as a failure\./)
})

it('stops with exit code 2 when the service goes away, says since when, and names what it could not remove', async () => {
  const service = await startTestService()
  let isGone = false
  const transport = changedTransport(service.url, async ({ method, path }, forward) => {
    if (isGone) throw new Error('ECONNREFUSED')
    const answer = await forward()
    isGone = method === 'POST' && path === '/api/v1/flows' && answer.status === 200
    return answer
  })
  const before = Date.now()
  const { report, text } = await run(service.wholeRun(), { transport })
  expect(exitCodeOf(report)).toBe(2)
  expect(report.stopped).toMatchObject({ reason: 'gone', failure: 'ECONNREFUSED' })
  expect(Date.parse((report.stopped as { since: string }).since)).toBeGreaterThanOrEqual(before)
  expect(text).toMatch(/The service has not answered since \d\d:\d\d:\d\d UTC \(ECONNREFUSED\)/)
  expect(report.left).toEqual([
    expect.stringMatching(/^the flow \w+, after DELETE .*: no answer \(ECONNREFUSED\)$/),
    expect.stringMatching(/^the agent \w+, after DELETE .*: no answer \(ECONNREFUSED\)$/),
  ])
  expect(checkOf(report, 'batchStart', 'refuses an invalid file')?.expected).toBe('the service stopped answering')
})

it('goes on when a single request is not answered', async () => {
  const service = await startTestService(true)
  const transport = changedTransport(service.url, ({ path }, forward) =>
    path === '/api/v1/flows' ? Promise.reject(new Error('ECONNRESET')) : forward(),
  )
  const { report } = await run(service.options(), { transport })
  expect(report.stopped).toBeNull()
  expect(checkOf(report, 'flowList', 'answers as documented')).toMatchObject({ verdict: 'wrong' })
})

it('removes what its own bad requests created, and names what cannot be removed', async () => {
  const service = await startTestService()
  // A service without access control: it accepts requests with an unknown key, and bodies without the required fields.
  const transport = changedTransport(service.url, async (outgoing, forward) => {
    const { method, path } = outgoing
    const isCreation = method === 'POST' && /\/(agents|flows|omni-flow-agents)$/.test(path)
    if (isCreation && outgoing.headers[headers.apiKey] !== service.apiKey) {
      outgoing.headers[headers.apiKey] = service.apiKey
      const voice = { provider: 'openai', voiceId: 'alloy' }
      outgoing.body = JSON.stringify({ name: 'Accepted', ...(path.endsWith('/agents') && { model: 'm', voice }) })
    }
    return forward()
  })
  const { report, text } = await run(service.wholeRun(), { transport })
  for (const list of ['agents', 'flows'])
    expect(JSON.stringify(await service.read(`/api/v1/${list}?search=Accepted`))).toContain('"total":0')
  expect(checkOf(report, 'flowCreate', 'refuses an unknown key')).toMatchObject({ verdict: 'wrong' })
  expect(report.left).toEqual([
    expect.stringMatching(/^the messaging agent \w+, which the interface cannot delete$/),
    expect.stringMatching(/^the messaging agent \w+, which the interface cannot delete$/),
  ])
  expect(text).toContain('Could not be removed')
})

it('removes everything when it is interrupted after a bad request was accepted', async () => {
  const service = await startTestService()
  const stopping = new AbortController()
  const transport = changedTransport(service.url, async (outgoing, forward) => {
    const isBad = outgoing.headers[headers.apiKey] === undefined
    if (isBad && outgoing.method === 'POST' && outgoing.path === '/api/v1/flows') {
      outgoing.headers[headers.apiKey] = service.apiKey
      outgoing.body = JSON.stringify({ name: 'Accepted' })
      stopping.abort()
    }
    return forward()
  })
  const { report } = await run(service.wholeRun(), { transport }, stopping.signal)
  expect([exitCodeOf(report), report.stopped, report.left]).toEqual([2, { reason: 'interrupted' }, []])
  expect(JSON.stringify(await service.read('/api/v1/flows?search=Accepted'))).toContain('"total":0')
})

it('never removes a record that existed before, whatever ID the service answers', async () => {
  const service = await startTestService()
  const { agents } = await service.read<{ agents: { id: string }[] }>('/api/v1/agents')
  const transport = changedTransport(service.url, async ({ method, path }, forward) => {
    const answer = await forward()
    if (method !== 'POST' || path !== '/api/v1/agents' || answer.status !== 200) return answer
    return { ...answer, text: JSON.stringify({ ...JSON.parse(answer.text), id: agents[0]?.id }) }
  })
  const { report } = await run(service.wholeRun(), { transport })
  expect(await service.read(`/api/v1/agents/${agents[0]?.id}`)).toMatchObject({ id: agents[0]?.id })
  // What was created under another ID is found by its name.
  expect(JSON.stringify(await service.read('/api/v1/agents?search=Conformance'))).toContain('"total":0')
  expect(checkOf(report, 'agentUpdate', 'changes only the fields that were sent')).toMatchObject({
    verdict: 'unchecked',
  })
})

it('receives events, and checks their signature and their data', async () => {
  const service = await startTestService()
  const options = { ...service.wholeRun(), listenPort: 0, webhookSecret: service.webhookSecret }
  const notices: string[] = []
  const notice = (text: string) => {
    notices.push(text)
    const port = /Listening for events on port (\d+)/.exec(text)?.[1]
    if (port !== undefined) service.deliveries.setAddress(`http://127.0.0.1:${port}/`)
  }
  const isIncluded = ({ endpoint }: { endpoint: string }) => /^(agent|flow|webhooks)/.test(endpoint)
  const perform = (changes: Partial<Options>) =>
    performRun({ ...options, ...changes }, { notice, progress: () => {} }, new AbortController().signal, {
      pauseFactor: 0.05,
      isIncluded,
    })
  const report = await perform({})
  expect(checkOf(report, 'webhooks', 'delivers agent.created')).toMatchObject({
    verdict: 'conforms',
    verdicts: { specification: 'meets', interface: 'meets', switchboard: 'works' },
  })
  expect(checkOf(report, 'webhooks', 'delivers flow.updated')).toMatchObject({ verdict: 'conforms' })
  const other = await perform({ webhookSecret: 'another-secret' })
  expect(checkOf(other, 'webhooks', 'delivers agent.created')).toMatchObject({
    verdict: 'wrong',
    verdicts: { switchboard: 'fails' },
    findings: [{ field: 'X-Service-Signature', section: 'interface 6' }],
  })
})
