/** Shows the variables of a flow's texts. */
import { variablePattern, variablesIn } from '#contract/index.ts'
import * as texts from './texts.tsx'

/** Highlights the variables of a text, such as `{first_name}`. */
export const WithVariables = ({ text }: { text: string }) => (
  <>
    {/* The pattern has a capturing group, so every second part is the name of a variable. */}
    {text.split(variablePattern).map((part, index) =>
      index % 2 === 1 ? (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
        <code key={index} className="rounded-small bg-accent-soft px-1 text-accent" title={texts.variableHint}>
          {part.trim()}
        </code>
      ) : (
        part
      ),
    )}
  </>
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
