/** Who may come in: what the page of operators reads, and the audit for their names. */
import { load, read } from '#api/reads.ts'

export const operatorsRead = read('operatorList')
export const operatorsLoader = () => load(operatorsRead)
