/** A form that saves some values of a setting, or discards the changes. */
import { type FormEvent, type ReactNode, useRef } from 'react'
import type { CommandName, Refusal } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { settingFormTexts as texts } from './texts.tsx'

export interface SettingFormProps<Values> {
  title: string
  intro: ReactNode
  /** The command that `send` sends. */
  command: CommandName
  send: (values: Values, key: string) => Promise<unknown>
  isPending: boolean
  refusal: Refusal | null
  /** The entered values; null while they are invalid. */
  values: Values | null
  /** The entered values differ from the saved ones. */
  isChanged: boolean
  onReset: () => void
  children: ReactNode
}

export function SettingForm<Values>({ title, intro, values, isChanged, children, ...props }: SettingFormProps<Values>) {
  const { command, send, isPending, refusal, onReset } = props
  const { reason } = usePermission(command)
  const commandRunner = useCommandRunner()
  const form = useRef<HTMLFormElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !isChanged || !values || reason) return
    commandRunner
      .runOnce((key) => send(values, key), values)
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
            disabledReason={reason || (!isChanged && texts.nothingChanged) || (!values && texts.invalid)}
          >
            {texts.save}
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                onReset()
                // This button disappears.
                form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
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
