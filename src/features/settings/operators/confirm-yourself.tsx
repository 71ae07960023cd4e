/** Before an administrator makes another one: their own password, or their provider again (reliability R51). */
import { useCommand } from '#api/commands.ts'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { refusalWords } from '#shell/refusal-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-state.tsx'
import { TextField } from '#ui/text-field.tsx'
import { operatorsRead } from './operators-read.ts'

const why = 'An administrator can do everything here, so show that it is you.'

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
        {why} Sign in again with {provider} in a new tab, then come back here. It counts for five minutes.
      </p>
      <Button size="small" pending={isPending} onClick={() => void begin().catch(() => undefined)}>
        Confirm with {provider}
      </Button>
      {refusal && <ErrorNote words={refusalWords(refusal)} />}
    </div>
  )
}

/** What an administrator confirms with; `nothing` while that is not known, and where nobody has to sign in. */
export const useConfirmWith = () => useRead(operatorsRead).data?.confirmWith ?? 'nothing'

interface Props {
  password: string
  onChange: (password: string) => void
  error?: string | null | undefined
}

export function ConfirmYourself({ password, onChange, error }: Props) {
  const confirmWith = useConfirmWith()
  const { provider } = useSession()
  if (confirmWith === 'nothing') return null
  if (confirmWith === 'password')
    return (
      <TextField
        label="Your own password"
        type="password"
        name="own-password"
        autoComplete="current-password"
        hint={why}
        value={password}
        onChange={onChange}
        error={error}
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
