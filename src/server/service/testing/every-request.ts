/** A successful request to every endpoint with a JSON answer, about records of the seed data. */
import {
  type ActiveCallSummary,
  type Agent,
  type BatchCall,
  type Conversation,
  type Flow,
  type MessageFlow,
  needsReview,
} from '#contract/index.ts'
import { readSeededRecords } from '../seed/seed.ts'
import { csvFile, type TestService, testNumber } from './test-service.ts'

/**
 * @param service with seed data
 * @returns the arguments of `request` by endpoint; to be sent once each, in this order
 */
export async function requestsToEveryEndpoint(
  service: TestService,
): Promise<Record<string, Parameters<TestService['request']>>> {
  const { request, database } = service
  const { batches } = await readSeededRecords(database)
  const [finishedPath, runningPath] = batches.map(({ batchId }) => `/v1/api/batch-calls/${batchId}`)
  const flow = (await request<{ flows: Flow[] }>('GET', '/api/v1/flows')).body.flows.find(
    ({ agentId }) => agentId !== null,
  )
  const [conversation] = (await request<Conversation[]>('GET', '/v1/api/conversations')).body
  const draft = conversation?.messages.find(needsReview)
  const activeCalls = (await request<{ data: ActiveCallSummary[] }>('GET', '/v2/api/active-calls')).body.data
  const activeCall = activeCalls.find(({ participants }) => participants[0]?.isAgent)
  const job = (await request<{ calls: BatchCall[] }>('GET', `${finishedPath}/calls?status=completed`)).body.calls[0]
  const agent = (await request<{ agents: Agent[] }>('GET', '/api/v1/agents?limit=1')).body.agents[0]
  const [messageFlow] = (await request<MessageFlow[]>('GET', '/v1/api/message-flows')).body
  const voice = { provider: 'openai', voiceId: 'alloy' }
  const file = () => csvFile([testNumber(1)])
  return {
    agentList: ['GET', '/api/v1/agents'],
    agentShow: ['GET', `/api/v1/agents/${agent?.id}`],
    agentCreate: ['POST', '/api/v1/agents', { body: { name: 'New', model: 'gpt-4o', voice } }],
    agentUpdate: ['PATCH', `/api/v1/agents/${agent?.id}`, { body: { name: 'Newer' } }],
    agentDelete: ['DELETE', `/api/v1/agents/${agent?.id}`],
    flowList: ['GET', '/api/v1/flows'],
    flowShow: ['GET', `/api/v1/flows/${flow?.id}`],
    flowCreate: ['POST', '/api/v1/flows', { body: { name: 'New' } }],
    flowUpdate: ['PATCH', `/api/v1/flows/${flow?.id}`, { body: { description: 'Newer' } }],
    callSend: ['POST', '/api/v1/calls/call', { body: { agentId: batches[0]?.agentId, toNumber: '+447700900123' } }],
    callHistory: ['GET', '/v2/api/call-history'],
    batchValidate: ['POST', '/v1/api/batch-calls/validate', { form: { file: file() } }],
    batchPreview: ['POST', '/v1/api/batch-calls/preview', { form: { file: file() } }],
    batchStart: ['POST', '/v1/api/batch-calls', { form: { file: file(), agentId: batches[0]?.agentId ?? '' } }],
    batchShow: ['GET', runningPath ?? ''],
    batchProgress: ['GET', `${runningPath}/status`],
    batchCallList: ['GET', `${runningPath}/calls?limit=100`],
    batchCallShow: ['GET', `${finishedPath}/calls/${job?.jobId}`],
    batchCancel: ['DELETE', runningPath ?? ''],
    conversationList: ['GET', '/v1/api/conversations'],
    conversationShow: ['GET', `/v1/api/conversations/${conversation?._id}`],
    messageAction: [
      'POST',
      `/v1/api/conversations/${conversation?._id}/message/${draft?._id}/action`,
      { body: { metadata: { action: 'Approve' } } },
    ],
    messageGenerate: [
      'POST',
      '/v1/api/conversations/message/generate',
      { body: { flowId: messageFlow?._id, to: '+447700900123', autopilot: false } },
    ],
    messagingAgentList: ['GET', '/v1/api/omni-flow-agents'],
    messagingAgentShow: ['GET', `/v1/api/omni-flow-agents/${messageFlow?.agent}`],
    messagingAgentCreate: ['POST', '/v1/api/omni-flow-agents', { body: { name: 'New' } }],
    messagingAgentReplace: ['PUT', `/v1/api/omni-flow-agents/${messageFlow?.agent}`, { body: { name: 'Newer' } }],
    messageFlowList: ['GET', '/v1/api/message-flows'],
    messageFlowShow: ['GET', `/v1/api/message-flows/${messageFlow?._id}`],
    messageFlowCreate: ['POST', '/v1/api/message-flows', { body: { name: 'New' } }],
    messageFlowReplace: ['PUT', `/v1/api/message-flows/${messageFlow?._id}`, { body: { name: 'Newer' } }],
    activeCallList: ['GET', '/v2/api/active-calls'],
    activeCallShow: ['GET', `/v2/api/active-calls/${activeCall?.roomName}`],
    activeCallTakeOver: [
      'POST',
      `/v2/api/active-calls/${activeCall?.roomName}/remove-agent`,
      { body: { participantIdentity: activeCall?.participants[0]?.identity } },
    ],
    activeCallEnd: ['POST', `/v2/api/active-calls/${activeCall?.roomName}/end-call`],
    flowDelete: ['DELETE', `/api/v1/flows/${flow?.id}`],
  }
}
