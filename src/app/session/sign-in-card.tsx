/** The frame of the sign-in page. */
import type { ReactNode } from 'react'
import { ModeBadge } from '#kit/actions/mode-badge.tsx'
import { Logo } from '#kit/page/logo.tsx'

export function SignInCard({ title, intro, children }: { title: string; intro?: string; children?: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-4 px-4 py-10">
      <title>{title}</title>
      <Logo className="size-8" />
      <div className="w-full max-w-sm rounded-large border border-line bg-raised px-5 py-5">
        <p className="pb-3">
          <ModeBadge />
        </p>
        <h1 className="pb-1 text-title tracking-[-0.011em]">{title}</h1>
        {intro && <p className={children ? 'pb-4 text-muted' : 'text-muted'}>{intro}</p>}
        {children}
      </div>
    </main>
  )
}
