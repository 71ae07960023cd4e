/** The outcome of a call wherever one is listed: the same word, shape and colour, and whether a rule guessed it. */
import type { CallOutcome, OutcomeSource } from '#contract/index.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { guessed, outcomeLabels } from './texts.tsx'

const states: Readonly<Record<CallOutcome, StatusKind>> = {
  agreed: 'done',
  talked: 'done',
  said_no: 'done',
  call_back: 'needs-you',
  asked_for_person: 'needs-you',
  wrong_number: 'needs-you',
  do_not_call: 'needs-you',
  maybe_do_not_call: 'needs-you',
  answered: 'done',
  mailbox: 'off',
  no_answer: 'off',
  busy: 'off',
  failed: 'failed',
  unknown: 'unknown',
}

/** @param source null: not known, as for a call of which only the outcome is kept */
export const OutcomeLabel = ({ outcome, source = null }: { outcome: CallOutcome; source?: OutcomeSource | null }) => (
  <span className="inline-flex max-w-full items-baseline gap-x-1.5 max-sm:flex-wrap">
    <StatusLabel state={states[outcome]} label={outcomeLabels[outcome]} />
    {source === 'transcript' && <span className="shrink-0 text-label text-muted">{guessed}</span>}
  </span>
)
