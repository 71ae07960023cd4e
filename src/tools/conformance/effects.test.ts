/** Runs with effects leave nothing behind silently, and change nothing that belongs to others. */
import { expect, it } from 'vitest'
import { type Message, needsReview } from '#contract/index.ts'
import { changedTransport, checkOf, checksNamed, run, startTestService } from './test-run.ts'

it('tries again to cancel a batch and to end a call that were only said to be over, and names them', async () => {
  const service = await startTestService()
  const ends: string[] = []
  const transport = changedTransport(service.url, (outgoing, forward) => {
    const { method, path } = outgoing
    const isCancel = method === 'DELETE' && /\/batch-calls\/\w+$/.test(path)
    if (!isCancel && !path.endsWith('/end-call')) return forward()
    ends.push(path)
    const text = JSON.stringify(isCancel ? { status: 'cancelled' } : { success: true })
    return Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, text })
  })
  const included = checksNamed(
    /^(agentList answers|callSend starts|activeCallEnd ends|batchStart starts|batchCancel cancels)/,
  )
  const { report } = await run(service.wholeRun(), { transport, pauseFactor: 0, ...included })
  expect(checkOf(report, 'batchCancel', 'cancels the batch that was started')).toMatchObject({ verdict: 'wrong' })
  expect(report.left).toEqual([
    expect.stringMatching(/^the batch \w+, after DELETE .*: it is still there$/),
    expect.stringMatching(/^the call [\w-]+, after POST .*: it is still there$/),
  ])
  expect(ends).toHaveLength(4)
})

it('looks for what a creation made that was answered with a server error', async () => {
  const service = await startTestService()
  const transport = changedTransport(service.url, async ({ method, path }, forward) => {
    const answer = await forward()
    const isCreation = method === 'POST' && ['/api/v1/agents', '/api/v1/calls/call'].includes(path)
    return isCreation ? { ...answer, status: 500, text: '{"error":{"code":"UNKNOWN_ERROR","message":"Oh."}}' } : answer
  })
  const included = checksNamed(/^(agentCreate creates|callSend starts)/)
  const { report } = await run(service.wholeRun(), { transport, pauseFactor: 0, ...included })
  expect(report.left).toEqual([
    'callSend was sent, but its answer does not say whether it was done. It may have had an effect.',
  ])
  expect(JSON.stringify(await service.read('/api/v1/agents?search=Conformance'))).toContain('"total":0')
})

it('never replaces a record of others, whatever ID the service answers with --permanent', async () => {
  const service = await startTestService()
  const path = '/v1/api/omni-flow-agents'
  const before = await service.read<{ _id: string }[]>(path)
  const transport = changedTransport(service.url, async (outgoing, forward) => {
    const answer = await forward()
    if (outgoing.method !== 'POST' || outgoing.path !== path || answer.status !== 200) return answer
    return { ...answer, text: JSON.stringify({ ...JSON.parse(answer.text), _id: before[0]?._id }) }
  })
  const included = checksNamed(/^messagingAgent(List answers|(Create|Replace|Show) .*messaging agent)/)
  const { report } = await run(service.wholeRun('--permanent'), { transport, ...included })
  const after = await service.read<{ _id: string }[]>(path)
  expect(after.find(({ _id }) => _id === before[0]?._id)).toEqual(before[0])
  expect(checkOf(report, 'messagingAgentReplace', 'replaces the messaging agent')?.verdict).toBe('unchecked')
  expect(report.left).toEqual([expect.stringMatching(/^messagingAgentCreate was sent/)])
})

/** A service whose call ends by itself after this many reads, as with a busy line or a phone that nobody answers. */
async function runWithShortCall(reads: number) {
  const service = await startTestService()
  let readCount = 0
  const transport = changedTransport(service.url, async ({ method, path }, forward) => {
    const [roomPath] = /^\/v2\/api\/active-calls\/[\w-]+/.exec(path) ?? []
    if (roomPath === undefined || path.includes('nosuchroom')) return forward()
    const headers = { 'x-api-key': service.apiKey, 'x-workspace-id': service.workspaceId }
    if (method === 'GET' && ++readCount > reads)
      await fetch(`${service.url}${roomPath}/end-call`, { method: 'POST', headers, body: '{}' })
    return forward()
  })
  const included = checksNamed(
    /^(agentList answers|callSend starts|activeCall(Show|TakeOver|End) (answers|mutes|ends))/,
  )
  const { report } = await run(service.wholeRun(), { transport, pauseFactor: 0, ...included })
  const checks = report.endpoints.filter(({ name }) => name.startsWith('activeCall')).flatMap((one) => one.checks)
  return { checks: checks.map(({ name, verdict, expected }) => [name, verdict, expected]), left: report.left }
}

it.each([0, 1, 2])('does not blame the service when its call ends by itself after %d reads', async (reads) => {
  const { checks, left } = await runWithShortCall(reads)
  expect(left).toEqual([])
  expect(checks.map(([, verdict]) => verdict)).not.toContain('wrong')
})

it('says that its call ended before it was read', async () => {
  const { checks } = await runWithShortCall(0)
  expect(checks).toContainEqual(['answers as documented', 'unchecked', 'the call ended before it was read'])
})

it('rejects the only message given with --draft if none may be sent, as it announces', async () => {
  const service = await startTestService()
  const conversations = await service.read<{ _id: string; messages: Message[] }[]>('/v1/api/conversations')
  const [key] = conversations.flatMap(({ _id, messages }) =>
    messages.filter(needsReview).map((message) => `${_id}/${message._id}`),
  )
  const options = service.options('--effects', '--draft', String(key))
  const { report, notices } = await run(options, checksNamed(/^messageAction (edits|rejects)/))
  expect(notices).toContain('  no message is sent; one message given with --draft is rejected')
  expect(checkOf(report, 'messageAction', 'edits, then approves a message, but not twice')?.verdict).toBe('unchecked')
  expect(checkOf(report, 'messageAction', 'rejects a message')?.verdict).toBe('conforms')
})

it('tries again to reject a draft that was only said to be rejected, and names it', async () => {
  const service = await startTestService()
  const transport = changedTransport(service.url, ({ path, body }, forward) => {
    if (!path.endsWith('/action') || !String(body).includes('Reject')) return forward()
    const headers = { 'content-type': 'application/json' }
    return Promise.resolve({ status: 200, headers, text: JSON.stringify({ status: 'success', message: {} }) })
  })
  const included = checksNamed(
    /^(agentList answers|messageFlowList answers|messageGenerate drafts|messageAction rejects)/,
  )
  const { report } = await run(service.wholeRun(), { transport, ...included })
  const line = expect.stringMatching(/^the draft \w+\/\w+, after POST .*: it is still there$/) as string
  expect(report.left).toEqual([line, line])
})
