/** A secret that is shown only once, with a button to copy it. */
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import * as texts from './texts.tsx'

interface Props {
  secret: string
  kind: keyof typeof texts.secretTexts
  children: ReactNode
}

export function OneTimeSecret({ secret, kind, children }: Props) {
  const { label, copy, once } = texts.secretTexts[kind]
  const [isCopied, setIsCopied] = useState(false)
  const copyButton = useRef<HTMLButtonElement>(null)
  // The form that had the focus is no longer on the page.
  useEffect(() => copyButton.current?.focus(), [])
  return (
    <section aria-label={label} className="flex flex-col items-start gap-3">
      <p className="text-soft">{children}</p>
      <code className="mono w-full rounded-base border border-line-strong bg-ground px-2.5 py-2 break-all select-all">
        {secret}
      </code>
      <p className="font-medium">{once}</p>
      <Button
        ref={copyButton}
        variant="primary"
        icon={isCopied ? Check : Copy}
        onClick={() => void navigator.clipboard.writeText(secret).then(() => setIsCopied(true))}
      >
        {isCopied ? 'Copied' : copy}
      </Button>
    </section>
  )
}
