/** What a call is about, in the words of its flow. */
import { classifyBranch } from '#flow-engine/conditions.ts'
import { branchLabel, edgesFrom, stepOf, stepText } from '#flow-engine/graph.ts'
import { startWalk } from '#flow-engine/walk.ts'
import { identityQuestion } from './reception.ts'
import type { CallFlow } from './talk/talk.ts'

/** How many steps from the start the matter is looked for. */
const maxSteps = 6

/**
 * What the flow says first to the right person, without its questions: `There's an invoice of {amount} open.`
 * '' if the flow has no steps, or begins with a question.
 */
export function matterOf(flow: CallFlow): string {
  const { step: entry, graph } = startWalk(flow)
  let step = entry ?? undefined
  for (let i = 0; i < maxSteps && step !== undefined; i++) {
    const text = stepText(step)
    if ((step.type === 'say' || step.type === 'ask') && !identityQuestion.test(text))
      return text
        .split(/(?<=[.!?]) /)
        .filter((sentence) => !sentence.endsWith('?'))
        .join(' ')
    const edges = edgesFrom(graph, step.id)
    const next = edges.find((edge) => classifyBranch(branchLabel(edge)) === 'yes') ?? edges[0]
    step = stepOf(graph, next?.target)
  }
  return ''
}
