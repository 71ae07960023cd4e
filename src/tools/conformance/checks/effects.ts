/**
 * The checks that change something (`--effects`). They create, change and remove an agent, a flow, a call, a batch and two messages of
 * their own, and clean up even if the run is interrupted. Before the run, a notice lists what cannot be removed.
 */

import type { Exchange } from '../run/client.ts'
import type { Options } from '../run/options.ts'
import { type Check, endpointOf, type Run, readAnswer, recordsOf } from './check.ts'
import { batchCancelChecks, batchStartChecks } from './effects-batch.ts'
import { callChecks } from './effects-calls.ts'
import { decisionChecks, draftChecks, isDraftDecided } from './effects-messages.ts'
import { permanentRecordChecks } from './effects-permanent.ts'
import { recordChecks, recordDeletionChecks } from './effects-records.ts'
import { createRunRecords, isBatchOver, pathOf, type RunRecords, trackExchange } from './run-records.ts'

export interface Effects {
  /** Run before anything is read by ID, because they provide IDs. End the call immediately, because a person may be on the line. */
  creatingChecks: Check[]
  /** Run last: decide the messages and remove what was created. */
  endingChecks: Check[]
  /** Called with every exchange of the run, so that nothing that it creates is missed. */
  track: (exchange: Exchange) => void
  /** Removes the records of this run that still exist. @returns a line for each thing that could not be removed */
  cleanUp: (run: Run) => Promise<string[]>
}

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
      ...permanentRecordChecks(records, options.makesPermanent),
    ],
    track: (exchange) => trackExchange(records, exchange),
    cleanUp: (run) => cleanUp(records, run),
  }
}

async function cleanUp(records: RunRecords, run: Run): Promise<string[]> {
  const { agents, flows, batches, rooms, permanent, undecidedDrafts, unknownOutcomes, label } = records
  const { sendAnyway } = run.client
  const remainders = [...unknownOutcomes]
    .filter((name) => !['agentCreate', 'flowCreate'].includes(name))
    .map((name) => `${name} was sent, but its answer does not say whether it was done. It may have had an effect.`)

  /** Sends the request that removes a record, and reads the record to see that it is gone. */
  async function remove(
    record: string,
    [method, path, body]: [string, string, unknown?],
    isGone: IsGone,
  ): Promise<void> {
    const { status, failure } = await sendAnyway({ method, path, body })
    const isAccepted = status === 200 || status === 404
    const isRemoved = isAccepted && (await isGone())
    const reason = isAccepted ? 'it is still there' : status === 0 ? `no answer (${failure})` : `status ${status}`
    if (!isRemoved) remainders.push(`${record}, after ${method} ${path}: ${reason}`)
  }
  const isUnknown = (path: string) => async () => (await sendAnyway({ method: 'GET', path })).status === 404
  const isOver = (batchId: string) => async () =>
    isBatchOver('batchShow', await sendAnyway({ method: 'GET', path: pathOf('batchShow', { batchId }) }))

  // A creation without an answer may have made a record. Find it by its name.
  for (const [creation, list, ids] of [
    ['flowCreate', 'flowList', flows],
    ['agentCreate', 'agentList', agents],
  ] as const) {
    if (!unknownOutcomes.has(creation)) continue
    const search = new URLSearchParams({ search: label }).toString()
    const exchange = await sendAnyway({ method: 'GET', path: `${pathOf(list)}?${search}` })
    if (exchange.status !== 200)
      remainders.push(`${creation} was sent, but the list could not be read to find the record`)
    for (const { name, id } of recordsOf(readAnswer(endpointOf(list), exchange)))
      if (name === label && typeof id === 'string') ids.add(id)
  }
  for (const key of undecidedDrafts) {
    const [conversationId = '', messageId = ''] = key.split('/')
    const path = pathOf('messageAction', { conversationId, messageId })
    await remove(`the draft ${key}`, ['POST', path, { metadata: { action: 'Reject' } }], async () =>
      isDraftDecided(
        { conversationId, messageId },
        await sendAnyway({ method: 'GET', path: pathOf('conversationShow', { conversationId }) }),
      ),
    )
  }
  for (const batchId of batches)
    await remove(`the batch ${batchId}`, ['DELETE', pathOf('batchCancel', { batchId })], isOver(batchId))
  for (const roomName of rooms) {
    const show = pathOf('activeCallShow', { roomName })
    if (run.absentCapabilities.has('active-calls')) {
      if (!(await isUnknown(show)())) remainders.push(`the call ${roomName} continues until someone hangs up`)
    } else await remove(`the call ${roomName}`, ['POST', pathOf('activeCallEnd', { roomName })], isUnknown(show))
  }
  for (const flowId of flows)
    await remove(
      `the flow ${flowId}`,
      ['DELETE', pathOf('flowDelete', { flowId })],
      isUnknown(pathOf('flowShow', { flowId })),
    )
  for (const agentId of agents)
    await remove(
      `the agent ${agentId}`,
      ['DELETE', pathOf('agentDelete', { agentId })],
      isUnknown(pathOf('agentShow', { agentId })),
    )
  return [...remainders, ...permanent.values()]
}
type IsGone = () => Promise<boolean>

/** What a run with effects will make, and what of it remains, shown before it starts. */
export function announcement({ numbers, drafts, makesPermanent }: Options): string[] {
  const [number] = numbers
  const givenDrafts =
    drafts.length === 0
      ? ''
      : ` If not, it decides the ${drafts.length === 1 ? 'message' : 'messages'} given with --draft.`
  return [
    'It makes, at this service:',
    '  1 agent and 1 flow, changed once each and then deleted',
    ...(number === undefined
      ? ['  no call, no batch and no message, because no --number is given']
      : [
          `  1 CALL to ${number}, ended by this run if the service supports that`,
          `  1 batch of 1 call to ${number}, scheduled for tomorrow and then cancelled`,
          `  2 drafts to ${number}, if the service supports that: one is edited and SENT, the other rejected.${givenDrafts}`,
        ]),
    ...(number === undefined && drafts.length > 0
      ? ['  no message is sent; one message given with --draft is rejected']
      : []),
    ...(makesPermanent
      ? ['  1 messaging agent and 1 message flow, if the service has these. They REMAIN: nothing can delete them']
      : []),
    'It also sends requests that the service must refuse. If it accepts one, what it made is removed too.',
    number === undefined
      ? `Nothing ${makesPermanent ? 'else ' : ''}of this remains afterwards.`
      : 'These remain afterwards: the call and the cancelled batch in the history, and the conversation with its messages.',
  ]
}
