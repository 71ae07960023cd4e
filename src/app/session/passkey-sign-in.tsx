/** Signing in with a passkey: a button, and suggestions of the browser in the e-mail field. Loaded only where the browser has passkeys. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { request } from '#api/client.ts'
import { useCommand } from '#api/commands.ts'
import { Refusal } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { readPasskeyProof, suggestsPasskeys } from '#kit/passkeys.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote, type ErrorText } from '#ui/layout/error-state.tsx'

/** Asks the browser for a passkey. @returns the body that signs in */
async function readPasskey(how: { isSuggestion: boolean; signal: AbortSignal }) {
  const { data } = await request('passkeySignInOptions', { body: {} })
  return { state: data.state, credential: await readPasskeyProof(data.options, how) }
}

export default function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const { run, isPending } = useCommand('passkeySignIn')
  const [problem, setProblem] = useState<ErrorText | null>(null)
  const suggestion = useRef<AbortController>(null)

  const signIn = async (how: { isSuggestion: boolean; signal: AbortSignal }) => {
    try {
      await run({ body: await readPasskey(how) })
      onDone()
    } catch (error) {
      if (error instanceof Refusal) setProblem(refusalText(error))
      else if (!(error instanceof DOMException)) throw error
      // The browser has already said why it has no passkey, or the person cancelled.
      else if (!how.isSuggestion && error.name !== 'AbortError')
        setProblem({ message: 'No passkey was used. You are not signed in. Try again, or use your password.' })
    }
  }

  const suggest = useEffectEvent((signal: AbortSignal) => signIn({ isSuggestion: true, signal }))

  // Follows the browser: while the form is shown, it suggests passkeys in the e-mail field.
  useEffect(() => {
    const controller = new AbortController()
    suggestion.current = controller
    void suggestsPasskeys().then((isSuggested) => {
      if (isSuggested && !controller.signal.aborted) void suggest(controller.signal)
    })
    return () => controller.abort()
  }, [])

  const onClick = () => {
    // The browser runs one request for a passkey at a time.
    suggestion.current?.abort()
    setProblem(null)
    void signIn({ isSuggestion: false, signal: new AbortController().signal })
  }
  return (
    <>
      <Button pending={isPending} onClick={onClick}>
        Sign in with a passkey
      </Button>
      {problem && <ErrorNote text={problem} />}
    </>
  )
}
