/** A secret that is shown this once: it takes the focus, can be copied, and says that it will not be seen again. */
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/forms/button.tsx'

interface Props {
  secret: string
  /** "link": on the button, and as the secret's name. */
  what: string
  children: ReactNode
}

export function ShownOnce({ secret, what, children }: Props) {
  const [copied, setCopied] = useState(false)
  const copy = useRef<HTMLButtonElement>(null)
  // The document's focus follows what has just been made.
  useEffect(() => copy.current?.focus(), [])
  return (
    <section aria-label={`The ${what}`} className="flex flex-col items-start gap-3">
      <p className="text-soft">{children}</p>
      <code className="mono w-full rounded-base border border-line-strong bg-ground px-2.5 py-2 break-all select-all">
        {secret}
      </code>
      <p className="font-medium">You will not see it again.</p>
      <Button
        ref={copy}
        variant="primary"
        icon={copied ? Check : Copy}
        onClick={() => void navigator.clipboard.writeText(secret).then(() => setCopied(true))}
      >
        {copied ? 'Copied' : `Copy the ${what}`}
      </Button>
    </section>
  )
}
