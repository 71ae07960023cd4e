/** A sentence about a cell: what stands between backticks is the cell's own text, and looks like it. */
import { visible } from '#ui/text/visible-text.tsx'

export const Quoting = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence have no other name
      <code key={index} className="mono rounded-small bg-hover box-decoration-clone px-1 wrap-anywhere text-ink">
        {visible(part)}
      </code>
    ),
  )
