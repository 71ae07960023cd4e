/** Refusals are blamed on the document that demands them, and what no document demands is not blamed. */
import { expect, it } from 'vitest'
import { headers } from '#contract/index.ts'
import { type Answer, changedTransport, checkOf, checksNamed, run, startTestService } from './test-run.ts'

const refusal = (code: string): Pick<Answer, 'status' | 'text'> => ({
  status: 400,
  text: JSON.stringify({ error: { code, message: 'No.' } }),
})

it('blames a missing refusal on the interface where the specification does not demand it', async () => {
  const service = await startTestService()
  const transport = changedTransport(service.url, async ({ method, path, headers: sent }, forward) => {
    const answer = await forward()
    const isConcerned = sent[headers.workspace] === undefined || (method === 'POST' && path === '/api/v1/agents')
    return isConcerned && answer.status === 400 ? { ...answer, status: 422 } : answer
  })
  const included = checksNamed(/^(conversationShow requires|agentCreate refuses a body without)/)
  const { report } = await run(service.options('--effects'), { transport, ...included })
  for (const [endpoint, name] of [
    ['conversationShow', 'requires the workspace'],
    ['agentCreate', 'refuses a body without the required fields'],
  ] as const)
    expect(checkOf(report, endpoint, name)?.verdicts).toMatchObject({ specification: 'meets', interface: 'differs' })
})

it('demands only of the embedded service that it refuses a body that is not JSON', async () => {
  const service = await startTestService()
  const included = checksNamed(/^(flowUpdate refuses a body that is not JSON)/)
  const accept = (isOther: boolean) =>
    changedTransport(service.url, async ({ headers: sent }, forward) => {
      const { [headers.simulation]: mark, ...others } = (await forward()).headers
      const isConcerned = sent['content-type'] === 'text/plain'
      return {
        status: isConcerned ? 404 : 200,
        headers: isOther ? others : { ...others, 'x-simulation': `${mark}` },
        text: refusal('not_found').text,
      }
    })
  const verdictWith = async (isOther: boolean) => {
    const { report } = await run(service.options('--effects'), { transport: accept(isOther), ...included })
    return checkOf(report, 'flowUpdate', 'refuses a body that is not JSON')?.verdict
  }
  expect([await verdictWith(true), await verdictWith(false)]).toEqual(['conforms', 'wrong'])
})

it('accepts a service that looks at the number before the agent', async () => {
  const service = await startTestService()
  const transport = changedTransport(service.url, async ({ path, body }, forward) => {
    const answer = await forward()
    const isConcerned = path === '/api/v1/calls/call' && String(body).includes('no-number')
    return isConcerned ? { ...answer, ...refusal('invalid_number') } : answer
  })
  const verdicts = []
  for (const options of [service.options('--effects'), service.wholeRun()]) {
    const { report } = await run(options, { transport, ...checksNamed(/^callSend refuses an unknown agent/) })
    verdicts.push(checkOf(report, 'callSend', 'refuses an unknown agent')?.verdict)
  }
  expect(verdicts).toEqual(['conforms', 'conforms'])
})
