/** Creates two drafts and decides them as a reviewer (specification 4.6, interface 5 and 7). */
import { Message, needsReview } from '#contract/index.ts'
import { type Outcome, refusal, success, together, unchecked } from './outcome.ts'
import { ask, type Check, endpointOf, fieldsOf, type Run, readAnswer, recordsOf } from './run.ts'
import { are, check, type Draft, firstOf, idOf, needs, pathOf, type RunRecords } from './run-records.ts'

const messagesOf = (answer: unknown) => {
  const { messages } = fieldsOf(answer)
  return (Array.isArray(messages) ? messages : []).map((message) => Message.parse(message))
}

/** The flow that drafts messages: a message flow if the service has them, otherwise the flow of this run. */
async function draftingFlow(run: Run, { flows }: RunRecords): Promise<string | undefined> {
  if (run.absent.has('message-flows')) return firstOf(flows)
  const list = endpointOf('messageFlowList')
  const listed = await run.client.send({ method: 'GET', path: `${list.path}?limit=100` })
  const writing = recordsOf(readAnswer(list, listed)).find(
    ({ agent, isActive }) => isActive === true && idOf(agent) !== undefined,
  )
  return idOf(writing?._id)
}

export function generation(records: RunRecords): Check[] {
  const { number, drafts, waiting } = records
  return [
    check('messageGenerate', 'drafts two messages that wait for review', 3, async (run) => {
      if (number === undefined) return unchecked(needs.number)
      const flowId = await draftingFlow(run, records)
      if (flowId === undefined) return unchecked('needs an active message flow that has an agent')
      const sending = {
        method: 'POST',
        path: pathOf('messageGenerate'),
        body: { flowId, to: number, autopilot: false },
      }
      const outcomes: Outcome[] = []
      for (let i = 0; i < 2; i++) {
        const outcome = await ask(run, sending, success(endpointOf('messageGenerate'), are({ status: 'success' })))
        const { conversation_id, message_id } = fieldsOf(outcome.exchange.json)
        const [conversationId, messageId] = [idOf(conversation_id), idOf(message_id)]
        if (outcome.exchange.status === 0) records.lost.add('messageGenerate')
        if (conversationId !== undefined && messageId !== undefined) {
          const draft = { conversationId, messageId }
          drafts.unshift(draft)
          waiting.add(draft)
        }
        outcomes.push(outcome)
      }
      return together(outcomes)
    }),
    check(
      'conversationShow',
      'returns drafts in the documented form',
      2,
      async (run) => {
        if (drafts.length === 0) return unchecked(needs.draft)
        const outcomes: Outcome[] = []
        for (const { conversationId, messageId } of drafts.slice(0, 2)) {
          if (!run.known.has('conversationId')) run.known.set('conversationId', conversationId)
          const judge = success(endpointOf('conversationShow'), (answer) => {
            const message = messagesOf(answer).find(({ _id }) => _id === messageId)
            if (message !== undefined && needsReview(message)) return []
            return [{ kind: 'wrong', field: 'messages', says: 'the draft does not need review' }]
          })
          const sending = { method: 'GET', path: pathOf('conversationShow', { conversationId }) }
          outcomes.push(await ask(run, sending, judge))
        }
        return together(outcomes)
      },
      'interface 5',
    ),
  ]
}

export function decisions({ numbers, drafts, waiting }: RunRecords): Check[] {
  const act = async (run: Run, draft: Draft, metadata: Record<string, string>, judge: Parameters<typeof ask>[2]) => {
    const outcome = await ask(
      run,
      { method: 'POST', path: pathOf('messageAction', { ...draft }), body: { metadata } },
      judge,
    )
    if (metadata.action !== 'Edit' && outcome.exchange.status === 200) waiting.delete(draft)
    return outcome
  }
  const done = (message: Record<string, unknown>) =>
    success(endpointOf('messageAction'), are({ status: 'success', message }))
  const refused = (code: string) => refusal({ status: 400, form: 'general', code })

  /** Messages may be sent only to the given numbers. */
  async function maySend(run: Run, { conversationId }: Draft): Promise<boolean> {
    const shown = await run.client.send({ method: 'GET', path: pathOf('conversationShow', { conversationId }) })
    const { customer } = fieldsOf(readAnswer(endpointOf('conversationShow'), shown))
    return numbers.includes(String(fieldsOf(customer).phone))
  }
  const editedMessage = 'Written by a conformance check.'

  return [
    check(
      'messageAction',
      'refuses an edit without text',
      1,
      async (run) => {
        const [draft] = drafts
        if (draft === undefined) return unchecked(needs.draft)
        return act(run, draft, { action: 'Edit' }, refused('invalid_message'))
      },
      'interface 5',
    ),
    check('messageAction', 'edits, then approves a message', 3, async (run) => {
      const [draft] = drafts
      if (draft === undefined) return unchecked(needs.draft)
      if (!(await maySend(run, draft))) return unchecked('needs a draft to a number given with --number')
      const wanted = { _id: draft.messageId, message: editedMessage }
      const edited = await act(run, draft, { action: 'Edit', editedMessage }, done(wanted))
      // A deployment may send on Edit (interface 5). Then nothing is left to approve.
      if (fieldsOf(fieldsOf(edited.exchange.json).message).sent === true) return edited
      const approved = done({ ...wanted, status: 'approved', sent: true })
      return together([edited, await act(run, draft, { action: 'Approve' }, approved)])
    }),
    check('messageAction', 'rejects a message', 1, async (run) => {
      const draft = drafts[1]
      if (draft === undefined) return unchecked(needs.secondDraft)
      const wanted = { _id: draft.messageId, status: 'rejected', sent: false }
      return act(run, draft, { action: 'Reject' }, done(wanted))
    }),
    check(
      'messageAction',
      'refuses a second decision',
      1,
      async (run) => {
        const draft = drafts[1]
        if (draft === undefined) return unchecked(needs.secondDraft)
        return act(run, draft, { action: 'Reject' }, refused('invalid_state'))
      },
      'interface 5',
    ),
  ]
}
