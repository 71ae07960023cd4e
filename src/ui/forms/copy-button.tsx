import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'

/** Copies `text`. `label` is the button's name, such as "Copy agent ID". */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <span className="inline-flex" onPointerLeave={() => setIsCopied(false)} onBlur={() => setIsCopied(false)}>
      <IconButton
        size="small"
        icon={isCopied ? Check : Copy}
        label={isCopied ? 'Copied' : label}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
      />
      <output className="sr-only">{isCopied ? 'Copied' : ''}</output>
    </span>
  )
}

/** An ID with its copy button. `name` is what the ID belongs to, such as "agent ID". */
export const Id = ({ id, name }: { id: string; name: string }) => (
  <span className="inline-flex max-w-full items-baseline gap-0.5">
    <span className="mono break-all text-soft">{id}</span>
    {/* Taller than the line, which it must not move. */}
    <span className="-my-2 flex self-center">
      <CopyButton text={id} label={`Copy ${name}`} />
    </span>
  </span>
)
