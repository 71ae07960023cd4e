/** What a draft is based on, from what the team has seen and from cached answers. Sends nothing to the service. */
import {
  type BatchCall,
  type BatchCallList,
  type ContextConversation,
  type ContextFlow,
  type Conversation,
  type Flow,
  type MessageFlow,
  needsReview,
  type Person,
  type ReviewContext,
} from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Conversations } from '../registry/conversations.ts'
import type { Registry } from '../registry/registry.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import { notFound } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { People } from './people.ts'
import { addressOf, isNumber, type PersonIds } from './person-id.ts'
import { findFlowKind } from './sources.ts'

/** The most entries of each kind in one answer. The person's page has all of them. */
const maxEntriesOfKind = 10
/** Characters of the last message of another conversation. */
const maxMessageLength = 200

export type ReviewContexts = ReturnType<typeof createReviewContexts>

export function createReviewContexts(deps: {
  people: Pick<People, 'show'>
  personIds: Pick<PersonIds, 'idOf'>
  conversations: Conversations
  snapshots: Pick<Snapshots, 'findAnswers'>
  registry: Pick<Registry, 'nameOf'>
  store: Store
  clock: Clock
}) {
  const { people, personIds, conversations, snapshots, registry, store, clock } = deps

  /** The pages of the customer: of the number, then of the e-mail address. */
  async function pagesOf(workspace: string, { customer }: Conversation): Promise<Person[]> {
    const addresses = [addressOf(customer.phone), addressOf(customer.email)].filter((address) => address !== null)
    return Promise.all(addresses.map((address) => people.show(workspace, personIds.idOf(address))))
  }

  /** The variables of a number's rows in cached answers, by batch. The latest answer counts. */
  function cachedVariables(workspace: string, number: string, batchIds: ReadonlySet<string>) {
    const variables: ReviewContext['variables'] = {}
    if (batchIds.size === 0) return variables
    for (const { read, snapshot } of snapshots.findAnswers(['batchCallList', 'batchCallShow'], workspace)) {
      const { batchId = '' } = read.params
      if (!batchIds.has(batchId) || variables[batchId]) continue
      const calls =
        read.name === 'batchCallShow' ? [snapshot.data as BatchCall] : (snapshot.data as BatchCallList).calls
      const row = calls.find(({ phone_number }) => isNumber(phone_number, number))
      if (row) variables[batchId] = row.metadata
    }
    return variables
  }

  function otherConversation(workspace: string, id: string): ContextConversation[] {
    const conversation = conversations.find(workspace, id)?.conversation
    if (!conversation) return []
    const { messages, agentId, updatedAt } = conversation
    const last = messages.at(-1)
    return [
      {
        conversationId: id,
        agentName: registry.nameOf('agent', agentId),
        messages: messages.length,
        lastMessage: last?.message.slice(0, maxMessageLength) ?? '',
        isLastFromCustomer: last?.direction === 'inbound',
        updatedAt,
        draftId: messages.find(needsReview)?._id ?? null,
      },
    ]
  }

  /** The prompt of a flow in the latest cached answer that contains the flow. */
  function cachedPrompt(workspace: string, flowId: string): Pick<ContextFlow, 'kind' | 'cached'> | null {
    const names = ['flowShow', 'flowList', 'messageFlowShow', 'messageFlowList'] as const
    for (const { read, snapshot } of snapshots.findAnswers(names, workspace)) {
      const readAt = dateOf(clock, snapshot.readAt)
      if (read.name === 'flowShow' || read.name === 'flowList') {
        const flows = read.name === 'flowShow' ? [snapshot.data as Flow] : (snapshot.data as { flows: Flow[] }).flows
        const flow = flows.find(({ id }) => id === flowId)
        if (flow) {
          const hasSteps = flow.promptType === 'flow' && flow.flowData.nodes.length > 0
          return { kind: 'flow', cached: { prompt: flow.prompt, hasSteps, readAt } }
        }
      } else {
        const flows =
          read.name === 'messageFlowShow' ? [snapshot.data as MessageFlow] : (snapshot.data as MessageFlow[])
        const flow = flows.find(({ _id }) => _id === flowId)
        if (flow) return { kind: 'message-flow', cached: { prompt: flow.prompt, hasSteps: false, readAt } }
      }
    }
    return null
  }

  async function flowOf(workspace: string, flowId: string | null): Promise<ContextFlow | null> {
    if (flowId === null || flowId === '') return null
    const { kind, cached } = cachedPrompt(workspace, flowId) ?? {
      kind: await findFlowKind(store, flowId),
      cached: null,
    }
    return { flowId, name: registry.nameOf('flow', flowId), kind, cached }
  }

  return {
    /**
     * What the drafts of a conversation are based on.
     *
     * @throws Refusal 404 if nothing is known of the conversation
     */
    async show(workspace: string, conversationId: string): Promise<ReviewContext> {
      const conversation = conversations.find(workspace, conversationId)?.conversation
      // guard: unknown-conversation-has-no-context
      if (!conversation) throw notFound()
      const pages = await pagesOf(workspace, conversation)
      const entries = pages.flatMap((page) => page.entries)
      const calls = entries
        .filter((entry) => entry.kind === 'call')
        .filter(({ state }) => state !== 'waiting' && state !== 'cancelled')
        .slice(0, maxEntriesOfKind)
      const batches = entries.filter((entry) => entry.kind === 'batch').slice(0, maxEntriesOfKind)
      const batchIds = new Set([...calls, ...batches].flatMap(({ batchId }) => batchId ?? []))
      const number = pages.find(({ phone }) => phone !== null)?.phone ?? null
      const otherIds = new Set(pages.flatMap((page) => page.conversationIds))
      otherIds.delete(conversationId)
      return {
        calls,
        conversations: [...otherIds]
          .flatMap((id) => otherConversation(workspace, id))
          .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
          .slice(0, maxEntriesOfKind),
        batches,
        variables: number === null ? {} : cachedVariables(workspace, number, batchIds),
        flow: await flowOf(workspace, conversation.pathwayId),
      }
    },
  }
}
