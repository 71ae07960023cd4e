/** A form that saves some values of a setting with one command, or discards the changes. */
import { type FormEvent, type ReactNode, useRef } from 'react'
import { type CommandArguments, useCommand } from '#api/commands.ts'
import type { BodyOf, CommandName, Contract } from '#contract/index.ts'
import { Button } from '#ui/forms/button.tsx'
import { SaveBar } from '#ui/forms/save-bar.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { refusalText } from '../data/refusal-text.ts'
import { usePermission } from '../permissions.ts'
import { useCommandRunner } from './command-runner.ts'
import { notify } from './notices.ts'

interface Props<Name extends CommandName> {
  title: string
  intro: ReactNode
  /** What the form saves, inside a sentence: "watched words". */
  what: string
  command: Name
  /** What the command gets; null while the entered values are invalid. */
  values: BodyOf<Contract[Name]> | null
  /** The entered values differ from the saved ones. */
  isChanged: boolean
  onReset: () => void
  onSaved?: () => void
  children: ReactNode
}

export function SettingForm<Name extends CommandName>({ title, intro, what, command, ...props }: Props<Name>) {
  const { values, isChanged, onReset, onSaved, children } = props
  const { run, isPending, refusal } = useCommand(command)
  const { reason } = usePermission(command)
  const commandRunner = useCommandRunner()
  const form = useRef<HTMLFormElement>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isPending || !isChanged || !values || reason) return
    commandRunner
      .runOnce((key) => run({ body: values, key } as object as CommandArguments<Name>), values)
      .then(
        () => {
          onSaved?.()
          notify({ title: `Saved the ${what}.` })
        },
        () => undefined, // The refusal is shown below the fields.
      )
  }
  return (
    <Section title={title}>
      <form ref={form} onSubmit={save} noValidate className="flex flex-col gap-4">
        <p className="max-w-[72ch] text-soft">{intro}</p>
        {children}
        {refusal && <ErrorNote text={refusalText(refusal, true)} />}
        <SaveBar isChanged={isChanged}>
          <Button
            type="submit"
            variant="primary"
            pending={isPending}
            disabledReason={
              reason ||
              (!isChanged && `You have not changed the ${what}.`) ||
              (!values && 'Correct the values with errors first.')
            }
          >
            Save {what}
          </Button>
          {isChanged && (
            <Button
              onClick={() => {
                onReset()
                // This button disappears.
                form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
              }}
            >
              Discard changes
            </Button>
          )}
        </SaveBar>
      </form>
    </Section>
  )
}
