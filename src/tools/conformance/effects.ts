/**
 * The checks that change something (`--effects`): the lives of an agent, a flow, a call, a batch and two messages that the run
 * makes itself. What it made it takes away again, also when it is broken off; what cannot be taken away is said beforehand.
 */
import { batchEnd, batchStart } from './effects-batch.ts'
import { callChecks } from './effects-calls.ts'
import { decisions, generation } from './effects-messages.ts'
import { recordChecks, recordEnds } from './effects-records.ts'
import type { Options } from './options.ts'
import { unchecked } from './outcome.ts'
import { type Check, endpointOf, type Run, readAnswer, recordsOf } from './run.ts'
import { check, createStory, pathOf, type Story } from './story.ts'

export interface Effects {
  /** Before anything is read by id, since it makes ids known. A call is ended at once: somebody is on the line. */
  making: Check[]
  /** Afterwards: decisions, and the end of what was made. */
  ending: Check[]
  /** Takes away what is left. Returns a line for each thing that could not be. */
  cleanUp: (run: Run) => Promise<string[]>
}

/** Made and never to be deleted: the interface has no way. */
const forGood = (
  ['messagingAgentCreate', 'messagingAgentReplace', 'messageFlowCreate', 'messageFlowReplace'] as const
).map((name) =>
  check(name, 'answers as documented', 0, () => Promise.resolve(unchecked('what it makes could not be deleted again'))),
)

export function createEffects(options: Options): Effects {
  const story = createStory(options)
  return {
    making: [...recordChecks(story), ...callChecks(story), ...batchStart(story), ...generation(story)],
    ending: [...decisions(story), ...batchEnd(story), ...recordEnds(story), ...forGood],
    cleanUp: (run) => cleanUp(story, run),
  }
}

async function cleanUp(story: Story, run: Run): Promise<string[]> {
  const { agents, flows, batches, rooms, waiting, lost, label } = story
  const left = [...lost]
    .filter((name) => !['agentCreate', 'flowCreate'].includes(name))
    .map((name) => `${name} was sent and not answered: nobody knows whether it was done`)
  const remove = async (what: string, method: string, path: string, body?: unknown) => {
    const { status } = await run.client.send({ method, path, body })
    if (status !== 200 && status !== 404) left.push(`${what}: ${method} ${path} was answered with ${status}`)
  }
  // An answer that was lost may have made something; its name finds it.
  if (lost.size > 0) {
    for (const [name, ids] of [['flowList', flows] as const, ['agentList', agents] as const]) {
      const search = new URLSearchParams({ search: label }).toString()
      const found = await run.client.send({ method: 'GET', path: `${pathOf(name)}?${search}` })
      for (const { name: called, id } of recordsOf(readAnswer(endpointOf(name), found)))
        if (called === label && typeof id === 'string') ids.add(id)
    }
  }
  for (const draft of waiting)
    await remove('a draft', 'POST', pathOf('messageAction', { ...draft }), { metadata: { action: 'Reject' } })
  for (const batchId of batches) await remove('the batch', 'DELETE', pathOf('batchCancel', { batchId }))
  for (const roomName of rooms) {
    if (run.absent.has('active-calls')) left.push(`the call ${roomName}: it goes on until somebody hangs up`)
    else await remove('the call', 'POST', pathOf('activeCallEnd', { roomName }))
  }
  for (const flowId of flows) await remove('the flow', 'DELETE', pathOf('flowDelete', { flowId }))
  for (const agentId of agents) await remove('the agent', 'DELETE', pathOf('agentDelete', { agentId }))
  return left
}

/** What a run with effects will do and cost, for whoever has to answer for it. */
export function announcement({ numbers, drafts }: Options): string[] {
  const [number] = numbers
  const to = number === undefined ? '' : ` to ${number}`
  const given = drafts.length === 0 ? '' : ` Else it takes those given by --draft (${drafts.length}).`
  return [
    'It creates one agent and one flow, changes them, and deletes them at the end.',
    number === undefined
      ? 'It places no call and starts no batch: no --number is given.'
      : `It places ONE CALL to ${number}, and ends it where the service can; and starts one batch of one call to ${number}, scheduled for tomorrow, which it cancels.`,
    number === undefined && drafts.length === 0
      ? 'It sends no message.'
      : `It has two messages${to} drafted where the service can: one is edited and SENT, but only to a number given by --number; the other is rejected.${given}`,
    'What remains: the call and the cancelled batch in the history, the conversation with its messages.',
  ]
}
