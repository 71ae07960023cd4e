/** A share as a bar with its percentage. The bar has no colour of a state, because shares of bad outcomes have one too. */
import { percent } from '../text/share.ts'

export const ShareBar = ({ share }: { share: number | null }) => (
  <span className="flex items-center gap-2">
    <span aria-hidden data-bar="" className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-pressed">
      <span className="block h-full rounded-full bg-muted" style={{ width: `${(share ?? 0) * 100}%` }} />
    </span>
    <span className="w-10 text-right text-label text-soft tabular-nums">{percent(share)}</span>
  </span>
)
