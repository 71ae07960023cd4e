/** The snippets that reviewers insert into a draft. Reviewers and administrators change them. */
import { useState } from 'react'
import { type Snippet, Snippets, snippetLimits } from '#contract/index.ts'
import { SettingForm } from '#kit/actions/setting-form.tsx'
import { Button } from '#ui/forms/button.tsx'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { number } from '#ui/text/format-number.ts'

interface FieldsProps {
  snippet: Snippet
  position: number
  onChange: (snippet: Snippet) => void
  onRemove: () => void
}

const SnippetFields = ({ snippet, position, onChange, onRemove }: FieldsProps) => (
  <fieldset aria-label={`Snippet ${number(position)}`} className="flex flex-col gap-2 border-t border-line pt-3">
    <div className="max-w-md">
      <TextField
        label="Name"
        value={snippet.name}
        onChange={(name) => onChange({ ...snippet, name })}
        maxLength={snippetLimits.nameLength}
      />
    </div>
    <TextArea
      label="Text"
      value={snippet.text}
      onChange={(text) => onChange({ ...snippet, text })}
      maxLength={snippetLimits.textLength}
      rows={2}
      spellCheck
    />
    <div>
      <Button size="small" onClick={onRemove}>
        Remove snippet {number(position)}
      </Button>
    </div>
  </fieldset>
)

export function SnippetsForm({ saved }: { saved: readonly Snippet[] }) {
  /** The changed snippets, and the list that they replace. */
  const [typed, setTyped] = useState<{ snippets: readonly Snippet[]; replaced: readonly Snippet[] } | null>(null)
  const snippets = typed?.snippets ?? saved
  const replaced = typed?.replaced ?? saved
  const change = (next: readonly Snippet[]) => setTyped({ snippets: next, replaced })
  const { data } = Snippets.safeParse({ snippets })
  return (
    <SettingForm
      title="Snippets"
      intro="Reviewers insert these texts into a draft that they edit. {customer name} and {agent} are replaced by what is known about the draft. A snippet needs a name and a text."
      what="snippets"
      command="snippetsChange"
      values={data ? { snippets: data.snippets, replaced: [...replaced] } : null}
      isChanged={JSON.stringify(snippets) !== JSON.stringify(replaced)}
      onReset={() => setTyped(null)}
      onSaved={() => setTyped(null)}
    >
      {snippets.map((snippet, index) => (
        <SnippetFields
          // oxlint-disable-next-line react/no-array-index-key -- a snippet has no identity while its name is typed
          key={index}
          snippet={snippet}
          position={index + 1}
          onChange={(next) => change(snippets.with(index, next))}
          onRemove={() => change(snippets.toSpliced(index, 1))}
        />
      ))}
      <div>
        <Button
          size="small"
          disabledReason={
            snippets.length >= snippetLimits.snippets &&
            `At most ${number(snippetLimits.snippets)} snippets can be listed.`
          }
          onClick={() => change([...snippets, { name: '', text: '' }])}
        >
          Add snippet
        </Button>
      </div>
    </SettingForm>
  )
}
