/** Texts about problems: what happened, what to do, and where. */
import { harmOfFirst, notCalledText, stopText } from '#components/batches/breaker-texts.ts'
import { actionTexts } from '#components/effects/effect-texts.ts'
import type { Effect } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'
import { percent } from '#ui/text/share.ts'
import type { Problem } from './problems.ts'

export interface ProblemTexts {
  /** The page on which the problem can be resolved. */
  page: 'budget' | 'batch' | 'batches' | 'calls' | 'review' | 'unknown'
  /** null if the problem is not about one batch. */
  batchId: string | null
  message: string
  advice: string
  /** When the problem ends by itself, epoch ms; null if it does not. */
  until: number | null
}

/** The page on which an unknown outcome is resolved, by command. The default is the list of all unknown outcomes. */
const resolvingPages: Partial<Record<string, ProblemTexts['page']>> = {
  batchStart: 'batches',
  callSend: 'calls',
  activeCallEnd: 'calls',
  activeCallTakeOver: 'calls',
  messageAction: 'review',
}

const unknownOutcomeTexts = ({ endpoint, operator }: Effect): ProblemTexts => ({
  page: resolvingPages[endpoint] ?? 'unknown',
  batchId: null,
  message: `We do not know ${actionTexts(endpoint).whether}. Requested by ${operator}.`,
  advice: 'Do not repeat it. Find out what happened, then resolve the outcome.',
  until: null,
})

export function problemTexts(problem: Problem): ProblemTexts {
  if (problem.kind === 'unknown') return unknownOutcomeTexts(problem.effect)
  if (problem.kind === 'paused') {
    return {
      page: 'budget',
      batchId: null,
      message: 'The service refused requests because there were too many.',
      advice: 'You can still cancel a batch.',
      until: problem.until,
    }
  }
  const { batchId, name, progress, callsBack } = problem.batch
  const batchLink = { page: 'batch', batchId, until: null } as const
  if (problem.kind === 'stopped') {
    const notCalled = notCalledText(progress?.cancelled ?? null, callsBack)
    return {
      ...batchLink,
      message: `Switchboard stopped ${name}: ${stopText(problem.stopped)}.`,
      advice: `${notCalled} Find the cause, then continue with the remaining people.`.trim(),
    }
  }
  if (problem.kind === 'harm') {
    return {
      ...batchLink,
      message: `${name}: ${harmOfFirst(problem.harm)}.`,
      advice: 'It is still running. Check these calls, and cancel the remaining ones if the list is wrong.',
    }
  }
  if (problem.kind === 'nobody_reached') {
    return {
      ...batchLink,
      message: `${name} has not reached anyone: none of its first ${number(problem.failed)} calls was completed.`,
      advice: 'It is still running. Check why nobody was reached, or cancel the remaining calls.',
    }
  }
  return {
    ...batchLink,
    message:
      problem.share === null
        ? `Most of the ended calls of ${name} failed, and nothing says why.`
        : `${percent(problem.share)} of the ended calls of ${name} failed for a technical reason.`,
    advice: 'Check why the calls failed, or cancel the remaining calls.',
  }
}

// attention-panel.tsx
export const resolve = 'Resolve outcome'
