/** The errors of a form's fields: those that the form finds, and those of the gateway's last refusal until the field changes. */
import { useState } from 'react'
import { Refusal } from '#contract/index.ts'

/**
 * @param values the entered values by field
 * @param problems what is wrong with them. Shown from the first submit on
 * @param refusal the last refusal
 * @param fieldNames the names of the gateway's fields where the form has others
 */
export function useFieldErrors<Name extends string>(
  values: Readonly<Record<Name, string>>,
  problems: readonly { name: Name; message: string }[],
  refusal: Refusal | null,
  fieldNames: Readonly<Record<string, Name>> = {},
) {
  const [attempts, setAttempts] = useState(0)
  const [refusedValues, setRefusedValues] = useState<typeof values | null>(null)
  const refused = Object.entries(refusal?.data.fields ?? {}).flatMap(([field, message]) => {
    const name = fieldNames[field] ?? (field as Name)
    return name in values ? [{ name, message }] : []
  })
  const errors = [
    ...(attempts > 0 ? problems : []),
    ...refused.filter(({ name }) => refusedValues?.[name] === values[name]),
  ]
  return {
    errors,
    attempts,
    errorOf: (name: Name) => errors.find((error) => error.name === name)?.message,
    /** The refusal is not about a field. */
    isGeneral: refused.length === 0,
    /** Whether the form has no problems. If it has, they are shown from now on. */
    canSubmit: (): boolean => {
      if (problems.length > 0) setAttempts(attempts + 1)
      return problems.length === 0
    },
    /** Call this if the gateway refused the values. */
    onRefused: (error: unknown): void => {
      if (!(error instanceof Refusal)) throw error
      setRefusedValues(values)
      setAttempts((count) => count + 1)
    },
    /** Call this after the values were accepted, if the form stays. */
    reset: () => setAttempts(0),
  }
}
