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
  return { message: error.name === 'InvalidStateError' ? texts.hasPasskeyAlready : texts.passkeyNotCreated }
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
    ...(name.trim() === '' ? [{ name: 'passkey-name' as const, message: texts.enterPasskeyName }] : []),
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
    notify({ title: texts.passkeyAdded(name.trim()) })
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
      <FormSummary errors={form.errors} attempts={form.attempts} outcome={texts.passkeyNotAdded} />
      <TextField
        label={texts.passkeyName}
        hint={texts.passkeyNameHint}
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
          hint={texts.passkeyPasswordHint}
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
          {texts.createPasskey}
        </Button>
        <Button onClick={onClose}>{texts.cancel}</Button>
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
      title={texts.passkeys}
      actions={
        <Button
          size="small"
          disabledReason={(!hasPasskeys() && texts.noPasskeysHere) || (isAdding && texts.isAddingPasskey)}
          onClick={() => setIsAdding(true)}
        >
          {texts.addPasskey}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-soft">{texts.passkeysIntro}</p>
        <PasskeyList
          passkeys={account.passkeys}
          remove={remove}
          effect={<p>{texts.removePasskeyEffect}</p>}
          empty={<p className="text-muted">{texts.noPasskeys}</p>}
        />
        {isAdding && <AddPasskey account={account} onClose={() => setIsAdding(false)} />}
      </div>
    </Section>
  )
}
