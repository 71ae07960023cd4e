/** The frame of the sign-in page. */
import type { ReactNode } from 'react'

export function SignInCard({ title, intro, children }: { title: string; intro?: string; children?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <title>{title}</title>
      <div className="w-full max-w-sm rounded-large border border-line bg-raised px-5 py-5">
        <h1 className="pb-1 text-title tracking-[-0.011em]">{title}</h1>
        {intro && <p className={children ? 'pb-4 text-muted' : 'text-muted'}>{intro}</p>}
        {children}
      </div>
    </main>
  )
}
