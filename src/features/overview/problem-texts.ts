/** What is wrong, in words: what happened, what to do, and where. Pure. */
import { notCalledText, stopText } from '#components/batches/breaker-texts.ts'
import { actionTexts } from '#components/effects/effect-texts.ts'
import type { Effect } from '#contract/index.ts'
import { number } from '#ui/text/format-number.ts'
import type { Problem } from './problems.ts'

export interface ProblemInWords {
  /** Where it is looked after. */
  at: 'budget' | 'batch' | 'batches' | 'calls' | 'review' | 'unknown'
  /** The batch, where it is about one. */
  id: string | null
  what: string
  next: string
  /** When it is over, epoch ms; null: not by itself. */
  until: number | null
}

/** Where each is settled: among what it is about, else with all that is unknown. */
const settledAt: Partial<Record<string, ProblemInWords['at']>> = {
  batchStart: 'batches',
  callSend: 'calls',
  activeCallEnd: 'calls',
  activeCallTakeOver: 'calls',
  messageAction: 'review',
}

const unknownEffect = ({ endpoint, operator }: Effect): ProblemInWords => ({
  at: settledAt[endpoint] ?? 'unknown',
  id: null,
  what: `We do not know ${actionTexts(endpoint).whether}. Asked for by ${operator}.`,
  next: 'Do not do it again. Look for it at the service, then settle it.',
  until: null,
})

export function problemInWords(problem: Problem): ProblemInWords {
  if (problem.kind === 'unknown') return unknownEffect(problem.effect)
  if (problem.kind === 'paused') {
    return {
      at: 'budget',
      id: null,
      what: 'The service has refused requests as too many.',
      next: 'You can still cancel a batch.',
      until: problem.until,
    }
  }
  const { batchId, name, progress, callsBack } = problem.batch
  const ofBatch = { at: 'batch', id: batchId, until: null } as const
  if (problem.kind === 'stopped') {
    const dropped = notCalledText(progress?.cancelled ?? null, callsBack)
    return {
      ...ofBatch,
      what: `Switchboard stopped ${name}: ${stopText(problem.stopped)}.`,
      next: `${dropped} Find the fault, then continue with the others.`.trim(),
    }
  }
  if (problem.kind === 'nobody_reached') {
    return {
      ...ofBatch,
      what: `${name} has reached nobody: each of its first ${number(problem.failed)} calls failed.`,
      next: 'It goes on. Check why calls failed, or cancel what remains.',
    }
  }
  return {
    ...ofBatch,
    what: `${Math.round(100 * problem.share)}% of the calls of ${name} that ended have failed.`,
    next: 'Check why calls failed, or cancel what remains.',
  }
}
