/** All mutations: of fields, refusals, headers, access and rules. */
import { fieldMutations } from './field-mutations.ts'
import type { Mutation } from './mutation.ts'
import { accessMutations, headerMutations, refusalMutations } from './refusal-mutations.ts'
import { ruleMutations } from './rule-mutations.ts'
import type { Baseline } from './run-mutations.ts'

/** @param access the key and the workspace that the service accepts */
export const listMutations = (
  { refusals }: Baseline,
  access: { apiKey: string; workspaceId: string },
): readonly Mutation[] => [
  ...fieldMutations,
  ...refusalMutations(refusals),
  ...headerMutations,
  ...accessMutations(access),
  ...ruleMutations,
]
