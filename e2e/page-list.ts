/** Every page of the dashboard with its path and heading, for stories that visit all of them. */
import type { KnownBatch } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import { settingsPages } from '#kit/navigation/settings-pages.ts'
import { findOrPlaceLongCall } from './calls.ts'
import { createColleague } from './operators.ts'
import { expect, type World } from './world.ts'

export interface DashboardPage {
  /** The name of the page's picture. */
  name: string
  /** The main heading. */
  title: string | RegExp
  path: string
}

export const firstAgent = async (world: World) =>
  (await world.service('agentList', { query: { limit: '1' } })).agents[0] ?? { id: '', name: '' }
export const firstFlow = async (world: World) =>
  (await world.service('flowList', { query: { limit: '1' } })).flows[0] ?? { id: '', name: '' }

/** The names of two batches in the service's seed data. */
export const runningBatchName = 'Visit reminders, next week'
export const completedBatchName = 'Autumn renewals, West'
/** @returns the ID of the batch with this name; '' if the gateway does not know it */
export async function batchIdOf(world: World, batchName: string): Promise<string> {
  const session = await fetch(`${world.url}/gateway/session`)
  const cookie = (session.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  const answer = await fetch(`${world.url}/gateway/batches`, { headers: { cookie } })
  const { batches } = (await answer.json()) as { batches: { batchId: string; name: string }[] }
  return batches.find(({ name }) => name === batchName)?.batchId ?? ''
}

/**
 * Opens the running batch of the seed data by its ID, as a person would. The gateway knows the batches of an embedded service, but not
 * those of a service in another process. It shows such a batch with its ID as the name.
 */
export async function openRunningBatch(world: World): Promise<Pick<KnownBatch, 'batchId' | 'name'>> {
  const { calls } = await world.service('callHistory', { query: { limit: '100' } })
  for (const batchId of new Set(calls.flatMap((call) => call.batchId ?? []))) {
    const { isComplete } = await world.service('batchProgress', { params: { batchId } })
    if (isComplete) continue
    const { request } = await createColleague(world, 'campaign_manager')
    const answer = await request.post('/gateway/batches', { data: { batchId } })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as KnownBatch
  }
  throw new Error('no batch is running')
}

/** The path of the page of a person, which the gateway encrypts. */
async function personPath(world: World, address: string): Promise<string> {
  const { request } = await createColleague(world, 'support')
  const answer = await request.post('/gateway/people', { data: { address } })
  expect(answer.status()).toBe(200)
  return `/conversations/people/${((await answer.json()) as { personId: string }).personId}`
}

/**
 * Changes a flow and deletes an agent at the service, and lets the gateway see both: the flow has two versions then, and the agent is
 * deleted. The gateway's ledger has no row of it, as a story in a shared world requires.
 */
async function changeAndDeleteElsewhere(world: World): Promise<{ flowId: string; agentId: string }> {
  const { request } = await createColleague(world, 'support')
  const see = (path: string) => request.get(path, { headers: { 'cache-control': 'no-cache' } })
  const { flows } = await world.service('flowList', { query: { limit: '100' } })
  const flow = flows.at(-1) ?? { id: '', description: '' }
  await see(`/api/v1/flows/${flow.id}`)
  await world.service('flowUpdate', {
    params: { flowId: flow.id },
    body: { description: `${flow.description} Changed at the service.` },
  })
  expect((await see(`/api/v1/flows/${flow.id}`)).status()).toBe(200)
  const agent = await world.service('agentCreate', {
    body: { name: 'Deleted elsewhere', model: 'gpt-4o', voice: { provider: 'openai', voiceId: 'alloy' } },
  })
  await see(`/api/v1/agents/${agent.id}`)
  await world.service('agentDelete', { params: { agentId: agent.id } })
  // A second reading, some seconds later, tells that it is gone.
  const isKnownAsGone = async () => {
    const answer = await see(`/api/v1/agents/${agent.id}`)
    const { error } = (await answer.json()) as { error?: { isDoubtful?: boolean } }
    return answer.status() === 404 && error?.isDoubtful !== true
  }
  await expect.poll(isKnownAsGone).toBe(true)
  return { flowId: flow.id, agentId: agent.id }
}

/** The pages by area of the dashboard. The page of a live call needs a call that stays live. */
export const pagesByArea = {
  'live calls': async (world: World): Promise<DashboardPage[]> => {
    const { roomName } = await findOrPlaceLongCall(world)
    return [
      { name: 'overview', title: 'Overview', path: '/overview' },
      { name: 'unfinished', title: 'Unfinished', path: '/unfinished' },
      { name: 'live-calls', title: 'Live calls', path: '/calls' },
      { name: 'live-call', title: '+1 202 555 0105', path: `/calls/${roomName}` },
      { name: 'place-a-call', title: 'Place a call', path: '/calls/new' },
      { name: 'ended-calls', title: 'Ended calls', path: '/calls/ended' },
      { name: 'reports-reaching', title: 'Reaching people', path: '/reports/reaching' },
      { name: 'reports-calls', title: 'Counted calls', path: '/reports/calls' },
      { name: 'reports-decisions', title: 'Counted decisions', path: '/reports/decisions' },
      { name: 'reports-batches', title: 'Batches', path: '/reports/batches' },
      { name: 'reports-agents', title: 'Agents and flows', path: '/reports/agents' },
      { name: 'reports-review', title: 'Reviewing messages', path: '/reports/review' },
      { name: 'reports-cost', title: 'Cost', path: '/reports/cost' },
      { name: 'reports-budget', title: 'Request budget', path: '/reports/budget' },
      { name: 'call-unknown', title: 'Call not found', path: '/calls/no-such-room' },
    ]
  },
  'batches and messages': async (world: World): Promise<DashboardPage[]> => {
    const batchId = await batchIdOf(world, runningBatchName)
    const batch = batchId ? { batchId, name: runningBatchName } : await openRunningBatch(world)
    const { _id, customer } = (await world.service('conversationList'))[0] ?? {
      _id: '',
      customer: { name: '', phone: '', email: '' },
    }
    return [
      { name: 'batches', title: 'Batches', path: '/batches' },
      { name: 'batch', title: batch.name, path: `/batches/${batch.batchId}` },
      { name: 'new-batch', title: 'New batch', path: '/batches/new' },
      { name: 'review', title: 'Review', path: '/review' },
      { name: 'conversations', title: 'Conversations', path: '/conversations' },
      { name: 'conversation', title: customer.name ?? '', path: `/conversations/${_id}` },
      {
        name: 'person',
        title: customer.name ?? '',
        path: await personPath(world, customer.phone || customer.email || ''),
      },
      { name: 'do-not-call', title: 'Do not call', path: '/calls/do-not-call' },
    ]
  },
  'agents and flows': async (world: World): Promise<DashboardPage[]> => {
    const [agent, flow] = [await firstAgent(world), await firstFlow(world)]
    return [
      { name: 'agents', title: 'Agents', path: '/agents' },
      { name: 'agent-new', title: 'New agent', path: '/agents/new' },
      { name: 'import-records', title: 'Import records', path: '/agents/import' },
      { name: 'agent', title: agent.name, path: `/agents/${agent.id}` },
      { name: 'agent-edit', title: `Edit ${agent.name}`, path: `/agents/${agent.id}/edit` },
      { name: 'flows', title: 'Flows', path: '/flows' },
      { name: 'flow-new', title: 'New flow', path: '/flows/new' },
      { name: 'flow-templates', title: 'Templates', path: '/flows/templates' },
      { name: 'flow', title: flow.name, path: `/flows/${flow.id}` },
      { name: 'flow-edit', title: 'Edit flow', path: `/flows/${flow.id}/edit` },
      { name: 'flow-node', title: 'Edit flow', path: `/flows/${flow.id}/edit?node=start` },
    ]
  },
  messaging: async (world: World): Promise<DashboardPage[]> => {
    const query = { limit: '1' }
    const agent = (await world.service('messagingAgentList', { query }))[0] ?? { _id: '', name: '' }
    const flow = (await world.service('messageFlowList', { query }))[0] ?? { _id: '', name: '' }
    return [
      { name: 'messaging-agents', title: 'Messaging agents', path: '/agents/messaging' },
      { name: 'messaging-agent', title: agent.name, path: `/agents/messaging/${agent._id}` },
      { name: 'messaging-agent-edit', title: `Edit ${agent.name}`, path: `/agents/messaging/${agent._id}/edit` },
      { name: 'message-flows', title: 'Message flows', path: '/flows/messages' },
      { name: 'message-flow', title: flow.name, path: `/flows/messages/${flow._id}` },
      { name: 'message-flow-edit', title: `Edit ${flow.name}`, path: `/flows/messages/${flow._id}/edit` },
    ]
  },
  versions: async (world: World): Promise<DashboardPage[]> => {
    const { flowId, agentId } = await changeAndDeleteElsewhere(world)
    return [
      { name: 'versions', title: /^Versions of /, path: `/flows/${flowId}/versions` },
      { name: 'versions-compared', title: /^Versions of /, path: `/flows/${flowId}/versions?version=1&since=2` },
      { name: 'agents-deleted', title: 'Deleted agents', path: '/agents/deleted' },
      { name: 'deleted-versions', title: /^Versions of /, path: `/agents/${agentId}/versions` },
      { name: 'deleted-agent', title: 'Not found', path: `/agents/${agentId}` },
      { name: 'message-flows-deleted', title: 'Deleted message flows', path: '/flows/messages/deleted' },
    ]
  },
  settings: async (): Promise<DashboardPage[]> => [
    ...settingsPages
      // These are set in the reports.
      .filter(({ part }) => part !== 'prices')
      .map(({ part, label }) => ({ name: `settings-${part}`, title: label, path: paths.settings(part) })),
    { name: 'settings-operator', title: 'Sam Whitfield', path: '/settings/operators/ready-support' },
  ],
} as const satisfies Record<string, (world: World) => Promise<DashboardPage[]>>

export type Area = keyof typeof pagesByArea
export const areas = Object.keys(pagesByArea) as Area[]
