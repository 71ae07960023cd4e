/** Administrators confirm their identity by password or at the sign-in provider before they make another administrator (reliability R51). */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { Refusal } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import * as texts from './texts.tsx'

const operatorsRead = read('operatorList')

function ProviderConfirmation({ provider }: { provider: string }) {
  const { run, isPending, refusal } = useCommand('providerSignIn')
  const startSignIn = async () => {
    const { address } = await run({ body: { back: '/', confirm: true } })
    // In a new tab, so that this form keeps its values.
    window.open(address, '_blank', 'noopener')
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-soft">{texts.confirmAtProvider(provider)}</p>
      <Button size="small" pending={isPending} onClick={() => void startSignIn().catch(() => undefined)}>
        {`Confirm with ${provider}`}
      </Button>
      {refusal && <ErrorNote text={refusalText(refusal)} />}
    </div>
  )
}

/** How operators confirm their identity. `nothing`: not loaded yet, or this installation has no sign-in. */
const useConfirmationMethod = () => useRead(operatorsRead).data?.confirmWith ?? 'nothing'

interface Confirmation {
  isNeeded: boolean
  password: string
  setPassword: (password: string) => void
  /** A password has to be entered first. */
  lacksPassword: boolean
  /** Sent with the change. */
  body: { password?: string }
}

/** @param isNeeded the change makes somebody an administrator */
export function useConfirmation(isNeeded: boolean): Confirmation {
  const [password, setPassword] = useState('')
  const needsPassword = useConfirmationMethod() === 'password' && isNeeded
  return {
    isNeeded,
    password,
    setPassword,
    lacksPassword: needsPassword && password === '',
    body: needsPassword ? { password } : {},
  }
}

interface Props {
  confirmation: Confirmation
  isSubmitted?: boolean
  refusal?: Refusal | null
}

export function IdentityConfirmation({ confirmation, isSubmitted = false, refusal }: Props) {
  const { isNeeded, password, setPassword, lacksPassword } = confirmation
  const method = useConfirmationMethod()
  const { provider } = useSession()
  if (!isNeeded || method === 'nothing') return null
  if (method === 'password')
    return (
      <TextField
        label="Your own password"
        type="password"
        name="own-password"
        autoComplete="current-password"
        hint={texts.ownPasswordHint}
        value={password}
        onChange={setPassword}
        error={isSubmitted && lacksPassword ? 'Enter your own password.' : refusal?.data.fields?.password}
      />
    )
  return provider ? <ProviderConfirmation provider={provider} /> : <p className="text-soft">{texts.cannotConfirm}</p>
}
