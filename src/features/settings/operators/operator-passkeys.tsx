/** The passkeys of another operator. Administrators remove those of lost devices. */
import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { OperatorDetail } from '#contract/index.ts'
import { Checkbox } from '#ui/forms/choice.tsx'
import { PasskeyList } from '../shared/passkey-list.tsx'
import * as texts from './texts.tsx'

export function OperatorPasskeys({
  detail: { operator, passkeys, hasPassword, hasProvider },
}: {
  detail: OperatorDetail
}) {
  const { run } = useCommand('operatorPasskeyRemove')
  const [endSessions, setEndSessions] = useState(true)
  const remove = async (passkeyId: string, key: string) => {
    const { ended } = await run({ params: { operatorId: operator.id, passkeyId }, body: { endSessions }, key })
    return ended
  }
  return (
    <PasskeyList
      passkeys={passkeys}
      remove={remove}
      // An answer that was given for another passkey, or cancelled, does not stay.
      onOpen={() => setEndSessions(true)}
      effect={
        <>
          <p>{texts.removePasskeyEffect(operator.name, { hasPassword, hasProvider, passkeys: passkeys.length })}</p>
          <Checkbox
            label="Sign them out everywhere"
            hint="A lost device may still be signed in. If you clear this, all their sessions stay."
            checked={endSessions}
            onChange={setEndSessions}
          />
        </>
      }
    />
  )
}
