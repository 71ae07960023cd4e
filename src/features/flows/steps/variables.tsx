import { variablePattern, variablesIn } from '#contract/index.ts'

/** Text of a prompt in which `{column}` stands for what a call knows of its customer: shown as words of their own. */
export const WithVariables = ({ text }: { text: string }) => (
  <>
    {text.split(variablePattern).map((part, at) =>
      at % 2 === 1 ? (
        // oxlint-disable-next-line react/no-array-index-key -- parts of one text: their place is what they are
        <code key={at} className="rounded-small bg-accent-soft px-1 text-accent" title="Put in for each call">
          {part.trim()}
        </code>
      ) : (
        part
      ),
    )}
  </>
)

/** Under a field that is written: the variables that were found in it. */
export function VariablesHint({ text, hint = '' }: { text: string; hint?: string }) {
  const found = variablesIn(text)
  return (
    <>
      {hint || 'A word in braces, such as {first_name}, is put in for each call.'}
      {found.length > 0 && (
        <span className="mt-0.5 flex flex-wrap gap-1">
          Variables: <WithVariables text={found.map((name) => `{${name}}`).join(' ')} />
        </span>
      )}
    </>
  )
}
