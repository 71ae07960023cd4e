/** A share as a bar with its percentage. The bar has no colour of a state, because shares of bad outcomes have one too. */
import { cx } from '../classes.ts'
import { percentWithBase } from '../text/share.ts'

/** @param props.of says after the share of how many it is; null: does not, but leaves the space, so that the bars of a column are equally long */
export const ShareBar = ({ share, of }: { share: number | null; of?: number | null }) => (
  <span className="flex items-center gap-2">
    <span aria-hidden data-bar="" className="h-2 min-w-8 flex-1 overflow-hidden rounded-full bg-pressed">
      <span className="block h-full rounded-full bg-muted" style={{ width: `${(share ?? 0) * 100}%` }} />
    </span>
    <span
      className={cx('shrink-0 text-right text-label text-soft tabular-nums', of === undefined ? 'w-10' : 'min-w-22')}
    >
      {percentWithBase(share, of)}
    </span>
  </span>
)
