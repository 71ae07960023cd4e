/** The form around one rule: saves it, says why it cannot, and gives back what was set before. */
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useCommand } from '#api/commands.ts'
import type { CallingRules } from '#contract/index.ts'
import { useIntention } from '#kit/actions/intention.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'

interface Props {
  title: string
  /** What holds now and to whom it applies. */
  intro: ReactNode
  /** What is typed, as it would be saved; null while it cannot be. */
  rules: Partial<CallingRules> | null
  /** Whether it differs from what holds. */
  changed: boolean
  onReset: () => void
  children: ReactNode
}

export function RuleForm({ title, intro, rules, changed, onReset, children }: Props) {
  const { reason } = usePermission('callingRulesChange')
  const { run, isPending, refusal } = useCommand('callingRulesChange')
  const intention = useIntention()
  const form = useRef<HTMLFormElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !changed || !rules || reason) return
    intention
      .carryOut((key) => run({ body: rules, key }), rules)
      .then(
        () => notify({ title: `${title} saved.` }),
        () => undefined, // The refusal is shown below the fields.
      )
  }
  return (
    <Section title={title}>
      <form ref={form} onSubmit={save} noValidate className="flex flex-col gap-4">
        <p className="max-w-[72ch] text-soft">{intro}</p>
        {children}
        {refusal && <ErrorNote words={refusalWords(refusal)} />}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            disabledReason={
              reason || (!changed && 'Nothing was changed.') || (!rules && 'Some of the values cannot be saved.')
            }
          >
            Save
          </Button>
          {changed && (
            <Button
              onClick={() => {
                onReset()
                // The button goes away.
                form.current?.querySelector('input')?.focus()
              }}
            >
              Discard changes
            </Button>
          )}
        </div>
      </form>
    </Section>
  )
}
