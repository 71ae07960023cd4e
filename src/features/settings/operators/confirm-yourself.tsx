/** An administrator confirms who they are before they make another one: by password or at the provider (reliability R51). */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { Refusal } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'

const operatorsRead = read('operatorList')

const why = 'Administrators can do everything here, so confirm that it is you.'

function AtProvider({ provider }: { provider: string }) {
  const { run, isPending, refusal } = useCommand('providerSignIn')
  const begin = async () => {
    const { address } = await run({ body: { back: '/', confirm: true } })
    // Beside this page: what is chosen here stays.
    window.open(address, '_blank', 'noopener')
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-soft">
        {why} Sign in again with {provider} in a new tab, then come back here. The confirmation lasts five minutes.
      </p>
      <Button size="small" pending={isPending} onClick={() => void begin().catch(() => undefined)}>
        Confirm with {provider}
      </Button>
      {refusal && <ErrorNote words={refusalWords(refusal)} />}
    </div>
  )
}

/** `nothing` while that is not known, and where nobody has to sign in. */
const useConfirmWith = () => useRead(operatorsRead).data?.confirmWith ?? 'nothing'

interface Confirmation {
  isNeeded: boolean
  password: string
  setPassword: (password: string) => void
  /** A password has to be entered first. */
  lacksPassword: boolean
  /** To be sent with the change. */
  body: { password?: string }
}

/** @param isNeeded whether the change makes somebody an administrator */
export function useConfirmation(isNeeded: boolean): Confirmation {
  const [password, setPassword] = useState('')
  const asksPassword = useConfirmWith() === 'password' && isNeeded
  return {
    isNeeded,
    password,
    setPassword,
    lacksPassword: asksPassword && password === '',
    body: asksPassword ? { password } : {},
  }
}

interface Props {
  confirmation: Confirmation
  /** The form was submitted. */
  asked?: boolean
  refusal?: Refusal | null
}

export function ConfirmYourself({ confirmation, asked = false, refusal }: Props) {
  const { isNeeded, password, setPassword, lacksPassword } = confirmation
  const confirmWith = useConfirmWith()
  const { provider } = useSession()
  if (!isNeeded || confirmWith === 'nothing') return null
  if (confirmWith === 'password')
    return (
      <TextField
        label="Your own password"
        type="password"
        name="own-password"
        autoComplete="current-password"
        hint={why}
        value={password}
        onChange={setPassword}
        error={asked && lacksPassword ? 'Enter your own password.' : refusal?.data.fields?.password}
      />
    )
  return provider ? (
    <AtProvider provider={provider} />
  ) : (
    <p className="text-soft">
      {why} You have no password, and no sign-in provider is set up. Ask another administrator to do this.
    </p>
  )
}
