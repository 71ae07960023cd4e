/** Creates two drafts and decides them as a reviewer (specification 4.6, interface 5 and 7). */
import { Message, needsReview } from '#contract/index.ts'
import { combineOutcomes, judgeRefusal, judgeSuccess, type Outcome, unchecked } from '../judge/outcome.ts'
import type { Exchange } from '../run/client.ts'
import { type Check, endpointOf, fieldsOf, type Run, readAnswer, recordsOf, sendAndJudge } from './check.ts'
import {
  createCheck,
  type Draft,
  draftKey,
  expectFields,
  firstOf,
  idOf,
  missingReasons,
  pathOf,
  type RunRecords,
} from './run-records.ts'

const messagesOf = (answer: unknown) => {
  const { messages } = fieldsOf(answer)
  return (Array.isArray(messages) ? messages : []).map((message) => Message.parse(message))
}

/** Whether a read of its conversation shows that a draft does not wait for a decision any more. */
export function isDraftDecided({ messageId }: Draft, exchange: Exchange): boolean {
  if (exchange.status !== 200) return exchange.status === 404
  const message = messagesOf(readAnswer(endpointOf('conversationShow'), exchange)).find(({ _id }) => _id === messageId)
  return message === undefined || !needsReview(message)
}

/** Finds the flow that drafts messages: a message flow if the service has them, otherwise the flow that this run created. */
async function findDraftingFlow(run: Run, { flows }: RunRecords): Promise<string | undefined> {
  if (run.absentCapabilities.has('message-flows')) return firstOf(flows)
  const list = endpointOf('messageFlowList')
  const listExchange = await run.client.send({ method: 'GET', path: `${list.path}?limit=100` })
  const activeFlow = recordsOf(readAnswer(list, listExchange)).find(
    ({ agent, isActive }) => isActive === true && idOf(agent) !== undefined,
  )
  return idOf(activeFlow?._id)
}

export function draftChecks(records: RunRecords): Check[] {
  const { number, drafts } = records
  return [
    createCheck('messageGenerate', 'drafts two messages that wait for review', 3, async (run) => {
      if (number === undefined) return unchecked(missingReasons.number)
      const flowId = await findDraftingFlow(run, records)
      if (flowId === undefined) return unchecked('needs an active message flow that has an agent')
      const sending = {
        method: 'POST',
        path: pathOf('messageGenerate'),
        body: { flowId, to: number, autopilot: false },
      }
      const outcomes: Outcome[] = []
      for (let index = 0; index < 2; index++) {
        const outcome = await sendAndJudge(
          run,
          sending,
          judgeSuccess(endpointOf('messageGenerate'), expectFields({ status: 'success' })),
        )
        const { conversation_id, message_id, message } = fieldsOf(outcome.exchange.json)
        const [conversationId, messageId] = [idOf(conversation_id), idOf(message_id)]
        if (conversationId !== undefined && messageId !== undefined)
          drafts.unshift({ conversationId, messageId, text: message })
        outcomes.push(outcome)
      }
      return combineOutcomes(outcomes)
    }),
    createCheck(
      'conversationShow',
      'returns drafts in the documented form',
      2,
      async (run) => {
        if (drafts.length === 0) return unchecked(missingReasons.draft)
        const outcomes: Outcome[] = []
        for (const { conversationId, messageId, text } of drafts.slice(0, 2)) {
          if (!run.knownIds.has('conversationId')) run.knownIds.set('conversationId', conversationId)
          const judge = judgeSuccess(endpointOf('conversationShow'), (answer) => {
            const message = messagesOf(answer).find(({ _id }) => _id === messageId)
            if (message !== undefined && needsReview(message))
              return text === undefined || text === message.message
                ? []
                : [
                    {
                      kind: 'wrong',
                      field: 'messages[].message',
                      says: 'differs from the draft that messageGenerate answered',
                    },
                  ]
            return [{ kind: 'wrong', field: 'messages', says: 'the draft does not need review' }]
          })
          const sending = { method: 'GET', path: pathOf('conversationShow', { conversationId }) }
          outcomes.push(await sendAndJudge(run, sending, judge))
        }
        return combineOutcomes(outcomes)
      },
      'interface 5',
    ),
  ]
}

