/** Texts about problems: what happened, what to do, and where. */
import type { ReactNode } from 'react'
import { notCalledText, stopText } from '#components/batches/breaker-texts.ts'
import { actionTexts } from '#components/effects/effect-texts.ts'
import type { Effect } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'
import type { Problem } from './problems.ts'

export interface ProblemTexts {
  /** The page on which it can be resolved. */
  at: 'budget' | 'batch' | 'batches' | 'calls' | 'review' | 'unknown'
  /** The batch, if the problem is about one. */
  id: string | null
  happened: string
  toDo: string
  /** When it ends without anyone doing something, epoch ms; null if it does not. */
  until: number | null
}

/** The page on which an unknown outcome is resolved, by command; for others it is the list of all unknown outcomes. */
const resolvedAt: Partial<Record<string, ProblemTexts['at']>> = {
  batchStart: 'batches',
  callSend: 'calls',
  activeCallEnd: 'calls',
  activeCallTakeOver: 'calls',
  messageAction: 'review',
}

const unknownEffect = ({ endpoint, operator }: Effect): ProblemTexts => ({
  at: resolvedAt[endpoint] ?? 'unknown',
  id: null,
  happened: `We do not know ${actionTexts(endpoint).whether}. Requested by ${operator}.`,
  toDo: 'Do not repeat it. Find out what happened, then resolve the outcome.',
  until: null,
})

export function problemTexts(problem: Problem): ProblemTexts {
  if (problem.kind === 'unknown') return unknownEffect(problem.effect)
  if (problem.kind === 'paused') {
    return {
      at: 'budget',
      id: null,
      happened: 'The service refused requests because there were too many.',
      toDo: 'You can still cancel a batch.',
      until: problem.until,
    }
  }
  const { batchId, name, progress, callsBack } = problem.batch
  const about = { at: 'batch', id: batchId, until: null } as const
  if (problem.kind === 'stopped') {
    const dropped = notCalledText(progress?.cancelled ?? null, callsBack)
    return {
      ...about,
      happened: `Switchboard stopped ${name}: ${stopText(problem.stopped)}.`,
      toDo: `${dropped} Find the cause, then continue with the remaining people.`.trim(),
    }
  }
  if (problem.kind === 'nobody_reached') {
    return {
      ...about,
      happened: `${name} has not reached anyone: all of its first ${number(problem.failed)} calls failed.`,
      toDo: 'It is still running. Check why the calls failed, or cancel the remaining calls.',
    }
  }
  return {
    ...about,
    happened: `${Math.round(100 * problem.share)}% of the ended calls of ${name} failed.`,
    toDo: 'Check why the calls failed, or cancel the remaining calls.',
  }
}

// problems-panel.tsx
export const problemsLabel = 'Problems'
export const updatesResume = (countdown: ReactNode) => <>Updates resume in {countdown}.</>
export const openBudget = 'Open budget'
export const openBatch = 'Open batch'
export const openQueue = 'Open queue'
export const resolve = 'Resolve outcome'
