/** Decisions that nobody knows the outcome of, on top (experience U26), and how a person settles one. */
import { useState } from 'react'
import type { Decision } from '#contract/index.ts'
import { decisionWords, deedOf } from '#parts/decision-words.ts'
import { SettleForm } from '#parts/settle-form.tsx'
import { groupNumber } from '#phone/group.ts'
import { Link } from '#shell/link.tsx'
import { paths } from '#shell/paths.ts'
import { Button } from '#ui/button.tsx'
import { useTrueNow } from '#ui/clock.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ago } from '#ui/format.ts'
import { Lamp } from '#ui/lamp.tsx'

const happened = {
  label: 'It happened',
  hint: 'The customer has the message, or the service shows it as decided.',
  record: 'Record that it happened',
}
const not = {
  label: 'It did not happen',
  hint: 'The message waits for review again.',
  record: 'Record that it did not happen',
}

export function UnknownDecisions({ decisions }: { decisions: readonly Decision[] }) {
  const now = useTrueNow()
  const [settling, setSettling] = useState<Decision | null>(null)
  if (decisions.length === 0) return null
  return (
    <section aria-label="Unknown outcomes" className="rounded-large border border-danger/40 bg-danger-soft">
      <ul className="divide-y divide-danger/20">
        {decisions.map((decision) => (
          <li key={decision.effectId} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2">
            <Lamp state="unknown" />
            <p className="min-w-0 flex-1 basis-72">
              <span className="font-medium">{decisionWords(decision, 0)}</span>{' '}
              <span className="text-soft">
                {decision.mine ? 'You' : decision.operator} {deedOf(decision.action)} it {ago(decision.at, now)}
                {decision.to && (
                  <>
                    , to <span className="mono">{groupNumber(decision.to)}</span>
                  </>
                )}
                .
              </span>
            </p>
            <Link to={paths.conversation(decision.conversationId)}>Read the conversation</Link>
            <Button size="small" onClick={() => setSettling(decision)}>
              Settle it
            </Button>
          </li>
        ))}
      </ul>
      <Dialog open={settling !== null} onClose={() => setSettling(null)} title="What became of this decision?">
        {settling && (
          <SettleForm
            effectId={settling.effectId}
            command="messageAction"
            happened={happened}
            not={not}
            onSettled={() => setSettling(null)}
          >
            <p className="text-soft">
              Ask the customer, or look into the service’s own console. Until it is settled nobody can decide this
              message again.
            </p>
          </SettleForm>
        )}
      </Dialog>
    </section>
  )
}
