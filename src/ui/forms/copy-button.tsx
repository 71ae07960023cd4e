import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import * as texts from '../lazy-texts.ts'
import { IconButton } from './icon-button.tsx'

/** Copies `text`. `label` says what it is, such as "Copy agent ID". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  return (
    <span className="inline-flex" onPointerLeave={() => setCopied(false)} onBlur={() => setCopied(false)}>
      <IconButton
        size="small"
        icon={copied ? Check : Copy}
        label={copied ? texts.copied : label}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      />
      <output className="sr-only">{copied ? texts.copied : ''}</output>
    </span>
  )
}

/** An ID with its copy button. */
export const Id = ({ id, of }: { id: string; of: string }) => (
  <span className="inline-flex max-w-full items-center gap-0.5">
    <span className="mono break-all text-soft">{id}</span>
    <CopyButton text={id} label={texts.copy(of)} />
  </span>
)
