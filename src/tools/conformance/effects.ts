/**
 * The checks that change something (`--effects`). They create, change and remove an agent, a flow, a call, a batch and two messages of
 * their own, and clean up even if the run is interrupted. Before the run, a notice lists what cannot be removed.
 */
import { batchCancelChecks, batchStartChecks } from './effects-batch.ts'
import { callChecks } from './effects-calls.ts'
import { decisionChecks, draftChecks } from './effects-messages.ts'
import { recordChecks, recordDeletionChecks } from './effects-records.ts'
import type { Options } from './options.ts'
import { unchecked } from './outcome.ts'
import { type Check, endpointOf, type Run, readAnswer, recordsOf } from './run.ts'
import { createCheck, createRunRecords, pathOf, type RunRecords } from './run-records.ts'

export interface Effects {
  /** Run before anything is read by ID, because they provide IDs. End the call immediately, because a person may be on the line. */
  creatingChecks: Check[]
  /** Run last: decide the messages and remove what was created. */
  endingChecks: Check[]
  /** Removes the records of this run that still exist. @returns a line for each record that could not be removed */
  cleanUp: (run: Run) => Promise<string[]>
}

/** These endpoints are not checked, because the interface has no way to delete the records that they create. */
const uncheckedCreations = (
  ['messagingAgentCreate', 'messagingAgentReplace', 'messageFlowCreate', 'messageFlowReplace'] as const
).map((name) =>
  createCheck(name, 'answers as documented', 0, () =>
    Promise.resolve(unchecked('the records it creates could not be deleted')),
  ),
)

export function createEffects(options: Options): Effects {
  const records = createRunRecords(options)
  return {
    creatingChecks: [
      ...recordChecks(records),
      ...callChecks(records),
      ...batchStartChecks(records),
      ...draftChecks(records),
    ],
    endingChecks: [
      ...decisionChecks(records),
      ...batchCancelChecks(records),
      ...recordDeletionChecks(records),
      ...uncheckedCreations,
    ],
    cleanUp: (run) => cleanUp(records, run),
  }
}

async function cleanUp(records: RunRecords, run: Run): Promise<string[]> {
  const { agents, flows, batches, rooms, undecidedDrafts, unansweredCommands, label } = records
  const remainders = [...unansweredCommands]
    .filter((name) => !['agentCreate', 'flowCreate'].includes(name))
    .map((name) => `${name} was sent but not answered, so its outcome is unknown`)
  const remove = async (record: string, method: string, path: string, body?: unknown) => {
    const { status } = await run.client.send({ method, path, body })
    if (status !== 200 && status !== 404) remainders.push(`${record}: ${method} ${path} returned ${status}`)
  }
  // A command without an answer may have created a record. Find it by its name.
  if (unansweredCommands.size > 0) {
    for (const [name, ids] of [['flowList', flows] as const, ['agentList', agents] as const]) {
      const search = new URLSearchParams({ search: label }).toString()
      const exchange = await run.client.send({ method: 'GET', path: `${pathOf(name)}?${search}` })
      for (const { name: recordName, id } of recordsOf(readAnswer(endpointOf(name), exchange)))
        if (recordName === label && typeof id === 'string') ids.add(id)
    }
  }
  for (const draft of undecidedDrafts)
    await remove('a draft', 'POST', pathOf('messageAction', { ...draft }), { metadata: { action: 'Reject' } })
  for (const batchId of batches) await remove('the batch', 'DELETE', pathOf('batchCancel', { batchId }))
  for (const roomName of rooms) {
    if (run.absentCapabilities.has('active-calls'))
      remainders.push(`the call ${roomName} continues until someone hangs up`)
    else await remove('the call', 'POST', pathOf('activeCallEnd', { roomName }))
  }
  for (const flowId of flows) await remove('the flow', 'DELETE', pathOf('flowDelete', { flowId }))
  for (const agentId of agents) await remove('the agent', 'DELETE', pathOf('agentDelete', { agentId }))
  return remainders
}

/** What a run with effects will do, shown before it starts. */
export function announcement({ numbers, drafts }: Options): string[] {
  const [number] = numbers
  const recipient = number === undefined ? '' : ` to ${number}`
  const givenDrafts =
    drafts.length === 0
      ? ''
      : ` Otherwise it uses the ${drafts.length === 1 ? 'message' : `${drafts.length} messages`} given with --draft.`
  return [
    'It creates one agent and one flow, changes them, and deletes them at the end.',
    number === undefined
      ? 'It places no call and starts no batch, because no --number is given.'
      : `It places ONE CALL to ${number}, and ends it if the service supports that. It also starts one batch of one call to ${number}, scheduled for tomorrow, and cancels it.`,
    number === undefined && drafts.length === 0
      ? 'It sends no message.'
      : `It drafts two messages${recipient} if the service supports that. One is edited and SENT, but only to a number given with --number. The other is rejected.${givenDrafts}`,
    'These remain afterwards: the call and the cancelled batch in the history, and the conversation with its messages.',
  ]
}
