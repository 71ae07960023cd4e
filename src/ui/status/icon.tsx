/** An icon beside a text or in a button with a label. Icons never stand alone. */
import type { LucideIcon } from 'lucide-react'

export type Icon = LucideIcon

const sizesPx = { small: 14, base: 16, large: 20 } as const

export function Glyph({ icon: IconComponent, size = 'base' }: { icon: Icon; size?: keyof typeof sizesPx }) {
  return <IconComponent aria-hidden size={sizesPx[size]} strokeWidth={1.75} className="shrink-0" />
}

export function Spinner({ size = 14 }: { size?: number }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" width={size} height={size} fill="none" className="shrink-0 animate-turn">
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M14.25 8A6.25 6.25 0 0 0 8 1.75" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}