export function decisionChecks({ numbers, drafts, undecidedDrafts }: RunRecords): Check[] {
  const sendDecision = async (
    run: Run,
    draft: Draft,
    metadata: Record<string, string>,
    judge: Parameters<typeof sendAndJudge>[2],
  ) => {
    const { conversationId, messageId } = draft
    const outcome = await sendAndJudge(
      run,
      { method: 'POST', path: pathOf('messageAction', { conversationId, messageId }), body: { metadata } },
      judge,
    )
    return outcome
  }
  const expectMessage = (message: Record<string, unknown>) =>
    judgeSuccess(endpointOf('messageAction'), expectFields({ status: 'success', message }))
  const expectRefusal = (code: string) => judgeRefusal({ status: 400, form: 'general', code })

  /** Whether a message may be sent in this conversation: only to numbers given with --number. */
  async function maySend(run: Run, { conversationId }: Draft): Promise<boolean> {
    if (numbers.length === 0) return false
    const exchange = await run.client.send({ method: 'GET', path: pathOf('conversationShow', { conversationId }) })
    const { customer } = fieldsOf(readAnswer(endpointOf('conversationShow'), exchange))
    return numbers.includes(String(fieldsOf(customer).phone))
  }
  /** Finds the draft to reject: the second, or the only one if it may not be sent. */
  async function findRejectable(run: Run): Promise<Draft | undefined> {
    const [first, second] = drafts
    if (first === undefined || second !== undefined) return second
    return (await maySend(run, first)) ? undefined : first
  }
  /** Expects that the conversation shows a decided message like this. */
  const readDecided = async (run: Run, draft: Draft, wanted: Record<string, unknown>) => {
    const { conversationId, messageId } = draft
    const outcome = await sendAndJudge(
      run,
      { method: 'GET', path: pathOf('conversationShow', { conversationId }) },
      judgeSuccess(endpointOf('conversationShow'), (answer) => {
        const message = messagesOf(answer).find(({ _id }) => _id === messageId)
        return expectFields(wanted)(message).map((finding) => ({ ...finding, field: `messages[].${finding.field}` }))
      }),
    )
    if (isDraftDecided(draft, outcome.exchange)) undecidedDrafts.delete(draftKey(draft))
    return outcome
  }
  const editedMessage = 'Written by a conformance check.'

  return [
    createCheck(
      'messageAction',
      'refuses an edit without text',
      1,
      async (run) => {
        const [draft] = drafts
        if (draft === undefined) return unchecked(missingReasons.draft)
        return sendDecision(run, draft, { action: 'Edit' }, expectRefusal('invalid_message'))
      },
      'interface 5',
    ),
    createCheck('messageAction', 'edits, then approves a message, but not twice', 5, async (run) => {
      const [draft] = drafts
      if (draft === undefined) return unchecked(missingReasons.draft)
      if (!(await maySend(run, draft))) return unchecked('needs a draft to a number given with --number')
      const wanted = { _id: draft.messageId, message: editedMessage }
      const edited = await sendDecision(run, draft, { action: 'Edit', editedMessage }, expectMessage(wanted))
      // A deployment may send the message on Edit (interface 5). Then it cannot be approved.
      if (fieldsOf(fieldsOf(edited.exchange.json).message).sent === true)
        return combineOutcomes([edited, await readDecided(run, draft, { message: editedMessage, sent: true })])
      const approved = expectMessage({ ...wanted, status: 'approved', sent: true })
      return combineOutcomes([
        edited,
        await sendDecision(run, draft, { action: 'Approve' }, approved),
        await sendDecision(run, draft, { action: 'Approve' }, expectRefusal('invalid_state')),
        await readDecided(run, draft, { message: editedMessage, status: 'approved', sent: true }),
      ])
    }),
    createCheck('messageAction', 'rejects a message', 3, async (run) => {
      const draft = await findRejectable(run)
      if (draft === undefined) return unchecked(missingReasons.secondDraft)
      const wanted = { _id: draft.messageId, status: 'rejected', sent: false }
      return combineOutcomes([
        await sendDecision(run, draft, { action: 'Reject' }, expectMessage(wanted)),
        await readDecided(run, draft, { status: 'rejected', sent: false }),
      ])
    }),
    createCheck(
      'messageAction',
      'refuses a second decision',
      2,
      async (run) => {
        const draft = await findRejectable(run)
        if (draft === undefined) return unchecked(missingReasons.secondDraft)
        return sendDecision(run, draft, { action: 'Reject' }, expectRefusal('invalid_state'))
      },
      'interface 5',
    ),
  ]
}
