/** The operator's own passkeys: list, add and remove. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { type Account, Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { createPasskey, hasPasskeys } from '#kit/passkeys.ts'
import { Button } from '#ui/forms/button.tsx'
import { FormSummary } from '#ui/forms/form-summary.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote, type ErrorText } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { PasskeyList } from '../shared/passkey-list.tsx'
import { useFieldErrors } from '../shared/use-field-errors.ts'
import * as texts from './texts.tsx'

/** Why the browser created no passkey; null: for another reason than the person or the device. */
function browserProblem(error: unknown): ErrorText | null {
  if (!(error instanceof DOMException)) return null
  return {
    message:
      error.name === 'InvalidStateError'
        ? 'This device already has a passkey for your account. Nothing was changed.'
        : 'The browser created no passkey. Nothing was changed. To try again, press “Create passkey”.',
  }
}

function AddPasskey({ account, onClose }: { account: Account; onClose: () => void }) {
  const [values, setValues] = useState({ 'passkey-name': '', 'passkey-password': '' })
  const [problem, setProblem] = useState<ErrorText | null>(null)
  const nameField = useRef<HTMLInputElement>(null)
  // The form has appeared because of a button that is now disabled.
  useEffect(() => nameField.current?.focus(), [])
  const [isCreating, setIsCreating] = useState(false)
  const options = useCommand('passkeyOptions')
  const adding = useCommand('passkeyAdd')
  const { 'passkey-name': name, 'passkey-password': password } = values
  const problems = [
    ...(name.trim() === '' ? [{ name: 'passkey-name' as const, message: 'Enter a name for the passkey.' }] : []),
    ...(account.hasPassword && password === ''
      ? [{ name: 'passkey-password' as const, message: texts.enterOwnPassword }]
      : []),
  ]
  const refusal = options.refusal ?? adding.refusal
  const form = useFieldErrors(values, problems, refusal, { password: 'passkey-password' })
  const add = async () => {
    const { state, options: browserOptions } = await options.run({
      body: account.hasPassword ? { password } : {},
    })
    const credential = await createPasskey(browserOptions)
    await adding.run({ body: { state, name: name.trim(), credential } })
    notify({ title: `Passkey added: ${name.trim()}.` })
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isCreating || !form.canSubmit()) return
    setProblem(null)
    setIsCreating(true)
    add()
      .catch((error: unknown) => {
        const shown = browserProblem(error)
        if (shown) setProblem(shown)
        else if (error instanceof Refusal) form.onRefused(error)
        else throw error
      })
      .finally(() => setIsCreating(false))
  }
  return (
    <form noValidate onSubmit={submit} className="flex max-w-md flex-col gap-4">
      <FormSummary errors={form.errors} attempts={form.attempts} outcome="The passkey was not added." />
      <TextField
        label="Name of the passkey"
        hint="So that you recognize it later, for example “Laptop” or “Security key”."
        name="passkey-name"
        value={name}
        onChange={(value) => setValues({ ...values, 'passkey-name': value })}
        error={form.errorOf('passkey-name')}
        ref={nameField}
      />
      {account.hasPassword && (
        <TextField
          label={texts.ownPassword}
          type="password"
          autoComplete="current-password"
          hint="Confirm that it is you."
          name="passkey-password"
          value={password}
          onChange={(value) => setValues({ ...values, 'passkey-password': value })}
          error={form.errorOf('passkey-password')}
        />
      )}
      {problem && <ErrorNote text={problem} />}
      {!problem && refusal && form.isGeneral && <ErrorNote text={refusalText(refusal)} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" pending={isCreating}>
          Create passkey
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

export function PasskeysSection({ account }: { account: Account }) {
  const [isAdding, setIsAdding] = useState(false)
  const { run } = useCommand('passkeyRemove')
  const remove = async (passkeyId: string, key: string) => {
    await run({ params: { passkeyId }, key })
    return 0
  }
  return (
    <Section
      title="Passkeys"
      actions={
        <Button
          size="small"
          disabledReason={
            (!hasPasskeys() &&
              'This browser cannot use passkeys at this address. They need a recent browser and a domain name, or localhost.') ||
            (isAdding && 'Fill in the form below.')
          }
          onClick={() => setIsAdding(true)}
        >
          Add passkey
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-soft">
          A passkey signs you in without your password: with a fingerprint, your face or a PIN of your device, or with a
          security key. Your password keeps working.
        </p>
        <PasskeyList
          passkeys={account.passkeys}
          remove={remove}
          effect={
            <p>
              It no longer signs you in. You stay signed in where you are now. Your device may still offer the passkey;
              delete it there too.
            </p>
          }
          empty={<p className="text-muted">You have no passkeys.</p>}
        />
        {isAdding && <AddPasskey account={account} onClose={() => setIsAdding(false)} />}
      </div>
    </Section>
  )
}
