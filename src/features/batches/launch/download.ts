/** Files that a person takes away. */
import { useState } from 'react'
import { request } from '#api/client.ts'
import { Refusal } from '#contract/index.ts'

export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** The service's own template (specification 4.4). */
export function useTemplate() {
  const [state, setState] = useState<{ isPending: boolean; refusal: Refusal | null }>({
    isPending: false,
    refusal: null,
  })
  return {
    ...state,
    save: () => {
      setState({ isPending: true, refusal: null })
      request('batchTemplate', {}).then(
        ({ data }) => {
          save(data as unknown as Blob, 'batch-template.csv')
          setState({ isPending: false, refusal: null })
        },
        (error: unknown) => setState({ isPending: false, refusal: error instanceof Refusal ? error : null }),
      )
    },
  }
}
