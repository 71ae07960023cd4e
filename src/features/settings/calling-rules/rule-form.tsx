/** The form of one calling rule: saves it, or discards the changes. */
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useCommand } from '#api/commands.ts'
import type { CallingRules } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import * as texts from './texts.ts'

interface Props {
  title: string
  intro: ReactNode
  /** The entered values; null while they are invalid. */
  rules: Partial<CallingRules> | null
  /** The entered values differ from the saved ones. */
  isChanged: boolean
  onReset: () => void
  children: ReactNode
}

export function RuleForm({ title, intro, rules, isChanged, onReset, children }: Props) {
  const { reason } = usePermission('callingRulesChange')
  const { run, isPending, refusal } = useCommand('callingRulesChange')
  const commandRunner = useCommandRunner()
  const form = useRef<HTMLFormElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !isChanged || !rules || reason) return
    commandRunner
      .runOnce((key) => run({ body: rules, key }), rules)
      .then(
        () => notify({ title: texts.saved(title) }),
        () => undefined, // The refusal is shown below the fields.
      )
  }
  return (
    <Section title={title}>
      <form ref={form} onSubmit={save} noValidate className="flex flex-col gap-4">
        <p className="max-w-[72ch] text-soft">{intro}</p>
        {children}
        {refusal && <ErrorNote text={refusalText(refusal)} />}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            disabledReason={reason || (!isChanged && texts.nothingChanged) || (!rules && texts.invalid)}
          >
            {texts.save}
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                onReset()
                // This button disappears.
                form.current?.querySelector('input')?.focus()
              }}
            >
              {texts.discard}
            </Button>
          )}
        </div>
      </form>
    </Section>
  )
}
