/** Shows the variables of a flow's texts. */
import { splitVariables } from '#flow-engine/variables.ts'

/** Highlights the variables of a text, such as `{first_name}`. */
export const WithVariables = ({ text }: { text: string }) =>
  splitVariables(text, {}).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
      <code key={index} className="rounded-small bg-accent-soft px-1 text-accent" title="Filled in for each call">
        {piece.name}
      </code>
    ),
  )
