import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'

/** Copies `text`; `label` says what, such as "Copy the agent's ID". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <span className="inline-flex" onPointerLeave={() => setCopied(false)} onBlur={() => setCopied(false)}>
      <IconButton
        size="small"
        icon={copied ? Check : Copy}
        label={copied ? 'Copied' : label}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      />
      <output className="sr-only">{copied ? 'Copied' : ''}</output>
    </span>
  )
}

/** An identifier: mono, whole, with its copy button. */
export const Id = ({ id, of }: { id: string; of: string }) => (
  <span className="inline-flex max-w-full items-center gap-0.5">
    <span className="mono break-all text-soft">{id}</span>
    <CopyButton text={id} label={`Copy the ${of}`} />
  </span>
)
