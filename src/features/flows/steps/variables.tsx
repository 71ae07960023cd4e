/** Shows the variables of a flow's texts. */
import { variablesIn } from '#contract/index.ts'
import { splitVariables } from '#flow-engine/variables.ts'
import * as texts from './texts.tsx'

/** Highlights the variables of a text, such as `{first_name}`. */
export const WithVariables = ({ text }: { text: string }) =>
  splitVariables(text, {}).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
      <code key={index} className="rounded-small bg-accent-soft px-1 text-accent" title={texts.variableHint}>
        {piece.name}
      </code>
    ),
  )

/** The hint of a text field: lists the variables in its text. */
export function VariablesHint({ text, hint = '' }: { text: string; hint?: string }) {
  const variables = variablesIn(text)
  return (
    <>
      {hint || texts.variablesHint}
      {variables.length > 0 && (
        <span className="mt-0.5 flex flex-wrap gap-1">
          {texts.variablesFound(<WithVariables text={variables.map((name) => `{${name}}`).join(' ')} />)}
        </span>
      )}
    </>
  )
}
